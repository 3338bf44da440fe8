// dashpot detest: methods on the STIFF DETEST set.
#include "analysis/detest.hpp"

#include "cli/cli.hpp"
#include "cli/counters.hpp"
#include "cli/estimate.hpp"
#include "cli/output.hpp"
#include "cli/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <memory>
#include <unistd.h>

namespace dashpot::cli {
namespace {

using analysis::DetestRun;
using analysis::DetestSettings;
using analysis::Smoothness;
using nlohmann::ordered_json;

struct DetestOptions {
  std::vector<std::string> problems;
  std::vector<std::string> methods{"rodas4", "cvode"};
  std::vector<double> tolerances{1e-2, 1e-4, 1e-6};
  std::string estimate = "automatic";
  double firstStep = 0;
  std::int64_t maxSteps = DetestSettings{}.maxSteps;
  bool unscaled = false;
  bool ownFirstStep = false;
  bool localErrors = false;
  bool json = false;
};

/// "b" stands for all of class B. The first name that is no problem goes to `unknown`.
std::vector<std::string> expand(const std::vector<std::string>& wanted, std::string& unknown) {
  std::vector<std::string> names;
  for (std::string each : wanted) {
    std::ranges::transform(each, each.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const std::size_t before = names.size();
    for (const std::string_view name : problems::detestNames())
      if (each.size() == 1 ? name.starts_with(each) : name == each) names.emplace_back(name);
    if (names.size() == before && unknown.empty()) unknown = each.empty() ? "''" : each;
  }
  return names;
}

/// All tolerances of one method on one problem.
struct Series {
  std::vector<DetestRun> runs;
  std::optional<Smoothness> end, maximum;
};

Series runSeries(const problems::DetestProblem& problem, const std::string& method, const DetestOptions& options,
                 bool showProgress) {
  Series series;
  std::vector<double> ends, maxima, tolerances;
  for (const double tolerance : options.tolerances) {
    if (showProgress) fmt::print(stderr, "\r\x1b[K{}, {}, {:g} ...", problem.test.name, method, tolerance);
    series.runs.push_back(analysis::runDetest(problem, {.method = method,
                                                        .tolerance = tolerance,
                                                        .estimate = estimateNamed(options.estimate),
                                                        .scaled = !options.unscaled,
                                                        .preliminaryRun = !options.ownFirstStep,
                                                        .localErrors = options.localErrors,
                                                        .firstStep = options.firstStep,
                                                        .maxSteps = options.maxSteps}));
    const DetestRun& run = series.runs.back();
    if (run.outcome != DetestRun::Outcome::finished) continue;
    tolerances.push_back(tolerance);
    ends.push_back(run.endError);
    maxima.push_back(run.maxError);
  }
  if (showProgress) fmt::print(stderr, "\r\x1b[K");
  series.end = analysis::fitSmoothness(tolerances, ends);
  series.maximum = analysis::fitSmoothness(tolerances, maxima);
  return series;
}

std::string fitted(const std::optional<Smoothness>& fit) {
  return fit ? fmt::format("{:.3g} TOL^{:.3f}", fit->constant, fit->exponent) : std::string("-");
}

void print(const problems::DetestProblem& problem, const std::vector<Series>& all, const DetestOptions& options) {
  say("\n{}: {} equations, t = {:g} to {:g}\n", problem.test.title, problem.test.problem.size, problem.test.start,
      problem.test.end);
  std::vector<Table::Column> columns{{"method", Table::Align::left},
                                     {"log TOL"},
                                     {"time ms"},
                                     {"ovhd ms"},
                                     {"F"},
                                     {"J"},
                                     {"LU"},
                                     {"steps"},
                                     {"rejected"},
                                     {"end error"},
                                     {"max error"},
                                     {"per step"}};
  if (options.localErrors) columns.insert(columns.end(), {{"local"}, {"deceived"}});
  columns.push_back({"", Table::Align::left});
  Table table(columns);
  for (const Series& series : all)
    for (const DetestRun& run : series.runs) {
      const Statistics& s = run.statistics;
      const bool measured =
          run.outcome != DetestRun::Outcome::notStarted && run.outcome != DetestRun::Outcome::noTrueSolution;
      const bool timed = run.outcome == DetestRun::Outcome::finished;
      const auto figure = [&](double value) { return measured ? number(value, 3) : std::string("-"); };
      std::vector<std::string> row{run.method,
                                   number(std::log10(run.tolerance), 3),
                                   timed ? fmt::format("{:.3f}", run.seconds * 1e3) : "-",
                                   timed ? fmt::format("{:.3f}", run.overhead * 1e3) : "-",
                                   std::to_string(s.rhsEvals + s.rhsEvalsForJacobian),
                                   std::to_string(s.jacEvals),
                                   std::to_string(s.lu),
                                   std::to_string(s.steps),
                                   std::to_string(s.rejected),
                                   figure(run.endError),
                                   figure(run.maxError),
                                   figure(run.errorPerStep)};
      if (options.localErrors) row.insert(row.end(), {figure(run.localError), figure(run.deceived)});
      row.push_back(run.message);
      table.add(row);
    }
  say("{}", table.text());
  for (const Series& series : all)
    if (series.end || series.maximum)
      say("smoothness of {}: end error {}, max error {}\n", series.runs.front().method, fitted(series.end),
          fitted(series.maximum));
  std::fflush(stdout);
}

ordered_json toJson(const std::optional<Smoothness>& fit) {
  if (!fit) return nullptr;
  return {{"constant", fit->constant}, {"exponent", fit->exponent}};
}

ordered_json toJson(const Series& series, const DetestOptions& options) {
  ordered_json runs = ordered_json::array();
  for (const DetestRun& run : series.runs) {
    ordered_json json{{"tolerance", run.tolerance}};
    json["status"] = run.outcome == DetestRun::Outcome::finished        ? "finished"
                     : run.outcome == DetestRun::Outcome::notStarted    ? "not_started"
                     : run.outcome == DetestRun::Outcome::endNotReached ? "end_not_reached"
                                                                        : "no_true_solution";
    if (!run.message.empty()) json["message"] = run.message;
    json["reached"] = run.reached;
    json["first_step"] = run.firstStep;
    addCounters(json, run.statistics);
    json["seconds"] = run.seconds;
    json["overhead_seconds"] = run.overhead;
    json["end_error"] = run.endError;
    json["max_error"] = run.maxError;
    json["error_per_step"] = run.errorPerStep;
    if (options.localErrors) {
      json["local_error"] = run.localError;
      json["deceived"] = run.deceived;
    }
    runs.push_back(std::move(json));
  }
  return {{"method", series.runs.front().method},
          {"runs", std::move(runs)},
          {"smoothness_end", toJson(series.end)},
          {"smoothness_max", toJson(series.maximum)}};
}

/// Empty when the request makes sense, else what is wrong and a hint.
std::pair<std::string, std::string> complaint(const DetestOptions& options) {
  std::vector<std::string> known;
  for (const MethodTraits& method : methods()) known.push_back(method.name);
  for (const std::string& name : options.methods) {
    const MethodTraits* const method = findMethod(name);
    if (!method) return {fmt::format("there is no method '{}'", name), didYouMean(name, known)};
    if (!method->variableStep)
      return {fmt::format("'{}' has no error estimate, and cannot follow a tolerance", name),
              "'dashpot methods' shows which methods choose their steps"};
  }
  for (const double tolerance : options.tolerances)
    if (!(tolerance > 0 && tolerance < 1))
      return {fmt::format("the tolerance {:g} does not lie between 0 and 1", tolerance), ""};
  if (options.firstStep < 0) return {"the first step must not be negative", ""};
  if (options.maxSteps < 1) return {"at least one step must be allowed", ""};
  return {};
}

ExitCode run(const DetestOptions& options) {
  if (const auto [message, hint] = complaint(options); !message.empty()) return fail(message, hint);
  std::string unknown;
  std::vector<std::string> names = expand(options.problems, unknown);
  if (!unknown.empty())
    return fail(fmt::format("there is no DETEST problem or class '{}'", unknown),
                fmt::format("the classes are a to g, the problems {}", fmt::join(problems::detestNames(), ", ")));
  if (names.empty())
    for (const std::string_view name : problems::detestNames()) names.emplace_back(name);

  const bool showProgress = isatty(STDERR_FILENO) != 0;
  ordered_json list = ordered_json::array();
  if (!options.json)
    say("Errors in units of the tolerance, {}.\n",
        options.unscaled ? "absolute" : "relative to each component's largest value");
  for (const std::string& name : names) {
    const problems::DetestProblem problem = *problems::findDetest(name);
    std::vector<Series> all;
    for (const std::string& method : options.methods) all.push_back(runSeries(problem, method, options, showProgress));
    if (!options.json) {
      print(problem, all, options);
      continue;
    }
    ordered_json methods = ordered_json::array();
    for (const Series& series : all) methods.push_back(toJson(series, options));
    list.push_back({{"problem", name}, {"size", problem.test.problem.size}, {"methods", std::move(methods)}});
  }
  if (options.json)
    printJson(ordered_json{{"schema", "dashpot/detest/1"},
                           {"estimate", options.estimate},
                           {"scaled", !options.unscaled},
                           {"problems", list}});
  return ExitCode::success;
}

}  // namespace

void addDetest(CLI::App& app, ExitCode& result) {
  auto options = std::make_shared<DetestOptions>();
  CLI::App* verb = addVerb(app, "detest", "Compare methods on the STIFF DETEST problems, classes A to G",
                           "dashpot detest b5 c --methods rodas4,cvode,diag-exp-i2 --tolerances 1e-2,1e-4,1e-6");
  verb->add_option("problem", options->problems, "Problems (a1 to g5) or classes (a to g); all if none is given")
      ->type_name("NAME");
  verb->add_option("--methods", options->methods, "Methods, separated by commas")
      ->delimiter(',')
      ->type_name("M,...")
      ->capture_default_str();
  verb->add_option("--tolerances", options->tolerances, "Tolerances, separated by commas")
      ->delimiter(',')
      ->type_name("TOL,...")
      ->capture_default_str();
  addEstimate(*verb, options->estimate);
  verb->add_flag("--unscaled", options->unscaled, "Errors as they are, not in units of each component's largest value");
  verb->add_flag("--local-errors", options->localErrors, "Measure the error of every single step, too");
  verb->add_flag("--own-first-step", options->ownFirstStep,
                 "Let the method choose its first step, without a preliminary run");
  verb->add_option("--first-step", options->firstStep, "Start with this step, without a preliminary run")
      ->type_name("H");
  verb->add_option("--max-steps", options->maxSteps, "Steps after which a run is given up")->capture_default_str();
  verb->add_flag("--json", options->json, "Print one JSON object");
  verb->callback([options, &result] { result = run(*options); });
}

}  // namespace dashpot::cli
