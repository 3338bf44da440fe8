#include "cli/compare.hpp"
#include "results/results.hpp"

#include <fmt/format.h>

namespace dashpot::cli {
namespace {

constexpr std::size_t mostCompared = 30;  // variables, where the user names none

ModelArguments argumentsFor(const std::string& name, const CompareOptions& options) {
  ModelArguments arguments = options.simulation.model;
  arguments.file = name;
  arguments.settableStarts = true;
  return arguments;
}

/// Of the components on which codes are compared, where a problem names them.
std::vector<results::Column> comparedColumns(const problems::TestProblem& test,
                                             const codegen::RecordedVariables& variables) {
  std::vector<results::Column> columns;
  for (const int i : test.compared)
    columns.push_back(results::columnOf(variables.variables[static_cast<std::size_t>(i)]));
  return columns;
}

}  // namespace

ComparedModel::ComparedModel(const std::string& name, const CompareOptions& options)
    : arguments_(argumentsFor(name, options)), compilation_(arguments_) {
  subject_.settings = readSettings(options.simulation, diagnostics());
  if (diagnostics().hasErrors()) return;
  if (namesProblem(name))
    prepareProblem(name, options);
  else
    prepareModel(options);
}

bool ComparedModel::stopMaking() {
  bool isMaking = code_ && code_->stopMaking();
  for (auto& [formula, model] : inlined_) isMaking = (model.code && model.code->stopMaking()) || isMaking;
  return isMaking;
}

simulation::ModelCode* ComparedModel::codeFor(const std::string& method, Diagnostics& reports) {
  const std::string formula = simulation::inlinedFormula(method);
  if (formula.empty()) return code_.get();
  const auto [found, isNew] = inlined_.try_emplace(formula, arguments_);
  InlinedModel& model = found->second;
  if (!isNew) return model.code.get();
  model.compilation.inlined = formula;
  std::vector<simulation::ParameterSetting> parameters = given_;
  if (model.compilation.run(parameters))
    model.code = std::make_unique<simulation::ModelCode>(model.compilation.compiled(), subject_.settings.code);
  for (const Diagnostic& diagnostic : model.compilation.diagnostics.all())
    if (diagnostic.severity == Severity::error) reports.error(diagnostic.code, {}, diagnostic.message);
  return model.code.get();
}

void ComparedModel::prepareModel(const CompareOptions& options) {
  given_ = subject_.settings.parameters;
  if (!compilation_.run(subject_.settings.parameters)) return;
  const codegen::CompiledModel& model = compilation_.compiled();
  subject_.name = model.name();
  subject_.experiment = simulation::experimentOf(model.experiment, subject_.settings);
  readInputs(options.simulation, model, subject_.settings, diagnostics());
  chooseVariables(model.recorded, options);
  code_ = std::make_unique<simulation::ModelCode>(model, subject_.settings.code);
  subject_.simulate = [this](const simulation::Settings& settings, simulation::Recorder& recorder, Diagnostics& reports,
                             const simulation::StepObserver& observe) {
    simulation::ModelCode* const code = codeFor(settings.method, reports);
    if (!code) return simulation::Outcome{.kind = simulation::OutcomeKind::rejected};
    return simulation::simulate(*code, settings, recorder, reports, observe);
  };
}

void ComparedModel::prepareProblem(const std::string& name, const CompareOptions& options) {
  auto test = problemNamed(name);
  if (!test) {
    diagnostics().error("unknown-problem", {}, test.error().message).hint(test.error().hint);
    return;
  }
  if (!options.simulation.set.empty() || !options.simulation.input.empty() || !options.simulation.start.empty()) {
    diagnostics().error("command-line", {}, "--set, --start and --input go with a model, not with a problem");
    return;
  }
  test_ = std::make_unique<problems::TestProblem>(std::move(*test));
  problem_ = std::make_unique<simulation::RecordedProblem>(recordedProblem(*test_));
  subject_.name = problem_->name;
  subject_.experiment = simulation::experimentOf(problem_->experiment, subject_.settings);
  subject_.exact = test_->exact;
  const codegen::RecordedVariables variables = simulation::recordedVariables(*problem_);
  if (options.simulation.variables.empty() && !test_->compared.empty())
    subject_.variables = comparedColumns(*test_, variables);
  else
    chooseVariables(variables, options);
  subject_.simulate = [this](const simulation::Settings& settings, simulation::Recorder& recorder, Diagnostics& reports,
                             const simulation::StepObserver& observe) {
    if (!simulation::acceptSettings(problem_->experiment, settings, reports))
      return simulation::Outcome{.kind = simulation::OutcomeKind::rejected};
    return simulation::simulate(*problem_, settings, recorder, reports, observe);
  };
}

void ComparedModel::chooseVariables(const codegen::RecordedVariables& variables, const CompareOptions& options) {
  std::vector<std::string> names;
  for (const std::string& text : options.simulation.variables)
    for (std::string& name : results::splitNames(text)) names.push_back(std::move(name));
  subject_.variables = names.empty() ? results::principalColumns(variables, mostCompared)
                                     : results::selectColumns(variables, names, diagnostics());
  std::erase_if(subject_.variables,
                [](const results::Column& column) { return column.isParameter || column.isBoolean; });
  if (subject_.variables.empty() && !diagnostics().hasErrors())
    diagnostics()
        .error("unknown-variable", {}, fmt::format("{} has no variables to compare in", subject_.name))
        .hint("name some that vary with --vars");
}

}  // namespace dashpot::cli
