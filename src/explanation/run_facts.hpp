// explanation/run_facts.hpp: what the outcome of a run tells by itself: its start, its output, and where the work went.
#pragma once

#include "explanation/facts.hpp"
#include "explanation/names.hpp"
#include "simulation/effort.hpp"
#include "simulation/outcome.hpp"
#include "simulation/recorder.hpp"

namespace dashpot::explanation {

/// Hands records on, and counts them.
class CountedRecorder final : public simulation::Recorder {
 public:
  /// None: they go nowhere.
  explicit CountedRecorder(simulation::Recorder* recorder = nullptr) : recorder_(recorder) {}

  void begin(ConstView parameters) override;
  void record(double time, ConstView observed, simulation::Moment moment) override;
  [[nodiscard]] std::vector<simulation::Followed> follows() const override;

  [[nodiscard]] std::int64_t rows() const { return rows_; }
  [[nodiscard]] std::int64_t values() const { return values_; }
  [[nodiscard]] double seconds() const { return seconds_; }

 private:
  simulation::Recorder* recorder_;
  std::int64_t rows_ = 0, values_ = 0;
  double seconds_ = 0.0;
};

void tellOutput(const CountedRecorder& recorder, const simulation::Outcome& outcome, Facts& facts);

/// What the initial state needed.
void tellStart(const codegen::CompiledModel& model, const simulation::Outcome& outcome, Facts& facts);

/// Counts of evaluations, and the shares of time that they took; `observing`: seconds of the run that were spent on
/// looking at it.
void tellEffort(const simulation::Effort& effort, const CountedRecorder& recorder, const simulation::Outcome& outcome,
                double observing, Facts& facts);

/// The operations that the steps of a run took, estimated by the sizes of its functions and matrices: a measure of work
/// that does not depend on the machine. Null: a problem is run, F counts n operations for each of n unknowns.
[[nodiscard]] double workOf(const Statistics& counts, const codegen::CompiledModel* model, std::size_t unknowns);

}  // namespace dashpot::explanation
