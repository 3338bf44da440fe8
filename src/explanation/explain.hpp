// explanation/explain.hpp
//
// The front door of the stage: a run in, half a page that explains it out.
//
//   facts             what is known, by name
//   *_witness         who watches a run: its steps, events, edges, course, eigenvalues and failure
//   structure_facts   what sorting tells; run_facts: what the outcome tells
//   parameter_search  which parameter is behind it
//   rule_base         the diagnoses, as data (diagnoses.toml)
//   change, trials    what would help, and by how much: measured by trying it
//
//   RunObserver observer(subject, settings);
//   observer.attach(settings);
//   Outcome outcome = simulate(code, settings, observer.recorder(), diagnostics, observer.steps());
//   Explanation why = observer.explain(outcome, diagnostics);
//
// Promise: the run that is watched is the run that would have been made without. Diagnoses follow from counts and
// states, never from seconds; these are only reported.
#pragma once

#include "explanation/course_witness.hpp"
#include "explanation/edge_witness.hpp"
#include "explanation/event_witness.hpp"
#include "explanation/failure_witness.hpp"
#include "explanation/rule_base.hpp"
#include "explanation/run_facts.hpp"
#include "explanation/spectrum_witness.hpp"
#include "explanation/step_witness.hpp"
#include "explanation/trials.hpp"
#include "simulation/simulate.hpp"

#include <memory>

namespace dashpot::explanation {

/// What is run. Of a problem that is given by functions, only its names are known.
struct Subject {
  const codegen::CompiledModel* model = nullptr;
  simulation::ModelCode* code = nullptr;
  const equations::SolvableSystem* system = nullptr;
  const Sources* sources = nullptr;
  std::vector<std::string> names = {};  // of the unknowns of a problem
  Vector initial = {};                  // and where it starts
  SpectrumWitness::Linearise linearise = {};
  simulation::Experiment experiment = {};
};

struct Diagnosis {
  const Rule* rule = nullptr;
  std::string finding, remedy;
  std::vector<std::string> evidence;
  std::vector<Change> changes;  // that can be tried
  std::vector<Tried> tried;
};

struct Explanation {
  Facts facts;
  std::vector<Diagnosis> diagnoses;  // the most important first
  std::optional<FailureAccount> failure;
  bool isInterrupted = false;  // what is said holds for a part of the run
  Yardstick base;              // the run that is explained, to compare with
  std::vector<Tried> methods;  // other ones, if they were tried
};

class RunObserver {
 public:
  /// All that the subject refers to must outlive this.
  RunObserver(Subject subject, const simulation::Settings& settings, simulation::Recorder* recorder = nullptr);

  void attach(simulation::Settings& settings);
  [[nodiscard]] simulation::StepObserver steps();
  [[nodiscard]] simulation::Recorder& recorder() { return recorder_; }

  /// After the run; `ofRun`: what it reported.
  [[nodiscard]] Explanation explain(const simulation::Outcome& outcome, const Diagnostics& ofRun);

 private:
  void begin(simulation::BoundModel* model, double t, ConstView y);
  void see(const simulation::ObservedStep& step);
  void tellParameters(Facts& facts) const;
  [[nodiscard]] bool isExplicit() const;

  Subject subject_;
  simulation::Settings settings_;
  Names names_;
  CountedRecorder recorder_;
  simulation::Effort effort_;
  StepWitness steps_;
  EventWitness events_;
  EdgeWitness edges_;
  CourseWitness course_;
  SpectrumWitness spectrum_;
  FailureWitness failure_;
  bool hasBegun_ = false;
  double observing_ = 0.0;  // seconds
};

}  // namespace dashpot::explanation
