// Ten models that are sick on purpose, each of which gets the right diagnosis first; and the same ones mended, which do
// not get it.
#include "explanation/explained.hpp"

#include <gmock/gmock.h>

namespace dashpot::explanation {
namespace {

using dashpot::testing::Explained;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using Settings = simulation::Settings;

std::string sick(const std::string& name) { return "tests/models/sick/" + name + ".mo"; }

TEST(SickModel, ATinyVolumeIsNamedWithTheParameterThatMakesItTiny) {
  const Explained run(sick("tiny_volume"));
  EXPECT_EQ(run.first(), "stiff-state") << run.text();
  EXPECT_EQ(run.why.facts.text("lone.state"), "fitting.p");
  EXPECT_EQ(run.why.facts.text("lone.parameter"), "fitting.V") << run.text();
  EXPECT_THAT(run.text(),
              AllOf(HasSubstr("tiny_volume.mo:"), HasSubstr("fitting.V * der(fitting.p) = fitting.beta * fitting.q")));
  // beta (inlet + hose)/V: 1.4e9 * 6e-9 / 1e-10 = 8.4e10 per second.
  EXPECT_NEAR(*run.why.facts.number("lone.shortest"), 1 / 8.4e10, 1e-13);
}

TEST(SickModel, AVolumeOfTheUsualSizeIsNotStiff) {
  const Explained run(sick("tiny_volume"), {.parameters = {{"fitting.V", "1e-3"}}});
  EXPECT_EQ(run.first(), "") << run.text();
}

TEST(SickModel, AValveThatChattersIsNamedByItsRelation) {
  const Explained run(sick("chattering_valve"));
  EXPECT_EQ(run.first(), "chattering") << run.text();
  EXPECT_THAT(run.why.facts.text("chatter.relation"),
              AllOf(HasSubstr("p > valve.setPressure"), HasSubstr("chattering_valve.mo:")));
  EXPECT_THAT(run.text(), HasSubstr("hysteresis"));
}

TEST(SickModel, AValveThatIsTooSmallToHoldThePressureDoesNotChatter) {
  const Explained run(sick("chattering_valve"), {.parameters = {{"valve.full", "1e-4"}}});
  EXPECT_EQ(run.first(), "") << run.text();
}

TEST(SickModel, ANominalValueThatIsFarTooSmallIsNamedWithItsState) {
  const Explained run(sick("bad_scale"));
  EXPECT_EQ(run.first(), "bad-scale") << run.text();
  EXPECT_EQ(run.why.facts.text("tight.state"), "x");
  EXPECT_THAT(run.text(), HasSubstr("0.3 mm")) << "values are in display units";
}

TEST(SickModel, AStartFarFromTheSolutionIsNamedWithItsVariable) {
  const Explained run(sick("far_start"));
  EXPECT_EQ(run.first(), "far-start") << run.text();
  EXPECT_EQ(run.why.facts.text("start.variable"), "vDiode") << run.text();
}

TEST(SickModel, AStartNearTheSolutionIsNotWorthAWord) {
  const Explained run(sick("far_start"), {.parameters = {{"vDiode.start", "0.6"}}});
  EXPECT_EQ(run.first(), "") << run.text();
}

TEST(SickModel, AHiddenConstraintIsFoundWithTheParameterThatMakesIt) {
  const Explained run(sick("hidden_index"));
  EXPECT_EQ(run.outcome.kind, simulation::OutcomeKind::failed);
  EXPECT_EQ(run.first(), "hidden-index") << run.text();
  EXPECT_THAT(run.why.facts.text("fault.parameters"), HasSubstr("coupling"));
  EXPECT_THAT(run.text(), AllOf(HasSubstr("der(i1)"), HasSubstr("hidden_index.mo:")));
}

TEST(SickModel, CoilsWithAStrayFieldHideNothing) {
  const Explained run(sick("hidden_index"), {.parameters = {{"coupling", "0.98"}}});
  EXPECT_EQ(run.first(), "") << run.text();
}

TEST(SickModel, ASharpTableIsNamedByItsCondition) {
  const Explained run(sick("sharp_table"));
  EXPECT_EQ(run.first(), "sharp-edge") << run.text();
  EXPECT_GT(*run.why.facts.number("edges.rejected"), 500);
  EXPECT_THAT(run.why.facts.text("edges.condition"), HasSubstr("sharp_table.mo:")) << run.text();
}

TEST(SickModel, ATableWhoseEdgeIsNeverReachedIsHealthy) {
  const Explained run(sick("sharp_table"), {.parameters = {{"centre", "1"}}});
  EXPECT_EQ(run.first(), "") << run.text();
}

TEST(SickModel, ABallThatBouncesForEverIsZeno) {
  const Explained run(sick("zeno"));
  EXPECT_EQ(run.first(), "zeno") << run.text();
  // It falls for sqrt(2 h/g), and then flies for 2 e^k of that, k = 1, 2, ...
  EXPECT_NEAR(*run.why.facts.number("failure.time"), std::sqrt(2 / 9.81) * 3, 1e-4);
  EXPECT_THAT(run.text(), HasSubstr("h < 0"));
  ASSERT_TRUE(run.why.failure.has_value());
  EXPECT_FALSE(run.why.failure->lastState.empty());
  EXPECT_FALSE(run.why.failure->suspects.empty());
}

TEST(SickModel, ABallThatIsStoppedBeforeIsNot) {
  const Explained run(sick("zeno"), {.stop = 1.0});
  EXPECT_EQ(run.first(), "") << run.text();
}

TEST(SickModel, EventsThatChangeNothingAreCounted) {
  const Explained run(sick("needless_events"));
  EXPECT_EQ(run.first(), "needless-events") << run.text();
  EXPECT_THAT(run.why.facts.text("needless.relation"),
              AllOf(HasSubstr("> threshold"), HasSubstr("needless_events.mo:")));
}

TEST(SickModel, EventsThatNeverHappenAreNotNeedless) {
  const Explained run(sick("needless_events"), {.parameters = {{"threshold", "5"}}});
  EXPECT_EQ(run.first(), "") << run.text();
}

TEST(SickModel, AnOscillationThatIsFollowedForEverIsATimeScale) {
  const Explained run(sick("long_time_scale"));
  EXPECT_EQ(run.first(), "time-scale") << run.text();
  EXPECT_NEAR(*run.why.facts.number("oscillation.frequency"), 300, 0.1);
  EXPECT_NEAR(*run.why.facts.number("oscillation.periods"), 6000, 150);
  EXPECT_THAT(run.why.facts.text("oscillation.states"), AllOf(HasSubstr("x 50 %"), HasSubstr("v 50 %")));
}

TEST(SickModel, AShortRunOfTheSameOscillationIsHealthy) {
  const Explained run(sick("long_time_scale"), {.stop = 0.5});
  EXPECT_EQ(run.first(), "") << run.text();
}

TEST(SickModel, ARunThatGoesOnAfterAllIsOverIsATimeScale) {
  const Explained run(sick("rests_early"));
  EXPECT_EQ(run.first(), "time-scale") << run.text();
  EXPECT_LT(*run.why.facts.number("rest.time"), 100);
}

TEST(SickModel, ARunThatEndsWhenAllIsOverIsHealthy) {
  const Explained run(sick("rests_early"), {.stop = 2.0});
  EXPECT_EQ(run.first(), "") << run.text();
}

TEST(SickModel, OutputThatOutweighsTheStepsIsLarge) {
  const Explained run(sick("huge_output"));
  EXPECT_EQ(run.first(), "large-output") << run.text();
  EXPECT_NEAR(*run.why.facts.number("output.rows"), 300'001, 10);
}

TEST(SickModel, OutputOfTheUsualSizeIsHealthy) {
  const Explained run(sick("huge_output"), {.interval = 0.1});
  EXPECT_EQ(run.first(), "") << run.text();
}

TEST(SickModel, AnExplicitMethodOnAStiffModelIsToldThatStabilityLimitsIt) {
  const Explained run("examples/hires.mo", {.method = "dopri5"});
  EXPECT_EQ(run.first(), "explicit-method") << run.text();
  EXPECT_EQ(Explained("examples/hires.mo").first(), "");
}

}  // namespace
}  // namespace dashpot::explanation
