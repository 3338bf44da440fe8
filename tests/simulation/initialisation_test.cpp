// The start of a run: how far the search for it reaches, what is said when it fails.
#include "models/simulated.hpp"
#include "simulation/newton.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace dashpot::simulation {
namespace {

using dashpot::testing::Simulated;
using ::testing::HasSubstr;

Settings steadyUntil(double stop) {
  Settings settings{.stop = stop, .tolerance = 1e-8};
  settings.startFrom = StartFrom::steadyState;
  return settings;
}

TEST(TrustRegion, GoesOnWhereTheJacobianIsSingular) {
  // x^3 = 8 from x = 0, where the derivative vanishes: Newton cannot even begin. A part of the second equation drives
  // it.
  const AlgebraicSystem system{2,
                               [](ConstView x, View r) {
                                 r[0] = x[0] * x[0] - x[1];
                                 r[1] = x[1] + x[0] - 6;
                                 return Evaluation::ok;
                               },
                               {},
                               [](ConstView x, View j) {
                                 j[0] = 2 * x[0], j[1] = 1, j[2] = -1, j[3] = 1;
                                 return Evaluation::ok;
                               }};
  Vector x{-0.5, 0.0};  // singular: det = 2 x + 1
  EXPECT_EQ(solveNewton(system, x).status, NewtonStatus::singular);
  x = {-0.5, 0.0};
  ASSERT_EQ(solve(system, x).status, NewtonStatus::converged);
  EXPECT_NEAR(x[0] * x[0] + x[0], 6.0, 1e-7);
}

TEST(TrustRegion, LeavesWhatNothingDeterminesWhereItIs) {
  const AlgebraicSystem system{2,
                               [](ConstView x, View r) {
                                 r[0] = x[0] - 3;
                                 r[1] = 2 * x[0] - 6;
                                 return Evaluation::ok;
                               },
                               {},
                               [](ConstView, View j) {
                                 j[0] = 1, j[1] = 2, j[2] = 0, j[3] = 0;
                                 return Evaluation::ok;
                               }};
  Vector x{0.0, 17.0};
  ASSERT_EQ(solve(system, x).status, NewtonStatus::converged);
  EXPECT_NEAR(x[0], 3.0, 1e-8);
  EXPECT_EQ(x[1], 17.0);
}

TEST(TrustRegion, PutsBackWhatTheEquationsLeaveOpenAtTheirSolution) {
  // (u - 3) (1 + v) = 0, (u - 3) (2 - v^2) = 0: on the way v moves, at u = 3 it may have any value.
  const AlgebraicSystem system{2,
                               [](ConstView x, View r) {
                                 r[0] = (x[0] - 3) * (1 + x[1]);
                                 r[1] = (x[0] - 3) * (2 - x[1] * x[1]);
                                 return Evaluation::ok;
                               },
                               {},
                               [](ConstView x, View j) {
                                 j[0] = 1 + x[1], j[1] = 2 - x[1] * x[1];
                                 j[2] = x[0] - 3, j[3] = -2 * x[1] * (x[0] - 3);
                                 return Evaluation::ok;
                               }};
  Vector x{0.0, 0.5};
  ASSERT_EQ(solveTrustRegion(system, x, {}).status, NewtonStatus::converged);
  EXPECT_NEAR(x[0], 3.0, 1e-7);
  EXPECT_NEAR(x[1], 0.5, 1e-7);
}

TEST(Initialisation, AFarGuessIsFoundBack) {
  // exp(u) = x + 2 from u = 40, where exp is 1e17.
  const Simulated run(
      "model M Real x(start = 1, fixed = true); Real u(start = 40); equation der(x) = -u; exp(u) + u^3 = x + 2; end M;",
      {.stop = 0.1});
  ASSERT_TRUE(run.finished()) << run.messages();
  const double u = (*run.table)["u"].front();
  EXPECT_NEAR(std::exp(u) + u * u * u, 3.0, 1e-8);
}

TEST(Initialisation, TheGuessSaysOnWhichSideOfZeroABranchBegins) {
  // t = a |x| has two solutions, x = t / a and x = -t / a, which meet at the start. Newton's iteration comes to zero
  // itself, or to a value of rounding with either sign.
  for (const double a : {0.1, 0.3, 3.0, 7.0})
    for (const double guess : {0.88, 0.53, -0.88, -0.53}) {
      const Simulated run(fmt::format("model M Real x(start = {}); equation time = {} * abs(x); end M;", guess, a),
                          {.stop = 1.0});
      ASSERT_TRUE(run.finished()) << run.messages();
      const Vector& x = (*run.table)["x"];
      EXPECT_NEAR(x.front(), 0.0, 1e-15);
      EXPECT_NEAR(x.back(), std::copysign(1 / a, guess), 1e-9) << a << " from " << guess;
    }
}

TEST(Initialisation, AZeroWithoutABranchOnTheSideOfTheGuessStaysWhereItIs) {
  // What bends at one does not at zero, and what bends there has one solution only, -1e-17.
  const Simulated run(
      "model M Real x(start = -1), y(start = 1); equation noEvent(if x > 1 then x^2 else x) = 0; "
      "noEvent(if y < 0 then y else 2 * y) = -1e-17; end M;",
      {.stop = 0.1});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_EQ((*run.table)["x"].front(), 0.0);
  EXPECT_LT((*run.table)["y"].front(), 0.0);
  EXPECT_GT((*run.table)["y"].front(), -1e-15);
}

TEST(Initialisation, HomotopyHelpsWhereNewtonFails) {
  // The residual has a local minimum that is no root between the guess and the root.
  const std::string actual = "x^3 - 2*x + 2";
  const Simulated run("model M Real x(start = 0); equation homotopy(" + actual + ", x + 1.7) = 0; end M;", {.stop = 1});
  ASSERT_TRUE(run.finished()) << run.messages();
  const double x = run.last("x");
  EXPECT_NEAR(x * x * x - 2 * x + 2, 0.0, 1e-8);
}

TEST(Initialisation, HomotopySaysWhichOfSeveralSolutionsIsMeant) {
  // An amplifier with positive feedback rests at either limit, and at 0 as a pencil rests on its tip.
  for (const double limit : {15.0, -15.0}) {
    const Simulated run(
        fmt::format("model M Real u, v; equation u = 0.5*v; v = homotopy(smooth(0, if 100*u > 15 then 15 "
                    "else if 100*u < -15 then -15 else 100*u), {}); end M;",
                    limit),
        {.stop = 1});
    ASSERT_TRUE(run.finished()) << run.messages();
    EXPECT_DOUBLE_EQ(run.last("v"), limit);
  }
}

TEST(Initialisation, SimplifiedEquationsWithoutASolutionAreLeftAside) {
  const Simulated run("model M Real x(start = 1); equation homotopy(x^2 - 4, x^2 + 4) = 0; end M;", {.stop = 1});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("x"), 2.0, 1e-8);
}

