#include "models/simulated.hpp"
#include "simulation/bound_model.hpp"
#include "simulation/newton.hpp"
#include "simulation/runs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace dashpot::simulation {
namespace {

using dashpot::testing::Simulated;
using ::testing::HasSubstr;

// ---- models with known solutions ------------------------------------------------------------------------------------

TEST(Simulate, ANonlinearAlgebraicUnknownFollowsItsEquation) {
  // u + u^3 = x has one real root; x' = -x.
  const Simulated run(
      "model M Real x(start = 10, fixed = true); Real u(start = 2); equation der(x) = -x; u + u^3 = x; end M;",
      until(3));
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("x"), 10 * std::exp(-3), 1e-6);
  const double u = run.last("u");
  EXPECT_NEAR(u + u * u * u, run.last("x"), 1e-6);
}

TEST(Simulate, ALinearBlockInsideFIsSolvedExactly) {
  // Wheatstone bridge on a capacitor: five resistors; the current into it is (10 - v)/R with R the bridge's resistance
  // of 1.4 Ohm.
  const Simulated run(
      "model M parameter Real R1 = 1; parameter Real R2 = 2; parameter Real R3 = 2; parameter Real R4 = 1; parameter "
      "Real R5 = 1;\n"
      "Real v(start = 0, fixed = true); Real a; Real b; Real i;\n"
      "equation (10 - a)/R1 = (a - v)/R2 + (a - b)/R5; (10 - b)/R3 + (a - b)/R5 = (b - v)/R4;\n"
      "i = (10 - a)/R1 + (10 - b)/R3; der(v) = i; end M;",
      until(1));
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_EQ(run.model->size(), 1u);
  EXPECT_NEAR(run.last("v"), 10 * (1 - std::exp(-1 / 1.4)), 1e-6);
}

TEST(Simulate, InitialEquationsDetermineTheStart) {
  const Simulated run("model M Real x; initial equation der(x) = -1; equation der(x) = -2*x; end M;", until(1));
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR((*run.table)["x"].front(), 0.5, 1e-9);
  EXPECT_NEAR(run.last("x"), 0.5 * std::exp(-2), 1e-8);
}

TEST(Simulate, ASteadyStateStartSolvesANonlinearSystem) {
  const Simulated run("model M Real x(start = 1); initial equation der(x) = 0; equation der(x) = 5 - x - x^3; end M;",
                      until(1));
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("x"), 1.5159802276928206, 1e-9);  // the real root of x^3 + x = 5
}

TEST(Simulate, TimeEventsAreHit) {
  const Simulated run(
      "model M Real x(start = 0, fixed = true); equation der(x) = if time < 0.3 then 1 elseif time >= 0.7 then -2 else "
      "0; end M;",
      until(1));
  ASSERT_TRUE(run.finished()) << run.messages();
  ASSERT_EQ(run.table->eventTimes().size(), 2u);
  EXPECT_NEAR(run.table->eventTimes()[0], 0.3, 1e-12);
  EXPECT_NEAR(run.table->eventTimes()[1], 0.7, 1e-12);
  EXPECT_NEAR(run.last("x"), 0.3 - 0.6, 1e-9);
}

TEST(Simulate, ARelationThatStartsOnItsZeroSwitchesAtOnce) {
  const Simulated run("model M Real x(start = 0, fixed = true); equation der(x) = if time > 0 then 2 else 5; end M;",
                      until(1));
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("x"), 2.0, 1e-6);
}

TEST(Simulate, AnAlgebraicUnknownIsSolvedAgainAfterAnEvent) {
  // u jumps at t = 0.5, from the root of u + u^3 = 2 to that of u + u^3 = 10.
  const Simulated run(
      "model M Real x(start = 0, fixed = true); Real u(start = 1); equation der(x) = u; u + u^3 = if time < 0.5 then 2 "
      "else 10; end M;",
      until(1));
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("u"), 2.0, 1e-8);
  EXPECT_NEAR(run.last("x"), 0.5 * 1 + 0.5 * 2, 1e-7);
}

TEST(Simulate, IdaStartsWhereAllUnknownsAreAlgebraic) {
  Settings settings{.stop = 1.0};
  settings.method = "ida";
  const Simulated run("model M Real u(start = 0); equation u + u^3 = 2*sin(6*time); end M;", settings);
  ASSERT_TRUE(run.finished()) << run.messages();
  const double u = run.last("u");
  EXPECT_NEAR(u + u * u * u, 2 * std::sin(6), 1e-4);
}

