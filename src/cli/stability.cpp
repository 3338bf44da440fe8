// dashpot stability: what a method does to y' = lambda y, from its coefficients; and what any method does to any linear
// system, by running it (stability_system.hpp).
#include "analysis/stability.hpp"

#include "analysis/amplification.hpp"
#include "analysis/plot.hpp"
#include "analysis/stability_pictures.hpp"
#include "analysis/two_step_report.hpp"
#include "base/units.hpp"
#include "cli/cli.hpp"
#include "cli/json_values.hpp"
#include "cli/output.hpp"
#include "cli/stability_diagonal.hpp"
#include "cli/stability_overlay.hpp"
#include "cli/stability_search.hpp"
#include "cli/stability_system.hpp"
#include "cli/table.hpp"
#include "dashpot/integrate.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <memory>

namespace dashpot::cli {
namespace {

using analysis::StabilityReport;
using nlohmann::ordered_json;
using tableaux::Complex;
using tableaux::Formula;

struct StabilityOptions {
  std::vector<std::string> methods;
  std::vector<std::string> points;
  std::string plotFile;
  std::string dampingFile;
  std::string starFile;
  OverlayOptions overlay;
  bool isStepGiven = false;
  std::string matrix;
  std::string problem;
  std::string step = "1";
  std::vector<std::string> steps;
  bool domain = false;
  bool embeddings = false;
  EmbeddingSearchOptions search;
  bool json = false;
};

/// The request, understood.
struct Study {
  std::vector<Formula> formulas;
  std::vector<std::string> diagonal;  // diagonal exponential methods: what counts is the coupling
  std::vector<Complex> points;
  std::optional<Eigen::MatrixXd> scaledMatrix;  // h A
};

// ---- reading the arguments ------------------------------------------------------------------------------------------

std::vector<std::string_view> partsOf(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const auto end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::optional<double> parseNumber(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

/// "re,im" or "re".
std::optional<Complex> parseComplex(std::string_view text) {
  const auto parts = partsOf(text, ',');
  if (parts.size() > 2) return std::nullopt;
  const auto re = parseNumber(parts[0]);
  const auto im = parts.size() == 2 ? parseNumber(parts[1]) : std::optional(0.0);
  if (!re || !im) return std::nullopt;
  return Complex{*re, *im};
}

/// "a,b;c,d", square.
std::optional<Eigen::MatrixXd> parseMatrix(std::string_view text) {
  const auto rows = partsOf(text, ';');
  const auto n = static_cast<Eigen::Index>(rows.size());
  Eigen::MatrixXd matrix(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto entries = partsOf(rows[static_cast<std::size_t>(i)], ',');
    if (static_cast<Eigen::Index>(entries.size()) != n) return std::nullopt;
    for (Eigen::Index j = 0; j < n; ++j) {
      const auto value = parseNumber(entries[static_cast<std::size_t>(j)]);
      if (!value) return std::nullopt;
      matrix(i, j) = *value;
    }
  }
  return matrix;
}

std::vector<std::string> namesWithFormula() {
  std::vector<std::string> names;
  for (const Formula& formula : tableaux::allFormulas()) names.push_back(formula.name);
  return names;
}

struct StudyFault {
  std::string message;
  std::string hint;
};

Expected<Study, StudyFault> understand(const StabilityOptions& options) {
  Study study;
  for (const std::string& name : options.methods) {
    if (auto formula = tableaux::findFormula(name)) {
      study.formulas.push_back(std::move(*formula));
      continue;
    }
    const auto known = namesWithFormula();
    if (const MethodTraits* const method = findMethod(name); method && method->family == Family::diagonalExponential) {
      study.diagonal.push_back(name);
      continue;
    }
    if (findMethod(name))
      return Unexpected{
          StudyFault{fmt::format("'{}' has no stability function: it is not one formula of fixed order", name),
                     fmt::format("these have one: {}", fmt::join(known, ", "))}};
    const std::string near = didYouMean(name, known);
    return Unexpected{
        StudyFault{fmt::format("there is no method '{}'", name), near.empty() ? "'dashpot methods' lists them" : near}};
  }
  for (const std::string& text : options.points) {
    const auto point = parseComplex(text);
    if (!point)
      return Unexpected{
          StudyFault{fmt::format("'{}' is not a complex number", text), "write --z re,im, as in --z=-1,2.5"}};
    study.points.push_back(*point);
  }
  if (!options.matrix.empty()) {
    const auto matrix = parseMatrix(options.matrix);
    const auto step = parseQuantity(options.step);
    if (!matrix)
      return Unexpected{StudyFault{fmt::format("'{}' is not a square matrix", options.matrix),
                                   "write rows with commas and end them with semicolons: --matrix \"-1,100;0,-50\""}};
    if (!step) return Unexpected{StudyFault{step.error(), "write a number or a time: --step 0.1, --step 1ms"}};
    if (!(std::isfinite(step->value) && step->value > 0) || (!step->unit.empty() && step->unit != "s"))
      return Unexpected{StudyFault{fmt::format("'{}' is not a time", options.step),
                                   "write a number or a time: --step 0.1, --step 1ms"}};
    study.scaledMatrix = step->value * *matrix;
  }
  if (!study.diagonal.empty() && !study.formulas.empty())
    return Unexpected{StudyFault{fmt::format("'{}' and '{}' cannot be compared: a diagonal method has no R(z)",
                                             study.diagonal.front(), study.formulas.front().name),
                                 "ask for them one after the other"}};
  if (!study.diagonal.empty() && !study.scaledMatrix)
    return Unexpected{StudyFault{
        fmt::format("'{}' is exact on y' = lambda y; its stability depends on the coupling", study.diagonal.front()),
        "give a system: --matrix \"-1,100;0,-50\" --step 0.1"}};
  return study;
}

// ---- text -----------------------------------------------------------------------------------------------------------

std::string text(Complex z) {
  return z.imag() == 0 ? number(z.real(), 6) : fmt::format("{:.6g}{:+.6g}i", z.real(), z.imag());
}

void printComparison(const std::vector<StabilityReport>& reports) {
  Table table({{"method", Table::Align::left},
               {"order"},
               {"A"},
               {"L"},
               {"alpha"},
               {"R(inf)"},
               {"real limit"},
               {"imag. limit"},
               {"error constant"},
               {"principal error"}});
  for (const StabilityReport& r : reports)
    table.add({r.name, std::to_string(r.order), yesNo(r.aStable), yesNo(r.lStable),
               fmt::format("{:.2f}", r.alphaDegrees), number(r.rInfinity, 5), number(r.realLimit, 5),
               number(r.imaginaryLimit, 5), number(r.errorConstant, 4), number(r.principalErrorNorm, 4)});
  say("{}\nDamping on the negative real axis, R(z):\n", table.text());

  std::vector<Table::Column> columns{{"z"}, {"exp(z)"}};
  for (const StabilityReport& r : reports) columns.push_back({r.name});
  Table damping(std::move(columns));
  for (std::size_t k = 0; k < reports.front().damping.size(); ++k) {
    std::vector<std::string> row{number(reports.front().damping[k].z), number(reports.front().damping[k].exact)};
    for (const StabilityReport& r : reports) row.push_back(number(r.damping[k].r, 5));
    damping.add(std::move(row));
  }
  say("{}", damping.text());
}

void printPoints(const Study& study) {
  Table table({{"z"}, {"method", Table::Align::left}, {"R(z)"}, {"|R(z)|"}, {"exp(z)"}});
  for (const Complex z : study.points)
    for (const Formula& formula : study.formulas) {
      const Complex r = tableaux::stabilityFunction(formula)(z);
      table.add({text(z), formula.name, text(r), number(std::abs(r), 10), text(std::exp(z))});
    }
  say("\n{}", table.text());
}

void printMatrix(const Study& study) {
  say("\nEigenvalues of h A:");
  for (const Complex lambda : analysis::eigenvaluesOf(*study.scaledMatrix)) say("  {}", text(lambda));
  say("\n");
  for (const Formula& formula : study.formulas) {
    const Eigen::MatrixXd r = tableaux::stabilityFunction(formula)(*study.scaledMatrix);
    say("\nAmplification matrix R(h A) of {}, spectral radius {:.6g}:\n", formula.name, analysis::spectralRadius(r));
    for (Eigen::Index i = 0; i < r.rows(); ++i) {
      for (Eigen::Index j = 0; j < r.cols(); ++j) say("  {:>14.6g}", r(i, j));
      say("\n");
    }
  }
}

void printReports(const Study& study) {
  if (study.formulas.size() > 1) {
    std::vector<StabilityReport> reports;
    for (const Formula& formula : study.formulas) reports.push_back(analysis::stabilityReport(formula));
    printComparison(reports);
    return;
  }
  const Formula& formula = study.formulas.front();
  say("{}\n{}", formula.name, analysis::toText(analysis::stabilityReport(formula)));
  if (const auto embedded = analysis::embeddedStabilityReport(formula))
    say("\nembedded formula of {}\n{}", formula.name, analysis::toText(*embedded));
  say("{}", analysis::twoStepText(formula.name));
}

// ---- JSON -----------------------------------------------------------------------------------------------------------

ordered_json toJson(Complex z) { return {z.real(), z.imag()}; }

ordered_json toJson(const StabilityReport& r) {
  ordered_json damping = ordered_json::array();
  for (const auto& d : r.damping) damping.push_back({{"z", d.z}, {"r", d.r}, {"exact", d.exact}});
  return {{"order", r.order},
          {"linear_order", r.linearOrder},
          {"error_constant", r.errorConstant},
          {"principal_error_norm", finiteOrNull(r.principalErrorNorm)},
          {"a_stable", r.aStable},
          {"l_stable", r.lStable},
          {"alpha_degrees", r.alphaDegrees},
          {"r_infinity", finiteOrNull(r.rInfinity)},
          {"real_limit", finiteOrNull(r.realLimit)},
          {"imaginary_limit", finiteOrNull(r.imaginaryLimit)},
          {"numerator", r.numerator},
          {"denominator", r.denominator},
          {"stage_limits", r.stageLimits},
          {"damping", damping}};
}

ordered_json toJson(const Study& study, const Formula& formula) {
  const auto r = tableaux::stabilityFunction(formula);
  ordered_json json{{"name", formula.name}};
  json.update(toJson(analysis::stabilityReport(formula)));
  const auto embedded = analysis::embeddedStabilityReport(formula);
  json["embedded"] = embedded ? toJson(*embedded) : ordered_json(nullptr);
  json["points"] = ordered_json::array();
  for (const Complex z : study.points)
    json["points"].push_back({{"z", toJson(z)}, {"r", toJson(r(z))}, {"abs_r", finiteOrNull(std::abs(r(z)))}});
  if (study.scaledMatrix) {
    const Eigen::MatrixXd amplification = r(*study.scaledMatrix);
    ordered_json rows = ordered_json::array();
    for (Eigen::Index i = 0; i < amplification.rows(); ++i) {
      rows.push_back(ordered_json::array());
      for (Eigen::Index j = 0; j < amplification.cols(); ++j) rows.back().push_back(amplification(i, j));
    }
    json["amplification_matrix"] = rows;
    json["spectral_radius"] = analysis::spectralRadius(amplification);
  }
  return json;
}

// ---- methods that are run -------------------------------------------------------------------------------------------

std::optional<double> parseStep(const std::string& text) {
  const auto step = parseQuantity(text);
  const bool time = step && (step->unit.empty() || step->unit == "s");
  return time && std::isfinite(step->value) && step->value > 0 ? std::optional(step->value) : std::nullopt;
}

/// A matrix or a problem is given, or a method has no stability function.
bool wantsRuns(const StabilityOptions& options) {
  const auto lacksFormula = [](const std::string& name) {
    const MethodTraits* const method = findMethod(name);
    return method && method->fixedStep && method->family != Family::diagonalExponential && !tableaux::findFormula(name);
  };
  return options.domain || !options.problem.empty() || !options.steps.empty() ||
         std::ranges::any_of(options.methods, lacksFormula);
}

ExitCode drawAndPrint(const StabilityOptions& options, const analysis::Plot& picture, const ordered_json& methods,
                      const std::function<void()>& print) {
  if (!options.plotFile.empty())
    if (const auto fault = analysis::writePlot(picture, options.plotFile)) {
      report(*fault);
      return ExitCode::userError;
    }
  if (options.json) {
    printJson(ordered_json{{"schema", "dashpot/stability/1"}, {"methods", methods}});
  } else {
    print();
    if (!options.plotFile.empty()) say("\nplot: {}\n", options.plotFile);
  }
  return ExitCode::success;
}

ExitCode runOnDomain(const StabilityOptions& options) {
  const std::vector<Domain> domains = studyDomains(options.methods);
  if (std::ranges::all_of(domains, [](const Domain& d) { return d.points.empty(); }))
    return fail(domains.front().complaint);
  ordered_json list = ordered_json::array();
  for (const Domain& domain : domains) list.push_back(toJson(domain));
  return drawAndPrint(options, domainPicture(domains), list, [&] { print(domains); });
}

ExitCode runOnSystem(const StabilityOptions& options) {
  analysis::LinearProblem problem;
  if (!options.problem.empty()) {
    const auto system = systemOfProblem(options.problem);
    if (!system) return fail(system.error().message, system.error().hint);
    problem = *system;
  } else {
    const auto matrix = parseMatrix(options.matrix);
    if (!matrix)
      return fail(fmt::format("'{}' is not a square matrix", options.matrix),
                  "write rows with commas and end them with semicolons: --matrix \"0,1;-4,-0.1\"");
    problem = {*matrix, analysis::pairsIn(*matrix)};
  }
  const auto step = parseStep(options.step);
  if (!step)
    return fail(fmt::format("'{}' is not a step", options.step), "write a number or a time: --step 0.1, --step 1ms");
  std::vector<double> steps;
  for (const std::string& text : options.steps) {
    const auto value = parseStep(text);
    if (!value) return fail(fmt::format("'{}' is not a step", text), "write numbers or times: --steps 0.1,0.2,0.5");
    steps.push_back(*value);
  }
  const std::string name = options.problem.empty() ? "y' = A y" : options.problem;
  const SystemStudy study = studySystem(name, std::move(problem), options.methods, *step, std::move(steps));
  if (std::ranges::all_of(study.reports, [](const SystemReport& r) { return !r.complaint.empty(); }))
    return fail(study.reports.front().complaint);
  ordered_json list = ordered_json::array();
  for (const SystemReport& each : study.reports) list.push_back(toJson(each));
  return drawAndPrint(options, radiusPicture(study), list, [&] { print(study); });
}

ExitCode runMethods(const StabilityOptions& options) {
  for (const std::string& name : options.methods)
    if (!findMethod(name)) {
      std::vector<std::string_view> known;
      for (const MethodTraits& method : methods()) known.push_back(method.name);
      const std::string near = didYouMean(name, known);
      return fail(fmt::format("there is no method '{}'", name), near.empty() ? "'dashpot methods' lists them" : near);
    }
  if (!options.points.empty())
    return fail("--z evaluates R(z), which only one-step formulas have", "use --matrix, --problem or --domain");
  if (!options.dampingFile.empty())
    return fail("--damping-plot draws R(z), which only one-step formulas have",
                "leave out --problem, --steps and --domain");
  const bool system = !options.problem.empty() || !options.matrix.empty();
  if (!system && !options.steps.empty()) return fail("--steps needs a system", "give it with --matrix or --problem");
  return system && !options.domain ? runOnSystem(options) : runOnDomain(options);
}

/// By their stability functions; methods without one are run.
Expected<std::vector<OverlaidMethod>, StudyFault> overlaidMethods(const std::vector<std::string>& names) {
  std::vector<OverlaidMethod> result;
  for (const std::string& name : names) {
    if (auto formula = tableaux::findFormula(name)) {
      result.push_back({.name = name, .growth = analysis::growthOf(*formula), .formula = std::move(formula)});
      continue;
    }
    const MethodTraits* const method = findMethod(name);
    if (!method) {
      const auto study = understand({.methods = {name}});
      return Unexpected{study.error()};
    }
    if (method->family == Family::diagonalExponential)
      return Unexpected{
          StudyFault{fmt::format("'{}' is exact on y' = lambda y; its stability depends on the coupling", name),
                     "give a system: --matrix \"-1,100;0,-50\" --step 0.1"}};
    auto growth = analysis::growthByRunning(name);
    if (!growth) return Unexpected{StudyFault{growth.error(), "--overlay takes methods that can keep a fixed step"}};
    result.push_back({.name = name, .growth = std::move(*growth), .formula = {}});
  }
  return result;
}

ExitCode overlay(const StabilityOptions& options) {
  const auto methods = overlaidMethods(options.methods);
  if (!methods) return fail(methods.error().message, methods.error().hint);
  OverlayOptions given = options.overlay;
  if (options.isStepGiven) {
    given.step = parseStep(options.step);
    if (!given.step)
      return fail(fmt::format("'{}' is not a step", options.step), "write a number or a time: --step 0.1, --step 1ms");
  }
  given.plotFile = options.plotFile;
  given.dampingFile = options.dampingFile;
  given.starFile = options.starFile;
  given.json = options.json;
  return runOverlay(*methods, given);
}

ExitCode run(const StabilityOptions& options) {
  if (options.search.isWanted) return runEmbeddingSearch(options.methods, options.search, options.json);
  if (options.overlay.model.empty() && (options.overlay.alongRun || !options.overlay.at.empty()))
    return fail("--at and --along-run go with --overlay");
  if (options.overlay.model.empty() && !options.overlay.courseFile.empty())
    return fail("--course goes with --overlay MODEL --along-run");
  if (!options.overlay.model.empty()) return overlay(options);
  if (wantsRuns(options)) return runMethods(options);
  const auto study = understand(options);
  if (!study) return fail(study.error().message, study.error().hint);
  if (!study->diagonal.empty()) return printCoupledStability(study->diagonal, *study->scaledMatrix, options.json);
  const std::pair<const std::string&, analysis::Plot (*)(const std::vector<Formula>&, const analysis::Overlay&)>
      pictures[] = {{options.plotFile, analysis::regionPicture},
                    {options.dampingFile, analysis::dampingPicture},
                    {options.starFile, analysis::orderStarPicture}};
  for (const auto& [file, draw] : pictures)
    if (!file.empty())
      if (const auto fault = analysis::writePlot(draw(study->formulas, {}), file)) {
        report(*fault);
        return ExitCode::userError;
      }
  if (options.json) {
    ordered_json list = ordered_json::array();
    for (const Formula& formula : study->formulas) list.push_back(toJson(*study, formula));
    printJson(ordered_json{{"schema", "dashpot/stability/1"}, {"methods", list}});
    return ExitCode::success;
  }
  printReports(*study);
  if (!study->points.empty()) printPoints(*study);
  if (study->scaledMatrix) {
    printMatrix(*study);
    say("\n");
    print(studySystem("y' = A y", {*parseMatrix(options.matrix), {}}, options.methods, *parseStep(options.step), {}));
  }
  if (options.embeddings)
    for (const Formula& formula : study->formulas) say("{}", analysis::embeddingText(formula.name));
  for (const std::string& file : {options.plotFile, options.dampingFile, options.starFile})
    if (!file.empty()) say("\nplot: {}\n", file);
  return ExitCode::success;
}

}  // namespace

void addStability(CLI::App& app, ExitCode& result) {
  auto options = std::make_shared<StabilityOptions>();
  CLI::App* verb = addVerb(app, "stability", "Show R(z), stability regions, and what a method does to a linear system",
                           "dashpot stability rodas4 dopri5 --z=-1,2 --plot regions.svg\n"
                           "  dashpot stability trapezoidal --matrix \"-1,100;0,-50\" --step 0.1");
  verb->add_option("METHOD", options->methods, "One or more methods")->required();
  verb->add_option("--z", options->points, "Evaluate R at this point; may be repeated")
      ->type_name("RE,IM")
      ->allow_extra_args(false);
  verb->add_option("--plot", options->plotFile, "Draw the stability regions into this file (.svg or .png)")
      ->type_name("FILE");
  verb->add_option("--damping-plot", options->dampingFile,
                   "Draw the damping on the negative real axis into this file (.svg or .png)")
      ->type_name("FILE");
  verb->add_option("--matrix", options->matrix, "Print R(h A) for y' = A y; A by rows, as in \"a,b;c,d\"")
      ->type_name("A");
  verb->add_option("--problem", options->problem, "The same for a built-in problem, linearised at its start")
      ->type_name("NAME");
  verb->add_option("--order-star", options->starFile, "Draw the order stars, |R(z)| = |exp(z)|, into this file")
      ->type_name("FILE");
  CLI::Option* const step =
      verb->add_option("--step", options->step, "The h of --matrix, --problem (default 1) or --overlay")
          ->type_name("H");
  verb->add_option("--overlay", options->overlay.model,
                   "Draw h times the eigenvalues of this model over the regions, and say which modes leave them")
      ->type_name("FILE.mo|problem:NAME");
  verb->add_option("--at", options->overlay.at, "Of --overlay: after a run up to this time (default: at the start)")
      ->type_name("TIME");
  verb->add_flag("--along-run", options->overlay.alongRun,
                 "Of --overlay: along a run, with its own steps unless --step is given");
  verb->add_option("--course", options->overlay.courseFile,
                   "Of --along-run: draw eigenvalues and the stiffness ratio over time into this file (.svg or .png)")
      ->type_name("FILE");
  verb->add_option("--set", options->overlay.set, "Of --overlay: set a parameter: name=value")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  verb->add_option("--library", options->overlay.libraries, "Of --overlay: where to look for libraries first")
      ->type_name("DIR")
      ->allow_extra_args(false);
  verb->add_option("--steps", options->steps, "Spectral radius at these steps, also as the plot")
      ->delimiter(',')
      ->type_name("H,H,...");
  verb->add_flag("--domain", options->domain,
                 "Largest stable step over the damping of x'' + 2 zeta x' + x = 0; the plot shows the domains");
  verb->add_flag("--embeddings", options->embeddings,
                 "Find error methods from the data of two steps (implicit Runge-Kutta methods)");
  CLI::Option* const search =
      verb->add_flag("--search", options->search.isWanted,
                     "Search error methods over two steps among blends of Hermite-Birkhoff polynomials; the published "
                     "ones are found again");
  verb->add_option("--data", options->search.data, "Of --search: data that a polynomial goes through")
      ->needs(search)
      ->check(CLI::Range(2, 10));
  verb->add_option("--blend", options->search.blended, "Of --search: polynomials that are blended")
      ->needs(search)
      ->check(CLI::Range(1, 4));
  verb->add_option("--keep", options->search.keep, "Of --search: how many of the best blends are shown")
      ->needs(search)
      ->check(CLI::Range(0, 100))
      ->capture_default_str();
  verb->add_flag("--json", options->json, "Print one JSON object");
  verb->callback([options, step, &result] {
    options->isStepGiven = step->count() > 0;
    result = run(*options);
  });
}

}  // namespace dashpot::cli
