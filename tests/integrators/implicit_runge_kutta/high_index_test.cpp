// The pendulum with its length as a constraint on the positions: index 3, solved directly with the unknowns' indices
// marked. Orders of Radau IIA with s stages (Hairer, Lubich and Roche 1989, table 2.3): positions 2s - 2, velocities s,
// multiplier s - 1.
#include "integrators/measure.hpp"

#include <gtest/gtest.h>

namespace dashpot::testing {
namespace {

constexpr double gravity = 1;
constexpr double duration = 1;

/// x' = u, y' = v, u' = -lambda x, v' = -lambda y - g, 0 = x^2 + y^2 - 1; starts horizontally, at rest.
Problem pendulum() {
  Problem p;
  p.size = 5;
  p.rhs = [](double, ConstView z, View f) {
    f[0] = z[2];
    f[1] = z[3];
    f[2] = -z[4] * z[0];
    f[3] = -z[4] * z[1] - gravity;
    f[4] = z[0] * z[0] + z[1] * z[1] - 1;
  };
  p.mass.kind = MassMatrix::Kind::diagonal;
  p.mass.values = {1, 1, 1, 1, 0};
  p.autonomous = true;
  p.indices = {1, 1, 2, 2, 3};
  return p;
}
const Vector atRest{1, 0, 0, 0, 0};

/// The same motion by its angle, an ordinary differential equation.
Vector exactAt(double t) {
  const Problem angle{.size = 2, .rhs = [](double, ConstView a, View f) {
                        f[0] = a[1];
                        f[1] = -gravity * std::cos(a[0]);
                      }};
  Options options;
  options.method = "dop853";
  options.tolerances = {.relative = 1e-13, .absolute = 1e-13};
  const Vector a = solve(angle, 0, t, {0.0, 0.0}, options).states.back();
  const double c = std::cos(a[0]), s = std::sin(a[0]);
  return {c, s, -s * a[1], c * a[1], a[1] * a[1] - gravity * s};
}

struct Errors {
  double position, velocity, multiplier;
};
Errors errorsOf(const Vector& z, const Vector& exact) {
  const auto difference = [&](std::size_t i) { return std::abs(z[i] - exact[i]); };
  return {std::max(difference(0), difference(1)), std::max(difference(2), difference(3)), difference(4)};
}

/// The largest errors over all steps: at one point they may cancel.
Errors withSteps(const std::string& method, int steps) {
  const Solution s = solve(pendulum(), 0, duration, atRest, fixedStep(method, duration / steps));
  EXPECT_TRUE(s.ok()) << s.failure.message;
  Errors largest{};
  for (int k = 1; k <= 10; ++k) {
    const auto i = static_cast<std::size_t>(k * steps / 10);
    const Errors e = errorsOf(s.states[i], exactAt(s.times[i]));
    largest = {std::max(largest.position, e.position), std::max(largest.velocity, e.velocity),
               std::max(largest.multiplier, e.multiplier)};
  }
  return largest;
}

TEST(IndexThree, RadauMethodsConvergeAtLeastWithTheOrdersOfTheTheory) {
  const struct {
    const char* method;
    int stages;
  } rows[] = {{"radau3", 2}, {"radau5", 3}};
  for (const auto& row : rows) {
    const Errors a = withSteps(row.method, 20), b = withSteps(row.method, 80);
    const auto order = [](double coarse, double fine) { return std::log(coarse / fine) / std::log(4.0); };
    EXPECT_GT(order(a.position, b.position), 2 * row.stages - 2 - 0.2) << row.method;
    EXPECT_GT(order(a.velocity, b.velocity), row.stages - 0.2) << row.method;
    EXPECT_GT(order(a.multiplier, b.multiplier), row.stages - 1 - 0.2) << row.method;
  }
}

TEST(IndexThree, VariableStepsReachTheToleranceOnceTheIndicesAreMarked) {
  const Vector exact = exactAt(duration);
  for (const char* const method : {"radau5", "radau9", "radau13", "radau"})
    for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
      Options options;
      options.method = method;
      options.tolerances = {.relative = tolerance, .absolute = tolerance};
      const Solution s = solve(pendulum(), 0, duration, atRest, options);
      ASSERT_TRUE(s.ok()) << method << " " << tolerance << ": " << s.failure.message;
      const Errors errors = errorsOf(s.states.back(), exact);
      EXPECT_LT(errors.position, 10 * tolerance) << method << " " << tolerance;
      EXPECT_LT(s.statistics.steps, 600) << method << " " << tolerance;
    }
}

TEST(IndexThree, IsHardWithoutMarks) {
  Problem unmarked = pendulum();
  unmarked.indices = {};
  Options options;
  options.method = "radau5";
  options.tolerances = {.relative = 1e-8, .absolute = 1e-8};
  options.maxSteps = 20'000;
  const Solution marked = solve(pendulum(), 0, duration, atRest, options);
  const Solution s = solve(unmarked, 0, duration, atRest, options);
  ASSERT_TRUE(marked.ok()) << marked.failure.message;
  EXPECT_TRUE(!s.ok() || s.statistics.steps > 2 * marked.statistics.steps) << s.statistics.steps;
}

}  // namespace
}  // namespace dashpot::testing
