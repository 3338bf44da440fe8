// simulation/recorder.hpp: where results go; implemented by the results stage.
#pragma once

#include "base/by_fours.hpp"
#include "dashpot/problem.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace dashpot::simulation {

enum class Moment : std::uint8_t {
  regular,  // of the output interval; without one, the end of a step
  beforeEvent,
  afterEvent,
  between  // where a straight line through the others would miss the course; for recorders that follow it
};

/// An output of the model's `observed` function whose course between two records matters, and by how much a straight
/// line may miss it: both bounds hold.
struct Followed {
  std::uint32_t output = 0;
  double ofSize = std::numeric_limits<double>::infinity();   // a share of its largest absolute value so far
  double ofRange = std::numeric_limits<double>::infinity();  // a share of the distance between its extremes so far
};

/// Records of several regular moments, one after the other. Their numbers stand by fours; those of the last four that
/// are beyond the times mean nothing.
struct RecordBlock {
  ConstView times;
  ConstView observed;
  std::size_t outputs = 0;

  /// The course of an output.
  void copy(std::size_t output, double* to) const {
    constexpr std::size_t width = by_fours::count;
    const double* from = observed.data() + width * output;
    std::size_t left = times.size();
    for (; left > width; left -= width, from += width * outputs) to = std::copy_n(from, width, to);
    std::copy_n(from, left, to);
  }
};

class Recorder {
 public:
  virtual ~Recorder() = default;
  /// Once, before the first record: what does not change in the run.
  virtual void begin(ConstView parameters) = 0;
  /// The outputs of the model's `observed` function.
  virtual void record(double time, ConstView observed, Moment moment) = 0;
  /// As so many records of Moment::regular; for recorders that take them faster together.
  virtual void recordBlock(const RecordBlock& block) {
    row_.resize(block.outputs);
    for (std::size_t k = 0; k < block.times.size(); ++k) {
      by_fours::pick(block.observed, k, row_);
      record(block.times[k], row_, Moment::regular);
    }
  }
  /// If there are any, there are records of Moment::between, too: the ends of all steps, and points within them.
  [[nodiscard]] virtual std::vector<Followed> follows() const { return {}; }

 private:
  Vector row_;
};

}  // namespace dashpot::simulation
