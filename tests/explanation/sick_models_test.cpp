// Ten models that are sick on purpose, each of which gets the right diagnosis first; and the same ones mended, which do
// not get it.
#include "explanation/explained.hpp"

#include <gmock/gmock.h>

namespace dashpot::explanation {
namespace {

using dashpot::testing::Explained;
using simulation::ParameterSetting;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

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

TEST(SickModel, FrictionThatHoldsABodyAtRestWithoutAnEventIsSliding) {
  const std::string text =
      "model M parameter Real friction = 2; Real v(start = 1, fixed = true); equation\n"
      "der(v) = 0.5*sin(2*time) - friction*sign(v); annotation(experiment(StopTime = 10)); end M;";
  int steps = 0;  // it would take days
  const auto giveUp = [&steps] { return ++steps > 2000; };
  const Explained held("small.mo", {.cancellation = {.afterStep = giveUp}}, text);
  EXPECT_EQ(held.first(), "sliding") << held.text();
  EXPECT_THAT(held.text(), HasSubstr("sign(v)"));
  EXPECT_EQ(Explained("small.mo", {.parameters = {{"friction", "0"}}}, text).first(), "");
}

// ---- the other diagnoses, on models of a few lines ------------------------------------------------------------------

struct Case {
  const char* diagnosis;
  const char* text;       // a model that has it
  const char* words;      // that the explanation contains
  ParameterSetting cure;  // with which it does not
};

class SmallModel : public ::testing::TestWithParam<Case> {};

TEST_P(SmallModel, GetsTheDiagnosisUntilItIsCured) {
  const auto& [diagnosis, text, words, cure] = GetParam();
  const Explained ill("small.mo", {}, text);
  EXPECT_EQ(ill.first(), diagnosis) << ill.text();
  EXPECT_THAT(ill.text(), HasSubstr(words));
  const Explained cured("small.mo", {.parameters = {cure}}, text);
  EXPECT_EQ(cured.first(), "") << cured.text();
}

INSTANTIATE_TEST_SUITE_P(
    Diagnoses, SmallModel,
    ::testing::Values(
        Case{"pole",
             "model M parameter Real y0 = 1; Real y(start = y0, fixed = true); equation\n"
             "der(y) = y^2; annotation(experiment(StopTime = 2)); end M;",
             "small.mo:2: der(y) = y * y",
             {"y0", "-1"}},
        Case{"instability",
             "model M parameter Real k = 50; Real x(start = 1, fixed = true); equation\n"
             "der(x) = k*x; annotation(experiment(StopTime = 100)); end M;",
             "states: x 100 %",
             {"k", "-0.05"}},
        Case{"assertion",
             "model M parameter Real most = 0.5; Real x(start = 0, fixed = true); equation\n"
             "der(x) = 1; assert(x < most, \"too far\"); end M;",
             "too far",
             {"most", "5"}},
        Case{"undefined-value",
             "model M parameter Real speed = 1; Real x(start = 1, fixed = true), y(start = 0, fixed = true); equation\n"
             "der(x) = -speed; der(y) = sqrt(x); annotation(experiment(StopTime = 2)); end M;",
             "small.mo:2: der(y) = sqrt(x)",
             {"speed", "0.1"}},
        Case{"singular-equations",
             "model M parameter Real r = 2, s = 2; Real w(start = 1, fixed = true), a, b; equation\n"
             "der(w) = -a - b; a*r - b = w; a - b/s = w + 1; end M;",
             "they repeat or contradict one another",
             {"s", "3"}},
        Case{"frequent-events",
             "model M parameter Real T = 1e-3; Real x(start = 1, fixed = true); discrete Real u(start = 0, fixed = "
             "true);\n"
             "equation der(x) = u - x; when sample(0, T) then u = -0.5*x + sin(7*time); end when; end M;",
             "a clock ticked",
             {"T", "0.1"}},
        Case{"needless-events",
             "model M parameter Real w = 2000; Real x(start = 0, fixed = true), s; equation\n"
             "s = sin(w*time); der(x) = if s > 0 then s^2 else 0; end M;",
             "s > 0",
             {"w", "2"}},
        Case{"changing-states",
             "model M parameter Real x0 = 0.99; Real x(start = x0, fixed = true), y(start = -0.5);\n"
             "Real vx(start = 0), vy(start = 0, fixed = true), F;\n"
             "equation der(x) = vx; der(y) = vy; der(vx) = -F*x; der(vy) = -F*y - 9.81; x^2 + y^2 = 1;\n"
             "annotation(experiment(StopTime = 20, Tolerance = 1e-2)); end M;",
             "x * x + y * y = 1",
             {"x0", "0.1"}},
        Case{"bad-scale",
             "model M parameter Real size = 1e3; Real x(start = 0.01, fixed = true, nominal = size); equation\n"
             "der(x) = 0.02*cos(3*time) - x; annotation(experiment(StopTime = 10)); end M;",
             "hardly controlled",
             {"size", "0.01"}},
        Case{"large-loop",
             "model M parameter Integer n = 20; Real x[n](each start = 1), y(start = 1, fixed = true); equation\n"
             "for i in 1:n loop x[i]^3 + x[i] + 0.01*sum(x.^2) = y + i; end for; der(y) = -y; end M;",
             "solved together",
             {"n", "4"}}),
    [](const auto& example) {
      std::string name = example.param.diagnosis;
      std::erase(name, '-');
      return name;
    });

}  // namespace
}  // namespace dashpot::explanation
