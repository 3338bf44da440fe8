// What is recorded between the ends of steps.
#include "models/simulated.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace dashpot::simulation {
namespace {

using dashpot::testing::Simulated;

TEST(Interpolation, AFastStateFollowsItsSourceWithinSteps) {
  // x' = a (sin(w t) - x): x = sin(w t) - w/a cos(w t) + ..., within 2e-6 of the sine; as much again for a slope of the
  // interpolant that is wrong.
  for (const char* method : {"rodas5p", "rodas4", "radau5", "ida"}) {
    const Simulated run("model M Real x(start = 0, fixed = true); equation der(x) = 1e9*(sin(2000*time) - x); end M;",
                        {.stop = 0.01, .tolerance = 1e-8, .method = method});
    ASSERT_TRUE(run.finished()) << run.messages();
    for (std::size_t k = 1; k < run.table->times().size(); ++k)
      ASSERT_NEAR((*run.table)["x"][k], std::sin(2000 * run.table->times()[k]), 1e-5)
          << method << " at " << run.table->times()[k];
  }
}

TEST(Interpolation, OfTheDefaultMethodIsAccurateWhereAStateIsSomewhatFast) {
  // x' = a (s - x), s' = -s: x = a/(a - 1) (exp(-t) - exp(-a t)). What is somewhat fast is left to an explicit method, whose
  // steps reach over some time constants.
  for (const double a : {5.0, 15.0, 40.0, 100.0})
    for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
      const Simulated run(
          fmt::format(
              "model M Real x(start = 0, fixed = true), s(start = 1, fixed = true); equation der(x) = {}*(s - x); "
              "der(s) = -s; end M;",
              a),
          {.stop = 6, .tolerance = tolerance});
      ASSERT_TRUE(run.finished()) << run.messages();
      double largest = 0;
      for (std::size_t k = 0; k < run.table->times().size(); ++k) {
        const double t = run.table->times()[k];
        largest = std::max(largest, std::fabs((*run.table)["x"][k] - a / (a - 1) * (std::exp(-t) - std::exp(-a * t))));
      }
      EXPECT_LT(largest, 5 * tolerance) << a << " " << tolerance << " " << largest / tolerance;
    }
}

TEST(Interpolation, FastStatesThatFollowOneAnotherDoSo) {
  for (const char* method : {"rodas5p", "radau5"}) {
    const Simulated run(
        "model M Real x(start = 0, fixed = true), y(start = 0, fixed = true), s(start = 1, fixed = true); equation "
        "der(x) = 1e8*(sin(300*time) + 0.5*y - x); der(y) = 1e9*(x - y); der(s) = -s; end M;",
        {.stop = 0.1, .tolerance = 1e-7, .method = method});
    ASSERT_TRUE(run.finished()) << run.messages();
    for (std::size_t k = 1; k < run.table->times().size(); ++k) {
      const double t = run.table->times()[k];
      ASSERT_NEAR((*run.table)["y"][k], 2 * std::sin(300 * t), 5e-5) << method << " at " << t;
      ASSERT_NEAR((*run.table)["s"][k], std::exp(-t), 1e-5) << method << " at " << t;
    }
  }
}

TEST(Interpolation, AnUnknownThatMagnifiesAFastStateFollowsItsSource) {
  // A stiff volume: m' = s - p, p + p^3 = K (m - 1), s = 2 + sin(t). What is right of m to 1e-9 is wrong of p by 1e-9 K;
  // but p is s but for s' (1 + 3 p^2)/K.
  for (const char* method : {"rodas5p", "rodas4", "radau5", "ida"}) {
    const Simulated run(
        "model M Real m(start = 1 + 1e-8, fixed = true), p(start = 2); equation der(m) = 2 + sin(time) - p; p + p^3 = "
        "1e9*(m - 1); end M;",
        {.stop = 10, .tolerance = 1e-6, .method = method});
    ASSERT_TRUE(run.finished()) << run.messages();
    for (std::size_t k = 1; k < run.table->times().size(); ++k)
      ASSERT_NEAR((*run.table)["p"][k], 2 + std::sin(run.table->times()[k]), 2e-5)
          << method << " at " << run.table->times()[k];
  }
}

}  // namespace
}  // namespace dashpot::simulation