TEST(Simulate, AModelWithoutStatesIsAFunctionOfTime) {
  const Simulated run("model M Real x = sin(time); Real y = if time > 0.5 then 1 else 0; end M;",
                      {.stop = 1.0, .interval = 0.25});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_THAT(run.table->times(),
              ::testing::Pointwise(::testing::DoubleNear(1e-9), std::vector<double>{0, 0.25, 0.5, 0.5, 0.75, 1}))
      << "both sides of the event";
  EXPECT_DOUBLE_EQ(run.last("x"), std::sin(1));
  EXPECT_THAT((*run.table)["y"], ::testing::ElementsAre(0, 0, 0, 1, 1, 1));
}

TEST(Simulate, RecordsTheGridAndBothSidesOfEvents) {
  const Simulated run(
      "model M Real x(start = 0, fixed = true); Real s = if time < 0.55 then 1 else 2; equation der(x) = s; end M;",
      {.stop = 1.0, .interval = 0.25});
  ASSERT_TRUE(run.finished()) << run.messages();
  ASSERT_EQ(run.table->times().size(), 7u);
  EXPECT_EQ((*run.table)["s"][3], 1.0);
  EXPECT_EQ((*run.table)["s"][4], 2.0);
  EXPECT_EQ(run.table->times()[3], run.table->times()[4]);
}

// ---- settings -------------------------------------------------------------------------------------------------------

const std::string decay =
    "model M parameter Real k(unit = \"Hz\") = 1; final parameter Real twice = 2*k; parameter Boolean on = true; Real "
    "x(start = 1, fixed = true); equation der(x) = if on then -twice*x else 0; end M;";

TEST(Settings, ParametersTakeUnitsAndOthersFollow) {
  Settings settings = until(1e-3);
  settings.parameters = {{"k", "1kHz"}};
  const Simulated run(decay, settings);
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("x"), std::exp(-2), 1e-7);
}

TEST(Settings, ABooleanParameterIsTrueOrFalse) {
  Settings settings = until(1);
  settings.parameters = {{"on", "false"}};
  EXPECT_EQ(Simulated(decay, settings).last("x"), 1.0);
}

TEST(Settings, AMisspeltParameterGetsAHintAndNothingRuns) {
  Settings settings = until(1);
  settings.parameters = {{"kk", "3"}, {"x", "1"}, {"k", "3bar"}, {"twice", "1"}};
  const Simulated run(decay, settings);
  EXPECT_EQ(run.outcome.kind, OutcomeKind::rejected);
  EXPECT_EQ(run.messages(),
            "error: there is no parameter 'kk'\n"
            "hint: did you mean 'k'?\n"
            "error: 'x' cannot be set: it is not a parameter, and has no start value\n"
            "error: cannot set 'k': '3bar' is a value in Pa, but the parameter is in Hz\n"
            "error: 'twice' cannot be set: it is final\n");
}

TEST(Settings, AParameterWithoutAValueMustBeGiven) {
  const std::string text = "model M parameter Real k; Real x = k; end M;";
  EXPECT_THAT(Simulated(text).messages(), HasSubstr("the parameter 'k' has no value"));
  Settings settings;
  settings.parameters = {{"k", "7"}};
  EXPECT_EQ(Simulated(text, settings).last("x"), 7.0);
}

TEST(Settings, SenselessOnesAreRefused) {
  EXPECT_THAT(Simulated(decay, {.stop = -1.0}).messages(), HasSubstr("the run would end at -1, but it starts at 0"));
  EXPECT_THAT(Simulated(decay, {.tolerance = 0.0}).messages(), HasSubstr("the tolerance 0 is not between 0 and 1"));
  EXPECT_THAT(Simulated(decay, {.method = "rodas"}).messages(),
              HasSubstr("there is no method 'rodas'\nhint: did you mean"));
}

// ---- runs without length --------------------------------------------------------------------------------------------

TEST(Simulate, ARunWithoutLengthIsItsStart) {
  // The equations of the start and the first tick; no step, no output but one.
  const char* const text =
      "model M Real x; Real u(start = 1); discrete Real n(start = 0, fixed = true);\n"
      "initial equation der(x) = -6;\n"
      "equation der(x) = -2*x; u^3 + u = 10*x/3; when sample(7, 1) then n = pre(n) + 1; end when; end M;";
  for (const char* const method : {"auto", "rodas5p", "dopri5", "cvode"}) {
    const Simulated run(text, {.start = 7.0, .stop = 7.0, .method = method});
    ASSERT_TRUE(run.finished()) << method << run.messages();
    EXPECT_THAT(run.table->times(), ::testing::ElementsAre(7.0)) << method;
    EXPECT_NEAR(run.last("x"), 3.0, 1e-9) << method;
    EXPECT_NEAR(run.last("u"), 2.0, 1e-9) << method;
    EXPECT_EQ(run.last("n"), 1.0) << method;
    EXPECT_EQ(run.outcome.statistics.steps, 0) << method;
  }
}

