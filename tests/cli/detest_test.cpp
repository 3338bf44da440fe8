// dashpot detest, and dashpot stability for methods whose stability is a matter of coupling.
#include "cli/program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace dashpot::cli {
namespace {

using nlohmann::json;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;

TEST(DetestVerb, PrintsATableAndTheSmoothnessFit) {
  const Outcome outcome = run("detest a1 --methods rodas4,diag-exp-i2 --tolerances 1e-2,1e-4");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, ContainsRegex("rodas4 +-2 "));
  EXPECT_THAT(outcome.out, ContainsRegex("diag-exp-i2 +-4 "));
  EXPECT_THAT(outcome.out, HasSubstr("smoothness of rodas4: end error"));
  EXPECT_EQ(outcome.err, "");  // no progress where nobody looks
}

TEST(DetestVerb, TakesAClassAndGivesJson) {
  const Outcome outcome = run("detest C --methods rodas4 --tolerances 1e-3 --unscaled --local-errors --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json result = json::parse(outcome.out);
  EXPECT_EQ(result["scaled"], false);
  ASSERT_EQ(result["problems"].size(), 5U);
  EXPECT_EQ(result["problems"][4]["problem"], "c5");
  const json& first = result["problems"][0]["methods"][0]["runs"][0];
  for (const char* field :
       {"tolerance", "status", "steps", "rhs_evals", "jac_evals", "lu", "seconds", "overhead_seconds", "end_error",
        "max_error", "error_per_step", "local_error", "deceived", "first_step"})
    EXPECT_TRUE(first.contains(field)) << field;
  EXPECT_EQ(first["status"], "finished");
}

TEST(DetestVerb, ReportsAMethodThatGivesUpAndGoesOn) {
  const Outcome outcome = run("detest a3 --methods dopri5,rodas4 --tolerances 1e-2 --max-steps 50");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("failed to reach the end"));
  EXPECT_THAT(outcome.out, ContainsRegex("rodas4 +-2 +[0-9.]+ "));
}

TEST(DetestVerb, ExplainsWhatItCannotUnderstand) {
  EXPECT_THAT(run("detest b9").err, HasSubstr("there is no DETEST problem or class 'b9'"));
  EXPECT_THAT(run("detest a1 --methods rodas44").err, HasSubstr("did you mean"));
  EXPECT_THAT(run("detest a1 --methods rk4").err, HasSubstr("no error estimate"));
  EXPECT_THAT(run("detest a1 --tolerances 0").err, HasSubstr("does not lie between 0 and 1"));
  EXPECT_EQ(run("detest a1 --tolerances 2").code, 1);
  EXPECT_THAT(run("detest --help").out, HasSubstr("Example:"));
}

TEST(CoupledStabilityVerb, PrintsMatrixAndDominance) {
  const Outcome outcome = run("stability diag-exp-i1 --matrix=\"-4,5,-1;5,-3,2;-1,-4,-1\"");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("Not strictly diagonally dominant"));
  EXPECT_THAT(outcome.out, ContainsRegex("spectral radius 21\\.[56]"));
  const json result = json::parse(run("stability diag-exp-e --matrix=\"-3,1;1,-3\" --step 10 --json").out);
  EXPECT_EQ(result["strictly_diagonally_dominant"], true);
  EXPECT_LT(result["methods"][0]["spectral_radius"], 1.0);
}

TEST(CoupledStabilityVerb, AsksForASystem) {
  EXPECT_THAT(run("stability diag-exp-i1").err, HasSubstr("--matrix"));
  EXPECT_THAT(run("stability diag-exp-i1 rodas4 --matrix=-1").err, HasSubstr("cannot be compared"));
  EXPECT_EQ(run("stability diag-exp-simpson --matrix=-1").code, 1);
}

}  // namespace
}  // namespace dashpot::cli
