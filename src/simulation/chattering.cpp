#include "simulation/chattering.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace dashpot::simulation {

namespace {

using codegen::Entry;

constexpr double shortestCrossing = 1e-5;  // of the run
constexpr double widening = 10.0;          // of a width that proved too small
constexpr double rounding = 1e-12;         // a function that moves less does not move
constexpr double shortMoment = 1e-9;       // of the run: to see in which direction things move

/// How far the relation's function moves in this time, taken as false and as true.
std::array<double, 2> changes(BoundModel& model, std::size_t mode, double t, ConstView y, double time) {
  std::array<double, 2> result{};
  const double present = model.modes[mode];
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    model.modes[mode] = static_cast<double>(side);
    const auto slope = model.evaluate(Entry::rhs, t, y);
    const auto here = model.evaluate(Entry::events, t, y);
    if (!slope || !here) continue;
    Vector ahead(y.begin(), y.end());
    for (std::size_t i = 0; i < model.model().size(); ++i)
      if (model.model().isDifferential[i]) ahead[i] += time * (*slope)[i];
    if (const auto there = model.evaluate(Entry::events, t + time, ahead))
      result[side] = (*there)[mode] - (*here)[mode];
  }
  model.modes[mode] = present;
  return result;
}

}  // namespace

bool passesThrough(BoundModel& model, std::size_t mode, double t, ConstView y, double duration) {
  const auto [whenFalse, whenTrue] = changes(model, mode, t, y, shortMoment * duration);
  return whenFalse * whenTrue > 0;
}

double hysteresisFor(BoundModel& model, std::size_t mode, double t, ConstView y, double duration, double tolerance) {
  if (model.hysteresis[mode] > 0.0) return widening * model.hysteresis[mode];
  const auto [whenFalse, whenTrue] = changes(model, mode, t, y, std::max(tolerance, shortestCrossing) * duration);
  const double largest = std::max(std::fabs(whenFalse), std::fabs(whenTrue));
  return largest > rounding ? largest : tolerance;
}

}  // namespace dashpot::simulation
