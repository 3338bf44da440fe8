#include "integrators/event_monitor.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dashpot::integrators {
namespace {

int signOf(double x) { return (x > 0) - (x < 0); }

}  // namespace

EventMonitor::EventMonitor(System& system, const Options& options)
    : system_(system),
      crossings_(system.problem().events.crossings),
      tolerance_(options.eventTolerance),
      checksPerStep_(std::max(options.eventChecksPerStep, 1)),
      signs_(crossings_.size(), 0),
      left_(crossings_.size()),
      right_(left_),
      middle_(left_),
      state_(static_cast<std::size_t>(system.size())) {}

void EventMonitor::forgetSigns() { std::ranges::fill(signs_, 0); }

bool EventMonitor::crossed(std::size_t i, double g) const {
  const int before = signs_[i];
  const int now = signOf(g);
  if (before == 0 || now == 0 || now == before) return false;
  return crossings_[i] == Crossing::either || static_cast<int>(crossings_[i]) == now;
}

bool EventMonitor::anyCrossed(const Vector& g) const {
  for (std::size_t i = 0; i < g.size(); ++i)
    if (crossed(i, g[i])) return true;
  return false;
}

void EventMonitor::takeSigns(const Vector& g) {
  for (std::size_t i = 0; i < g.size(); ++i)
    if (const int sign = signOf(g[i]); sign != 0) signs_[i] = sign;
}

Event EventMonitor::eventAt(double t, const Vector& g) const {
  Event event{t, {}};
  for (std::size_t i = 0; i < g.size(); ++i)
    if (crossed(i, g[i])) event.functions.push_back(static_cast<int>(i));
  return event;
}

std::optional<Event> EventMonitor::begin(double t, ConstView y) {
  evaluation_ = system_.events(t, y, right_);
  if (evaluation_ != Evaluation::ok) return std::nullopt;
  std::optional<Event> event;
  if (anyCrossed(right_)) event = eventAt(t, right_);
  takeSigns(right_);
  std::ranges::copy(right_, left_.begin());
  return event;
}

bool EventMonitor::evaluateAt(Stepper& stepper, double t, Vector& g) {
  ConstView y = stepper.state();
  if (t != stepper.time()) {
    stepper.interpolate(t, state_);
    y = state_;
  }
  evaluation_ = system_.events(t, y, g);
  return evaluation_ == Evaluation::ok;
}

std::optional<Event> EventMonitor::scan(Stepper& stepper, double from, double to, bool atEndOnly) {
  const int checks = atEndOnly ? 1 : checksPerStep_;
  double left = from;
  for (int k = 1; k <= checks; ++k) {
    const double right = k == checks ? to : from + (to - from) * k / checks;
    if (!evaluateAt(stepper, right, right_)) return std::nullopt;
    if (anyCrossed(right_)) {
      Event event = atEndOnly ? eventAt(right, right_) : locate(stepper, left, right);
      takeSigns(right_);
      std::ranges::copy(right_, left_.begin());
      return event;
    }
    takeSigns(right_);
    std::ranges::copy(right_, left_.begin());
    left = right;
  }
  return std::nullopt;
}

/// Illinois method on the function that crosses first by linear interpolation, over all functions at once
/// (as in CVODE's root finder: Hiebert and Shampine 1980). On return right_ holds the values at the event.
Event EventMonitor::locate(Stepper& stepper, double left, double right) {
  constexpr int mostIterations = 100;
  double illinois = 1;
  int lastSide = 0;
  for (int iteration = 0; iteration < mostIterations; ++iteration) {
    const double scale = std::max(std::abs(left), std::abs(right));
    const double width = std::max(tolerance_, 4 * std::numeric_limits<double>::epsilon() * scale);
    if (std::abs(right - left) <= width) break;

    double fraction = 1;  // of the bracket, at which the earliest crossing is expected
    for (std::size_t i = 0; i < right_.size(); ++i) {
      if (!crossed(i, right_[i])) continue;
      const double leftValue = illinois * left_[i];
      const double f = leftValue == right_[i] ? 0.5 : leftValue / (leftValue - right_[i]);
      fraction = std::min(fraction, f);
    }
    // Inside the bracket by at least half the wanted width; by bisection now and then, so that it shrinks in any case.
    if (iteration % 4 == 3 || !std::isfinite(fraction)) fraction = 0.5;
    const double margin = std::min(0.5, 0.5 * width / std::abs(right - left));
    const double middle = left + std::clamp(fraction, margin, 1 - margin) * (right - left);
    if (middle == left || middle == right) break;

    if (!evaluateAt(stepper, middle, middle_)) break;
    if (anyCrossed(middle_)) {
      right = middle;
      std::swap(right_, middle_);
      illinois = lastSide == 1 ? illinois / 2 : 1;
      lastSide = 1;
    } else {
      left = middle;
      std::swap(left_, middle_);
      illinois = lastSide == -1 ? illinois * 2 : 1;
      lastSide = -1;
    }
  }
  return eventAt(right, right_);
}

}  // namespace dashpot::integrators
