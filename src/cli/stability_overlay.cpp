#include "cli/stability_overlay.hpp"

#include "analysis/linearize.hpp"
#include "cli/json_values.hpp"
#include "cli/output.hpp"
#include "cli/simulate_problem.hpp"
#include "cli/stability_system.hpp"
#include "cli/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dashpot::cli {
namespace {

using analysis::ModeUnderMethod;
using analysis::SpectrumCourse;
using analysis::SpectrumPoint;
using nlohmann::ordered_json;
using tableaux::Formula;

constexpr std::size_t mostSpectra = 12;     // lines for people
constexpr std::size_t mostPartsOfMode = 3;  // states of a mode

class Unrecorded final : public simulation::Recorder {
 public:
  void begin(ConstView) override {}
  void record(double, ConstView, simulation::Moment) override {}
};

struct FollowedModel {
  std::string name;
  std::vector<SpectrumPoint> points;
};

/// The run is made with the first method that can be run on anything, else with the default.
std::string methodOfRun(const std::vector<OverlaidMethod>& methods) {
  for (const OverlaidMethod& method : methods)
    if (const MethodTraits* const traits = findMethod(method.name); traits && traits->variableStep) return method.name;
  return simulation::defaultMethod;
}

/// Keeps the point that was asked for.
FollowedModel askedFor(std::string name, const SpectrumCourse& course, bool wantsAll) {
  FollowedModel result{.name = std::move(name), .points = course.points()};
  if (!wantsAll && result.points.size() > 1) result.points.erase(result.points.begin(), result.points.end() - 1);
  return result;
}

std::optional<FollowedModel> followModel(const OverlayOptions& options, simulation::Settings settings,
                                         Compilation& compilation) {
  Diagnostics& diagnostics = compilation.diagnostics;
  compilation.solvableOptions.keepsGradients = true;
  if (!compilation.run(settings.parameters)) return std::nullopt;
  const codegen::CompiledModel& model = compilation.compiled();
  const simulation::Experiment experiment = simulation::experimentOf(model.experiment, settings);
  SpectrumCourse course(
      [](double t, ConstView y, simulation::BoundModel* bound) { return analysis::linearize(*bound, t, y, {}, {}); },
      experiment.start, experiment.stop);
  const bool isAtStart = !options.alongRun && options.at.empty();
  bool hasBegun = false;
  settings.inspect = [&](simulation::BoundModel& bound, double t, ConstView y) {
    if (!std::exchange(hasBegun, true)) course.begin(t, y, &bound);
  };
  settings.cancellation.afterStep = [&] { return isAtStart && hasBegun; };
  simulation::ModelCode code(model, settings.code);
  Unrecorded recorder;
  Diagnostics ofRun;
  const auto observe = [&](const simulation::ObservedStep& step) {
    if (!isAtStart) course(step);
  };
  const simulation::Outcome outcome = simulation::simulate(code, settings, recorder, ofRun, observe);
  (void)code.stopMaking();
  if (outcome.kind != simulation::OutcomeKind::finished && !isAtStart)
    for (const Diagnostic& d : ofRun.all()) diagnostics.add(d);
  if (course.fault()) diagnostics.add(*course.fault());
  if (course.points().empty()) return std::nullopt;
  return askedFor(model.name(), course, options.alongRun);
}

std::optional<FollowedModel> followProblem(const OverlayOptions& options, const simulation::Settings& settings,
                                           Diagnostics& diagnostics) {
  const auto test = problemNamed(options.model);
  if (!test) {
    diagnostics.error("unknown-problem", {}, test.error().message).hint(test.error().hint);
    return std::nullopt;
  }
  const simulation::RecordedProblem problem = recordedProblem(*test);
  const simulation::Experiment experiment = simulation::experimentOf(problem.experiment, settings);
  SpectrumCourse course(
      [&](double t, ConstView y, simulation::BoundModel*) { return analysis::linearize(*test, t, y); },
      experiment.start, experiment.stop);
  course.begin(test->start, test->initial, nullptr);
  if (options.alongRun || !options.at.empty()) {
    if (!simulation::acceptSettings(problem.experiment, settings, diagnostics)) return std::nullopt;
    Unrecorded recorder;
    (void)simulation::simulate(problem, settings, recorder, diagnostics,
                               [&](const simulation::ObservedStep& step) { course(step); });
  }
  if (course.fault()) diagnostics.add(*course.fault());
  if (course.points().empty()) return std::nullopt;
  return askedFor(problem.name, course, options.alongRun);
}

// ---- for people and programs ----------------------------------------------------------------------------------------

std::string complexText(std::complex<double> z) {
  return z.imag() == 0 ? number(z.real(), 5) : fmt::format("{:.5g} ± {:.5g}i", z.real(), std::abs(z.imag()));
}

std::string statesText(const analysis::Eigenmode& mode) {
  std::string text;
  for (std::size_t k = 0; k < std::min(mode.states.size(), mostPartsOfMode); ++k)
    text += fmt::format("{}{} {:.0f} %", k == 0 ? "" : ", ", mode.states[k].state, 100 * mode.states[k].share);
  return text;
}

void printSpectra(const FollowedModel& followed) {
  Table table(
      {{"time [s]"}, {"step [s]"}, {"fastest [1/s]"}, {"stiffness"}, {"states of the fastest", Table::Align::left}});
  const std::size_t stride = std::max<std::size_t>(1, (followed.points.size() + mostSpectra - 1) / mostSpectra);
  for (std::size_t i = 0; i < followed.points.size(); ++i) {
    const SpectrumPoint& point = followed.points[i];
    if ((i % stride != 0 && i + 1 != followed.points.size()) || point.spectrum.modes.empty()) continue;
    const analysis::Eigenmode& fastest = point.spectrum.modes.front();
    table.add({number(point.time, 6), point.step > 0 ? number(point.step, 4) : "-", complexText(fastest.eigenvalue),
               number(point.spectrum.stiffnessRatio, 4), statesText(fastest)});
  }
  say("{}: eigenvalues at {} time{}\n\n{}", followed.name, followed.points.size(),
      followed.points.size() == 1 ? "" : "s", table.text());
}

void printVerdict(const OverlaidMethod& method, const std::vector<ModeUnderMethod>& modes) {
  const auto worst = worstOf(modes);
  if (modes.empty()) {
    say("{}: no step to look at\n", method.name);
  } else if (!worst) {
    say("{}: all modes that decay do so in the method, too\n", method.name);
  } else {
    const auto leaving = std::ranges::count_if(modes, &ModeUnderMethod::leavesDomain);
    say("{}: {} of {} modes leave the domain; the worst at {:.6g} s with a step of {:.4g} s: lambda = {}, h lambda = "
        "{}, |R| = {:.4g}; states: {}\n",
        method.name, leaving, modes.size(), worst->time, worst->step, complexText(worst->mode.eigenvalue),
        complexText(worst->z), worst->amplification, statesText(worst->mode));
  }
}

ordered_json modeJson(const analysis::Eigenmode& mode) {
  auto states = ordered_json::array();
  for (const auto& part : mode.states) states.push_back({{"state", part.state}, {"participation", part.share}});
  return {{"re", mode.eigenvalue.real()}, {"im", mode.eigenvalue.imag()}, {"pair", mode.isPair}, {"states", states}};
}

ordered_json overlayJson(const FollowedModel& followed, const std::vector<OverlaidMethod>& methods,
                         const std::vector<std::vector<ModeUnderMethod>>& modes) {
  ordered_json json{{"schema", "dashpot/stability-overlay/1"}, {"model", followed.name}};
  json["points"] = ordered_json::array();
  for (const SpectrumPoint& point : followed.points) {
    ordered_json entry{{"time", point.time}, {"step", point.step}, {"stiffness_ratio", point.spectrum.stiffnessRatio}};
    entry["eigenvalues"] = ordered_json::array();
    for (const auto& mode : point.spectrum.modes) entry["eigenvalues"].push_back(modeJson(mode));
    json["points"].push_back(std::move(entry));
  }
  json["methods"] = ordered_json::array();
  for (std::size_t i = 0; i < methods.size(); ++i) {
    ordered_json leaving = ordered_json::array();
    for (const ModeUnderMethod& mode : modes[i])
      if (mode.leavesDomain())
        leaving.push_back({{"time", mode.time},
                           {"step", mode.step},
                           {"z", {mode.z.real(), mode.z.imag()}},
                           {"abs_r", finiteOrNull(mode.amplification)},
                           {"mode", modeJson(mode.mode)}});
    json["methods"].push_back({{"name", methods[i].name}, {"modes", modes[i].size()}, {"leaving", std::move(leaving)}});
  }
  return json;
}

/// Domains of methods that have no R(z) are found by running them, along rays of equal damping.
analysis::Plot overlaidDomains(const std::vector<OverlaidMethod>& methods, const analysis::Overlay& overlay) {
  std::vector<std::string> names;
  for (const OverlaidMethod& method : methods) names.push_back(method.name);
  analysis::Plot plot = domainPicture(studyDomains(names));
  addPoints(plot, overlay);
  return plot;
}

/// The first picture that cannot be written.
std::optional<Diagnostic> drawPictures(const FollowedModel& followed, const std::vector<OverlaidMethod>& methods,
                                       const std::vector<ModeUnderMethod>& modes, const OverlayOptions& options) {
  analysis::Overlay overlay{.title = "h lambda of " + followed.name};
  for (const ModeUnderMethod& mode : modes) overlay.points.push_back(mode.z);
  std::vector<Formula> formulas;
  for (const OverlaidMethod& method : methods)
    if (method.formula) formulas.push_back(*method.formula);
  if (!options.plotFile.empty()) {
    const bool haveAllFormulas = formulas.size() == methods.size();
    const analysis::Plot plot =
        haveAllFormulas ? analysis::regionPicture(formulas, overlay) : overlaidDomains(methods, overlay);
    if (auto fault = analysis::writePlot(plot, options.plotFile)) return fault;
  }
  if (!options.dampingFile.empty())
    if (auto fault = analysis::writePlot(analysis::dampingPicture(formulas, overlay), options.dampingFile))
      return fault;
  if (!options.starFile.empty())
    if (auto fault = analysis::writePlot(analysis::orderStarPicture(formulas, overlay), options.starFile)) return fault;
  if (options.courseFile.empty()) return std::nullopt;
  return draw(analysis::spectrumPicture(followed.name, followed.points), options.courseFile);
}

}  // namespace

