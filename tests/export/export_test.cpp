// Exported C: compiles without a word, and its trajectory is that of the same formula in the process.
#include "export/exported.hpp"

#include <gmock/gmock.h>

namespace dashpot::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::string> exampleNames() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(exportTree / "examples"))
    if (entry.path().extension() == ".mo") names.push_back(entry.path().stem().string());
  std::ranges::sort(names);
  return names;
}

std::string exampleFile(const std::string& name) { return (exportTree / "examples" / (name + ".mo")).string(); }

/// Fluids that cavitate want short steps, and so does a start where nothing is stiff yet, from which a longer one throws
/// Robertson's concentrations to 1e9.
double stepsPerInterval(const std::string& name) {
  if (name == "robertson") return 500;
  return name == "press_cycle" || name == "actuator_problems" ? 100 : 5;
}

class ExportedExample : public ::testing::TestWithParam<std::string> {};

TEST_P(ExportedExample, HasTheTrajectoryOfTheProcess) {
  Exported exported({.file = exampleFile(GetParam()), .stepsPerInterval = stepsPerInterval(GetParam())});
  ASSERT_TRUE(exported.isSound) << exported.messages();
  const Course expected = exported.simulated();
  ASSERT_TRUE(exported.write());
  ASSERT_EQ(exported.make("m_run"), 0) << exported.log();
  expectSameCourse(expected, exported.run("./m_run"), 1e-8);
}

INSTANTIATE_TEST_SUITE_P(Examples, ExportedExample, ::testing::ValuesIn(exampleNames()),
                         [](const ::testing::TestParamInfo<std::string>& instance) { return instance.param; });

constexpr const char* everything = R"(model Everything
  parameter Real k = 2; parameter Real m = 1; input Real force(start = 0.5);
  Real x(start = 1, fixed = true), v(start = 0, fixed = true), w(start = 0.5), a, b;
  discrete Real held(start = 0, fixed = true); Integer bounces(start = 0, fixed = true);
  Boolean late(start = false, fixed = true); Real jump = if time < 0.6 then 0 else 1;
  discrete Real before(start = 5, fixed = true);
  output Real y;
equation
  der(x) = v; m*der(v) = -k*x - 0.1*w + force + 0.1*held; w + w^3 = v + x; a + b = w; a - 2*b = 0.1*v;
  y = x + a + (if x > 0.5 then 0.1 else 0) + before;
  when sample(0.1, 0.5) then before = pre(jump); end when;
  when sample(0.1, 0.25) then held = x; end when;
  when x < -0.8 then reinit(v, -0.9*pre(v)); bounces = pre(bounces) + 1; end when;
  when time > 0.7 then late = true; end when;
end Everything;)";

class ExportedFormula : public ::testing::TestWithParam<const char*> {};

TEST_P(ExportedFormula, HasTheTrajectoryOfTheProcessWithEventsAndLoops) {
  Exported exported({.text = everything, .formula = GetParam(), .step = 0.01, .steps = 300});
  ASSERT_TRUE(exported.isSound) << exported.messages();
  const Course expected = exported.simulated();
  ASSERT_TRUE(exported.write());
  ASSERT_EQ(exported.make("m_run"), 0) << exported.log();
  expectSameCourse(expected, exported.run("./m_run"), 1e-8);
}

