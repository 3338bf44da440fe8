// dashpot compare: methods on models, error against work.
#include "cli/compare.hpp"

#include "analysis/comparison_pictures.hpp"
#include "base/printable.hpp"
#include "base/units.hpp"
#include "base/whole_file.hpp"
#include "cli/interruption.hpp"
#include "cli/output.hpp"
#include "cli/output_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <unistd.h>

namespace dashpot::cli {
namespace {

using analysis::Comparison;
using analysis::ComparisonPlan;
using analysis::ErrorMeasure;
using analysis::Trial;
using analysis::Work;

constexpr std::size_t mostTrials = 100'000;

// ---- reading the arguments ------------------------------------------------------------------------------------------

std::optional<double> positive(const std::string& text) {
  const auto quantity = parseQuantity(text);
  const bool isTime = quantity && (quantity->unit.empty() || quantity->unit == "s");
  return isTime && std::isfinite(quantity->value) && quantity->value > 0 ? std::optional(quantity->value)
                                                                         : std::nullopt;
}

/// "1e-2..1e-8": a ladder with this factor between its rungs; or one number.
std::optional<std::vector<double>> ladder(const std::string& text, double factor) {
  const std::size_t dots = text.find("..");
  if (dots == std::string::npos) {
    const auto value = positive(text);
    return value ? std::optional(std::vector{*value}) : std::nullopt;
  }
  const auto first = positive(text.substr(0, dots)), last = positive(text.substr(dots + 2));
  if (!first || !last) return std::nullopt;
  const double direction = *last < *first ? 1 / factor : factor;
  const double rungs = std::abs(std::log(*last / *first)) / std::log(factor);
  std::vector<double> values;
  for (int k = 0; k <= static_cast<int>(rungs + 1e-9); ++k) {
    const double value = *first * std::pow(direction, k);
    double rounded = value;  // 1e-05, not 1.0000000000000001e-05
    const std::string shortest = fmt::format("{:.12g}", value);
    std::from_chars(shortest.data(), shortest.data() + shortest.size(), rounded);
    values.push_back(rounded);
  }
  return values;
}

std::vector<double> ladders(const std::vector<std::string>& texts, double factor, const char* option,
                            const char* example, Diagnostics& diagnostics) {
  std::vector<double> values;
  for (const std::string& text : texts) {
    const auto rungs = ladder(text, factor);
    if (!rungs) {
      diagnostics.error("command-line", {}, fmt::format("{}: '{}' is not a positive number or a range", option, text))
          .hint(example);
      continue;
    }
    for (const double value : *rungs)
      if (std::ranges::find(values, value) == values.end()) values.push_back(value);
  }
  return values;
}

void checkMethod(const std::string& name, Diagnostics& diagnostics) {
  if (findMethod(name)) return;
  std::vector<std::string_view> known;
  for (const auto& each : {methods(), inlinedMethods()})
    for (const MethodTraits& method : each) known.push_back(method.name);
  const std::string near = didYouMean(name, known);
  diagnostics.error("command-line", {}, fmt::format("there is no method '{}'", name))
      .hint(near.empty() ? "'dashpot methods' lists them" : near);
}

std::vector<Trial> readTrials(const CompareOptions& options, Diagnostics& diagnostics) {
  for (const std::string& method : options.methods) checkMethod(method, diagnostics);
  std::vector<std::string> wanted = options.tolerances;
  if (wanted.empty() && options.steps.empty()) wanted = {"1e-3..1e-7"};
  const auto tolerances =
      ladders(wanted, 10, "--tolerances", "write --tolerances 1e-3..1e-7, or 1e-3,1e-5", diagnostics);
  const auto steps = ladders(options.steps, 2, "--steps", "write --steps 1ms..16ms, or 1ms,5ms", diagnostics);
  for (const double tolerance : tolerances)
    if (tolerance >= 1)
      diagnostics.error("command-line", {}, fmt::format("--tolerances: {:g} is not below 1", tolerance));
  std::vector<Trial> trials;
  for (const std::string& method : options.methods) {
    for (const double tolerance : tolerances) trials.push_back({.method = method, .tolerance = tolerance});
    for (const double step : steps) trials.push_back({.method = method, .step = step});
  }
  if (trials.size() > mostTrials)
    diagnostics.error("command-line", {}, fmt::format("these are {} runs", trials.size()));
  return trials;
}

/// METHOD, METHOD@TOLERANCE or FILE.mat.
analysis::ReferenceRequest readReference(const CompareOptions& options, Diagnostics& diagnostics) {
  if (options.reference.empty()) return {};
  if (options.reference.ends_with(".mat")) {
    if (options.models.size() > 1)
      diagnostics.error("command-line", {}, "--reference: a file can be the reference of one model only");
    return {.file = options.reference};
  }
  const std::size_t at = options.reference.find('@');
  analysis::ReferenceRequest request{.method = options.reference.substr(0, at)};
  checkMethod(request.method, diagnostics);
  if (at == std::string::npos) return request;
  const auto tolerance = positive(options.reference.substr(at + 1));
  if (tolerance && *tolerance < 1)
    request.tolerance = *tolerance;
  else
    diagnostics.error("command-line", {}, fmt::format("--reference: '{}' is not METHOD@TOLERANCE", options.reference))
        .hint("write --reference radau@1e-11, or a result file that ends in .mat");
  return request;
}

std::vector<ErrorMeasure> readMeasures(const CompareOptions& options, Diagnostics& diagnostics) {
  std::vector<ErrorMeasure> measures;
  std::vector<std::string_view> known;
  for (const ErrorMeasure measure : analysis::allErrorMeasures) known.push_back(nameOf(measure));
  for (const std::string& name : options.errors)
    if (const auto measure = analysis::errorMeasureNamed(name))
      measures.push_back(*measure);
    else
      diagnostics.error("command-line", {}, fmt::format("--errors: there is no measure '{}'", name))
          .hint(fmt::format("there are {}", fmt::join(known, ", ")));
  return measures;
}

void checkFiles(const CompareOptions& options, Diagnostics& diagnostics) {
  if (!options.plotFile.empty() && !options.plotFile.ends_with(".svg") && !options.plotFile.ends_with(".png"))
    diagnostics.error("command-line", {}, fmt::format("--plot: '{}' must end in .svg or .png", options.plotFile));
  std::vector<FileArgument> inputs{{"--reference", options.reference.ends_with(".mat") ? options.reference : ""}};
  for (const std::string& model : options.models)
    if (!namesProblem(model)) inputs.push_back({"", model});
  refuseOverwriting({{"--csv", options.csvFile}, {"--plot", options.plotFile}}, inputs, diagnostics);
}

// ---- the comparison -------------------------------------------------------------------------------------------------

/// What is being done, in one line of a terminal that is written again and again.
class DoingLine {
 public:
  explicit DoingLine(bool isShown) : isShown_(isShown) {}
  ~DoingLine() { clear(); }
  DoingLine(const DoingLine&) = delete;
  DoingLine& operator=(const DoingLine&) = delete;

