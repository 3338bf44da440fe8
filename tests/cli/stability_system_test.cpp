// dashpot stability on linear systems and over the damping.
#include "cli/program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <filesystem>

namespace dashpot::cli {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

TEST(StabilityOnASystem, FindsTheLargestStableStepOfEveryMethod) {
  const json result =
      json::parse(run("stability godunov verlet rk4 newmark --problem wave:n=10,right=neumann --step 0.1 --json").out);
  const auto limit = [&](int i) { return result["methods"][i]["largest_stable_step"]; };
  EXPECT_NEAR(limit(0), 0.1003092, 1e-6);
  EXPECT_NEAR(limit(1), 0.1003092, 1e-6);
  EXPECT_NEAR(limit(2), 0.14186, 1e-5);
  EXPECT_TRUE(limit(3).is_null());  // unlimited
}

TEST(StabilityOnASystem, ExplainsRootsAtOne) {
  const auto outcome =
      run("stability godunov-hybrid-published godunov-hybrid ab3 --matrix '0,1,0;-1,-1,1;0.5,0,-0.5' --step 0.05");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("2 roots at 1 with 1 eigenvector: a ramp grows"));
  EXPECT_THAT(outcome.out, HasSubstr("1 root at 1: an offset stays"));
  EXPECT_THAT(outcome.out, HasSubstr("0.962061+0.046615"));
}

TEST(StabilityOnASystem, DrawsTheSpectralRadiusAgainstTheStep) {
  const auto file = std::filesystem::path(::testing::TempDir()) / "dashpot-radius.svg";
  const auto outcome =
      run("stability ab3 verlet --matrix '0,1;-1,0' --steps 0.5,1,2,2.5 --plot '" + file.string() + "'");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("Spectral radius against h"));
  EXPECT_TRUE(std::filesystem::exists(file));
  std::filesystem::remove(file);
}

TEST(StabilityOverTheDamping, TabulatesSeveralMethods) {
  const json result = json::parse(run("stability godunov-hybrid ab3 --domain --json").out);
  for (const json& point : result["methods"][0]["domain"]) {
    const double zeta = point["zeta"];
    EXPECT_NEAR(point["limit"], (-22 * zeta + std::sqrt(484 * zeta * zeta + 36)) / 3, 1e-6);
  }
  EXPECT_NEAR(result["methods"][1]["domain"][20]["limit"], 6.0 / 11, 1e-5);
  EXPECT_THAT(run("stability godunov").out, HasSubstr("without damping only"));
}

TEST(StabilityOnASystem, ExplainsWhatItCannotUnderstand) {
  const std::pair<const char*, const char*> cases[] = {
      {"stability verlet --matrix '-1,0;0,-2'", "no row of the system reads x' = v"},
      {"stability godunov --matrix '0,1;-1,-0.1'", "here velocities matter"},
      {"stability ab3 --problem heta", "did you mean 'heat'?"},
      {"stability ab3 --problem heat:n=1000", "too many for its eigenvalues"},
      {"stability ab3 --problem ring-modulator --step -1", "is not a step"},
      {"stability ab3 --problem nand-gate", "it has a mass matrix"},
      {"stability ab3 --steps 1,2", "--steps needs a system"},
      {"stability ab3 --z=-1", "which only one-step formulas have"},
      {"stability ab3 verlte --domain", "did you mean 'verlet'?"},
  };
  for (const auto& [arguments, words] : cases) {
    const auto outcome = run(arguments);
    EXPECT_EQ(outcome.code, 1) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr(words)) << arguments;
  }
}

}  // namespace
}  // namespace dashpot::cli
