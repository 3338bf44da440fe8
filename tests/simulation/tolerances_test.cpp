// One tolerance of the user, and what it means for states of all sizes.
#include "models/simulated.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace dashpot::simulation {
namespace {

using dashpot::testing::Simulated;
using ::testing::HasSubstr;

/// Relative to the amplitude, of an oscillator of 10 rad/s over 10 s; `attributes` are those of both states.
double errorOfOscillator(double amplitude, const std::string& attributes, const char* method = "rodas5p") {
  const Simulated run(
      fmt::format("model M Real p(start = {0:.17g}, fixed = true{1}), q(start = 0, fixed = true{1}); equation der(p) = "
                  "-10*q; der(q) = 10*p; end M;",
                  amplitude, attributes),
      {.stop = 10, .tolerance = 1e-6, .method = method});
  EXPECT_TRUE(run.finished()) << run.messages();
  double largest = 0;
  for (std::size_t k = 0; k < run.table->times().size(); ++k)
    largest = std::max(largest, std::fabs((*run.table)["p"][k] - amplitude * std::cos(10 * run.table->times()[k])));
  return largest / amplitude;
}

TEST(Tolerances, AUnitDoesNotCostADigit) {
  for (const char* method : {"rodas5p", "radau5", "cvode", "ida"})
    for (const double amplitude : {1e-3, 11.0, 1e3, 1e7}) {
      const double plain = errorOfOscillator(amplitude, "", method);
      for (const char* unit : {"Pa", "K", "N", "m", "kg/s", "V", "rad/s"})
        EXPECT_LT(errorOfOscillator(amplitude, fmt::format(", unit = \"{}\"", unit), method), 10 * plain)
            << method << " " << amplitude << " " << unit;
    }
}

TEST(Tolerances, AStateIsNotExcusedByOthersThatAreAtRest) {
  const auto stepsBeside = [](int others, const char* method) {
    const Simulated run(
        fmt::format("model M Real p(start = 1, fixed = true), q(start = 0, fixed = true), rest[{}](each start = "
                    "1, each fixed = true); equation der(p) = -10*q; der(q) = 10*p; for i in 1:{} loop "
                    "der(rest[i]) = 1 - rest[i]; end for; end M;",
                    others, others),
        {.stop = 10, .tolerance = 1e-3, .method = method});
    EXPECT_TRUE(run.finished()) << run.messages();
    return run.outcome.statistics.steps;
  };
  for (const char* method : {"tsit5", "rodas5p", "radau5"})
    EXPECT_EQ(stepsBeside(60, method), stepsBeside(1, method)) << method;
}

TEST(Tolerances, ANominalValueIsTheUsersWord) {
  EXPECT_GT(errorOfOscillator(11, ", unit = \"Pa\", nominal = 1e5"), 100 * errorOfOscillator(11, ", unit = \"Pa\""));
}

TEST(Tolerances, WhatIsZeroBesideLargeOnesOfItsUnitDoesNotLimitSteps) {
  // Two pressures of 1e7 whose difference is rounding; it is integrated and stays noise.
  const auto stepsWith = [](const char* method, const char* declaration, const char* equation) {
    const Simulated run(
        fmt::format("model M Real a(start = 1e7, fixed = true, unit = \"Pa\"), b(start = 1e7, fixed = true, unit = "
                    "\"Pa\"); {} equation der(a) = 1e7*cos(3*time); der(b) = 1e7*cos(3*time)*(1 + 1e-16); {} end M;",
                    declaration, equation),
        {.stop = 10, .method = method});
    EXPECT_TRUE(run.finished()) << run.messages();
    return static_cast<double>(run.outcome.statistics.steps);
  };
  for (const char* method : {"rodas5p", "radau5"})
    EXPECT_LT(stepsWith(method, "Real d(start = 0, fixed = true, unit = \"Pa\");", "der(d) = (a - b)*1e3 - 1e4*d;"),
              1.2 * stepsWith(method, "", ""))
        << method;
}

TEST(Tolerances, ADerivativeThatIsAnUnknownIsAskedForAsFarAsItMovesWhatItIsTheDerivativeOf) {
  // z + z^3 = rounding, with z = der(x): the unknown of a loop, and noise of 1e-7. In 10 s it moves x = 300 by less than
  // its tolerance, so it must not shorten the steps.
  const auto stepsWith = [](const char* declaration, const char* equation) {
    const Simulated run(
        fmt::format("model M Real a(start = 1, fixed = true); {} equation der(a) = 3*cos(3*time); {} end M;",
                    declaration, equation),
        {.stop = 10, .method = "rodas5p"});
    EXPECT_TRUE(run.finished()) << run.messages();
    return static_cast<double>(run.outcome.statistics.steps);
  };
  EXPECT_LT(stepsWith("Real x(start = 300, fixed = true);", "der(x) + der(x)^3 = ((1e9 + a) - 1e9) - a;"),
            2 * stepsWith("", ""));
}

TEST(Tolerances, WhatADerivativeThatIsAnUnknownMovesIsAsAccurateAsEver) {
  // z + z^3 = cos(t) + cos(t)^3 with z = der(x): x = x0 + sin(t).
  for (const double x0 : {0.0, 1.0, 1e3}) {
    const Simulated run(
        fmt::format("model M Real x(start = {}, fixed = true); equation der(x) + der(x)^3 = cos(time) + "
                    "cos(time)^3; end M;",
                    x0),
        {.stop = 10, .tolerance = 1e-6});
    ASSERT_TRUE(run.finished()) << run.messages();
    EXPECT_NEAR(run.last("x"), x0 + std::sin(10.0), 20 * 1e-6 * (x0 + 1)) << x0;
  }
}

TEST(Tolerances, AnAbsoluteToleranceAboveTheRangeOfAStateIsSaid) {
  const Simulated run("model M Real p(start = 1, fixed = true, nominal = 1e5); equation der(p) = -p; end M;",
                      {.tolerance = 1e-6});
  ASSERT_TRUE(run.finished());
  EXPECT_THAT(run.messages(), HasSubstr("'p' never exceeds 1, but its absolute tolerance is 0.1"));
}

TEST(Tolerances, OfManySuchStatesTwentyAreNamedAndTheOthersCounted) {
  const Simulated run(
      "model M Real p[30](each start = 1, each fixed = true, each nominal = 1e5); equation der(p) = -p; "
      "end M;",
      {.tolerance = 1e-6});
  ASSERT_TRUE(run.finished());
  EXPECT_THAT(run.messages(), HasSubstr("'p[20]' never exceeds 1, but its absolute tolerance is 0.1"));
  EXPECT_THAT(run.messages(), ::testing::Not(HasSubstr("'p[21]'")));
  EXPECT_THAT(run.messages(), HasSubstr("10 more variables"));
}

}  // namespace
}  // namespace dashpot::simulation
