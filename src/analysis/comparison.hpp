// analysis/comparison.hpp
//
// Methods compared on one model or problem: what each of them costs at each tolerance or step, and how far it is from a
// reference.
//
//   reference   a closed form where one is known, a file, or a tight run; a tight run of a method of another family
//               checks it, and how far the two are from one another is part of the result
//   errors      trajectory_error.hpp, on the output grid
//   costs       the counters of the run, and seconds of the processor by repetition, round robin over all trials, until
//               their spread is known or the time for it is used up
//
// Promise: a trial is the run that `dashpot simulate` makes with the same method, tolerance or step and interval; one
// that fails is in the result with its reason. What cannot be told from the uncertainty of the reference is marked.
#pragma once

#include "analysis/cpu_time.hpp"
#include "analysis/trajectory_error.hpp"
#include "results/selection.hpp"
#include "simulation/simulate.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace dashpot::analysis {

/// What methods are compared on.
struct Subject {
  std::string name;
  std::vector<results::Column> variables;  // in which they are compared
  simulation::Experiment experiment;
  simulation::Settings settings;  // of all runs, but for method, tolerance and step
  std::function<simulation::Outcome(const simulation::Settings&, simulation::Recorder&, Diagnostics&,
                                    const simulation::StepObserver&)>
      simulate;
  std::function<void(double t, View y)> exact = {};  // a closed form of all that is observed; empty: none is known
};

/// A method with one setting.
struct Trial {
  std::string method;
  double tolerance = 0;  // 0: the step is fixed
  double step = 0;

  /// "1e-05", "0.01 s".
  [[nodiscard]] std::string setting() const;
};

/// Where the reference comes from. Nothing given: a closed form, or else a tight run of a method of our choice.
struct ReferenceRequest {
  std::string method = {};
  double tolerance = 0;   // 0: a hundredth of the smallest of the trials, but not below 1e-12
  std::string file = {};  // MAT, in the place of a run
};

struct ReferenceSolution {
  std::string name;   // "closed form", "radau@1e-09", the name of a file
  std::string check;  // the run that it was checked with; empty: that failed
  Samples samples;
  TrajectoryError disagreement;  // of both

  [[nodiscard]] bool isChecked() const { return !check.empty(); }
};

/// One step of a run, for pictures.
struct StepRecord {
  double time = 0;  // of its end
  double size = 0;
  bool isStiff = false;  // by the stiff formula of a method that has two
  int order = 0;         // of the formula
};

struct TrialRun {
  enum class Status { finished, failed, notRun };

  Trial trial;
  Status status = Status::notRun;
  std::string reason;  // why it did not finish
  double reached = 0;  // time
  Statistics statistics;
  std::optional<TrajectoryError> error;  // of a run that finished, where there is a reference
  CpuTime cpu;
  Samples samples;                // where courses are kept
  std::vector<StepRecord> steps;  // where courses are kept
};

struct ComparisonPlan {
  std::vector<Trial> trials;
  ReferenceRequest reference;
  double floor = 1e-3;       // of errors, see trajectory_error.hpp
  double timingSeconds = 2;  // for repetitions, all trials together
  double limitSeconds = 60;  // a run that takes longer is given up
  bool keepsCourses = false;
  std::function<bool()> isCancelled = {};
  const std::atomic<bool>* atOnce = nullptr;                    // as simulation::Cancellation has it
  std::function<void(const std::string& doing)> progress = {};  // "rodas4, 1e-05 (3 of 12)"
};

struct Comparison {
  std::string subject;
  std::vector<results::Column> variables;
  simulation::Experiment experiment;
  double floor = 0;
  std::optional<ReferenceSolution> reference;  // none: the diagnostics say why
  std::vector<TrialRun> runs;                  // in the order of the trials
  bool isCancelled = false;
};

/// Whether the reference is not known well enough to tell the error of this run: both references differ by more than a
/// tenth of it, or there was nothing to check the reference with.
[[nodiscard]] bool isUncertain(const Comparison& comparison, const TrialRun& run, ErrorMeasure measure);

[[nodiscard]] Comparison compare(const Subject& subject, const ComparisonPlan& plan, Diagnostics& diagnostics);

}  // namespace dashpot::analysis
