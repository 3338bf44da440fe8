#include "integrators/driver/event_monitor.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace dashpot::integrators {
namespace {

int signOf(double x) { return (x > 0) - (x < 0); }

// A stretch of a step is halved at most so often where an event function bends.
constexpr int deepest = 10;
// Of the first step after a start: the first stretch, and how the next ones grow.
constexpr double firstShare = 1e-6, growth = 8;

}  // namespace

EventMonitor::EventMonitor(System& system, const Options& options)
    : system_(system),
      crossings_(system.problem().events.crossings),
      measure_(system.size(), options.tolerances),
      tolerance_(options.eventTolerance),
      checksPerStep_(std::max(options.eventChecksPerStep, 1)),
      spacing_(options.eventSpacing),
      signs_(crossings_.size(), 0),
      left_(crossings_.size()),
      right_(left_),
      middle_(left_),
      largest_(left_),
      disturbed_(left_),
      noise_(left_),
      rough_(left_),
      state_(static_cast<std::size_t>(system.size())),
      nearby_(state_) {}

void EventMonitor::forgetSigns() { std::ranges::fill(signs_, 0); }

bool EventMonitor::crossed(std::size_t i, double g) const {
  if (!(signs_[i] * g < 0)) return false;  // nor where one of them is zero, or g is not a number
  return crossings_[i] == Crossing::either || static_cast<int>(crossings_[i]) == signOf(g);
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
  isFresh_ = true;
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
  if (evaluation_ == Evaluation::ok && anyCrossed(g)) dropNoise(t, y, g);
  return evaluation_ == Evaluation::ok;
}

/// A crossing that a few last bits of the state decide is none: the value becomes zero, which has no sign. The bits are
/// changed this way and that, so that differences of states do not hide what they do.
void EventMonitor::dropNoise(double t, ConstView y, Vector& g) {
  constexpr double fewBits = 8 * std::numeric_limits<double>::epsilon();
  std::ranges::fill(noise_, 0.0);
  for (const std::uint32_t seed : {0x9e3779b9u, 0x85ebca6bu}) {
    for (std::size_t i = 0; i < y.size(); ++i) {
      const bool isUp = ((static_cast<std::uint32_t>(i) + 1) * seed >> 16 & 1) != 0;
      nearby_[i] = y[i] + (isUp ? fewBits : -fewBits) * (std::abs(y[i]) + measure_.floorOf(i));
    }
    if (system_.events(t, nearby_, disturbed_) != Evaluation::ok) return;
    for (std::size_t i = 0; i < g.size(); ++i) noise_[i] = std::max(noise_[i], std::abs(disturbed_[i] - g[i]));
  }
  for (std::size_t i = 0; i < g.size(); ++i)
    if (crossed(i, g[i]) && std::abs(g[i]) <= 2 * noise_[i]) g[i] = 0;
}

std::optional<Event> EventMonitor::scan(Stepper& stepper, double from, double to, bool atEndOnly) {
  if (atEndOnly) return scanStretch(stepper, from, to, true, deepest);
  double left = from;
  const int stretches = stretchesOf(std::abs(to - from));
  // Right after an event functions are near zero, and may cross it again at once: the first stretch is looked at in
  // pieces that begin short and grow.
  if (isFresh_)
    for (double share = firstShare; share < 1.0 / std::max(checksPerStep_, 2 * stretches); share *= growth) {
      const double right = from + share * (to - from);
      if (right == left) continue;
      if (auto event = scanStretch(stepper, left, right, false, 0)) return event;
      if (evaluation_ != Evaluation::ok) return std::nullopt;
      left = right;
    }
  isFresh_ = false;
  for (int k = 1; k <= stretches; ++k) {
    const double right = k == stretches ? to : from + (to - from) * k / stretches;
    if (auto event = scanStretch(stepper, left, right, false, checksPerStep_ > 1 ? 0 : deepest)) return event;
    if (evaluation_ != Evaluation::ok) return std::nullopt;
    left = right;
  }
  return std::nullopt;
}

/// Each is looked at in its middle and at its end.
int EventMonitor::stretchesOf(double length) const {
  constexpr double most = 1e6;
  const int least = std::max(checksPerStep_ / 2, 1);
  if (!(spacing_ > 0)) return least;
  return std::max(least, static_cast<int>(std::min(std::ceil(length / (2 * spacing_)), most)));
}

/// left_ holds the values at `left`. A function that bends so much over the stretch that it might cross zero and come
/// back unseen has it looked at in halves.
std::optional<Event> EventMonitor::scanStretch(Stepper& stepper, double left, double right, bool atEndOnly, int depth) {
  const double middle = left + (right - left) / 2;
  const bool hasMiddle = depth < deepest && middle != left && middle != right;
  if (hasMiddle) {
    if (!evaluateAt(stepper, middle, middle_)) return std::nullopt;
    if (anyCrossed(middle_)) {
      std::swap(right_, middle_);
      return crossing(stepper, left, middle, false);
    }
  }
  if (!evaluateAt(stepper, right, right_)) return std::nullopt;
  if (hasMiddle && bends(depth)) {
    if (auto event = scanStretch(stepper, left, middle, false, depth + 1)) return event;
    if (evaluation_ != Evaluation::ok) return std::nullopt;
    return scanStretch(stepper, middle, right, false, depth + 1);
  }
  if (anyCrossed(right_)) {
    if (hasMiddle) std::swap(left_, middle_);
    return crossing(stepper, hasMiddle ? middle : left, right, atEndOnly);
  }
  takeSigns(right_);
  std::ranges::copy(right_, left_.begin());
  return std::nullopt;
}

/// Some function has crossed between `left` and `right`, whose values are in left_ and right_.
Event EventMonitor::crossing(Stepper& stepper, double left, double right, bool atEndOnly) {
  Event event = atEndOnly ? eventAt(right, right_) : locate(stepper, left, right);
  takeSigns(right_);
  std::ranges::copy(right_, left_.begin());
  return event;
}

/// Whether the parabola through the three values of a function comes near zero between them. Changes that are nothing
/// beside what the function has been are rounding; and a function that still bends where a smooth one would be straight
/// bends by rounding, too: from then on, bends of that size do not count.
bool EventMonitor::bends(int depth) {
  constexpr double noise = 1e-10, harmless = 0.1, doubt = 4;
  bool result = false;
  for (std::size_t i = 0; i < right_.size(); ++i) {
    const double nearest = std::min({std::abs(left_[i]), std::abs(middle_[i]), std::abs(right_[i])});
    largest_[i] = std::max({largest_[i], std::abs(left_[i]), std::abs(right_[i])});
    const double bend = std::abs(left_[i] - 2 * middle_[i] + right_[i]);
    if (!(bend > harmless * nearest && bend > noise * largest_[i] && bend > doubt * rough_[i])) continue;
    if (depth + 1 == deepest)
      rough_[i] = bend;
    else
      result = true;
  }
  return result;
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
