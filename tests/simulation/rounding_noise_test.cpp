// Rounding in F: how large it is, and that it does not limit the steps.
#include "simulation/rounding_noise.hpp"

#include "models/simulated.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace dashpot::simulation {
namespace {

using dashpot::testing::Simulated;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(RoundingNoise, IsThatOfTheLargestTermThatCancels) {
  // Numbers near 1e8 have the distance u = 2^-26: rounding to them is even in +-u/2, with the deviation u / sqrt(12).
  const auto f = [](double t, ConstView, View slope) {
    const volatile double large = 1e8 + std::sin(t);
    slope[0] = large - 1e8;
    return true;
  };
  const double expected = std::ldexp(1.0, -26) / std::sqrt(12.0);
  double sum = 0;
  for (int k = 0; k < 50; ++k) {
    const double noise = roundingNoise(f, 0.1 * k, Vector{0}, 1e-5)[0];
    sum += noise * noise;
  }
  // A median of ten differences that depend on one another is a rough estimate.
  EXPECT_GT(std::sqrt(sum / 50), expected / 2);
  EXPECT_LT(std::sqrt(sum / 50), 2 * expected);
}

TEST(RoundingNoise, IsNextToNothingOfWhatIsSmooth) {
  const auto f = [](double t, ConstView y, View slope) {
    slope[0] = std::cos(3 * t) - y[0];
    return true;
  };
  EXPECT_LT(roundingNoise(f, 1.0, Vector{0.5}, 1e-4)[0], 1e-15);
}

TEST(RoundingNoise, IsNoJump) {
  const auto f = [](double t, ConstView, View slope) {
    slope[0] = t < 1.0003 ? -1.0 : 1.0;
    return true;
  };
  EXPECT_EQ(roundingNoise(f, 1.0, Vector{0}, 1e-3)[0], 0.0);
}

TEST(RoundingNoise, IsSeenWithinATimeThatMovesNoStateByABit) {
  // 10 (0.1 x) differs from x by a bit of it or by none, as the last bits of x decide: 7e-15 here.
  const auto f = [](double, ConstView y, View slope) {
    const volatile double tenth = 0.1 * y[1];
    slope[0] = 10 * tenth - y[1], slope[1] = 1.0;
    return true;
  };
  double largest = 0;
  for (int k = 0; k < 10; ++k) largest = std::max(largest, roundingNoise(f, 1.0, Vector{0, 40 + 0.1 * k}, 1e-18)[0]);
  EXPECT_GT(largest, 1e-15);
  EXPECT_LT(largest, 1e-14);
}

TEST(RoundingNoise, IsNotKnownWhereTheDerivativeIsNotDefined) {
  EXPECT_TRUE(roundingNoise([](double t, ConstView, View) { return t < 1.5; }, 1.0, Vector{0}, 1.0).empty());
}

/// The current i of the zero sequence of three phases: their voltages cancel, but for rounding, and so does it.
std::string zeroSequence(const char* attributes) {
  return fmt::format(
      "model M constant Real pi = 3.141592653589793; Real i(start = 0, fixed = true{}); Real v[3]; Real q(start = 0, "
      "fixed = true); equation for k in 1:3 loop v[k] = 325*sin(100*pi*time - 2*pi*(k - 1)/3); end for; "
      "1e-4*der(i) + 0.03*i = (v[1] + v[2] + v[3])/3; der(q) = v[1] - 10*q; end M;",
      attributes);
}

TEST(RoundingNoise, OfACurrentThatIsZeroDoesNotLimitTheSteps) {
  for (const char* method : {"auto", "rodas5p", "tsit5", "radau5"})
    for (const double tolerance : {1e-4, 1e-6, 1e-9}) {
      const Simulated run(zeroSequence(", unit = \"A\""), {.stop = 0.1, .tolerance = tolerance, .method = method});
      ASSERT_TRUE(run.finished()) << run.messages();
      const Simulated without(
          "model M constant Real pi = 3.141592653589793; Real q(start = 0, fixed = true); equation der(q) = "
          "325*sin(100*pi*time) - 10*q; end M;",
          {.stop = 0.1, .tolerance = tolerance, .method = method});
      EXPECT_LT(run.outcome.statistics.steps, 10 * without.outcome.statistics.steps + 3000)
          << method << " " << tolerance;
      // Rounding of 325 V over the resistance: what is left of the current has no meaning.
      EXPECT_LT(std::fabs(run.last("i")), 1e-10) << method << " " << tolerance;
      EXPECT_NEAR(run.last("q"), without.last("q"), 100 * tolerance) << method << " " << tolerance;
    }
}

TEST(RoundingNoise, OfSeveralCurrentsThatAreZeroDoesNotLimitTheSteps) {
  // They limit the steps by turns, as rounding decides.
  const std::string several =
      "model M constant Real pi = 3.141592653589793; Real i[4](each start = 0, each fixed = true, each unit = \"A\"); "
      "Real v[4, 3]; Real q(start = 0, fixed = true); equation for j in 1:4 loop for k in 1:3 loop v[j, k] = "
      "325*sin(100*pi*time - 2*pi*(k - 1)/3 + 0.1*j); end for; 1e-4*der(i[j]) + 0.03*i[j] = (v[j, 1] + v[j, 2] + "
      "v[j, 3])/3; end for; der(q) = v[1, 1] - 10*q; end M;";
  for (const char* method : {"auto", "rodas5p", "tsit5"})
    for (const double tolerance : {1e-4, 1e-6, 1e-9}) {
      const Simulated run(several, {.stop = 0.1, .tolerance = tolerance, .method = method});
      ASSERT_TRUE(run.finished()) << run.messages();
      EXPECT_LT(run.outcome.statistics.steps, 5000) << method << " " << tolerance;
      for (const char* current : {"i[1]", "i[2]", "i[3]", "i[4]"}) EXPECT_LT(std::fabs(run.last(current)), 1e-10);
    }
}

TEST(RoundingNoise, ThatLimitedTheStepsIsSaid) {
  const Simulated run(zeroSequence(", nominal = 1e-16"), {.stop = 0.1, .tolerance = 1e-6, .method = "rodas5p"});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_THAT(run.messages(), HasSubstr("the steps were limited by rounding in the derivative of 'i'"));
  EXPECT_LT(run.outcome.statistics.steps, 20000);
}

TEST(RoundingNoise, IsNotSeenInAStateThatIsFast) {
  // Ten thousand periods, each of which takes steps: nothing is eased, and the phase is right to the tolerance.
  const Simulated run(
      "model M Real p(start = 1e-9, fixed = true), q(start = 0, fixed = true); equation der(p) = -1e4*q; der(q) = "
      "1e4*p; end M;",
      {.stop = 6.283185307179586, .tolerance = 1e-6, .interval = 0.5, .method = "dop853"});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_THAT(run.messages(), Not(HasSubstr("rounding")));
}

}  // namespace
}  // namespace dashpot::simulation