TEST(Initialisation, FailureNamesTheEquationItsResidualAndTheGuess) {
  const Simulated run(
      "model M Real x(start = 1, fixed = true); Real u(start = 1);\nequation der(x) = -u;\nu^2 + x = 0; end M;",
      {.stop = 1});
  EXPECT_EQ(run.outcome.kind, OutcomeKind::failed);
  EXPECT_THAT(run.messages(), HasSubstr("initialisation failed"));
  EXPECT_THAT(run.messages(), HasSubstr("test.mo:3"));
  EXPECT_THAT(run.messages(), HasSubstr("residual"));
  EXPECT_THAT(run.messages(), HasSubstr("iteration variables: u = "));
  EXPECT_THAT(run.messages(), HasSubstr("hint: "));
  EXPECT_THAT(run.messages(), HasSubstr("'u'"));
}

TEST(Initialisation, InconsistentStartValuesAreRefused) {
  const Simulated run(
      "model M Real x(start = 1, fixed = true); Real y(start = 3, fixed = true); equation der(x) = -x; y = 2*x; end M;",
      {.stop = 1});
  EXPECT_FALSE(run.finished());
  EXPECT_THAT(run.messages(), HasSubstr("error"));
}

TEST(Initialisation, ALargeSystemIsSolvedSparsely) {
  // 2000 coupled nonlinear equations in a chain; the solution is u = 1 everywhere.
  const Simulated run(
      "model M parameter Integer n = 2000; Real u[n](each start = 0.5); equation\n"
      "u[1] + u[1]^3 + 0.1*(u[2] + u[2]^3) = 2.2; for i in 2:n - 1 loop u[i] + u[i]^3 + 0.1*(u[i - 1] + u[i - 1]^3 + "
      "u[i + 1] "
      "+ u[i + 1]^3) = 2.4; end for; u[n] + u[n]^3 + 0.1*(u[n - 1] + u[n - 1]^3) = 2.2; end M;",
      {.stop = 1});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("u[1000]"), 1.0, 1e-8);
}

