// realtime/loop.hpp: the loop of a real-time run.
//
// Step k begins at its deadline: the newest inputs are taken and held, the model advances, its outputs are published as
// soon as they are known; it is in time if that happens before the next deadline. A step that is late delays the next
// ones until they have caught up, since deadlines do not move. In this loop nothing is allocated, no lock is taken, and
// no system call is made but to sleep.
#pragma once

#include "realtime/courses.hpp"
#include "realtime/duration_histogram.hpp"
#include "realtime/exchange_block.hpp"
#include "realtime/input_gate.hpp"
#include "simulation/fixed_step_run.hpp"

#include <functional>
#include <optional>

namespace dashpot::realtime {

/// What a step waits for.
enum class Pace : std::uint8_t {
  clock,    // its deadline
  partner,  // the answer to the outputs of the step before: co-simulation in lock-step
  none,     // nothing
};

struct LoopSettings {
  Pace pace = Pace::clock;
  std::int64_t steps = 0;  // 0: until it is stopped
  double patience = 10.0;  // seconds to wait for a partner
  /// Asked before each step, and while waiting. None: never.
  std::function<bool()> isStopped = {};
  /// The inputs, by number, that come through the block, in its order; those of the model that it does not name are
  /// left alone.
  std::vector<std::uint32_t> servedInputs = {};
  std::vector<InputKind> kinds = {};  // of these
  bool isChecked = false;             // somebody else has already looked at what stands in the block
};

enum class Ending : std::uint8_t { steps, stopped, model, silence };

struct LoopReport {
  Ending ending = Ending::steps;
  DurationHistogram cost;      // from the beginning of a step until its outputs are published
  DurationHistogram lateness;  // of its beginning, where it slept before
  DurationHistogram need;      // both together: a step must be at least as long
  std::int64_t overruns = 0;   // steps that were not over at the next deadline
  Nanoseconds furthestBehind = 0, behindAtEnd = 0;
  std::int64_t freshInputs = 0;     // steps before which new inputs had come
  std::int64_t withoutInputs = 0;   // steps before any had
  std::int64_t longestSilence = 0;  // most steps in a row without
  CostCourse course;
  std::vector<std::int64_t> late = {};  // the first steps that overran; room for a few

  /// The shortest step for which this share of the steps would have been in time.
  [[nodiscard]] double smallestStep(double share) const { return need.quantile(share); }
};

class Loop {
 public:
  /// The references must outlive this; the run has begun.
  Loop(simulation::FixedStepRun& run, ExchangeBlock& block, double step, LoopSettings settings);

  void run();

  [[nodiscard]] const LoopReport& report() const { return report_; }
  [[nodiscard]] const ValueCourse& values() const { return values_; }
  [[nodiscard]] const InputCounts& inputCounts() const { return gate_.counts; }

 private:
  [[nodiscard]] bool waitForDeadline(std::int64_t k);
  [[nodiscard]] bool waitForPartner(std::int64_t k);
  [[nodiscard]] bool isStopped() const { return settings_.isStopped && settings_.isStopped(); }
  bool lookForInputs();
  void takeInputs();
  void publish();
  void note(std::int64_t k, Nanoseconds begin, Nanoseconds end);

  simulation::FixedStepRun& run_;
  ExchangeBlock& block_;
  Cell inputs_, outputs_;
  LoopSettings settings_;
  Deadlines deadlines_;
  InputGate gate_;
  LoopReport report_;
  ValueCourse values_;
  Message received_;
  Vector taken_;  // the inputs of the last message that was taken
  std::uint64_t seen_ = 0;
  std::int64_t published_ = 0;
  bool hasNews_ = false, hasInputs_ = false, hasSlept_ = false;
  std::int64_t silence_ = 0;
};

}  // namespace dashpot::realtime
