// Results read back: what was written, between instants on the straight line; files that are no results are refused.
#include "results/trajectories.hpp"

#include <gmock/gmock.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace dashpot::results {
namespace {

/// A matrix of level 4, by columns, as The MathWorks' description of the format says.
template <class Number>
std::string matrix(const std::string& name, int precision, bool isText, int rows, int columns,
                   const std::vector<Number>& values) {
  const std::int32_t head[5] = {10 * precision + (isText ? 1 : 0), rows, columns, 0,
                                static_cast<std::int32_t>(name.size()) + 1};
  std::string bytes(reinterpret_cast<const char*>(head), sizeof head);
  bytes += name + '\0';
  return bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Number));
}

std::string texts(const std::string& name, const std::vector<std::string>& list, std::size_t width, bool byColumn) {
  std::vector<std::uint8_t> letters(list.size() * width, ' ');
  for (std::size_t i = 0; i < list.size(); ++i)
    for (std::size_t k = 0; k < list[i].size(); ++k)
      letters[byColumn ? i * width + k : k * list.size() + i] = static_cast<std::uint8_t>(list[i][k]);
  const auto count = static_cast<int>(list.size()), wide = static_cast<int>(width);
  return matrix(name, 5, true, byColumn ? wide : count, byColumn ? count : wide, letters);
}

/// time 0, 1, 1, 2; x = 10, 20, 5, 7; y is -x; p = 3 is constant.
std::string result() {
  return texts("Aclass", {"Atrajectory", "1.1", "", "binTrans"}, 11, false) +
         texts("name", {"time", "x", "y", "p"}, 4, true) +
         matrix<std::int32_t>("dataInfo", 2, false, 4, 4, {0, 1, 0, -1, 2, 2, 0, -1, 2, -2, 0, -1, 1, 2, 0, -1}) +
         matrix<double>("data_1", 0, false, 2, 2, {0, 3, 2, 3}) +
         matrix<double>("data_2", 0, false, 2, 4, {0, 10, 1, 20, 1, 5, 2, 7});
}

Expected<Trajectories, Diagnostic> read(const std::string& bytes) {
  const auto file = std::filesystem::path(::testing::TempDir()) / ("dashpot-read-" + std::to_string(getpid()) + ".mat");
  std::ofstream(file, std::ios::binary) << bytes;
  auto outcome = Trajectories::read(file);
  std::filesystem::remove(file);
  return outcome;
}

TEST(Trajectories, AreReadBackByNameAndTime) {
  const auto read = results::read(result());
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->first(), 0);
  EXPECT_EQ(read->last(), 2);
  EXPECT_EQ(read->value("x", 0.5), 15);
  EXPECT_EQ(read->value("x", 1), 5) << "after the event";
  EXPECT_EQ(read->value("x", 1.5), 6);
  EXPECT_EQ(read->value("y", 0.5), -15) << "a negated alias";
  EXPECT_EQ(read->value("p", 1.2), 3);
  EXPECT_EQ(read->value("x", 99), 7);
  EXPECT_EQ(read->value("time", 0.25), 0.25);
  EXPECT_FALSE(read->value("z", 0));
}

TEST(Trajectories, FilesThatAreNoResultsAreRefused) {
  EXPECT_FALSE(read(""));
  EXPECT_FALSE(read("time,x\n0,1\n"));
  EXPECT_FALSE(read(std::string(10000, '\xff')));
  EXPECT_FALSE(Trajectories::read("/no/such/file.mat"));
}

TEST(Trajectories, AnyPartAndAnyChangedByteOfAFileIsReadOrRefused) {
  const std::string whole = result();
  for (std::size_t size = 0; size < whole.size(); ++size) (void)read(whole.substr(0, size));
  for (std::size_t i = 0; i < whole.size(); ++i)
    for (const char c : {'\x00', '\x7f', '\xff'}) {
      std::string changed = whole;
      changed[i] = c;
      if (const auto outcome = read(changed)) (void)outcome->value("x", 0.5);
    }
}

}  // namespace
}  // namespace dashpot::results
