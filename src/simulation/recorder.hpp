// simulation/recorder.hpp: where results go; implemented by the results stage.
#pragma once

#include "codegen/compiled_model.hpp"
#include "dashpot/problem.hpp"

namespace dashpot::simulation {

enum class Moment : std::uint8_t {
  regular,  // of the output interval; without one, the end of a step
  beforeEvent,
  afterEvent,
  between  // where a straight line through the others would miss the course; for recorders that follow it
};

/// What of the course between two records matters.
struct Course {
  std::vector<std::uint32_t> outputs = {};  // of the model's `observed` function; none: only the records matter
  double tolerance = 0.0;                   // by which a straight line may miss, as a share of a variable's size
};

class Recorder {
 public:
  virtual ~Recorder() = default;
  /// Once, before the first record.
  virtual void begin(const codegen::CompiledModel& model, ConstView parameters) = 0;
  /// The outputs of the model's `observed` function.
  virtual void record(double time, ConstView observed, Moment moment) = 0;
  /// If it names outputs, there are records of Moment::between, too: the ends of all steps, and points within them.
  [[nodiscard]] virtual Course follows() const { return {}; }
};

}  // namespace dashpot::simulation
