// The verb advise.
#include "cli/program.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace dashpot::cli {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

TEST(Advise, RecommendsAMethodAndStepWithReasons) {
  const Outcome outcome = run("advise --time-constant 0.1ms --frequency 1 --error 1");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("transition"));
  EXPECT_THAT(outcome.out, HasSubstr("costs least"));
  EXPECT_THAT(outcome.out, HasSubstr("filter"));
}

TEST(Advise, AppliesThePublishedRulesOnRequest) {
  const json advice =
      json::parse(run("advise --damping 0.7 --natural-frequency 3768 --frequency 280 --published --json").out);
  EXPECT_EQ(advice["schema"], "dashpot/advise/1");
  EXPECT_EQ(advice["rules"], "published");
  EXPECT_EQ(advice["choices"][0]["method"], "transition");
  EXPECT_NEAR(advice["choices"][0]["step"], 6.41e-5, 1e-7);
  EXPECT_TRUE(advice["choices"][0]["error_percent"].is_null());
}

TEST(Advise, ConfirmsTheStepByHalvingIt) {
  const json advice = json::parse(run("advise --pole=-3,4 --pole=-500 --frequency 1Hz --confirm --json").out);
  EXPECT_TRUE(advice["confirmation"]["agreed"]);
  EXPECT_GT(advice["confirmation"]["step"], 0);
  EXPECT_THAT(run("advise --time-constant 1 --frequency 1 --confirm").out, HasSubstr("is confirmed"));
}

TEST(Advise, SaysWhatIsMissingOrWrong) {
  EXPECT_EQ(run("advise --time-constant 1").code, 2);
  const struct {
    const char* arguments;
    const char* message;
  } cases[] = {{"--frequency 1", "say what the block is"},
               {"--frequency 1 --time-constant 1 --pole=-1", "say what the block is"},
               {"--frequency 1 --damping 1", "both --damping and --natural-frequency"},
               {"--frequency 1 --time-constant 0", "must be positive"},
               {"--frequency 1 --time-constant 3bar", "not in s"},
               {"--frequency 0 --time-constant 1", "must be positive"},
               {"--frequency 1 --pole=1", "unstable"},
               {"--frequency 1 --pole=abc", "no pole"},
               {"--frequency 1 --time-constant 1 --error=-2", "must be positive"},
               {"--frequency nan --time-constant 1", ""}};
  for (const auto& c : cases) {
    const Outcome outcome = run(std::string("advise ") + c.arguments);
    EXPECT_EQ(outcome.code, 1) << c.arguments;
    EXPECT_THAT(outcome.err, HasSubstr(c.message)) << c.arguments;
  }
}

}  // namespace
}  // namespace dashpot::cli
