// Functions that are finite where their derivative is not: the run goes on.
#include "models/simulated.hpp"
#include "simulation/runs.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace dashpot::simulation {
namespace {

using codegen::Backend;
using dashpot::testing::Simulated;

TEST(MendedDerivatives, ATankRunsEmpty) {
  // h' = -sqrt(h): h = (1 - t/2)^2 until 2, then nothing.
  for (const char* method : commonMethods) {
    const Simulated run("model M Real h(start = 1, fixed = true); equation der(h) = -sqrt(max(h, 0)); end M;",
                        {.stop = 3, .method = method});
    ASSERT_TRUE(run.finished()) << method << run.messages();
    for (std::size_t k = 0; k < run.table->times().size(); ++k) {
      const double t = run.table->times()[k], left = std::max(0.0, 1 - t / 2);
      EXPECT_NEAR((*run.table)["h"][k], left * left, 1e-4) << method << " at " << t;
    }
  }
}

TEST(MendedDerivatives, ATankStartsEmptyAndFillsLater) {
  // Until 1 nothing happens; then h' = 1 - sqrt(h), whose h solves  t - 1 = -2 (sqrt(h) + log(1 - sqrt(h))).
  for (const char* method : commonMethods) {
    const Simulated run(
        "model M Real h(start = 0, fixed = true); equation der(h) = (if time > 1 then 1 else 0) - sqrt(max(0, h)); "
        "end M;",
        {.stop = 3, .method = method});
    ASSERT_TRUE(run.finished()) << method << run.messages();
    const double root = std::sqrt(run.last("h"));
    EXPECT_NEAR(-2 * (root + std::log(1 - root)), 2, 1e-3) << method;
  }
}

TEST(MendedDerivatives, TanksLevelOutFromAStartWithInfiniteSlopes) {
  // Flows sqrt(|dh|) sign(dh): the slope is infinite between tanks that are level, at the start and at the end.
  for (const char* method : {"rodas5p", "radau5", "cvode", "ida"}) {
    const Simulated run(
        "model M Real h[4](start = {4, 0, 0, 0}, each fixed = true); Real q[5]; equation q[1] = 0; q[5] = 0; for i in "
        "2:4 loop q[i] = sqrt(abs(h[i - 1] - h[i]))*sign(h[i - 1] - h[i]); end for; for i in 1:4 loop der(h[i]) = "
        "q[i] - q[i + 1]; end for; end M;",
        {.stop = 20, .method = method});
    ASSERT_TRUE(run.finished()) << method << run.messages();
    for (const char* level : {"h[1]", "h[2]", "h[3]", "h[4]"}) EXPECT_NEAR(run.last(level), 1, 1e-3) << method;
  }
}

TEST(MendedDerivatives, AnExponentialMayOverflowOnTheWay) {
  // v' = 2/(1 + exp(-v/0.01)) - 1: -1 as long as v is negative.
  for (const char* method : commonMethods) {
    const Simulated run(
        "model M Real v(start = -7.2, fixed = true); Real f = 1 - 2/(1 + exp(-v/0.01)); equation der(v) = -f; end M;",
        {.stop = 1, .method = method});
    ASSERT_TRUE(run.finished()) << method << run.messages();
    EXPECT_NEAR(run.last("v"), -8.2, 1e-5) << method;
  }
}

/// A rate of x and of time that is finite at the start, where a slope of it is not.
struct Critical {
  const char* rate;
  double start;
};

TEST(MendedDerivatives, EveryElementaryFunctionMayBeAtItsCriticalPoint) {
  for (const Critical& at : {
           Critical{"1 - sqrt(abs(x))", 0.0},
           Critical{"1 + sqrt(x)", 0.0},
           Critical{"1 + abs(x)^0.3", 0.0},
           Critical{"1 + x^0.5", 0.0},
           Critical{"1 + x^1.5", 0.0},
           Critical{"1 - (x^2)^0.5", 0.0},
           Critical{"-1 + 0.1*asin(x)", 1.0},
           Critical{"1 + 0.1*asin(x)", -1.0},
           Critical{"-1 - 0.1*acos(x)", 1.0},
           Critical{"1 + 0.1*acos(x)", -1.0},
           Critical{"1 + 0.1*atan2(x, x)", 0.0},
           Critical{"1 + sqrt(abs(x))*sign(x)", 0.0},
           Critical{"1 + sqrt(max(0, x))", 0.0},
           Critical{"1 + sqrt(max(0, -1 - x))", 0.0},
           Critical{"1 - sqrt(min(0, x)^2)", 0.0},
           Critical{"1 + x*log(max(1e-320, abs(x)))", 0.0},
           Critical{"1 + noEvent(if x > 0 then x*log(x) else 0)", 0.0},
           Critical{"1 + sqrt(x^2 + 0*x)", 0.0},
           Critical{"1 + 1/(1 + exp(800 + x))", 0.0},
           Critical{"1 + 1/cosh(800 + x)", 0.0},
           Critical{"1 + 1/(1 + sinh(800 + x)^2)", 0.0},
           Critical{"tanh(800 + x)", 0.0},
           Critical{"1 + tanh(1e200*x)", 0.0},
           Critical{"1 + atan(exp(400 + x)*exp(400))", 0.0},
           Critical{"1 + log10(1 + sqrt(x))", 0.0},
           Critical{"1 + cos(sqrt(x))", 0.0},
           Critical{"1 + sqrt(time)", 0.0},
           Critical{"1 + asin(min(1, 1 - time))*0.1", 0.0},
           Critical{"1 + abs(time)^0.25", 0.0},
       })
    for (const char* method : {"rodas5p", "radau5", "cvode", "ida"}) {
      const Simulated run(
          fmt::format("model M Real x(start = {}, fixed = true); equation der(x) = {}; end M;", at.start, at.rate),
          {.stop = 0.2, .method = method});
      EXPECT_TRUE(run.finished()) << at.rate << " by " << method << ": " << run.messages();
      ASSERT_TRUE(run.table && std::isfinite(run.last("x"))) << at.rate;
    }
}

TEST(MendedDerivatives, AnInitialSystemIsSolvedFromWhereItsSlopeIsInfinite) {
  const Simulated run("model M Real x(start = 0); equation sqrt(abs(x)) + x = 6; end M;");
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(std::fabs(run.last("x")) == run.last("x") ? run.last("x") : 4, 4, 1e-8);
}

TEST(MendedDerivatives, AreTheSameBitForBitInEveryBackEnd) {
  const std::string text =
      "model M Real h(start = 0, fixed = true), g(start = 1, fixed = true); equation der(h) = (if time > 1 then 1 else "
      "0) - sqrt(max(0, h)); der(g) = -sqrt(max(g, 0)) + 1/(1 + exp(800*time)); end M;";
  const Simulated interpreted(text, {.stop = 3, .code = {.backend = Backend::interpreter}});
  const Simulated native(text, {.stop = 3});
  ASSERT_TRUE(interpreted.finished() && native.finished()) << native.messages();
  EXPECT_EQ(native.outcome.finalObserved, interpreted.outcome.finalObserved);
}

TEST(MendedDerivatives, AFunctionThatIsNotFiniteItselfStillFails) {
  const Simulated run("model M Real x(start = 1, fixed = true); equation der(x) = -1 - 0*sqrt(x); end M;", {.stop = 2});
  EXPECT_FALSE(run.finished());
}

}  // namespace
}  // namespace dashpot::simulation
