// MAT files, read back by a reader of their own, and by SciPy where it is installed.
#include "models/simulated.hpp"
#include "results/mat4_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <unistd.h>

namespace dashpot::results {
namespace {

using dashpot::testing::Compiled;
using dashpot::testing::readMat4;
using dashpot::testing::trajectory;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::string ramp =
    "model M Real x(start = 0, fixed = true, unit = \"Pa\", displayUnit = \"bar\") \"Pressure\"; Real y; Real z;\n"
    "parameter Real p(unit = \"m\") = 3; Real w; equation der(x) = 2; y = -x; z = x; w = x*x; end M;";

class MatFiles : public ::testing::Test {
 protected:
  ~MatFiles() override { std::filesystem::remove(file); }
  const std::filesystem::path file =
      std::filesystem::path(::testing::TempDir()) / ("dashpot-" + std::to_string(getpid()) + ".mat");
  Diagnostics diagnostics;

  void simulate(const simulation::Settings& settings = {.stop = 1, .interval = 0.25}) {
    const Compiled compiled(ramp);
    MatWriter writer(file, selectColumns(compiled.model->recorded, {}, diagnostics, {.parameters = true}));
    (void)simulation::simulate(*compiled.model, settings, writer, diagnostics);
    EXPECT_EQ(writer.close(), std::nullopt);
  }
};

TEST_F(MatFiles, HaveTheLayoutOfModelicaTools) {
  simulate();
  const auto content = readMat4(file);
  const auto& kind = content.at("Aclass");
  EXPECT_EQ(kind.row(0), "Atrajectory");
  EXPECT_EQ(kind.row(1), "1.1");
  EXPECT_EQ(kind.row(3), "binTrans");
  EXPECT_EQ(content.at("name").column(0), "time");
  EXPECT_EQ(content.at("name").columns, 6);
  EXPECT_EQ(content.at("description").column(1), "Pressure [Pa|bar]");
  EXPECT_EQ(content.at("dataInfo").rows, 4);
  EXPECT_EQ(content.at("dataInfo")(3, 2), -1);
  EXPECT_EQ(content.at("data_1").columns, 2);
  EXPECT_EQ(content.at("data_1")(0, 1), 1.0) << "the stop time";
  EXPECT_THAT(trajectory(content, "p"), ElementsAre(3, 3));
  EXPECT_THAT(trajectory(content, "time"), ElementsAre(0, 0.25, 0.5, 0.75, 1));
}

TEST_F(MatFiles, StoreAliasesOnce) {
  simulate();
  const auto content = readMat4(file);
  EXPECT_EQ(content.at("data_2").rows, 3) << "time, x and w";
  const auto x = trajectory(content, "x"), y = trajectory(content, "y"), z = trajectory(content, "z");
  EXPECT_NEAR(x.back(), 2, 1e-9);
  for (std::size_t k = 0; k < x.size(); ++k) {
    EXPECT_EQ(y[k], -x[k]);
    EXPECT_EQ(z[k], x[k]);
  }
}

TEST_F(MatFiles, AreReadableWhileTheRunGoesOn) {
  const Compiled compiled(ramp);
  MatWriter writer(file, selectColumns(compiled.model->recorded, {}, diagnostics));
  std::size_t looked = 0;
  const simulation::Settings settings{.stop = 1, .interval = 1e-5, .cancellation = {.afterStep = [&] {
                                                                     const auto content = readMat4(file);
                                                                     looked += content.contains("data_2") ? 1u : 0u;
                                                                     return false;
                                                                   }}};
  (void)simulation::simulate(*compiled.model, settings, writer, diagnostics);
  EXPECT_EQ(writer.close(), std::nullopt);
  EXPECT_GT(looked, 0u);
  EXPECT_EQ(trajectory(readMat4(file), "time").size(), 100001u);
}

TEST_F(MatFiles, CanBeReadBySciPy) {
  if (std::system("/usr/bin/python3 -c 'import scipy.io' 2> /dev/null") != 0)
    GTEST_SKIP() << "python3-scipy is not installed; the reader of this test has read the same files";
  simulate();
  const std::string program =
      "import scipy.io, sys\n"
      "m = scipy.io.loadmat(sys.argv[1], chars_as_strings=False)\n"
      "names = [''.join(m['name'][:, j]).rstrip() for j in range(m['name'].shape[1])]\n"
      "assert ''.join(m['Aclass'][0]).rstrip() == 'Atrajectory', m['Aclass']\n"
      "assert ''.join(m['Aclass'][3]).rstrip() == 'binTrans', m['Aclass']\n"
      "def values(name):\n"
      "    matrix, row = m['dataInfo'][0:2, names.index(name)]\n"
      "    return m['data_%d' % max(matrix, 1)][abs(row) - 1] * (1 if row > 0 else -1)\n"
      "assert list(values('p')) == [3, 3]\n"
      "assert abs(values('y')[-1] + 2) < 1e-9, values('y')\n"
      "assert list(m['data_2'][0]) == [0, 0.25, 0.5, 0.75, 1]\n";
  const std::string command = "/usr/bin/python3 -c \"" + program + "\" '" + file.string() + "'";
  EXPECT_EQ(std::system(command.c_str()), 0);
}

TEST_F(MatFiles, HoldMatricesWithNames) {
  EXPECT_EQ(writeMatrices(file, {{"A", 2, 3, {1, 2, 3, 4, 5, 6}}, {"B", 0, 0, {}}}, {{"names", {"x", "longer"}}}),
            std::nullopt);
  const auto content = readMat4(file);
  EXPECT_EQ(content.at("A")(1, 2), 6);
  EXPECT_EQ(content.at("B").columns, 0);
  EXPECT_EQ(content.at("names").row(1), "longer");
  EXPECT_THAT(writeMatrices("/no/such/folder/a.mat", {}, {})->message, HasSubstr("No such file or directory"));
  EXPECT_THAT(writeMatrices("/", {}, {})->message, HasSubstr("Is a directory"));
}

}  // namespace
}  // namespace dashpot::results
