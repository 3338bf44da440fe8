// Bad models: what is said, what is kept, and that nothing hangs.
#include "models/simulated.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace dashpot::simulation {
namespace {

using dashpot::testing::Simulated;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Faults, ASubscriptOutsideOfItsArrayIsCalledThat) {
  for (const char* const value : {"v[k]", "sum(v[1:k])", "max(v[k - 1:k])"}) {
    const Simulated run(fmt::format("model M Real v[3] = {{time, 2*time, 3*time}}; Integer k = integer(time) + 2;\n"
                                    "Real s = {}; end M;",
                                    value),
                        {.stop = 3});
    EXPECT_EQ(run.outcome.kind, OutcomeKind::failed) << value;
    EXPECT_NEAR(run.outcome.endTime, 2.0, 1e-9) << value;
    EXPECT_THAT(run.messages(), HasSubstr("a subscript outside of its array")) << value;
    EXPECT_THAT(run.messages(), HasSubstr("test.mo:2")) << value;
  }
}

TEST(Faults, DivisionByZeroAtTheStartNamesItsEquation) {
  const Simulated run("model M Real x(start = 0, fixed = true);\nReal y;\nequation der(x) = 1;\ny = 1/x; end M;",
                      {.stop = 1});
  EXPECT_EQ(run.outcome.kind, OutcomeKind::failed);
  EXPECT_THAT(run.messages(), HasSubstr("division by zero"));
  EXPECT_THAT(run.messages(), HasSubstr("test.mo:4"));
}

TEST(Faults, DivisionByZeroNamesTheParameterThatIsZero) {
  for (const char* equation : {"der(v) = -v/(2*m)", "der(v) = -k*v*sin(v)/m", "der(v) = -v/(m*v)"}) {
    const Simulated run(std::string("model M parameter Real m = 0, k = 3; Real v(start = 1, fixed = true); equation ") +
                            equation + "; end M;",
                        {.stop = 1});
    EXPECT_EQ(run.outcome.kind, OutcomeKind::failed);
    EXPECT_THAT(run.messages(), HasSubstr("division by zero: the parameter 'm' is 0")) << equation;
  }
}

TEST(Faults, DivisionByAVariableThatIsZeroNamesIt) {
  const Simulated run("model M Real x(start = 0, fixed = true); Real y; equation der(x) = 1; y = 1/x; end M;",
                      {.stop = 1});
  EXPECT_THAT(run.messages(), HasSubstr("division by zero: 'x' is 0"));
}

TEST(Faults, AVariableThatOnlyOneBranchDeterminesNamesTheCondition) {
  // While x is not positive, the second equation says nothing of v.
  const Simulated run(
      "model M Real x(start = -1, fixed = true), v; equation der(x) = 1; x = if x > 0 then v else x; end M;",
      {.stop = 1});
  EXPECT_EQ(run.outcome.kind, OutcomeKind::failed);
  EXPECT_THAT(run.messages(), HasSubstr("division by zero: what is divided by is 0 while x > 0"));
  EXPECT_THAT(run.messages(), HasSubstr("is false"));
}

TEST(Faults, AnEventThatCannotBeHandledNamesItsTime) {
  const Simulated run(
      "model M Real x(start = 0, fixed = true); discrete Real d(start = 1, fixed = true); equation der(x) = 1; "
      "when x > 0.5 then d = 1/(pre(d) - 1); end when; end M;",
      {.stop = 1});
  EXPECT_EQ(run.outcome.kind, OutcomeKind::failed);
  EXPECT_THAT(run.messages(), HasSubstr("the event at time 0.5 failed: division by zero"));
}

TEST(Faults, AVariableThatNothingDeterminesIsNamedWithARemedy) {
  // Two valves in series that close at t = 0.5: then nothing sets the pressure between them.
  const Simulated run(
      "model M Real x(start = 1, fixed = true), p(start = 7e6, unit = \"Pa\"), opening; equation der(x) = -x; "
      "opening = noEvent(if time < 0.5 then 0.5 - time else 0); opening*(1e7 - p)^3 = opening*(p - 5e6)^3; end M;",
      {.stop = 1});
  EXPECT_EQ(run.outcome.kind, OutcomeKind::failed);
  EXPECT_THAT(run.messages(), HasSubstr("no equation determines 'p' any more"));
  EXPECT_THAT(run.messages(), HasSubstr("put a volume there"));
  EXPECT_THAT(run.messages(), Not(HasSubstr("alpha M - J")));
}

