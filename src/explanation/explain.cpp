#include "explanation/explain.hpp"

#include "base/stopwatch.hpp"
#include "explanation/parameter_search.hpp"
#include "explanation/structure_facts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::explanation {
namespace {

/// What witnesses evaluate is no part of the run's effort.
class Unmeasured {
 public:
  explicit Unmeasured(simulation::BoundModel* model) : model_(model), effort_(model ? model->effort : nullptr) {
    if (model_) model_->effort = nullptr;
  }
  ~Unmeasured() {
    if (model_) model_->effort = effort_;
  }
  Unmeasured(const Unmeasured&) = delete;
  Unmeasured& operator=(const Unmeasured&) = delete;

 private:
  simulation::BoundModel* model_;
  simulation::Effort* effort_;
};

Diagnosis diagnosisBy(const Rule& rule, const Facts& facts) {
  Diagnosis result{.rule = &rule,
                   .finding = filled(rule.finding, facts).value_or(rule.finding),
                   .remedy = filled(rule.remedy, facts).value_or(rule.remedy),
                   .evidence = {},
                   .changes = {},
                   .tried = {}};
  for (const std::string& line : rule.evidence)
    if (auto text = filled(line, facts)) result.evidence.push_back(std::move(*text));
  for (const std::string& attempt : rule.attempts)
    if (const auto text = filled(attempt, facts, Form::program))
      if (auto change = readChange(*text)) result.changes.push_back(std::move(*change));
  return result;
}

}  // namespace

RunObserver::RunObserver(Subject subject, const simulation::Settings& settings, simulation::Recorder* recorder)
    : subject_(std::move(subject)),
      settings_(settings),
      names_(subject_.model ? Names(*subject_.model, subject_.system) : Names(subject_.names)),
      recorder_(recorder),
      steps_(subject_.experiment.start, subject_.experiment.stop),
      course_(subject_.experiment.start, subject_.experiment.stop, subject_.experiment.tolerance),
      spectrum_(subject_.linearise, subject_.experiment.start, subject_.experiment.stop, names_.size()) {
  if (!subject_.model) begin(nullptr, subject_.experiment.start, subject_.initial);
}

void RunObserver::attach(simulation::Settings& settings) {
  settings.effort = &effort_;
  settings.inspect = [this](simulation::BoundModel& model, double t, ConstView y) {
    if (!hasBegun_) begin(&model, t, y);
  };
  settings.inspectFailure = [this](simulation::BoundModel& model, double t, ConstView y, const Failure& failure) {
    failure_.examine(model, t, y, failure);
  };
}

simulation::StepObserver RunObserver::steps() {
  return [this](const simulation::ObservedStep& step) { see(step); };
}

void RunObserver::begin(simulation::BoundModel* model, double t, ConstView y) {
  const Stopwatch stopwatch(observing_);
  const Unmeasured unmeasured(model);
  hasBegun_ = true;
  course_.begin(model, t, y);
  spectrum_.begin(t, y, model);
  if (!model) return;
  events_.begin(*model, t, y);
  edges_.begin(*model, t, y);
}

void RunObserver::see(const simulation::ObservedStep& step) {
  const Stopwatch stopwatch(observing_);
  const Unmeasured unmeasured(step.model);
  steps_.see(step);
  events_.see(step);
  edges_.see(step);
  course_.see(step);
  spectrum_.see(step);
  failure_.see(step);
}

bool RunObserver::isExplicit() const {
  const MethodTraits* const method = findMethod(settings_.method);
  return method && !method->aStable && method->alphaDegrees == 0.0;
}

/// The parameters behind a lone mode and behind singular equations.
void RunObserver::tellParameters(Facts& facts) const {
  if (!subject_.code) return;
  if (spectrum_.loneAt())
    if (const auto found =
            decisiveParameter(*subject_.code, settings_.parameters, *spectrum_.loneAt(), spectrum_.loneState())) {
      facts.set("lone.parameter", found->name);
      facts.set("lone.parameterValue", found->value, found->unit, found->displayUnit);
      facts.set("lone.elasticity", found->elasticity);
      facts.set("lone.slower", found->slower(), found->unit, found->displayUnit);
    }
  if (!facts.knows("fault.singular") || !facts.knows("failure.atStart")) return;
  std::string names;
  for (const DecisiveParameter& found : regularisingParameters(*subject_.code, settings_)) {
    if (names.empty()) {
      facts.set("fault.parameter", found.name);
      facts.set("fault.parameterValue", found.value, found.unit, found.displayUnit);
      facts.set("fault.parameterChanged", found.value * 0.99);
    }
    names += (names.empty() ? "" : ", ") + found.name;
  }
  facts.set("fault.parameters", names);
}

Explanation RunObserver::explain(const simulation::Outcome& outcome, const Diagnostics& ofRun) {
  Explanation result;
  result.isInterrupted = outcome.kind == simulation::OutcomeKind::cancelled;
  Facts& facts = result.facts;
  const double duration = std::max(outcome.endTime - outcome.experiment.start, 0.0);
  facts.set("run.method", settings_.method);
  facts.set("run.tolerance", outcome.experiment.tolerance);
  facts.set("run.duration", duration, "s");
  if (settings_.step > 0) facts.set("run.step", settings_.step, "s");
  if (subject_.system) tellStructure(*subject_.system, *subject_.sources, facts);
  if (subject_.model) tellStart(*subject_.model, outcome, facts);
  steps_.tell(names_, facts);
  events_.tell(duration, steps_.steps(), facts);
  edges_.tell(steps_.steps(), facts);
  course_.tell(names_, steps_, facts);
  spectrum_.tell(names_, isExplicit(), facts);
  tellOutput(recorder_, outcome, facts);
  tellEffort(effort_, recorder_, outcome, observing_, facts);
  result.failure = failure_.tell(names_, outcome, ofRun, subject_.system, facts);
  tellParameters(facts);
  for (const Rule* rule : diagnose(allRules(), facts)) result.diagnoses.push_back(diagnosisBy(*rule, facts));
  result.base = yardstickOf(outcome, recorder_.rows(), subject_.model, subject_.names);
  for (EndValue& end : result.base.final)
    if (const int unknown = names_.find(end.name); unknown >= 0 && !course_.largest().empty())
      end.size = course_.largest()[static_cast<std::size_t>(unknown)];
  return result;
}

}  // namespace dashpot::explanation
