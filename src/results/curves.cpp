#include "results/curves.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::results {

namespace {

constexpr std::size_t mostEventTimes = 1000;

/// Of each four points the smallest and the largest stay, in the order of time.
void thin(Curves::Curve& curve) {
  constexpr std::size_t group = 4;
  std::size_t kept = 0;
  const auto keep = [&](std::size_t i) {
    curve.times[kept] = curve.times[i];
    curve.values[kept++] = curve.values[i];
  };
  for (std::size_t first = 0; first < curve.values.size(); first += group) {
    const std::size_t end = std::min(first + group, curve.values.size());
    const auto at = [&](std::size_t i) { return curve.values.begin() + static_cast<std::ptrdiff_t>(i); };
    const auto [low, high] = std::minmax_element(at(first), at(end));
    const auto a = static_cast<std::size_t>(low - curve.values.begin());
    const auto b = static_cast<std::size_t>(high - curve.values.begin());
    keep(std::min(a, b));
    if (a != b) keep(std::max(a, b));
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
