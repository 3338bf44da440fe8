// cli/explain.hpp: how runs are explained, by `dashpot explain` and by `dashpot simulate --explain`.
#pragma once

#include "cli/simulate_job.hpp"
#include "cli/simulate_problem.hpp"
#include "explanation/explain.hpp"

namespace dashpot::cli {

/// All of these must outlive what is made of them.
[[nodiscard]] explanation::Subject subjectOf(const Compilation& compilation, simulation::ModelCode& code,
                                             const simulation::Experiment& experiment);
[[nodiscard]] explanation::Subject subjectOf(const problems::TestProblem& test,
                                             const simulation::RecordedProblem& problem,
                                             const simulation::Experiment& experiment);

/// The job's run is watched, and explained behind its summary.
void explainAlong(SimulateJob& job, explanation::Subject subject);

/// Half a page for people.
void printExplanation(const explanation::Explanation& explanation);
[[nodiscard]] nlohmann::ordered_json explanationJson(const explanation::Explanation& explanation);

/// Tries changes on a model, each with a compilation of its own where it needs one.
class ModelTrials {
 public:
  /// `code`: of the model as it is. All must outlive this.
  ModelTrials(const ModelArguments& arguments, const SimulateOptions& options, const simulation::Settings& settings,
              const codegen::CompiledModel& model, simulation::ModelCode& code);

  [[nodiscard]] std::optional<explanation::Yardstick> operator()(const explanation::Change& change,
                                                                 const explanation::Yardstick& base);

 private:
  [[nodiscard]] std::optional<explanation::Yardstick> recompiled(const explanation::Change& change,
                                                                 const explanation::Yardstick& base);

  const ModelArguments& arguments_;
  const SimulateOptions& options_;
  const simulation::Settings& settings_;
  const codegen::CompiledModel& model_;
  simulation::ModelCode& code_;
};

/// Settings with a change that needs no compilation; none: it does.
[[nodiscard]] std::optional<simulation::Settings> changed(simulation::Settings settings,
                                                          const explanation::Change& change);

/// Runs that are compared with another, and given up where they take many times its steps.
using SimulateChanged = std::function<simulation::Outcome(const simulation::Settings&, simulation::Recorder&,
                                                          Diagnostics&, const simulation::StepObserver&)>;
[[nodiscard]] explanation::Yardstick measured(const SimulateChanged& simulate, simulation::Settings settings,
                                              const explanation::Yardstick& base, const codegen::CompiledModel* model,
                                              const std::vector<std::string>& names);

}  // namespace dashpot::cli
