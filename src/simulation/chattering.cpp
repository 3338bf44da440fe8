#include "simulation/chattering.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::simulation {

namespace {

using codegen::Entry;

constexpr double shortestCrossing = 1e-5;  // of the run
constexpr double widening = 10.0;          // of a width that proved too small

}  // namespace

double hysteresisFor(BoundModel& model, std::size_t mode, double t, ConstView y, double duration, double tolerance) {
  if (model.hysteresis[mode] > 0.0) return widening * model.hysteresis[mode];
  const double crossing = std::max(tolerance, shortestCrossing) * duration;
  double largest = 0.0;
  const double present = model.modes[mode];
  for (const double side : {0.0, 1.0}) {
    model.modes[mode] = side;
    const auto slope = model.evaluate(Entry::rhs, t, y);
    const auto here = model.evaluate(Entry::events, t, y);
    if (!slope || !here) continue;
    Vector ahead(y.begin(), y.end());
    for (std::size_t i = 0; i < model.model().size(); ++i)
      if (model.model().isDifferential[i]) ahead[i] += crossing * (*slope)[i];
    if (const auto there = model.evaluate(Entry::events, t + crossing, ahead))
      largest = std::max(largest, std::fabs((*there)[mode] - (*here)[mode]));
  }
  model.modes[mode] = present;
  return largest > 0.0 ? largest : tolerance;
}

}  // namespace dashpot::simulation