TEST(Faults, SourcesThatForceTheirFlowsAgainstOneAnotherAreBothNamed) {
  // Nothing between the two depends on the pressure where the nonlinear law of either is flat.
  const Simulated run(
      "connector Port Real p(unit = \"Pa\", start = 1e5); flow Real q(unit = \"m3/s\"); end Port; "
      "model Pump Port port; equation port.q = -1e-4*(1 + max(1e5 - port.p, 0)^2); end Pump; "
      "model M Pump left, right; equation connect(left.port, right.port); end M;",
      {.stop = 1});
  EXPECT_FALSE(run.finished());
  EXPECT_THAT(run.messages(), HasSubstr("left.port.p"));
  EXPECT_THAT(run.messages(), HasSubstr("right.port.p"));
  EXPECT_THAT(run.messages(), HasSubstr("what meets there is to blame"));
  EXPECT_THAT(run.messages(), HasSubstr("a relief valve or a volume between them"));
}

TEST(Faults, ASingularLoopIsNamed) {
  const Simulated run(
      "model M parameter Real a = 1; Real x(start = 1, fixed = true); Real u; Real w; equation der(x) = -u; a*u + w = "
      "x; u + w "
      "= 2*x; end M;",
      {.stop = 1});
  EXPECT_FALSE(run.finished());
  EXPECT_THAT(run.messages(), HasSubstr("a * u + w = x"));
}

TEST(Faults, AStateThatLeavesTheDomainStopsTheRunInWords) {
  const Simulated run(
      "model M Real x(start = 1, fixed = true);\nReal y(start = 0, fixed = true);\nequation der(x) = -1;\nder(y) = "
      "log(x); end "
      "M;",
      {.stop = 2, .interval = 0.01});
  EXPECT_EQ(run.outcome.kind, OutcomeKind::failed);
  EXPECT_THAT(run.messages(), HasSubstr("test.mo:4"));
  EXPECT_THAT(run.messages(), HasSubstr("hint"));
  EXPECT_NEAR(run.outcome.endTime, 1.0, 0.02) << "what was computed is kept";
  EXPECT_GT(run.table->times().size(), 95u);
}

TEST(Faults, APoleIsReportedWithTheStateThatLimitsTheStep) {
  const Simulated run(
      "model M Real x(start = 1, fixed = true); Real calm(start = 1, fixed = true);\nequation der(x) = x^2; "
      "der(calm) = -calm; end M;",
      {.stop = 2});
  EXPECT_EQ(run.outcome.kind, OutcomeKind::failed);
  EXPECT_NEAR(run.outcome.endTime, 1.0, 0.01);
  EXPECT_THAT(run.messages(), HasSubstr("the state that limits the step: x = "));
  EXPECT_THAT(run.messages(), HasSubstr("its equation: "));
  EXPECT_THAT(run.messages(), HasSubstr("hint"));
}

TEST(Faults, AFailureNamesTheLastEventsWithTheirConditions) {
  const Simulated run(
      "model M Real x(start = 1, fixed = true);\nequation der(x) = if time > 0.25 then x^2 else 0; end M;",
      {.stop = 3});
  EXPECT_EQ(run.outcome.kind, OutcomeKind::failed);
  EXPECT_THAT(run.messages(), HasSubstr("event at time 0.25: time > 0.25 (test.mo:2"));
}

TEST(Faults, ABlowUpLimitEndsTheRunEarly) {
  Settings settings{.stop = 100};
  settings.blowUpLimit = 1e3;
  const Simulated run("model M Real x(start = 1, fixed = true); equation der(x) = x; end M;", settings);
  EXPECT_EQ(run.outcome.kind, OutcomeKind::failed);
  EXPECT_NEAR(run.outcome.endTime, std::log(1e3), 1.0);
  EXPECT_THAT(run.messages(), HasSubstr("blows up: x"));
}