TEST(Simulate, ARunWithoutLengthHasAnEnd) {
  const Simulated run(
      "model M discrete Real n(start = 0, fixed = true); Real x(start = 4, fixed = true); equation der(x) = 1;\n"
      "when terminal() then n = x; end when; end M;",
      {.stop = 0.0});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_THAT((*run.table)["n"], ::testing::ElementsAre(0.0, 4.0));
}

TEST(Simulate, ARunWithoutLengthFailsWhereItsStartDoes) {
  const Simulated run("model M Real x = time; equation assert(x > 1, \"too early\"); end M;", {.stop = 0.0});
  EXPECT_EQ(run.outcome.kind, OutcomeKind::failed);
  EXPECT_THAT(run.messages(), HasSubstr("too early"));
}

// ---- failures -------------------------------------------------------------------------------------------------------

TEST(Failure, ADivisionByZeroAtTheStartNamesTheEquation) {
  const Simulated run(
      "model M\n  Real x(start = 0, fixed = true);\n  Real y;\nequation\n  y = 1/x;\n  der(x) = y;\nend M;\n");
  EXPECT_EQ(run.outcome.kind, OutcomeKind::failed);
  EXPECT_EQ(run.messages(),
            "error: initialisation failed: division by zero: 'x' is 0\n"
            "  test.mo:5: y = 1 / x\n");
}

TEST(Failure, InitialisationWithoutASolutionShowsResidualsAndValues) {
  const Simulated run(
      "model M\n  Real x(start = 1, fixed = true);\n  Real u(start = 1);\nequation\n  der(x) = -u;\n  u^2 + 1 = "
      "0;\nend M;\n");
  EXPECT_EQ(run.outcome.kind, OutcomeKind::failed);
  EXPECT_THAT(run.messages(),
              ::testing::AllOf(HasSubstr("initialisation failed"), HasSubstr("test.mo:6: u * u + 1 = 0"),
                               HasSubstr("iteration variables: u = ")));
}

TEST(Failure, InTheMiddleOfARunKeepsTheResultAndNamesTheEquation) {
  const Simulated run("model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -1 - 0*sqrt(x);\nend M;\n",
                      until(2));
  EXPECT_EQ(run.outcome.kind, OutcomeKind::failed);
  EXPECT_NEAR(run.outcome.endTime, 1.0, 0.01);
  EXPECT_THAT(run.messages(), ::testing::AllOf(HasSubstr("the simulation stopped at time"),
                                               HasSubstr("square root of a negative number"), HasSubstr("test.mo:4")));
}

TEST(Failure, AVariableWithoutAValueEndsTheRunEvenIfNoStateDependsOnIt) {
  const Simulated run(
      "model M\n  Real x(start = 1, fixed = true);\n  Real y;\nequation\n  der(x) = -1;\n  y = sqrt(x);\nend M;\n",
      {.stop = 2, .interval = 0.5});
  EXPECT_EQ(run.outcome.kind, OutcomeKind::failed);
  EXPECT_THAT(run.messages(), ::testing::StartsWith("error: the simulation stopped at time 1"));
  EXPECT_THAT(run.messages(), HasSubstr(": square root of a negative number"));
  EXPECT_THAT(run.messages(), HasSubstr("\n  test.mo:6: y = sqrt(x)\n"));
}

TEST(Failure, AModelWithoutStatesStopsWhereItHasNoValue) {
  const Simulated run("model M\n  Real x;\nequation\n  x = log(0.75 - time);\nend M;\n", {.interval = 0.5});
  EXPECT_EQ(run.outcome.kind, OutcomeKind::failed);
  EXPECT_EQ(run.outcome.endTime, 0.5);
  EXPECT_EQ(run.messages(),
            "error: the simulation stopped at time 1: logarithm of a number that is not positive (-0.25)\n"
            "  test.mo:4: x = log(0.75 - time)\n");
}

TEST(Failure, ASingularLinearSystemIsNotPassedOver) {
  const Simulated run("model M\n  Real x, y;\nequation\n  x + y = 1;\n  2*x + 2*y = 2;\nend M;\n");
  EXPECT_THAT(run.messages(), ::testing::HasSubstr("repeat or contradict one another: they do not determine"));
}

TEST(Simulate, AVariableThatIsDefinedInItsModeOnlyIsNoFailure) {
  const Simulated run(
      "model M Real x(start = 1, fixed = true); Real y; equation der(x) = -1; "
      "y = if x > 0 then sqrt(x) else 0; end M;",
      until(2));
  EXPECT_TRUE(run.finished()) << run.messages();
  EXPECT_EQ(run.last("y"), 0.0);
}

