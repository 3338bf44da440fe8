#include "integrators/driver/event_monitor.hpp"

#include "integrators/driver/bracketed_zero.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace dashpot::integrators {
namespace {

int signOf(double x) { return (x > 0) - (x < 0); }

double middleOf(double left, double right) { return left + (right - left) / 2; }

// A stretch of a step is halved at most so often where an event function bends.
constexpr int deepest = 10;
// Of the first step after a start: where it is looked at first, and how much farther away from the start each time.
constexpr double firstShare = 1e-6, growth = 8;
// How far beyond zero a function must be to have crossed it, and how far where an event is looked for and found, in terms
// of its noise.
constexpr double leastBeyond = 2, wantedBeyond = 4, mostBeyond = 8;

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
      former_(left_),
      beforeValues_(left_),
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
  before_.reset();
  evaluation_ = system_.events(t, y, right_);
  if (evaluation_ != Evaluation::ok) return std::nullopt;
  std::optional<Event> event;
  if (anyCrossed(right_)) event = eventAt(t, right_);
  takeSigns(right_);
  std::ranges::copy(right_, left_.begin());
  return event;
}

ConstView EventMonitor::stateAt(Stepper& stepper, double t) {
  if (t == stepper.time()) return stepper.state();
  stepper.interpolate(t, state_);
  return state_;
}

bool EventMonitor::evaluateAt(Stepper& stepper, double t, Vector& g) {
  const ConstView y = stateAt(stepper, t);
  evaluation_ = system_.events(t, y, g);
  if (evaluation_ != Evaluation::ok) return false;
  if (anyCrossed(g)) {
    measureNoise(t, y, g);
    dropNoise(g);
  }
  return true;
}

/// How much a few last bits of the state change the functions. The bits are changed this way and that, so that
/// differences of states do not hide what they do.
void EventMonitor::measureNoise(double t, ConstView y, const Vector& g) {
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
}

/// A crossing that noise decides is none: the value becomes zero, which has no sign.
void EventMonitor::dropNoise(Vector& g) const {
  for (std::size_t i = 0; i < g.size(); ++i)
    if (crossed(i, g[i]) && std::abs(g[i]) <= leastBeyond * noise_[i]) g[i] = 0;
}

/// A function that is zero where this one is surely beyond it.
double EventMonitor::beyondRounding(std::size_t i, double g) const { return g + signs_[i] * wantedBeyond * noise_[i]; }

/// Whether all that have crossed are hardly beyond zero, by their rounding.
bool EventMonitor::isAtRounding(const Vector& g, double margin) const {
  for (std::size_t i = 0; i < g.size(); ++i)
    if (crossed(i, g[i]) && std::abs(g[i]) > margin * mostBeyond * noise_[i]) return false;
  return true;
}

