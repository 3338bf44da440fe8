#include "linalg/newton.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace dashpot::testing {

namespace {

using linalg::NewtonEnd;
using linalg::NewtonLimits;

/// One equation g(z) = 0 for one unknown.
struct Scalar {
  std::function<double(double)> g, slope;
  double z;
  double factor = 0, value = 0, behind = 0;
  int factorisations = 0;

  Evaluation evaluate() {
    value = g(z);
    return std::isfinite(value) ? Evaluation::ok : Evaluation::recoverable;
  }
  NewtonEnd linearise() {
    ++factorisations;
    factor = slope(z);
    return factor != 0 ? NewtonEnd::converged : NewtonEnd::singular;
  }
  bool correction(Vector& step) const {
    step[0] = -value / factor;
    return std::isfinite(step[0]);
  }
  [[nodiscard]] static double size(const Vector& step) { return std::fabs(step[0]); }
  [[nodiscard]] static double sizeBehind(const Vector& step) { return std::fabs(step[0]); }
  void add(const Vector& step) { z += step[0]; }
  void finish(const Vector& step) { add(step); }
  void aim(const Vector& /*step*/) { behind = z; }
  void go(double damping, const Vector& step) { z = behind + damping * step[0]; }
};

Scalar arcTangent(double guess) {
  return {[](double z) { return std::atan(z); }, [](double z) { return 1 / (1 + z * z); }, guess};
}

const NewtonLimits limits{.accuracy = 1e-12, .mostSteps = 50, .slowContraction = 0.5, .smallestDamping = 1e-6};

NewtonEnd damped(Scalar& equation) {
  Vector step(1), following(1);
  return linalg::dampedNewton(equation, limits, step, following);
}

}  // namespace

TEST(DampedNewton, ConvergesToTheRootOfTheArcTangentFromWhereUndampedStepsDiverge) {
  // |z - (1 + z^2) atan z| > |z| beyond 1.3917 (Deuflhard 2004, chapter 3): undamped steps grow without bound.
  for (const double guess : {1.4, 10.0, -1e3}) {
    Scalar equation = arcTangent(guess);
    EXPECT_EQ(damped(equation), NewtonEnd::converged) << guess;
    EXPECT_NEAR(equation.z, 0, 1e-12) << guess;
  }
}

TEST(DampedNewton, ShortensStepsThatLeaveTheDomain) {
  Scalar equation{[](double z) { return std::log(z); }, [](double z) { return 1 / z; }, 10.0};
  EXPECT_EQ(damped(equation), NewtonEnd::converged);
  EXPECT_NEAR(equation.z, 1, 1e-12);
}

TEST(DampedNewton, IsStuckWhereThereIsNoRootAndComesBackToItsLastIterate) {
  Scalar equation{[](double z) { return 1 + z * z; }, [](double z) { return 2 * z; }, 1.0};
  EXPECT_NE(damped(equation), NewtonEnd::converged);
  EXPECT_EQ(equation.value, equation.g(equation.z));
}

TEST(DampedNewton, SaysThatTheMatrixIsSingular) {
  Scalar equation{[](double z) { return z * z - 1; }, [](double z) { return 2 * z; }, 0.0};
  EXPECT_EQ(damped(equation), NewtonEnd::singular);
}

TEST(DampedNewton, SaysThatEquationsAreNotDefinedAtTheGuess) {
  Scalar equation{[](double z) { return std::log(z); }, [](double z) { return 1 / z; }, -1.0};
  EXPECT_EQ(damped(equation), NewtonEnd::undefined);
}

TEST(Chord, NeedsNoFactorisationOfItsOwnNearTheSolution) {
  Scalar equation = arcTangent(0.1);
  equation.factor = 1;  // the slope at the root
  Vector step(1);
  EXPECT_EQ(linalg::chord(equation, limits, step), NewtonEnd::converged);
  EXPECT_NEAR(equation.z, 0, 1e-12);
  EXPECT_EQ(equation.factorisations, 0);
}

TEST(Chord, GivesUpFactorsThatContractSlowly) {
  Scalar equation = arcTangent(0.1);
  equation.factor = 4;  // of the error 3/4 are left in each step
  Vector step(1);
  EXPECT_EQ(linalg::chord(equation, limits, step), NewtonEnd::stuck);
}

TEST(Chord, TakesForRoundingWhatStopsShrinkingWhereItIsHarmless) {
  Scalar equation{[](double z) { return z > 0.5 ? 1e-3 : z + 1e-3; }, [](double) { return 1.0; }, 1.0, 1.0};
  Vector step(1);
  NewtonLimits lenient = limits;
  lenient.harmless = 1e-2;
  EXPECT_EQ(linalg::chord(equation, lenient, step), NewtonEnd::converged);
  EXPECT_NEAR(equation.z, 1, 2e-3);
}

}  // namespace dashpot::testing