TEST(SteadyState, FixedStartValuesBecomeGuesses) {
  const Simulated run("model M Real x(start = 1, fixed = true); equation der(x) = 5 - x - x^3; end M;", steadyUntil(1));
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR((*run.table)["x"].front(), 1.5159802276928206, 1e-9);  // the real root of x^3 + x = 5
  EXPECT_THAT(run.outcome.initialisation, HasSubstr("steady state, by Newton"));
}

TEST(SteadyState, AStateThatNothingDeterminesStaysWhereItIs) {
  const Simulated run(
      "model M Real s(start = 7, fixed = true); Real v(start = 3, fixed = true); equation der(s) = v; der(v) = -v; end "
      "M;",
      steadyUntil(1));
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("v"), 0.0, 1e-9);
  EXPECT_NEAR(run.last("s"), 7.0, 1e-6);
}

TEST(SteadyState, PseudoTransientContinuationFollowsTheSystem) {
  // From x = 0 Newton's iteration on x^3 - 2 x + 2 goes round between 0 and 1 for ever, and the least squares end in
  // the minimum at sqrt(2/3); the system itself runs down to the only root.
  const Simulated run("model M Real x(start = 0, fixed = true); equation der(x) = -(x^3 - 2*x + 2); end M;",
                      steadyUntil(1));
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("x"), -1.7692923542386314, 1e-8);
}

TEST(SteadyState, WhereThereIsNoneThatIsSaid) {
  const Simulated run("model M Real x(start = 0, fixed = true); equation der(x) = 1 + x^2; end M;", steadyUntil(1));
  EXPECT_EQ(run.outcome.kind, OutcomeKind::failed);
  EXPECT_THAT(run.messages(), HasSubstr("steady state failed"));
  EXPECT_THAT(run.messages(), HasSubstr("pseudo-transient"));
}

TEST(SteadyState, ModesFollow) {
  // The valve opens only at the steady pressure.
  const Simulated run(
      "model M Real p(start = 0, fixed = true); equation der(p) = 3 - (if p > 2 then 2*(p - 2) else 0); end M;",
      steadyUntil(1));
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("p"), 3.5, 1e-8);
}

// 8.6: where conditions are missing, start values that are not fixed fill in. A free parameter without one has nothing
// to say there: the start value of the state counts, and the parameter follows.
TEST(Initialisation, AFreeParameterWithoutAStartValueFollowsTheStatesThatHaveOne) {
  const Simulated run(R"(model M
  parameter Real q(fixed = false);
  Real x(start = 3), y;
initial equation
  q = 2*y;
equation
  der(x) = -x;
  y = x + 1;
end M;
)",
                      {.stop = 1.0});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("q"), 8.0, 1e-12) << "2 (x + 1) with x = 3 at the start";
  EXPECT_NEAR(run.last("x"), 3 * std::exp(-1.0), 1e-4);
}

// 8.6: a start value may depend on a parameter that initialisation finds. As a guess it takes what is known of that
// parameter; as a condition it holds exactly.
TEST(Initialisation, AStartValueMayDependOnAFreeParameter) {
  const Simulated run(R"(model M
  parameter Real q(fixed = false, start = 1);
  parameter Real r(fixed = false, start = q);
  Real x(start = 2*q, fixed = true), y(start = r);
initial equation
  q^3 = 8;
  r = q + 1;
equation
  der(x) = -x;
  y^3 = x + r - time;
end M;
)",
                      {.stop = 1.0});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("x"), 4 * std::exp(-1.0), 1e-4) << "x begins with 2 q, and q is 2";
  EXPECT_NEAR(run.last("y"), std::cbrt(4 * std::exp(-1.0) + 2), 1e-4);
}

TEST(Initialisation, ADiscreteVariableThatBeginsWithAFreeParameterIsRefused) {
  const Simulated run(R"(model M
  parameter Real q(fixed = false, start = 1);
  discrete Real z(start = q, fixed = true);
initial equation
  q = 2;
equation
  when time > 0.5 then
    z = pre(z) + 1;
  end when;
end M;
)",
                      {.stop = 1.0});
  EXPECT_FALSE(run.finished());
  EXPECT_NE(run.messages().find("depends on a parameter that initialisation finds"), std::string::npos)
      << run.messages();
}

