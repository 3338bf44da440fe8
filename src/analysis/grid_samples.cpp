#include "analysis/grid_samples.hpp"

#include <cmath>
#include <limits>

namespace dashpot::analysis {
namespace {

constexpr double gridRounding = 1e-8;  // of an interval: times of runs and of the grid differ by rounding

}  // namespace

Vector outputGrid(const simulation::Experiment& experiment) {
  const double intervals = (experiment.stop - experiment.start) / experiment.interval;
  const auto whole = static_cast<std::size_t>(std::floor(intervals * (1 + 1e-12) + gridRounding));
  Vector times;
  for (std::size_t i = 0; i <= whole; ++i)
    times.push_back(experiment.start + static_cast<double>(i) * experiment.interval);
  if (experiment.stop - times.back() > gridRounding * experiment.interval)
    times.push_back(experiment.stop);
  else
    times.back() = experiment.stop;
  return times;
}

GridSamples::GridSamples(const simulation::Experiment& experiment, std::vector<results::Column> columns)
    : experiment_(experiment), columns_(std::move(columns)) {
  samples_.times = outputGrid(experiment);
  samples_.values.assign(columns_.size(), Vector(samples_.times.size(), std::numeric_limits<double>::quiet_NaN()));
}

void GridSamples::record(double time, ConstView observed, simulation::Moment) {
  const double rounding = gridRounding * experiment_.interval;
  while (next_ < samples_.times.size() && samples_.times[next_] < time - rounding) ++next_;
  if (next_ == samples_.times.size() || samples_.times[next_] > time + rounding) return;
  for (std::size_t i = 0; i < columns_.size(); ++i)
    samples_.values[i][next_] = columns_[i].value(observed, parameters_);
  ++next_;
}

}  // namespace dashpot::analysis
