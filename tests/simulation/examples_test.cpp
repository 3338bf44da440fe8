// The three examples from text to result, against references that were computed independently.
#include "models/simulated.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace dashpot::simulation {
namespace {

using dashpot::testing::Simulated;

class Tolerance : public ::testing::TestWithParam<double> {};

TEST_P(Tolerance, HiresReachesThePublishedEndValues) {
  const Simulated run(testing::exampleText("hires"), {.tolerance = GetParam()});
  ASSERT_TRUE(run.finished()) << run.messages();
  // Lioen and de Swart, Test Set for IVP Solvers (1999), II.1: t = 321.8122.
  constexpr std::array reference{0.7371312573325668e-3, 0.1442485726316185e-3, 0.5888729740967575e-4,
                                 0.1175651343283149e-2, 0.2386356198831331e-2, 0.6238968252742796e-2,
                                 0.2849998395185769e-2, 0.2850001604814231e-2};
  for (std::size_t i = 0; i < reference.size(); ++i) {
    const double value = run.last("y" + std::to_string(i + 1));
    EXPECT_NEAR(value, reference[i], 30 * GetParam() * reference[i])
        << "y" << i + 1;  // digits: -log10(tolerance) - 1.5
  }
}

INSTANTIATE_TEST_SUITE_P(Hires, Tolerance, ::testing::Values(1e-4, 1e-6, 1e-8));

TEST(Rlc, RingsAsItsClosedFormSays) {
  const double tolerance = 1e-8;
  const Simulated run(testing::exampleText("rlc"), {.tolerance = tolerance});
  ASSERT_TRUE(run.finished()) << run.messages();
  // Series circuit from rest at a constant voltage: v = V (1 - e^(-d t) (cos w t + d/w sin w t)), i = C dv/dt.
  constexpr double V = 10, R = 20, L = 10e-3, C = 1e-6;
  const double d = R / (2 * L), w = std::sqrt(1 / (L * C) - d * d);
  const auto& times = run.table->times();
  ASSERT_GT(times.size(), 500u);
  for (std::size_t k = 0; k < times.size(); ++k) {
    const double t = times[k], decay = std::exp(-d * t);
    EXPECT_NEAR((*run.table)["c.v"][k], V * (1 - decay * (std::cos(w * t) + d / w * std::sin(w * t))), 1e-5) << t;
    EXPECT_NEAR((*run.table)["r.i"][k], C * V * decay * (d * d / w + w) * std::sin(w * t), 1e-7) << t;
    EXPECT_NEAR((*run.table)["source.p.i"][k], -(*run.table)["l.i"][k], 1e-15) << "an alias has its sign";
  }
}

/// The relief circuit again, by hand: one pressure, fourth-order Runge-Kutta with tiny steps that end at the cracking
/// pressure.
class ReliefReference {
 public:
  double pressureAt(double end) {
    while (t_ < end) {
      const double step = std::min(h, end - t_);
      const double next = rk4(step);
      if (open(next) != isOpen_) {
        cross(step);
        continue;
      }
      p_ = next;
      t_ += step;
    }
    return p_;
  }
  std::vector<double> switches;

 private:
  static constexpr double h = 2e-5, V = 2e-3, rho = 860, beta = 1.4e9, tank = 1e5, crack = 120e5, G = 2e-7, Cd = 0.65,
                          area = 3.4e-6;
  static bool open(double p) { return p - tank > crack; }

  double slope(double t, double p) const {
    const double pump = 0.3 + 0.15 * std::sin(2 * std::numbers::pi * 5 * t);
    const double orifice = Cd * area * std::sqrt(2 * rho * (p - tank));
    const double relief = isOpen_ ? G * (p - tank - crack) : 0.0;
    return beta / (V * rho) * (pump - orifice - relief);
  }
  double rk4(double step) const {
    const double k1 = slope(t_, p_), k2 = slope(t_ + step / 2, p_ + step / 2 * k1),
                 k3 = slope(t_ + step / 2, p_ + step / 2 * k2), k4 = slope(t_ + step, p_ + step * k3);
    return p_ + step / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  /// Bisection to the step that ends on the cracking pressure; then the valve switches.
  void cross(double step) {
    double low = 0, high = step;
    for (int i = 0; i < 60; ++i) (open(rk4((low + high) / 2)) != isOpen_ ? high : low) = (low + high) / 2;
    p_ = rk4(high);
    t_ += high;
    isOpen_ = !isOpen_;
    switches.push_back(t_);
  }

  double t_ = 0, p_ = 50e5;
  bool isOpen_ = false;
};

TEST(ReliefCircuit, FollowsAnIndependentIntegration) {
  const Simulated run(testing::exampleText("relief_valve"), {.tolerance = 1e-8});
  ASSERT_TRUE(run.finished()) << run.messages();
  ReliefReference reference;
  const auto& times = run.table->times();
  for (std::size_t k = 0; k < times.size(); ++k)
    EXPECT_NEAR((*run.table)["chamber.p"][k], reference.pressureAt(times[k]), 20.0) << times[k];  // of 1e7 Pa
}

TEST(ReliefCircuit, TheValveOpensAndClosesWhenItShould) {
  const Simulated run(testing::exampleText("relief_valve"), {.tolerance = 1e-8});
  ReliefReference reference;
  reference.pressureAt(1.0);
  const Vector& events = run.table->eventTimes();
  ASSERT_EQ(events.size(), reference.switches.size());
  ASSERT_GE(events.size(), 4u) << "it opens and closes";
  for (std::size_t i = 0; i < events.size(); ++i) EXPECT_NEAR(events[i], reference.switches[i], 1e-6);
  EXPECT_EQ(run.outcome.statistics.events, static_cast<std::int64_t>(events.size()));
}

TEST(ReliefCircuit, MassIsConserved) {
  const Simulated run(testing::exampleText("relief_valve"));
  for (std::size_t k = 0; k < run.table->times().size(); ++k)
    EXPECT_NEAR((*run.table)["tank.port.m_flow"][k], (*run.table)["chamber.port.m_flow"][k] * -1, 1e-12);
}

TEST(Methods, AgreeOnTheExamples) {
  for (const char* name : {"rlc", "relief_valve"}) {
    const Simulated reference(testing::exampleText(name), {.tolerance = 1e-9});
    ASSERT_TRUE(reference.finished()) << reference.messages();
    for (const char* method : {"rodas3", "ida", "cvode", "dopri5"}) {
      if (!findMethod(method)) continue;
      const Simulated run(testing::exampleText(name), {.tolerance = 1e-7, .method = method});
      ASSERT_TRUE(run.finished()) << method << ": " << run.messages();
      const std::string state = std::string(name) == "rlc" ? "c.v" : "chamber.p";
      EXPECT_NEAR(run.last(state) / reference.last(state), 1.0, 1e-4) << name << " by " << method;
    }
  }
}

TEST(Methods, AFixedStepConvergesWithTheOrderOfTheMethod) {
  const Simulated reference(testing::exampleText("rlc"), {.tolerance = 1e-11});
  const auto error = [&](double step) {
    const Simulated run(testing::exampleText("rlc"), {.method = "rodas4", .step = step});
    EXPECT_TRUE(run.finished()) << run.messages();
    return std::fabs(run.last("c.v") - reference.last("c.v"));
  };
  EXPECT_NEAR(std::log2(error(4e-6) / error(2e-6)), 4.0, 0.4);
}

}  // namespace
}  // namespace dashpot::simulation