// While a brake holds a shaft, that it does not accelerate is no news: what the brake carries, and with it the current
// of the motor, is left open and has its start value. Then current' = 2 - current; from t = 1 on the shaft moves.
TEST(Initialisation, AConditionThatAModeRepeatsLeavesStartValues) {
  const Simulated run(R"(model Brake
  Boolean holds(start = true, fixed = true);
  Real w(start = 0, fixed = true), a, carried(start = 3), current;
equation
  holds = pre(holds) and time < 1;
  der(w) = a;
  a = if holds then 0 else carried;
  a = current - (if holds then carried else 1);
  der(current) = 2 - current;
initial equation
  a = 0;
end Brake;)",
                      {.stop = 2.0, .tolerance = 1e-8});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_THAT(run.messages(), HasSubstr("no initial condition determines 'carried'"));
  EXPECT_NEAR(run.last("current"), 2 + std::exp(-2.0), 1e-6);
  EXPECT_NEAR(run.last("w"), 1 + std::exp(-1.0) - std::exp(-2.0), 1e-6);
}

// 8.6: the start value is what a discrete variable was before, its when-clause at initial() says what it is.
TEST(Initialisation, AFreeParameterTakesTheValueOfADiscreteVariable) {
  const Simulated run(R"(model M
  discrete Real y(start = 0, fixed = true);
  discrete Real z;
  parameter Real q(fixed = false), r(fixed = false);
initial equation
  y = q;
  r = 3;
  z = r;
equation
  when {initial(), time > 0.5} then
    y = 2 + pre(y);
  end when;
  when time > 2 then
    z = 1;
  end when;
end M;
)",
                      {.stop = 1.0});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_EQ(run.last("q"), 2.0);
  EXPECT_EQ(run.last("y"), 4.0);
  EXPECT_EQ(run.last("z"), 3.0);
}

TEST(Initialisation, ABranchThatIsNotMeantNeedNotBeDefined) {
  // Both relations hold at the start, and the other branch would divide by zero; so would what follows from it, c and y.
  const Simulated run(R"(model M
  function held
    input Real u;
    output Real y;
  algorithm
    y := if u < 100 then 1 else 2;
  end held;
  Real x(start = 0, fixed = true), a = held(x), b = held(2*x), c, y;
equation
  der(x) = 1;
  c = if abs(a - 1) <= 1e-15 and abs(b - 1) <= 1e-15 then x/2 else x/(a - 1/b);
  y = if c > 10 then c else 2*c;
end M;)",
                      {.stop = 1.0});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("y"), 1.0, 1e-9);
}

TEST(Initialisation, ABranchThatIsMeantAndNotDefinedIsAFault) {
  const Simulated run(R"(model M
  Real x(start = 0, fixed = true), y;
equation
  der(x) = 1;
  y = if x < 1 then 1/x else x;
end M;)",
                      {.stop = 1.0});
  EXPECT_FALSE(run.finished());
  EXPECT_THAT(run.messages(), ::testing::HasSubstr("division by zero"));
}

TEST(Initialisation, RelationsThatTimeDecidesAreTakenAsTheyAreAtTheStart) {
  // The last branch, which would hold if all relations were false, divides by zero.
  const Simulated run(
      "model M parameter Real wide = 1e60; parameter Real end1 = 1 + wide; parameter Real end2 = end1 + 1; Real v, "
      "x(start = 0, fixed = true); equation v = if time < 1 then time elseif time < end1 then 1 else "
      "(end2 - time)/(end2 - end1); der(x) + der(v) = 1; end M;",
      {.stop = 2});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("x"), 1, 1e-6);
}

TEST(Initialisation, RelationsAreTakenAsTheGuessHasThemWhereAllFalseHasNoSolution) {
  const Simulated run(
      "model M Real x(start = 2), y(start = 3), z(start = 4); equation "
      "(if x > 1 then x - 2 else sqrt(-1 - x*x)) = 0; "
      "(if y > 1 then y - 3 else sqrt(-1 - y*y)) = 0; (if z > 1 then z - 4 else sqrt(-1 - z*z)) = 0; end M;",
      {.stop = 1});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last("x") + run.last("y") + run.last("z"), 9, 1e-9);
}

}  // namespace
}  // namespace dashpot::simulation