ExitCode runOverlay(const std::vector<OverlaidMethod>& methods, const OverlayOptions& options) {
  if (options.alongRun && !options.at.empty()) return fail("--at and --along-run exclude one another");
  if (!options.alongRun && !options.courseFile.empty()) return fail("--course goes with --along-run");
  if (!options.alongRun && !options.step)
    return fail("--overlay draws h lambda, and no h is given", "give it with --step, or follow a run with --along-run");
  if (!options.dampingFile.empty() || !options.starFile.empty())
    for (const OverlaidMethod& method : methods)
      if (!method.formula)
        return fail(fmt::format("--damping-plot and --order-star need R(z), which '{}' does not have", method.name));
  SimulateOptions run;
  run.model.file = options.model;
  run.model.libraries = options.libraries;
  run.model.settableStarts = true;
  run.set = options.set;
  run.stop = options.at;
  run.method = methodOfRun(methods);
  Compilation compilation(run.model);
  Diagnostics& diagnostics = compilation.diagnostics;
  const simulation::Settings settings = readSettings(run, diagnostics);
  std::optional<FollowedModel> followed;
  if (!diagnostics.hasErrors())
    followed = namesProblem(options.model) ? followProblem(options, settings, diagnostics)
                                           : followModel(options, settings, compilation);
  if (!followed || diagnostics.hasErrors()) {
    (void)report(compilation);
    if (!followed) return ExitCode::userError;
  }
  std::vector<std::vector<ModeUnderMethod>> modes;
  for (const OverlaidMethod& method : methods)
    modes.push_back(modesUnder(method.growth, followed->points, options.step));
  if (const auto fault = drawPictures(*followed, methods, modes.front(), options)) {
    report(*fault);
    return ExitCode::userError;
  }
  if (options.json) {
    printJson(overlayJson(*followed, methods, modes));
    return ExitCode::success;
  }
  printSpectra(*followed);
  say("\n");
  for (std::size_t i = 0; i < methods.size(); ++i) printVerdict(methods[i], modes[i]);
  for (const std::string& file : {options.plotFile, options.dampingFile, options.starFile, options.courseFile})
    if (!file.empty()) say("\nplot: {}\n", file);
  return ExitCode::success;
}

}  // namespace dashpot::cli
