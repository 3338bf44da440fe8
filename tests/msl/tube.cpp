#include "tube.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::msl {

Tube::Tube(Signal reference, double interval, const TubeOptions& options)
    : reference_(reference), sampling_(options.sampling * interval) {
  if (reference.times.empty()) return;
  const auto [low, high] = std::ranges::minmax(reference.values);
  const double largest = std::max(std::fabs(low), std::fabs(high));
  height_ = std::max({options.height * (high - low), options.digits * largest, options.smallest});
  findJumps(options.shift * (reference.times.back() - reference.times.front()), options.shareOfGap);
}

void Tube::findJumps(double shift, double shareOfGap) {
  const auto& [times, values] = reference_;
  for (std::size_t i = 1; i < times.size(); ++i)
    if (times[i] == times[i - 1] && std::fabs(values[i] - values[i - 1]) > height_)
      if (jumps_.empty() || jumps_.back().time < times[i]) jumps_.push_back({times[i], shift});
  for (std::size_t i = 1; i < jumps_.size(); ++i) {
    const double most = shareOfGap * (jumps_[i].time - jumps_[i - 1].time);
    jumps_[i].play = std::min(jumps_[i].play, most);
    jumps_[i - 1].play = std::min(jumps_[i - 1].play, most);
  }
}

double Tube::playAt(double time) const {
  double play = sampling_;
  const auto next = std::ranges::lower_bound(jumps_, time, {}, &Jump::time);
  const auto consider = [&](const Jump& jump) {
    if (std::fabs(jump.time - time) <= jump.play) play = std::max(play, jump.play);
  };
  if (next != jumps_.end()) consider(*next);
  if (next != jumps_.begin()) consider(*std::prev(next));
  return play;
}

double Tube::interpolated(double time) const {
  const auto& [times, values] = reference_;
  const auto after = static_cast<std::size_t>(std::ranges::upper_bound(times, time) - times.begin());
  if (after == 0) return values.front();
  if (after == times.size()) return values.back();
  const double part = (time - times[after - 1]) / (times[after] - times[after - 1]);
  return values[after - 1] + part * (values[after] - values[after - 1]);
}

Tube::Bounds Tube::boundsAt(double time) const {
  const auto& [times, values] = reference_;
  const double play = playAt(time);
  const double first = interpolated(time - play), last = interpolated(time + play);
  Bounds bounds{std::min(first, last), std::max(first, last)};
  const auto begin = std::ranges::lower_bound(times, time - play), end = std::ranges::upper_bound(times, time + play);
  const auto extend = [&](double value) {
    bounds.low = std::min(bounds.low, value);
    bounds.high = std::max(bounds.high, value);
  };
  for (auto at = begin; at < end; ++at) extend(values[static_cast<std::size_t>(at - times.begin())]);
  const auto after = static_cast<std::size_t>(std::ranges::upper_bound(times, time) - times.begin());
  if (after >= 2 && after < times.size()) extend(continued(after - 2, after - 1, time));
  if (after >= 1 && after + 1 < times.size()) extend(continued(after + 1, after, time));
  return {bounds.low - height_, bounds.high + height_};
}

/// The straight line from one sample through the next one; where they are an event, the value of the latter.
double Tube::continued(std::size_t from, std::size_t through, double time) const {
  const auto& [times, values] = reference_;
  const double length = times[through] - times[from];
  if (length == 0.0) return values[through];
  return values[through] + (values[through] - values[from]) * (time - times[through]) / length;
}

std::optional<Deviation> Tube::worst(Signal signal) const {
  std::optional<Deviation> worst;
  for (std::size_t i = 0; i < signal.times.size(); ++i) {
    const double value = signal.values[i];
    const auto [low, high] = boundsAt(signal.times[i]);
    if (value >= low && value <= high) continue;
    const double excess = std::isfinite(value) ? std::max(low - value, value - high) / height_ : INFINITY;
    if (!worst || excess > worst->excess)
      worst = Deviation{signal.times[i], value, interpolated(signal.times[i]), excess};
  }
  return worst;
}

}  // namespace dashpot::msl
