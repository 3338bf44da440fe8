// Matrices in files: made here byte by byte, as the format's description says.
#include "model/external/mat_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <zlib.h>

namespace dashpot::model {
namespace {

template <class T>
std::string bytesOf(T value, bool isSwapped = false) {
  std::string bytes(sizeof value, '\0');
  std::memcpy(bytes.data(), &value, sizeof value);
  if (isSwapped) std::ranges::reverse(bytes);
  return bytes;
}

/// [1, 2, 3; 4, 5, 6], column by column.
std::string columns(bool isSwapped = false) {
  std::string bytes;
  for (const double x : {1.0, 4.0, 2.0, 5.0, 3.0, 6.0}) bytes += bytesOf(x, isSwapped);
  return bytes;
}

std::string level4(const std::string& name, std::int32_t type = 0, bool isSwapped = false) {
  std::string bytes;
  for (const std::int32_t number : {type, 2, 3, 0, static_cast<std::int32_t>(name.size() + 1)})
    bytes += bytesOf(number, isSwapped);
  return bytes + name + '\0' + columns(isSwapped);
}

std::string element(std::uint32_t type, const std::string& content) {
  return bytesOf(type) + bytesOf(static_cast<std::uint32_t>(content.size())) + content +
         std::string((8 - content.size() % 8) % 8, '\0');
}

std::string level5Matrix(const std::string& name) {
  const std::string flags = bytesOf(std::uint32_t{6}) + bytesOf(std::uint32_t{0});  // of class double
  const std::string sizes = bytesOf(std::int32_t{2}) + bytesOf(std::int32_t{3});
  // A name of up to four letters stands in the tag.
  const std::string small =
      bytesOf(static_cast<std::uint32_t>(name.size() << 16 | 1)) + name + std::string(4 - name.size(), '\0');
  return element(14, element(6, flags) + element(5, sizes) + small + element(9, columns()));
}

/// A structure with these fields, each given as an element without a name.
std::string level5Structure(const std::string& name, const std::vector<std::pair<std::string, std::string>>& fields) {
  const std::string flags = bytesOf(std::uint32_t{2}) + bytesOf(std::uint32_t{0});  // of class structure
  const std::string sizes = bytesOf(std::int32_t{1}) + bytesOf(std::int32_t{1});
  constexpr std::uint32_t width = 8;
  std::string names, values;
  for (const auto& [field, value] : fields) {
    names += field + std::string(width - field.size(), '\0');
    values += value;
  }
  const std::string lengthOfNames = bytesOf(std::uint32_t{4U << 16 | 5U}) + bytesOf(width);
  return element(14,
                 element(6, flags) + element(5, sizes) + element(1, name) + lengthOfNames + element(1, names) + values);
}

std::string level5(const std::string& content) {
  std::string header = "MATLAB 5.0 MAT-file";
  header.resize(124, ' ');
  return header + bytesOf(std::uint16_t{0x0100}) + "IM" + content;
}

std::string compressed(const std::string& content) {
  std::string packed(compressBound(content.size()), '\0');
  uLongf size = packed.size();
  compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(content.data()),
           content.size());
  packed.resize(size);
  return bytesOf(std::uint32_t{15}) + bytesOf(static_cast<std::uint32_t>(size)) + packed;
}

void expectMatrix(const std::string& content, const std::string& name = "a") {
  TableData table;
  std::string problem;
  ASSERT_TRUE(readMatrix(content, name, table, problem)) << problem;
  EXPECT_EQ(table.rows, 2U);
  EXPECT_EQ(table.columns, 3U);
  EXPECT_EQ(table.values, (std::vector<double>{1, 2, 3, 4, 5, 6}));
}

TEST(MatFiles, EveryLevelIsRead) {
  expectMatrix(level4("a"));
  expectMatrix(level4("b") + level4("a"));
  expectMatrix(level4("a", 1000, true));
  expectMatrix(level5(level5Matrix("b") + level5Matrix("a")));
  expectMatrix(level5(compressed(level5Matrix("b")) + compressed(level5Matrix("a"))));
}

TEST(MatFiles, AFieldOfAStructureIsNamedWithADot) {
  const std::string inner = level5Structure("", {{"a", level5Matrix("")}});
  const std::string whole = level5Structure("s", {{"b", inner}, {"a", level5Matrix("")}});
  expectMatrix(level5(level5Matrix("a") + whole), "s.a");
  expectMatrix(level5(compressed(whole)), "s.b.a");
  TableData table;
  std::string problem;
  for (const char* const name : {"s", "s.b", "s.c", "a.s", "s.a.a", "s.", ".a"}) {
    EXPECT_FALSE(readMatrix(level5(whole), name, table, problem)) << name;
    EXPECT_EQ(problem, "there is no matrix '" + std::string(name) + "' in it");
  }
}

TEST(MatFiles, WhatIsNotThereIsSaid) {
  TableData table;
  std::string problem;
  EXPECT_FALSE(readMatrix(level4("b"), "a", table, problem));
  EXPECT_EQ(problem, "there is no matrix 'a' in it");
  EXPECT_FALSE(readMatrix(level5(level5Matrix("b")), "a", table, problem));
  EXPECT_EQ(problem, "there is no matrix 'a' in it");
  EXPECT_FALSE(readMatrix("time, x\n0, 1\n", "a", table, problem));
  EXPECT_EQ(problem, "it is no MATLAB file");
  EXPECT_FALSE(readMatrix("MATLAB 7.3 MAT-file", "a", table, problem));
  EXPECT_EQ(problem, "it is a MATLAB file of version 7.3, which is not read: save it with '-v7'");
}

TEST(MatFiles, CutAnywhereOrChangedAnywhereTheyAreReadOrRefused) {
  const std::string structure = level5Structure("s", {{"b", level5Matrix("")}, {"a", level5Matrix("")}});
  for (const auto& [whole, name] : {std::pair{level4("a"), "a"},
                                    {level5(level5Matrix("a")), "a"},
                                    {level5(compressed(level5Matrix("a"))), "a"},
                                    {level5(structure), "s.a"}}) {
    for (std::size_t n = 0; n < whole.size(); ++n) {
      TableData table;
      std::string problem;
      const bool isRead = readMatrix(std::string_view(whole).substr(0, n), name, table, problem);
      EXPECT_TRUE(isRead || !problem.empty()) << n;
      for (const char byte : {'\0', '\x7f', '\xff'}) {
        std::string damaged = whole;
        damaged[n] = byte;
        const bool isDamagedRead = readMatrix(damaged, name, table, problem);
        EXPECT_TRUE(!isDamagedRead || table.values.size() == table.rows * table.columns) << n;
      }
    }
  }
}

TEST(CsvFiles, RowsOfNumbersAfterHeadings) {
  TableData table;
  std::string problem;
  ASSERT_TRUE(readCsv("time;x\n\n0;1.5\r\n1e-1; -2\n", table, problem)) << problem;
  EXPECT_EQ(table.rows, 2U);
  EXPECT_EQ(table.values, (std::vector<double>{0, 1.5, 0.1, -2}));
  EXPECT_FALSE(readCsv("0, 1\n2\n", table, problem));
  EXPECT_EQ(problem, "line 2 is no row of 2 numbers");
  EXPECT_FALSE(readCsv("0, 1\n2, x\n", table, problem));
  EXPECT_FALSE(readCsv("a, b\n", table, problem));
  EXPECT_EQ(problem, "there are no numbers in it");
}

}  // namespace
}  // namespace dashpot::model
