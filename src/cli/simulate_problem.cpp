#include "cli/simulate_problem.hpp"

#include "cli/explain.hpp"
#include "problems/accuracy.hpp"

#include <fmt/format.h>

namespace dashpot::cli {
namespace {

constexpr std::string_view problemPrefix = "problem:";

void refuseOptionsOfModels(const SimulateOptions& options) {
  const std::pair<bool, const char*> given[] = {{!options.model.model.empty(), "--model"},
                                                {!options.set.empty(), "--set"},
                                                {!options.data.empty(), "--data"},
                                                {!options.saveData.empty(), "--save-data"},
                                                {!options.dump.empty(), "--dump"},
                                                {!options.start.empty(), "--start"},
                                                {!options.input.empty(), "--input"},
                                                {options.integration.steadyState, "--steady-state"},
                                                {!options.integration.checkpoint.empty(), "--checkpoint"},
                                                {!options.integration.resume.empty(), "--resume"}};
  for (const auto& [isGiven, name] : given)
    if (isGiven) throw CLI::ValidationError(name, "goes with a model, not with a built-in problem");
}

}  // namespace

bool namesProblem(const std::string& file) { return file.starts_with(problemPrefix); }

Expected<problems::TestProblem, problems::ProblemFault> problemNamed(const std::string& file) {
  return problems::make(std::string_view(file).substr(problemPrefix.size()));
}

simulation::RecordedProblem recordedProblem(const problems::TestProblem& test, bool withErrors) {
  simulation::RecordedProblem result{
      .name = std::string(problemPrefix) + test.name,
      .problem = test.problem,
      .initial = test.initial,
      .experiment = {.startTime = test.start, .stopTime = test.end},
      .tolerances = [&test](double relative) { return problems::tolerancesFor(test, relative); }};
  std::vector<std::string>& names = result.problem.names;
  for (std::size_t i = names.size(); i < test.initial.size(); ++i) names.push_back(fmt::format("y[{}]", i + 1));
  if (withErrors) result.exact = test.exact;
  return result;
}

ExitCode simulateProblem(const SimulateOptions& options) {
  refuseOptionsOfModels(options);
  Diagnostics diagnostics;
  const simulation::Settings settings = readSettings(options, diagnostics);
  auto test = problemNamed(options.model.file);
  if (!test) diagnostics.error("unknown-problem", {}, test.error().message).hint(test.error().hint);
  if (test && options.errors && !test->exact)
    diagnostics.error("no-exact-solution", {}, fmt::format("no closed solution of problem '{}' is known", test->name));
  if (diagnostics.hasErrors()) return refuse(options, diagnostics, Sources{});

  const simulation::RecordedProblem problem = recordedProblem(*test, options.errors);
  SimulateJob job;
  job.name = problem.name;
  job.experiment = simulation::experimentOf(problem.experiment, settings);
  job.recordsAtIntervals = simulation::recordsAtIntervals(problem.experiment, settings);
  chooseColumns(job, simulation::recordedVariables(problem), options, diagnostics);
  if (!simulation::acceptSettings(problem.experiment, settings, diagnostics))
    return refuse(options, diagnostics, Sources{});
  job.simulate = [&](const simulation::Settings& given, simulation::Recorder& recorder, Diagnostics& reports,
                     const simulation::StepObserver& observe) {
    return simulation::simulate(problem, given, recorder, reports, observe);
  };
  if (options.explain) explainAlong(job, subjectOf(*test, problem, job.experiment));
  return execute(job, options, settings, diagnostics, Sources{});
}

}  // namespace dashpot::cli