  void show(const std::string& text) {
    if (isShown_) fmt::print(stderr, "\r\x1b[K{} ...", printable(text));
    std::fflush(stderr);
  }
  void clear() {
    if (isShown_) fmt::print(stderr, "\r\x1b[K");
  }

 private:
  bool isShown_;
};

/// Diagnostics that are not yet on the terminal.
void showDiagnostics(const Diagnostics& diagnostics, const Sources& sources) {
  std::fflush(stdout);
  say(stderr, "{}", render(diagnostics, sources));
}

ExitCode refuseCompare(const CompareOptions& options, const Diagnostics& diagnostics, const Sources& sources) {
  if (options.json)
    printJson(
        {{"schema", "dashpot/compare/1"}, {"status", "rejected"}, {"diagnostics", cli::toJson(diagnostics, sources)}});
  else
    showDiagnostics(diagnostics, sources);
  return ExitCode::userError;
}

/// Files that were asked for. Gives a line for each that was written.
std::vector<std::string> writeFiles(const CompareReport& report,
                                    const std::vector<std::unique_ptr<ComparedModel>>& models,
                                    const CompareOptions& options, Diagnostics& diagnostics) {
  std::vector<std::string> written;
  const auto keep = [&](const std::string& file, const std::string& content, std::optional<Diagnostic> fault) {
    if (fault)
      diagnostics.add(std::move(*fault));
    else
      written.push_back(fmt::format("wrote {}: {}\n", file, content));
  };
  if (!options.csvFile.empty()) keep(options.csvFile, "a row per run", writeWhole(compareCsv(report), options.csvFile));
  const std::vector<Work> drawn{Work::steps, Work::evaluations, Work::cpu};
  if (!options.plotFile.empty() && report.comparisons.size() == 1)
    keep(options.plotFile, "work against precision",
         draw(workPrecisionPicture(report.comparisons.front(), report.measures.front(), drawn), options.plotFile));
  if (!options.plotFile.empty() && report.comparisons.size() > 1)
    keep(options.plotFile, "a performance profile",
         draw(profilePicture(report.comparisons, report.measures.front(), drawn), options.plotFile));
  if (!options.reportFolder.empty())
    keep((std::filesystem::path(options.reportFolder) / "index.html").string(), "the report, for a browser",
         writeReport(report, models, options.reportFolder));
  return written;
}

ExitCode codeOf(const CompareReport& report, bool hasErrors) {
  if (hasErrors) return ExitCode::userError;
  if (std::ranges::any_of(report.comparisons, &Comparison::isCancelled)) return ExitCode::interrupted;
  const auto hasResult = [](const Comparison& comparison) {
    return std::ranges::any_of(comparison.runs, [](const analysis::TrialRun& run) { return run.error.has_value(); });
  };
  return std::ranges::all_of(report.comparisons, hasResult) ? ExitCode::success : ExitCode::numericalFailure;
}

ExitCode run(const CompareOptions& options) {
  Diagnostics diagnostics;
  ComparisonPlan plan{.trials = readTrials(options, diagnostics),
                      .reference = readReference(options, diagnostics),
                      .floor = options.floor,
                      .timingSeconds = options.timing,
                      .limitSeconds = options.limit,
                      .keepsCourses = !options.reportFolder.empty()};
  CompareReport report{.comparisons = {}, .measures = readMeasures(options, diagnostics), .methods = options.methods};
  checkFiles(options, diagnostics);
  if (diagnostics.hasErrors()) return refuseCompare(options, diagnostics, Sources{});

  std::vector<std::unique_ptr<ComparedModel>> models;
  for (const std::string& name : options.models) {
    models.push_back(std::make_unique<ComparedModel>(name, options));
    if (models.back()->diagnostics().hasErrors())
      return refuseCompare(options, models.back()->diagnostics(), models.back()->sources());
  }

  DoingLine doing(!options.json && isatty(STDERR_FILENO) != 0);
  plan.isCancelled = [] { return Interruption::isRequested(); };
  plan.atOnce = &Interruption::isUrgent();
  bool hasErrors = false;
  {
    const Interruption interruption;  // so that what was computed is kept
    for (const auto& model : models) {
      plan.progress = [&](const std::string& text) { doing.show(model->subject().name + ": " + text); };
      report.comparisons.push_back(compare(model->subject(), plan, model->diagnostics()));
      doing.clear();
      hasErrors = hasErrors || model->diagnostics().hasErrors();
      if (!options.json) {
        printComparison(report.comparisons.back(), report);
        showDiagnostics(model->diagnostics(), model->sources());
      }
      if (report.comparisons.back().isCancelled) break;
    }
  }
  const std::vector<std::string> written = writeFiles(report, models, options, diagnostics);
  if (options.json) {
    printJson(compareJson(report, models));
  } else {
    if (report.comparisons.size() > 1) printProfile(report);
    if (!written.empty()) say("\n");
    for (const std::string& line : written) say("{}", line);
  }
  showDiagnostics(diagnostics, Sources{});
  const ExitCode result = codeOf(report, hasErrors || diagnostics.hasErrors());
  bool isMaking = false;
  for (const auto& model : models) isMaking = model->stopMaking() || isMaking;
  if (isMaking) leave(result);
  return result;
}

}  // namespace

void addCompare(CLI::App& app, ExitCode& result) {
  auto options = std::make_shared<CompareOptions>();
  SimulateOptions& simulation = options->simulation;
  CLI::App* verb =
      addVerb(app, "compare",
              "Compare methods on models or built-in problems: error against steps, evaluations, "
              "factorisations and time, against a reference that is checked",
              "dashpot compare problem:hires --methods rodas4,cvode --tolerances 1e-3..1e-7 --plot wp.svg");
  verb->add_option("model", options->models, "Modelica files, classes of the libraries, or problem:NAME")
      ->required()
      ->type_name("FILE.mo|A.B.C|problem:NAME");
  verb->add_option("--model", simulation.model.model, "Which model of the file: A.B; else its last one")
      ->type_name("NAME");
  verb->add_option("--library", simulation.model.libraries, "Where to look for libraries first; repeatable")
      ->type_name("DIR")
      ->allow_extra_args(false);
  addUnsavedOption(*verb, simulation.model);
  verb->add_option("--methods", options->methods, "Methods to compare; 'dashpot methods' lists them")
      ->delimiter(',')
      ->capture_default_str()
      ->type_name("NAME,...");
  verb->add_option("--tolerances", options->tolerances,
                   "Tolerances to run each of them with: numbers, or a range in powers of ten (default 1e-3..1e-7)")
      ->delimiter(',')
      ->type_name("FIRST..LAST|NUMBER,...");
  verb->add_option("--steps", options->steps, "Fixed steps to run each of them with: times, or a range by doubling")
      ->delimiter(',')
      ->type_name("FIRST..LAST|TIME,...");
  verb->add_option("--reference", options->reference,
                   "What errors are measured against (default: a closed form, or a tight run of radau); always "
                   "checked with a method of another family")
      ->type_name("METHOD@TOLERANCE|FILE.mat");
  verb->add_option("--errors", options->errors,
                   "Measures of the error: final, rms, max, mean, time-weighted; the first one is plotted")
      ->delimiter(',')
      ->capture_default_str()
      ->type_name("NAME,...");
  verb->add_option("--floor", options->floor,
                   "Errors are relative to a variable's value, but at least to this share of its largest one")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  verb->add_option("--vars", simulation.variables, "Variables to compare in (default: outputs and states)")
      ->type_name("NAMES")
      ->allow_extra_args(false);
  verb->add_option("--set", simulation.set, "Set a parameter or a start value: name=value, pump.p=210bar")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  verb->add_option("--start", simulation.start, "Start time")->type_name("TIME");
  verb->add_option("--stop", simulation.stop, "Stop time")->type_name("TIME");
  verb->add_option("--interval", simulation.interval, "Errors are measured this often (default: of the model)")
      ->type_name("TIME");
  verb->add_option("--input", simulation.input, "Data for top-level inputs, as for simulate")->type_name("FILE.csv");
  verb->add_option("--timing", options->timing,
                   "Repeat runs up to so many seconds per model, so that the spread of their time is known; 0: do not")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  verb->add_option("--limit", options->limit, "Give up a run after so many seconds")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  verb->add_option("--csv", options->csvFile, "Write a row per run")->type_name("FILE.csv");
  verb->add_option("--plot", options->plotFile, "Draw work against precision; of several models, a performance profile")
      ->type_name("FILE.svg|FILE.png");
  verb->add_option("--report", options->reportFolder,
                   "Write a page with tables and pictures (index.html), and the same as CSV and JSON, into this folder")
      ->type_name("DIR");
  verb->add_flag("--json", options->json, "Print one JSON object");
  verb->callback([options, &result] { result = run(*options); });
}

}  // namespace dashpot::cli