std::optional<Event> EventMonitor::scan(Stepper& stepper, double from, double to, bool atEndOnly) {
  if (atEndOnly) return scanStretch(stepper, from, to, to, true, deepest);
  double left = from;
  const int stretches = stretchesOf(std::abs(to - from));
  // Right after an event functions are near zero, and may cross it again at once: the first stretch is looked at at
  // points that begin near the start and go farther and farther away from it.
  const double farthest = 1.0 / std::max(checksPerStep_, 2 * stretches);
  if (isFresh_)
    for (double share = firstShare; share < farthest; share *= growth * growth) {
      const double middle = from + share * (to - from);
      const double right = from + std::min(growth * share, farthest) * (to - from);
      if (middle == left || right == middle) continue;
      if (auto event = scanStretch(stepper, left, middle, right, false, 0)) return event;
      if (evaluation_ != Evaluation::ok) return std::nullopt;
      left = right;
    }
  isFresh_ = false;
  for (int k = 1; k <= stretches; ++k) {
    const double right = k == stretches ? to : from + (to - from) * k / stretches;
    const int depth = checksPerStep_ > 1 ? 0 : deepest;
    if (auto event = scanStretch(stepper, left, middleOf(left, right), right, false, depth)) return event;
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

/// left_ holds the values at `left`. It is looked at at `middle` and `right`; where a function bends so much over the
/// stretch that it might cross zero and come back unseen, in halves.
std::optional<Event> EventMonitor::scanStretch(Stepper& stepper, double left, double middle, double right,
                                               bool atEndOnly, int depth) {
  const bool hasMiddle = depth < deepest && middle != left && middle != right;
  if (hasMiddle) {
    if (!evaluateAt(stepper, middle, middle_)) return std::nullopt;
    if (anyCrossed(middle_)) {
      std::swap(right_, middle_);
      return crossing(stepper, left, middle, std::nullopt, false);
    }
  }
  if (!evaluateAt(stepper, right, right_)) return std::nullopt;
  if (hasMiddle && bends(left, middle, right, depth)) {
    if (auto event = scanStretch(stepper, left, middleOf(left, middle), middle, false, depth + 1)) return event;
    if (evaluation_ != Evaluation::ok) return std::nullopt;
    return scanStretch(stepper, middle, middleOf(middle, right), right, false, depth + 1);
  }
  if (anyCrossed(right_)) {
    if (!hasMiddle) return crossing(stepper, left, right, std::nullopt, atEndOnly);
    std::swap(former_, left_);
    std::swap(left_, middle_);
    return crossing(stepper, middle, right, left, atEndOnly);
  }
  takeSigns(right_);
  before_ = hasMiddle ? middle : left;
  std::swap(beforeValues_, hasMiddle ? middle_ : left_);
  std::ranges::copy(right_, left_.begin());
  return std::nullopt;
}

/// Some function has crossed between `left` and `right`, whose values are in left_ and right_; those at the point before
/// are in former_, if there is one.
Event EventMonitor::crossing(Stepper& stepper, double left, double right, std::optional<double> former,
                             bool atEndOnly) {
  before_.reset();
  Event event = atEndOnly ? eventAt(right, right_) : locate(stepper, left, right, former);
  takeSigns(right_);
  std::ranges::copy(right_, left_.begin());
  return event;
}

/// Whether the parabola through the three values of a function comes near zero between them: it bulges towards zero, or
/// so much that it may be a wave, and is not so steep that it must be monotone. The value before the stretch has a say,
/// too: the three may lie on a straight line, though the function turns between them. Changes that are nothing beside
/// what the function has been are rounding; and a function that still bends where a smooth one would be straight bends by
/// rounding, too: from then on, bends of that size do not count.
bool EventMonitor::bends(double left, double middle, double right, int depth) {
  constexpr double noise = 1e-10, harmless = 0.1, doubt = 4;
  constexpr double steep = 4;          // beside the bend: a parabola is monotone from 2 on
  constexpr double slight = 0.5;       // beside its values
  constexpr double nearby = 1.0 / 64;  // of the stretch: what is nearer before it amplifies rounding
  const double length = right - left;
  const bool hasBefore = before_ && std::abs(left - *before_) > nearby * std::abs(length);
  bool result = false;
  for (std::size_t i = 0; i < right_.size(); ++i) {
    const auto [nearest, farthest] = std::minmax({std::abs(left_[i]), std::abs(middle_[i]), std::abs(right_[i])});
    largest_[i] = std::max({largest_[i], std::abs(left_[i]), std::abs(right_[i])});
    const double slope = (middle_[i] - left_[i]) / (middle - left);
    const double curvature = ((right_[i] - middle_[i]) / (right - middle) - slope) / length;
    const double before =
        hasBefore ? (slope - (left_[i] - beforeValues_[i]) / (left - *before_)) / (middle - *before_) : 0;
    // Twice the distance from a straight line in the middle of the stretch.
    const double bend = 0.5 * std::max(std::abs(curvature), std::abs(before)) * length * length;
    if (!(bend > harmless * nearest && bend > noise * largest_[i] && bend > doubt * rough_[i])) continue;
    const bool bulgesAway = curvature * middle_[i] < 0 && bend < slight * farthest;
    if (bulgesAway || std::abs(right_[i] - left_[i]) > steep * bend) continue;
    if (depth + 1 == deepest)
      rough_[i] = bend;
    else
      result = true;
  }
  return result;
}

/// The functions that have crossed at the right end tell where they are expected to have done so, and the earliest is
/// looked at (all functions at once, as in CVODE's root finder: Hiebert and Shampine 1980). On return right_ holds the
/// values at the event.
///
/// What rounding decides has not crossed. So what is looked for is the point where a function lies beyond zero by a
/// little more than its rounding, and the search is over as soon as it is found: a zero beside it would be looked for
/// among values that mean nothing. How large rounding is was measured at the right end, and is again where that matters.
Event EventMonitor::locate(Stepper& stepper, double left, double right, std::optional<double> former) {
  constexpr int mostIterations = 100;
  constexpr int patience = 3;
  double lastLength = std::numeric_limits<double>::infinity();
  bool isLeftLatest = true;
  for (int iteration = 0; iteration < mostIterations && !isAtRounding(right_); ++iteration) {
    const double scale = std::max(std::abs(left), std::abs(right));
    const double width = std::max(tolerance_, 4 * std::numeric_limits<double>::epsilon() * scale);
    const double length = std::abs(right - left);
    if (length <= width) break;

    double share = 1;  // of the bracket, at which the earliest crossing is expected
    for (std::size_t i = 0; i < right_.size(); ++i) {
      if (!crossed(i, right_[i])) continue;
      const Sample atLeft{left, beyondRounding(i, left_[i])}, atRight{right, beyondRounding(i, right_[i])};
      const std::optional<Sample> outside =
          former ? std::optional(Sample{*former, beyondRounding(i, former_[i])}) : std::nullopt;
      const double zero =
          isLeftLatest ? expectedZero(atLeft, atRight, outside) : expectedZero(atRight, atLeft, outside);
      share = std::min(share, (zero - left) / (right - left));
    }
    if (iteration % patience == 0 && std::exchange(lastLength, length) < 2 * length) share = 0.5;
    // Inside the bracket by at least half the wanted width.
    const double margin = std::min(0.5, 0.5 * width / length);
    const double middle = left + std::clamp(share, margin, 1 - margin) * (right - left);
    if (middle == left || middle == right) break;

    const ConstView y = stateAt(stepper, middle);
    evaluation_ = system_.events(middle, y, middle_);
    if (evaluation_ != Evaluation::ok) break;
    constexpr double closely = 4;  // beside what is wanted
    if (anyCrossed(middle_) && (length <= closely * width || isAtRounding(middle_, closely)))
      measureNoise(middle, y, middle_);
    dropNoise(middle_);
    isLeftLatest = !anyCrossed(middle_);
    former = std::exchange(isLeftLatest ? left : right, middle);
    std::swap(former_, isLeftLatest ? left_ : right_);
    std::swap(isLeftLatest ? left_ : right_, middle_);
  }
  return eventAt(right, right_);
}

}  // namespace dashpot::integrators