TEST(Settings, AnIntervalThatWouldNeverReachTheEndIsRefused) {
  EXPECT_EQ(Simulated(decay, {.interval = 1e-300}).messages(),
            "error: the output interval 1e-300 is too small for a run of 1 s: at most 1e+09 outputs are written\n"
            "hint: give a longer one with --interval\n");
}

TEST(Failure, RelationsThatContradictOneAnotherAreReported) {
  const Simulated run(
      "model M Real x(start = -1, fixed = true); Real u; equation der(x) = 1; u = if x + u > 0 then -1 else 0; end M;",
      until(2));
  EXPECT_NE(run.outcome.kind, OutcomeKind::finished);
  EXPECT_THAT(run.messages(), HasSubstr("x + u > 0"));
}

TEST(Failure, ACancelledRunKeepsWhatItHas) {
  Settings settings = until(10);
  int steps = 0;
  settings.cancellation.afterStep = [&] { return ++steps == 5; };
  const Simulated run(decay, settings);
  EXPECT_EQ(run.outcome.kind, OutcomeKind::cancelled);
  EXPECT_GT(run.table->times().size(), 1u);
}

TEST(Warnings, AStateFarBelowItsNominalValueIsNamed) {
  const Simulated run("model M Real x(start = 1e-6, fixed = true, nominal = 1e6); equation der(x) = -x; end M;",
                      until(1, 1e-6));
  EXPECT_THAT(run.messages(), HasSubstr("'x' never exceeds"));
}

// ---- Newton ---------------------------------------------------------------------------------------------------------

TEST(Newton, DampingFindsTheRootWhereTheFullStepDiverges) {
  // atan(x) = 0 from x = 10: the plain iteration runs away (its limit is |x| < 1.3917).
  const AlgebraicSystem system{1,
                               [](ConstView x, View r) {
                                 r[0] = std::atan(x[0]);
                                 return Evaluation::ok;
                               },
                               {},
                               [](ConstView x, View j) {
                                 j[0] = 1 / (1 + x[0] * x[0]);
                                 return Evaluation::ok;
                               }};
  Vector x{10.0};
  EXPECT_EQ(solveNewton(system, x).status, NewtonStatus::converged);
  EXPECT_NEAR(x[0], 0.0, 1e-12);
}

TEST(Newton, ASingularSystemSaysSo) {
  const AlgebraicSystem system{1,
                               [](ConstView, View r) {
                                 r[0] = 1;
                                 return Evaluation::ok;
                               },
                               {},
                               [](ConstView, View j) {
                                 j[0] = 0;
                                 return Evaluation::ok;
                               }};
  Vector x{1.0};
  EXPECT_EQ(solveNewton(system, x).status, NewtonStatus::singular);
}

/// A function that is not inlined, with an argument of a type of its own, in a loop with one of its arguments.
TEST(Simulate, AnUnknownMayStandInACallThatItDependsOn) {
  const Simulated run(
      "model M type V = Real(unit = \"V\");\n"
      "function limited input V s; input V o; input Real r; output Real i; algorithm\n"
      "  if o > s + 0.015*r then i := 0.015; elseif o < s - 0.015*r then i := -0.015; else i := (o - s)/r; end if;\n"
      "  return; end limited;\n"
      "V x(start = 0.5, fixed = true), s(start = 0.1, fixed = true), z; equation\n"
      "der(x) = z - x; der(s) = -s; z + 1000*limited(s, z, 75) = x; end M;",
      {.stop = 1});
  ASSERT_TRUE(run.finished()) << run.messages();
  constexpr double slope = 1000.0 / 75.0;  // between its limits
  EXPECT_NEAR(run.last("z"), (run.last("x") + slope * run.last("s")) / (1 + slope), 1e-9);
  EXPECT_NEAR(run.last("s"), 0.1 * std::exp(-1.0), 1e-6);
}

/// Points of the output go to recorders in blocks, and a run may end after one of them.
TEST(Simulate, ARunThatIsCancelledEndsWithItsLastRecord) {
  Settings settings{.stop = 10, .interval = 0.01};
  for (int steps = 2; steps < 8; ++steps) {
    settings.cancellation.afterStep = [left = steps]() mutable { return --left < 0; };
    const Simulated run("model M Real x(start = 1, fixed = true); Real y = 3*x; equation der(x) = -x; end M;",
                        settings);
    EXPECT_EQ(run.outcome.kind, OutcomeKind::cancelled);
    ASSERT_FALSE(run.outcome.finalObserved.empty());
    EXPECT_EQ(run.outcome.endTime, run.table->times().back());
    EXPECT_EQ(run.last("y"), 3 * run.last("x"));
    for (const codegen::VariableInfo& variable : run.model->recorded.variables)
      EXPECT_EQ(run.outcome.finalObserved[variable.index], run.last(variable.name)) << variable.name;
  }
}

}  // namespace
}  // namespace dashpot::simulation
