// dashpot demo: one stiff problem, several methods, a table and a picture.
#include "analysis/plot.hpp"
#include "cli/cli.hpp"
#include "cli/counters.hpp"
#include "cli/output.hpp"
#include "cli/run_problem.hpp"
#include "cli/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <sys/ioctl.h>
#include <unistd.h>

namespace dashpot::cli {
namespace {

using nlohmann::ordered_json;
using problems::TestProblem;

struct DemoOptions {
  std::string problem = "van-der-pol";
  std::vector<std::string> methods{"rodas4", "rodas5p", "rodas3", "ros4", "ode23s", "cvode", "dopri5"};
  double tolerance = 1e-5;
  std::string outputDirectory;
  bool json = false;
};

double fastest(const std::vector<MethodRun>& runs) {
  double best = INFINITY;
  for (const MethodRun& run : runs)
    if (run.solution.ok()) best = std::min(best, run.seconds);
  return best;
}

void printTable(const TestProblem& test, const DemoOptions& options, const std::vector<MethodRun>& runs) {
  say("{}\n{} equations, t = {:g} to {:g}, relative tolerance {:g}\n\n", test.title, test.problem.size, test.start,
      test.end, options.tolerance);
  Table table({{"method", Table::Align::left},
               {"steps"},
               {"rejected"},
               {"rhs"},
               {"jac"},
               {"lu"},
               {"correct digits"},
               {"time / best"},
               {"", Table::Align::left}});
  for (const MethodRun& run : runs) {
    const Statistics& s = run.solution.statistics;
    const bool ok = run.solution.ok();
    table.add({run.method, std::to_string(s.steps), std::to_string(s.rejected), std::to_string(s.rhsEvals),
               std::to_string(s.jacEvals), std::to_string(s.lu),
               std::isnan(run.correctDigits) ? "-" : fmt::format("{:.1f}", run.correctDigits),
               ok ? fmt::format("{:.2f}", run.seconds / fastest(runs)) : "-",
               ok ? "" : "gave up: " + run.solution.failure.message});
  }
  say("{}", table.text());
}

ordered_json toJson(const MethodRun& run) {
  ordered_json json{{"method", run.method}, {"finished", run.solution.ok()}};
  addCounters(json, run.solution.statistics);
  json["correct_digits"] = nullptr;
  json["run_seconds"] = run.seconds;
  if (!std::isnan(run.correctDigits)) json["correct_digits"] = run.correctDigits;
  if (!run.solution.ok()) json["failure"] = run.solution.failure.message;
  return json;
}

/// The first component: the solution as a line, and where the methods put their steps.
analysis::Plot picture(const TestProblem& test, const std::vector<MethodRun>& runs,
                       const ComparisonSettings& settings) {
  constexpr double longRun = 1e4;
  const bool logarithmic = test.start >= 0 && test.end > longRun;
  const std::string component = test.problem.names.empty() ? "y[0]" : test.problem.names.front();
  analysis::Plot plot{.title = test.title, .xLabel = "t", .yLabel = component, .logX = logarithmic};

  const auto best = std::ranges::max_element(runs, {}, [](const MethodRun& run) {
    return !run.solution.ok() ? -INFINITY : std::isnan(run.correctDigits) ? 0 : run.correctDigits;
  });
  if (best == runs.end() || !best->solution.ok()) return plot;
  Options options = optionsFor(test, best->method, settings);
  constexpr int points = 2000;
  const double first = logarithmic ? test.end * 1e-12 : test.start;
  for (int k = 0; k <= points; ++k) {
    const double share = static_cast<double>(k) / points;
    options.outputTimes.push_back(logarithmic ? first * std::pow(test.end / first, share)
                                              : test.start + share * (test.end - test.start));
  }
  options.outputTimes.back() = test.end;
  const Solution line = solve(test.problem, test.start, test.end, test.initial, options);
  analysis::Curve& solution = plot.curves.emplace_back();
  solution.title = best->method;
  for (std::size_t k = 0; k < line.times.size(); ++k) {
    solution.x.push_back(line.times[k]);
    solution.y.push_back(line.states[k].front());
  }

  constexpr std::size_t mostSteps = 2000;  // more would be a smear
  for (const MethodRun& run : runs) {
    if (!run.solution.ok() || run.solution.times.size() > mostSteps || plot.curves.size() > 3) continue;
    analysis::Curve& steps = plot.curves.emplace_back();
    steps.title = "steps of " + run.method;
    steps.style = analysis::Curve::Style::points;
    for (std::size_t k = 0; k < run.solution.times.size(); ++k) {
      if (logarithmic && run.solution.times[k] < first) continue;
      steps.x.push_back(run.solution.times[k]);
      steps.y.push_back(run.solution.states[k].front());
    }
  }
  return plot;
}

/// Shows the plot on a terminal; a missing gnuplot is no failure of the demonstration.
void showOnTerminal(analysis::Plot plot) {
  winsize size{};
  if (isatty(STDOUT_FILENO) == 0 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 40) return;
  plot.curves.resize(std::min<std::size_t>(plot.curves.size(), 1));
  if (const auto text = analysis::textPlot(plot, std::min<int>(size.ws_col, 120) - 1, 24)) say("\n{}", *text);
}

/// The files written, or a diagnostic.
Expected<std::vector<std::string>, Diagnostic> writePictures(const analysis::Plot& plot, const TestProblem& test,
                                                             const std::string& directory) {
  std::vector<std::string> files;
  std::error_code ignored;  // if it cannot be made, the file below says so
  std::filesystem::create_directories(directory, ignored);
  for (const char* suffix : {".svg", ".png"}) {
    const auto file = std::filesystem::path(directory) / (test.name + suffix);
    if (const auto fault = analysis::writePlot(plot, file)) return Unexpected{*fault};
    files.push_back(file.string());
  }
  return files;
}

ExitCode run(const DemoOptions& options) {
  std::string_view name = options.problem;
  if (name.starts_with("problem:")) name.remove_prefix(std::string_view("problem:").size());
  const auto test = problems::make(name);
  if (!test) return fail(test.error().message, test.error().hint);
  std::vector<std::string_view> known;
  for (const MethodTraits& method : methods()) known.push_back(method.name);
  for (const std::string& method : options.methods)
    if (!findMethod(method)) {
      const std::string near = didYouMean(method, known);
      return fail(fmt::format("there is no method '{}'", method), near.empty() ? "'dashpot methods' lists them" : near);
    }
  if (!(options.tolerance > 0 && options.tolerance < 1)) return fail("the tolerance must lie between 0 and 1");

  const ComparisonSettings settings{.methods = options.methods, .tolerance = options.tolerance};
  const std::vector<MethodRun> runs = runProblem(*test, settings);
  std::vector<std::string> files;
  const analysis::Plot plot = picture(*test, runs, settings);
  if (!options.json) printTable(*test, options, runs);
  if (!options.outputDirectory.empty()) {
    auto written = writePictures(plot, *test, options.outputDirectory);
    if (!written) {
      report(written.error());
      return ExitCode::userError;
    }
    files = *written;
  }
  if (options.json) {
    ordered_json list = ordered_json::array();
    for (const MethodRun& one : runs) list.push_back(toJson(one));
    printJson(ordered_json{{"schema", "dashpot/demo/1"},
                           {"problem", test->name},
                           {"tolerance", options.tolerance},
                           {"runs", list},
                           {"plots", files}});
  } else {
    showOnTerminal(plot);
    if (!files.empty()) say("\nplots: {}\n", fmt::join(files, ", "));
  }
  const bool any = std::ranges::any_of(runs, [](const MethodRun& one) { return one.solution.ok(); });
  return any ? ExitCode::success : ExitCode::numericalFailure;
}

}  // namespace

void addDemo(CLI::App& app, ExitCode& result) {
  auto options = std::make_shared<DemoOptions>();
  CLI::App* verb = addVerb(app, "demo", "Integrate a stiff problem with several methods: table and plot",
                           "dashpot demo hires --methods rodas4,cvode,dopri5 --tolerance 1e-6 --output pictures");
  verb->add_option("PROBLEM", options->problem, "A built-in problem (default van-der-pol)");
  verb->add_option("--methods", options->methods, "Methods, separated by commas")
      ->delimiter(',')
      ->type_name("M,M,...")
      ->allow_extra_args(false);
  verb->add_option("--tolerance", options->tolerance, "Relative tolerance (default 1e-5)")->type_name("TOL");
  verb->add_option("--output", options->outputDirectory, "Write the plot into this directory, as SVG and PNG")
      ->type_name("DIR");
  verb->add_flag("--json", options->json, "Print one JSON object");
  verb->callback([options, &result] { result = run(*options); });
}

}  // namespace dashpot::cli
