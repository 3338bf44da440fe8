// The verbs methods, stability and demo.
#include "cli/program.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace dashpot::cli {
namespace {

using nlohmann::json;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

json methodNamed(const json& list, const std::string& name) {
  for (const json& method : list["methods"])
    if (method["name"] == name) return method;
  ADD_FAILURE() << "no method " << name;
  return {};
}

// ---- methods --------------------------------------------------------------------------------------------------------

TEST(Methods, PrintsATableWithOneLinePerMethod) {
  const Outcome outcome = run("methods");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, ContainsRegex("\nrodas4 +rosenbrock +4 +3 "));
  EXPECT_THAT(outcome.out, ContainsRegex("\ndopri5 +explicit +5 +4 +5 "));
}

TEST(Methods, GivesEveryFieldOfTheRegistryAsJson) {
  const Outcome outcome = run("methods --json");
  EXPECT_EQ(outcome.code, 0);
  const json list = json::parse(outcome.out);
  EXPECT_TRUE(list["schema"].is_string());
  for (const json& method : list["methods"])
    for (const char* field :
         {"name", "family", "order", "embedded_order", "dense_order", "dae_order", "stages", "rhs_per_step", "a_stable",
          "l_stable", "r_infinity", "alpha_degrees", "fixed_step", "variable_step", "source"})
      EXPECT_TRUE(method.contains(field)) << field;
  EXPECT_EQ(methodNamed(list, "rodas4")["l_stable"], true);
  EXPECT_EQ(methodNamed(list, "rodas4")["order"], 4);
  EXPECT_TRUE(methodNamed(list, "dopri5")["r_infinity"].is_null());
  EXPECT_TRUE(methodNamed(list, "dopri5")["dae_order"].is_null());
  EXPECT_EQ(methodNamed(list, "euler")["variable_step"], false);
}

TEST(Methods, ShowsOneFamilyOnly) {
  const json list = json::parse(run("methods --family explicit --json").out);
  EXPECT_EQ(list["methods"].size(), 9u);
  for (const json& method : list["methods"]) EXPECT_EQ(method["family"], "explicit");
}

TEST(Methods, HintsAtTheFamilyThatWasMeant) {
  const Outcome outcome = run("methods --family rosenbrok");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("did you mean 'rosenbrock'?"));
}

// ---- stability ------------------------------------------------------------------------------------------------------

TEST(Stability, ReportsOneMethodInFull) {
  const Outcome outcome = run("stability rodas3");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, ContainsRegex("L-stable +yes"));
  EXPECT_THAT(outcome.out, HasSubstr("embedded formula of rodas3"));
}

TEST(Stability, ComparesSeveralMethods) {
  const Outcome outcome = run("stability rk4 trapezoidal");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, ContainsRegex("\nrk4 +4 +no +no +0.00 +inf +2.7853 +2.8284 "));
  EXPECT_THAT(outcome.out, ContainsRegex("\ntrapezoidal +2 +yes +no +90.00 +-1 +inf +inf "));
}

TEST(Stability, EvaluatesAtGivenPoints) {
  const json list = json::parse(run("stability trapezoidal backward-euler --z -2,0 --z 0,2 --json").out);
  const json trapezoidal = methodNamed(list, "trapezoidal");
  ASSERT_EQ(trapezoidal["points"].size(), 2u);
  EXPECT_NEAR(trapezoidal["points"][0]["r"][0], 0, 1e-15);
  EXPECT_NEAR(trapezoidal["points"][1]["r"][1], 1, 1e-15);  // (1+i)/(1-i) = i
  EXPECT_NEAR(trapezoidal["points"][1]["abs_r"], 1, 1e-15);
  EXPECT_NEAR(methodNamed(list, "backward-euler")["points"][0]["r"][0], 1.0 / 3, 1e-15);
  EXPECT_THAT(run("stability euler --z=-3").out, ContainsRegex("-3 +euler +-2 +2 "));
}

TEST(Stability, GivesLimitsAsJsonWithNullForUnlimited) {
  const json list = json::parse(run("stability rodas4 euler --json").out);
  const json rodas4 = methodNamed(list, "rodas4");
  EXPECT_TRUE(rodas4["real_limit"].is_null());
  EXPECT_EQ(rodas4["alpha_degrees"], 90);
  EXPECT_EQ(rodas4["embedded"]["l_stable"], true);
  EXPECT_EQ(rodas4["denominator"].size(), 7u);
  const json euler = methodNamed(list, "euler");
  EXPECT_TRUE(euler["r_infinity"].is_null());
  EXPECT_TRUE(euler["embedded"].is_null());
  EXPECT_NEAR(euler["real_limit"], 2, 1e-12);
}

TEST(Stability, PrintsTheAmplificationMatrixOfALinearSystem) {
  const json list = json::parse(run("stability backward-euler --matrix '-10,0;0,-40' --step 100ms --json").out);
  const json method = methodNamed(list, "backward-euler");
  EXPECT_NEAR(method["amplification_matrix"][0][0], 1.0 / 2, 1e-15);
  EXPECT_NEAR(method["amplification_matrix"][1][1], 1.0 / 5, 1e-15);
  EXPECT_NEAR(method["spectral_radius"], 1.0 / 2, 1e-15);
  EXPECT_THAT(run("stability euler --matrix '-3'").out, HasSubstr("spectral radius 2"));
}

