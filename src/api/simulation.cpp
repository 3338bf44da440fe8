#include "dashpot/simulation.hpp"

#include "api/model_implementation.hpp"
#include "results/results.hpp"
#include "simulation/model_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace dashpot {

namespace {

using simulation::ModelRun;
using simulation::Settings;

Settings settingsOf(const SimulationOptions& options) {
  Settings settings;
  settings.start = options.start, settings.stop = options.stop;
  settings.tolerance = options.tolerance, settings.interval = options.interval;
  if (!options.method.empty()) settings.method = options.method;
  settings.step = options.step, settings.maxStep = options.maxStep;
  if (options.steadyState) settings.startFrom = simulation::StartFrom::steadyState;
  settings.everyStep = options.everyStep;
  settings.stepsWithoutInterval = true;
  settings.cancellation.afterStep = options.cancelled;
  return settings;
}

}  // namespace

class Simulation::Implementation {
 public:
  Implementation(const Model& model, SimulationOptions options)
      : model_(model), options_(std::move(options)), settings_(settingsOf(options_)) {
    if (!model) {
      diagnostics_.error("no-model", {}, "the model did not compile: see its messages");
      state_ = SimulationState::failed;
      return;
    }
    table_.emplace(results::selectColumns(compiled().recorded, options_.record, diagnostics_));
    if (diagnostics_.hasErrors()) state_ = SimulationState::failed;
  }

  [[nodiscard]] const codegen::CompiledModel& compiled() const {
    return model_.implementation()->compilation.compiled();
  }

  void begin() {
    if (state_ != SimulationState::ready) return;
    state_ = SimulationState::failed;
    const bool isAccepted = acceptSettings(compiled().experiment, settings_, diagnostics_);
    auto parameters = parameterValues(compiled(), settings_.parameters, diagnostics_);
    if (!isAccepted || !parameters) return;
    if (saved_) parameters = saved_->parameters;
    run_.emplace(*model_.implementation()->code, settings_, std::move(*parameters), *table_, diagnostics_);
    for (const auto& [input, value] : inputs_) run_->setInput(input, value);
    takeOver(saved_ ? run_->begin(*saved_) : run_->begin());
  }

  bool step() {
    begin();
    if (state_ == SimulationState::cancelled) state_ = SimulationState::running;
    if (state_ != SimulationState::running) return false;
    const std::int64_t before = run_->eventCount();
    takeOver(run_->advance());
    if (options_.onEvent && run_->eventCount() > before && !run_->events().recent().empty()) tellEvent();
    return state_ == SimulationState::running;
  }

  bool setInput(std::string_view name, double value) {
    if (!model_) return false;
    const auto& names = compiled().inputs.names;
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) return false;
    const auto index = static_cast<std::size_t>(found - names.begin());
    const auto& info = *std::ranges::find(compiled().recorded.variables, name, &codegen::VariableInfo::name);
    if (const std::string problem = simulation::whyNot(info, value); !problem.empty()) {
      diagnostics_.error("inputs", {}, fmt::format("{} {}", value, problem));
      return false;
    }
    if (run_)
      run_->setInput(index, value);
    else
      inputs_.emplace_back(index, value);
    return true;
  }

  double value(std::string_view name) {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    if (!run_) return none;
    const auto found = std::ranges::find(compiled().recorded.variables, name, &codegen::VariableInfo::name);
    if (found == compiled().recorded.variables.end()) return none;
    if (isParameter(*found)) return run_->parameters()[found->index];
    const Vector observed = run_->observed();
    if (observed.empty()) return none;
    return found->negated ? -observed[found->index] : observed[found->index];
  }

  bool save(const std::string& file) {
    if (!run_ || !run_->canBeSaved()) {
      diagnostics_.error("checkpoint", {}, "there is no run to save yet");
      return false;
    }
    if (auto problem = writeRun(run_->save(), file)) {
      diagnostics_.add(std::move(*problem));
      return false;
    }
    return true;
  }

  bool resume(const std::string& file) {
    if (state_ != SimulationState::ready) return false;
    auto saved = simulation::readRun(file, compiled());
    if (!saved) {
      diagnostics_.add(std::move(saved.error()));
      state_ = SimulationState::failed;
      return false;
    }
    saved_ = std::move(*saved);
    begin();
    return state_ != SimulationState::failed;
  }

  Model model_;
  SimulationOptions options_;
  Settings settings_;
  Diagnostics diagnostics_;
  std::optional<results::Table> table_;
  std::optional<ModelRun> run_;
  std::optional<simulation::SavedRun> saved_;
  std::vector<std::pair<std::size_t, double>> inputs_;
  SimulationState state_ = SimulationState::ready;
  Statistics statistics_;

 private:
  void takeOver(bool goesOn) {
    if (goesOn) {
      state_ = SimulationState::running;
      return;
    }
    if (run_->isCancelled()) {
      state_ = SimulationState::cancelled;
      return;
    }
    const simulation::Outcome outcome = run_->finish();
    statistics_ = outcome.statistics;
    state_ = outcome.kind == simulation::OutcomeKind::finished ? SimulationState::finished : SimulationState::failed;
  }

  void tellEvent() {
    const auto& event = run_->events().recent().back();
    std::vector<std::string> conditions;
    for (const int mode : event.modes) conditions.push_back(compiled().events.texts[static_cast<std::size_t>(mode)]);
    options_.onEvent(event.time, conditions);
  }
};

Simulation::Simulation(const Model& model, SimulationOptions options)
    : implementation_(std::make_unique<Implementation>(model, std::move(options))) {}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

void Simulation::set(std::string_view name, double value) { set(name, fmt::format("{}", value)); }

void Simulation::set(std::string_view name, std::string_view value) {
  implementation_->settings_.parameters.push_back({std::string(name), std::string(value)});
}

bool Simulation::setInput(std::string_view name, double value) { return implementation_->setInput(name, value); }

bool Simulation::run() {
  while (step()) {
  }
  return state() == SimulationState::finished;
}

bool Simulation::step() { return implementation_->step(); }

SimulationState Simulation::state() const { return implementation_->state_; }

double Simulation::time() const { return implementation_->run_ ? implementation_->run_->time() : 0.0; }

double Simulation::value(std::string_view name) const { return implementation_->value(name); }

std::span<const double> Simulation::times() const {
  return implementation_->table_ ? std::span<const double>(implementation_->table_->times())
                                 : std::span<const double>();
}

std::span<const double> Simulation::values(std::string_view name) const {
  if (!implementation_->table_) return {};
  const auto& columns = implementation_->table_->columns();
  const bool isKnown = std::ranges::find(columns, name, &results::Column::name) != columns.end();
  return isKnown ? std::span<const double>((*implementation_->table_)[name]) : std::span<const double>();
}

std::span<const double> Simulation::eventTimes() const {
  return implementation_->table_ ? std::span<const double>(implementation_->table_->eventTimes())
                                 : std::span<const double>();
}

Statistics Simulation::statistics() const { return implementation_->statistics_; }

std::string Simulation::messages() const {
  return render(implementation_->diagnostics_, implementation_->model_.implementation()->compilation.sources());
}

bool Simulation::save(const std::string& file) { return implementation_->save(file); }

bool Simulation::resume(const std::string& file) { return implementation_->resume(file); }

}  // namespace dashpot
