// simulation/recorder.hpp: where results go; implemented by the results stage.
#pragma once

#include "codegen/compiled_model.hpp"
#include "dashpot/problem.hpp"

namespace dashpot::simulation {

enum class Moment : std::uint8_t { regular, beforeEvent, afterEvent };

class Recorder {
 public:
  virtual ~Recorder() = default;
  /// Once, before the first record.
  virtual void begin(const codegen::CompiledModel& model, ConstView parameters) = 0;
  /// The outputs of the model's `observed` function.
  virtual void record(double time, ConstView observed, Moment moment) = 0;
};

}  // namespace dashpot::simulation
