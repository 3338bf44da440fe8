// analysis/grid_samples.hpp: variables of a run at the points of its output grid, the same for all runs of a model.
#pragma once

#include "analysis/trajectory_error.hpp"
#include "results/selection.hpp"
#include "simulation/recorder.hpp"
#include "simulation/settings.hpp"

namespace dashpot::analysis {

/// start, start + interval, ..., and the end.
[[nodiscard]] Vector outputGrid(const simulation::Experiment& experiment);

/// Takes what is recorded at the points of the grid, before an event where there is one. Points that a run did not
/// reach are not finite.
class GridSamples final : public simulation::Recorder {
 public:
  GridSamples(const simulation::Experiment& experiment, std::vector<results::Column> columns);

  void begin(ConstView parameters) override { parameters_.assign(parameters.begin(), parameters.end()); }
  void record(double time, ConstView observed, simulation::Moment moment) override;

  [[nodiscard]] const Samples& samples() const { return samples_; }
  [[nodiscard]] Samples take() { return std::move(samples_); }

 private:
  simulation::Experiment experiment_;
  std::vector<results::Column> columns_;
  Vector parameters_;
  Samples samples_;
  std::size_t next_ = 0;  // the first point of the grid that has no values yet
};

}  // namespace dashpot::analysis
