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

}  // namespace

Curves::Curves(std::vector<Column> columns, std::size_t mostPoints) : mostPoints_(mostPoints) {
  for (Column& column : columns) curves_.push_back({std::move(column), {}, {}});
}

void Curves::begin(const codegen::CompiledModel&, ConstView parameters) {
  parameters_.assign(parameters.begin(), parameters.end());
}

std::vector<simulation::Followed> Curves::follows() const {
  std::vector<simulation::Followed> course;
  for (const Curve& curve : curves_)
    if (!curve.column.isParameter) course.push_back({.output = curve.column.index, .ofRange = visible});
  return course;
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
