#include "results/curves.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace dashpot::results {

namespace {

constexpr std::size_t mostEventTimes = 1000;

// A straight line that misses by less is not seen to: half a pixel of a panel.
constexpr double visible = 1e-3;

/// Of the points in each short span of time, the first, the smallest, the largest and the last stay. Spans are of equal
/// length: many points in a short time must not push out the few of a long one.
void thin(Curves::Curve& curve) {
  constexpr std::size_t keptPerSpan = 4, spare = 2;
  const auto spans = static_cast<double>(std::max<std::size_t>(1, curve.times.size() / (keptPerSpan * spare)));
  const double first = curve.times.front(), duration = curve.times.back() - first;
  const auto spanOf = [&](std::size_t i) {
    return duration > 0.0 ? std::floor((curve.times[i] - first) / duration * spans) : 0.0;
  };
  std::size_t kept = 0;
  const std::size_t count = curve.values.size();
  for (std::size_t begin = 0, end = 0; begin < count; begin = end) {
    std::size_t low = begin, high = begin;
    for (end = begin; end < count && spanOf(end) == spanOf(begin); ++end) {
      if (curve.values[end] < curve.values[low]) low = end;
      if (curve.values[end] > curve.values[high]) high = end;
    }
    const std::array<std::size_t, keptPerSpan> stay{begin, std::min(low, high), std::max(low, high), end - 1};
    for (std::size_t k = 0; k < stay.size(); ++k)
      if (k == 0 || stay[k] != stay[k - 1])
        curve.times[kept] = curve.times[stay[k]], curve.values[kept++] = curve.values[stay[k]];
  }
  curve.times.resize(kept);
  curve.values.resize(kept);
}

/// On the straight line between two points; where two have one time, on either side of the jump.
bool passes(const Curves::Curve& curve, double t, double value, double tolerance) {
  const auto [first, last] = std::ranges::equal_range(curve.times, t);
  for (auto at = first; at != last; ++at)
    if (std::fabs(curve.values[static_cast<std::size_t>(at - curve.times.begin())] - value) <= tolerance) return true;
  if (first != last || first == curve.times.begin() || first == curve.times.end()) return false;
  const auto after = static_cast<std::size_t>(first - curve.times.begin());
  const double share = (t - curve.times[after - 1]) / (curve.times[after] - curve.times[after - 1]);
  const double line = curve.values[after - 1] + share * (curve.values[after] - curve.values[after - 1]);
  return std::fabs(line - value) <= tolerance;
}

bool repeats(const Curves::Curve& curve, const Curves::Curve& other, double sign) {
  if (shownUnit(curve.column).name != shownUnit(other.column).name || curve.column.isBoolean != other.column.isBoolean)
    return false;
  double size = 0.0;
  for (const double value : curve.values) size = std::max(size, std::fabs(value));
  constexpr double rounding = 1e-6;
  for (std::size_t i = 0; i < curve.times.size(); ++i)
    if (!passes(other, curve.times[i], sign * curve.values[i], rounding * size)) return false;
  return true;
}

}  // namespace

Curves::Curves(std::vector<Column> columns, std::size_t mostPoints) : mostPoints_(mostPoints) {
  for (Column& column : columns) curves_.push_back({std::move(column), {}, {}});
}

void Curves::begin(ConstView parameters) { parameters_.assign(parameters.begin(), parameters.end()); }

std::vector<simulation::Followed> Curves::follows() const {
  std::vector<simulation::Followed> course;
  for (const Curve& curve : curves_)
    if (!curve.column.isParameter) course.push_back({.output = curve.column.index, .ofRange = visible});
  return course;
}

void Curves::dropRepeated() {
  std::vector<Curve> kept;
  for (Curve& curve : curves_)
    if (std::ranges::none_of(kept, [&](const Curve& other) {
          return repeats(curve, other, 1.0) || (!curve.column.isBoolean && repeats(curve, other, -1.0));
        }))
      kept.push_back(std::move(curve));
  curves_ = std::move(kept);
}

void Curves::record(double time, ConstView observed, simulation::Moment moment) {
  if (moment == simulation::Moment::afterEvent) {
    ++eventCount_;
    if (eventTimes_.size() < mostEventTimes && (eventTimes_.empty() || eventTimes_.back() != time))
      eventTimes_.push_back(time);
  }
  for (Curve& curve : curves_) {
    curve.times.push_back(time);
    curve.values.push_back(curve.column.value(observed, parameters_));
    if (curve.values.size() >= mostPoints_) thin(curve);
  }
}

}  // namespace dashpot::results