INSTANTIATE_TEST_SUITE_P(Formulas, ExportedFormula,
                         ::testing::Values("euler", "rk4", "backward-euler", "trapezoidal", "bdf2", "radau3", "radau5",
                                           "lobatto4", "hw-sdirk", "tr-bdf2", "rosenbrock-euler", "ros2p", "rodas3"),
                         [](const ::testing::TestParamInfo<const char*>& instance) {
                           std::string name = instance.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(ExportedCode, InSinglePrecisionIsNearTheProcess) {
  for (const char* const formula : {"rodas3", "radau3"}) {
    Exported exported({.text = everything, .formula = formula, .step = 0.01, .steps = 60, .isSingle = true});
    const Course expected = exported.simulated();
    ASSERT_TRUE(exported.write());
    ASSERT_EQ(exported.make("m_run", "CFLAGS='-O1 -Wdouble-promotion'"), 0) << exported.log();
    expectSameCourse(expected, exported.run("./m_run"), 2e-4);
  }
}

TEST(ExportedCode, TakesParametersByName) {
  Exported exported({.text = everything, .step = 0.01, .steps = 100});
  exported.settings().parameters = {{"k", "3"}, {"x.start", "0.8"}};
  const Course expected = exported.simulated();
  exported.settings().parameters = {};
  ASSERT_TRUE(exported.write());
  ASSERT_EQ(exported.make("m_run"), 0) << exported.log();
  expectSameCourse(expected, exported.run("./m_run", "k=3 x.start=0.8"), 1e-8);
  EXPECT_NE(std::system(fmt::format("cd '{}' && ./m_run nothing=1 > log 2>&1", exported.folder().string()).c_str()), 0);
  EXPECT_THAT(exported.log(), HasSubstr("there is no parameter 'nothing'"));
}

TEST(ExportedCode, AllocatesNothingAndNeedsNoLibraryButTheMathLibrary) {
  Exported exported({.text = everything, .formula = "radau3", .step = 0.01});
  (void)exported.simulated();
  ASSERT_TRUE(exported.write());
  ASSERT_EQ(exported.make("m.o", "CFLAGS='-O1 -ffreestanding -fno-builtin'"), 0) << exported.log();
  ASSERT_EQ(std::system(fmt::format("cd '{}' && nm -u m.o > log", exported.folder().string()).c_str()), 0);
  for (const char* const name : {"malloc", "free", "memcpy", "memset", "printf", "strcmp"})
    EXPECT_THAT(exported.log(), Not(HasSubstr(name)));
}

TEST(ExportedCode, IsTheSameEachTimeItIsWritten) {
  std::string first;
  for (int k = 0; k < 2; ++k) {
    Exported exported({.text = everything, .formula = "hw-sdirk", .step = 0.01});
    (void)exported.simulated();
    ASSERT_TRUE(exported.write());
    std::stringstream text;
    text << std::ifstream(exported.folder() / "m.c").rdbuf();
    if (k == 0) first = text.str();
    EXPECT_EQ(text.str(), first);
  }
}

TEST(Export, RefusesDelaysAndRecursionByName) {
  Exported recursive({.text = R"(model R
    function f input Real x; output Real y; algorithm y := if x > 1 then f(x - 1) + 1 else x; end f;
    Real x(start = 2.5, fixed = true); equation der(x) = -f(x); end R;)"});
  EXPECT_FALSE(recursive.isSound);
  EXPECT_THAT(recursive.messages(), HasSubstr("calls itself"));
  api::Compilation delayed({.text = "model D Real x(start = 1); equation der(x) = -delay(x, 0.5); end D;"});
  delayed.inlined = "rodas3";
  std::vector<simulation::ParameterSetting> none;
  EXPECT_FALSE(delayed.run(none));
  EXPECT_THAT(render(delayed.diagnostics, delayed.sources()), HasSubstr("delayed expressions"));
}

bool isThere(const char* program) {
  return std::system(fmt::format("command -v {} > /dev/null 2>&1", program).c_str()) == 0;
}

TEST(ExportedCode, RunsOnASmallTarget) {
  if (!isThere("arm-none-eabi-gcc") || !isThere("qemu-arm"))
    GTEST_SKIP() << "needs gcc-arm-none-eabi, libnewlib-arm-none-eabi and qemu-user";
  Exported exported({.text = everything, .step = 0.01, .steps = 100});
  const Course expected = exported.simulated();
  ASSERT_TRUE(exported.write());
  ASSERT_EQ(exported.make("m_arm.elf"), 0) << exported.log();
  expectSameCourse(expected, exported.run("qemu-arm ./m_arm.elf"), 1e-8);
}

TEST(Identifiers, AreMadeOfNames) {
  EXPECT_EQ(exporting::identifierOf("Dashpot.Examples.ReliefValve"), "relief_valve");
  EXPECT_EQ(exporting::identifierOf("'a b'"), "_a_b_");
  EXPECT_EQ(exporting::identifierOf("2x"), "model_2x");
}

}  // namespace
}  // namespace dashpot::testing
