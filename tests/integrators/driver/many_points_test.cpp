// States within a step at several times at once.
#include "dashpot/integrate.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>

namespace dashpot {
namespace {

/// Seven states that follow one another, each at a rate of its own: sizes that are no multiple of four have a rest.
Problem followers() {
  Problem problem;
  problem.size = 7;
  problem.rhs = [](double t, ConstView y, View f) {
    for (std::size_t i = 0; i < y.size(); ++i) {
      const double ahead = i == 0 ? std::sin(t) : y[i - 1];
      f[i] = (1.0 + static_cast<double>(i)) * (ahead - y[i]);
    }
  };
  return problem;
}

class ManyPoints : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    Options options{.method = GetParam(), .tolerances = {.relative = 1e-6, .absolute = 1e-8}};
    integrator.emplace(followers(), options);
    ASSERT_EQ(integrator->start(0, Vector(size, 0.5), 10), RunStatus::running);
    for (int k = 0; k < 5; ++k) ASSERT_EQ(integrator->step(), RunStatus::running);
    const double from = integrator->previousTime(), to = integrator->time();
    for (std::size_t k = 0; k < times.size(); ++k)
      times[k] = from + static_cast<double>(k) / static_cast<double>(times.size() - 1) * (to - from);
    times.back() = to;
  }

  static constexpr std::size_t size = 7;
  std::optional<Integrator> integrator;
  /// Where a component stands at one of the times, by the contract of interpolateMany.
  static std::size_t place(std::size_t time, std::size_t component) {
    return time / 4 * 4 * size + 4 * component + time % 4;
  }
  std::array<double, 28> times{};
};

TEST_P(ManyPoints, HaveTheBitsThatEachHasAlone) {
  Vector together(times.size() * size), alone(size);
  integrator->interpolateMany(times, together);
  for (std::size_t k = 0; k < times.size(); ++k) {
    integrator->interpolate(times[k], alone);
    for (std::size_t i = 0; i < size; ++i) EXPECT_EQ(together[place(k, i)], alone[i]) << k << ' ' << i;
  }
}

TEST_P(ManyPoints, AreNearTheirStatesAtAGlimpseAndOnThemAtTheEnd) {
  Vector seen(times.size() * size), alone(size);
  integrator->glimpse(times, seen);
  for (std::size_t k = 0; k < times.size(); ++k) {
    integrator->interpolate(times[k], alone);
    for (std::size_t i = 0; i < size; ++i) EXPECT_NEAR(seen[place(k, i)], alone[i], 1e-2) << k << ' ' << i;
  }
  for (std::size_t i = 0; i < size; ++i) EXPECT_EQ(seen[place(times.size() - 1, i)], integrator->state()[i]);
}

TEST_P(ManyPoints, ThatAreNotInFoursOrHaveNoRoomAreRefused) {
  Vector room(times.size() * size);
  const ConstView all(times);
  EXPECT_THROW(integrator->interpolateMany(all.first(3), View(room).first(3 * size)), std::invalid_argument);
  EXPECT_THROW(integrator->interpolateMany(all, View(room).first(times.size())), std::invalid_argument);
  EXPECT_THROW(integrator->glimpse(all.first(6), View(room).first(6 * size)), std::invalid_argument);
  EXPECT_NO_THROW(integrator->interpolateMany({}, {}));
}

INSTANTIATE_TEST_SUITE_P(Methods, ManyPoints,
                         ::testing::Values("rodas5p", "rodas3", "radau5", "radau9", "dopri5", "cvode", "auto"),
                         [](const auto& method) {
                           std::string name(method.param);
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace dashpot