TEST(Faults, ANonFiniteParameterIsReported) {
  const Simulated run(
      "model M parameter Real a = 0; parameter Real b = 1/a; Real x(start = b, fixed = true); equation der(x) "
      "= -x; end M;",
      {.stop = 1});
  EXPECT_FALSE(run.finished());
  EXPECT_THAT(run.messages(), HasSubstr("division by zero"));
}

TEST(Faults, AParameterOutsideItsRangeIsNamedBeforeWhatItLeavesUndefined) {
  const Simulated run(
      "model M parameter Real bore(min = 1e-6) = 0; parameter Real p = 1/bore; Real x(start = p, fixed = true); "
      "equation der(x) = -x; end M;",
      {.stop = 1});
  EXPECT_FALSE(run.finished());
  EXPECT_THAT(run.messages(), HasSubstr("the parameter 'bore' is 0"));
  EXPECT_THAT(run.messages(), Not(HasSubstr("'p' has no finite value")));
}

// Modelica 3.6, section 12.4.4: what a function does not assign is undefined, which is an error where it is used.
TEST(Faults, AFieldThatAFunctionLeavesOpenMattersOnlyWhereItIsUsed) {
  const auto with = [](const std::string& field) {
    return "record R Real a; Real b; end R;\n"
           "function f input Real x; output R r; algorithm r.a := x; if x > 10 then r.b := x; end if; "
           "annotation(Inline = false); end f;\n"
           "model M parameter Real k = 3; final parameter R r = f(k); Real x(start = 1, fixed = true); "
           "equation der(x) = -r." +
           field + "*x; end M;";
  };
  const Simulated unused(with("a"), {.stop = 1, .tolerance = 1e-8});
  ASSERT_TRUE(unused.finished()) << unused.messages();
  EXPECT_NEAR(unused.last("x"), std::exp(-3.0), 1e-6);
  EXPECT_THAT(unused.messages(), HasSubstr("'r.b' has no finite value"));
  EXPECT_FALSE(Simulated(with("b"), {.stop = 1}).finished());
}

TEST(Faults, AnInterruptedRunKeepsWhatItHas) {
  Settings settings{.stop = 1};
  settings.cancellation.afterStep = [count = 0]() mutable { return ++count > 20; };
  const Simulated run(
      "model M Real x(start = 1, fixed = true); Real v(start = 0, fixed = true); equation der(x) = v; der(v) = "
      "-1e4*x; end M;",
      settings);
  EXPECT_EQ(run.outcome.kind, OutcomeKind::cancelled);
  EXPECT_GT(run.table->times().size(), 1u);
  EXPECT_LT(run.outcome.endTime, 1.0);
}

TEST(Tolerances, AStateOfUnknownSizeIsMeasuredByWhatItHasBeen) {
  // The same equation in units that differ by 1e12: the steps are the same, but for the first ones, as long as v has no
  // size, and so are the digits.
  const auto run = [](double size) {
    return Simulated(
        fmt::format("model M Real x(start = {0}, fixed = true); Real v(start = 0, fixed = true); equation der(x) = "
                    "v; der(v) = -x; end M;",
                    size),
        {.stop = 100, .tolerance = 1e-6});
  };
  const Simulated large = run(1e6), small = run(1e-3);
  ASSERT_TRUE(large.finished() && small.finished());
  EXPECT_NEAR(large.last("x") / 1e6, small.last("x") / 1e-3, 1e-5);
  EXPECT_NEAR(static_cast<double>(large.outcome.statistics.steps), static_cast<double>(small.outcome.statistics.steps),
              0.2 * static_cast<double>(large.outcome.statistics.steps));
  EXPECT_NEAR(small.last("x") / 1e-3, std::cos(100.0), 1e-4);
}

TEST(Faults, AVariableWithoutAValueEndsTheRunThereHoweverManyOutputsAreLeftInTheStep) {
  const Simulated run(
      "model M Real x(start = 0, fixed = true); Real y; equation der(x) = 1;"
      "y = sqrt(noEvent(1e-3 - x)); end M;",
      {.stop = 1000, .interval = 1e-6});
  EXPECT_EQ(run.outcome.kind, OutcomeKind::failed);
  EXPECT_NEAR(run.outcome.endTime, 1e-3, 2e-6);
}

}  // namespace
}  // namespace dashpot::simulation