TEST(Stability, DrawsTheRegions) {
  const auto file = std::filesystem::path(::testing::TempDir()) / "dashpot-regions.svg";
  const Outcome outcome = run("stability dopri5 rodas4 --plot '" + file.string() + "'");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(contentOf(file), HasSubstr("rodas4"));
  EXPECT_THAT(outcome.out, HasSubstr("plot: " + file.string()));
  std::filesystem::remove(file);
}

TEST(Stability, SaysWhatToDoWithoutGnuplot) {
  const auto file = std::filesystem::path(::testing::TempDir()) / "dashpot-no-gnuplot.png";
  const Outcome outcome = run("stability dopri5 --plot '" + file.string() + "'", "PATH=/nonexistent");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("hint: install the package gnuplot"));
}

TEST(Stability, ExplainsWhatItCannotUnderstand) {
  const std::pair<const char*, const char*> cases[] = {
      {"stability rodas44", "did you mean 'rodas4'?"},
      {"stability cvode", "'cvode' has no stability function"},
      {"stability euler --z one", "'one' is not a complex number"},
      {"stability euler --z 1,2,3", "not a complex number"},
      {"stability euler --matrix '1,2;3'", "not a square matrix"},
      {"stability euler --matrix '1' --step fast", "--step 0.1"},
      {"stability euler --matrix '1' --step 3bar", "is not a time"},
      {"stability euler --plot region.pdf", "end the name in .svg or .png"},
  };
  for (const auto& [arguments, words] : cases) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 1) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr(words)) << arguments;
    EXPECT_EQ(outcome.out, "") << arguments;
  }
}

// ---- demo -----------------------------------------------------------------------------------------------------------

TEST(Demo, ComparesMethodsOnAStiffProblem) {
  const json result = json::parse(run("demo problem:hires --methods rodas4,dopri5 --tolerance 1e-5 --json").out);
  EXPECT_EQ(result["problem"], "hires");
  ASSERT_EQ(result["runs"].size(), 2u);
  for (const json& one : result["runs"]) {
    EXPECT_EQ(one["finished"], true);
    EXPECT_GT(one["correct_digits"], 3.5);
  }
  // dopri5 is held by its real limit of 3.307: about ten thousand steps whatever the tolerance.
  EXPECT_LT(result["runs"][0]["steps"], 500);
  EXPECT_GT(result["runs"][1]["steps"], 9000);
}

TEST(Demo, ShowsThatAMethodGaveUpAndStillSucceeds) {
  const Outcome outcome = run("demo --methods rodas4,dopri5");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, ContainsRegex("\ndopri5 +200000 .* gave up: "));
  EXPECT_THAT(outcome.out, Not(HasSubstr("nan")));
}

TEST(Demo, FailsNumericallyWhenNoMethodFinishes) { EXPECT_EQ(run("demo --methods dopri5").code, 3); }

TEST(Demo, WritesThePlotInBothFormats) {
  const auto folder = std::filesystem::path(::testing::TempDir()) / "dashpot-demo" / "new";
  EXPECT_EQ(run("demo oregonator --methods rodas4 --output '" + folder.string() + "'").code, 0);
  EXPECT_TRUE(std::filesystem::exists(folder / "oregonator.svg"));
  EXPECT_TRUE(std::filesystem::exists(folder / "oregonator.png"));
  std::filesystem::remove_all(folder.parent_path());
}

TEST(Demo, HintsAtProblemsAndMethods) {
  const Outcome problem = run("demo hirse");
  EXPECT_EQ(problem.code, 1);
  EXPECT_THAT(problem.err, HasSubstr("did you mean 'hires'?"));
  const Outcome method = run("demo hires --methods rodas4,cvodes");
  EXPECT_EQ(method.code, 1);
  EXPECT_THAT(method.err, HasSubstr("did you mean 'cvode'?"));
  EXPECT_EQ(run("demo hires --tolerance -1").code, 1);
}

TEST(Methods, CountsOperations) {
  const Outcome text = run("methods --operations problem:hires --family rosenbrock --steps 3");
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("rodas4"));
  const json costs = json::parse(run("methods --operations problem:wave --step 1ms --json").out);
  EXPECT_EQ(costs["schema"], "dashpot/method-costs/1");
  EXPECT_EQ(costs["step"], 1e-3);
  EXPECT_FALSE(costs["not_counted"].empty());
  EXPECT_EQ(run("methods --operations hires").code, 1);
  EXPECT_EQ(run("methods --operations problem:nand-gate").code, 1);
  EXPECT_EQ(run("methods --operations problem:hires --step 1bar").code, 1);
  EXPECT_EQ(run("methods --step 1").code, 2);
}

TEST(Simulate, RecordsErrorsOverTime) {
  const Outcome outcome =
      run("simulate problem:heat:n=20 --errors --interval 0.01 --vars u10,error.u10 --tolerance 1e-6 --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const double error = json::parse(outcome.out)["final"]["error.u10"];
  EXPECT_NE(error, 0);
  EXPECT_LT(std::abs(error), 1e-5);
  EXPECT_EQ(run("simulate problem:hires --errors").code, 1);
}

}  // namespace
}  // namespace dashpot::cli
