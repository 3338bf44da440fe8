#include "analysis/comparison_pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dashpot::analysis {
namespace {

constexpr int panelHeight = 300, pictureWidth = 900;

std::string errorLabel(ErrorMeasure measure) { return fmt::format("relative error ({})", nameOf(measure)); }

std::string withUnit(const results::Column& column) {
  return column.unit.empty() ? column.name : fmt::format("{} [{}]", column.name, column.unit);
}

std::vector<const TrialRun*> runsWith(const Comparison& comparison, const Trial& trial) {
  std::vector<const TrialRun*> runs;
  for (const TrialRun& run : comparison.runs)
    if (run.trial.tolerance == trial.tolerance && run.trial.step == trial.step &&
        run.status == TrialRun::Status::finished)
      runs.push_back(&run);
  return runs;
}

/// Numbers of the palette by the place of the method, so that it has the same colour in all pictures.
int colourOf(const Comparison& comparison, const std::string& method) {
  const auto methods = methodsOf(comparison);
  return static_cast<int>(std::ranges::find(methods, method) - methods.begin()) + 1;
}

std::string settingText(const Trial& trial) { return (trial.step > 0 ? "step " : "tolerance ") + trial.setting(); }

}  // namespace

Figure workPrecisionPicture(const Comparison& comparison, ErrorMeasure measure, const std::vector<Work>& kinds) {
  Figure figure{.title = comparison.subject + ": work and precision",
                .xLabel = errorLabel(measure),
                .logX = true,
                .width = pictureWidth,
                .height = 60 + panelHeight * static_cast<int>(kinds.size())};
  for (const Work work : kinds) {
    Panel panel{.yLabel = std::string(titleOf(work)), .logY = true};
    for (const std::string& method : methodsOf(comparison)) {
      Curve curve{.title = method, .style = Curve::Style::linePoints, .colour = colourOf(comparison, method)};
      curve.pointSize = 6;
      for (const WorkPoint& point : workPoints(comparison, method, measure, work)) {
        curve.x.push_back(point.error);
        curve.y.push_back(point.work);
      }
      panel.curves.push_back(std::move(curve));
    }
    figure.panels.push_back(std::move(panel));
  }
  return figure;
}

Figure profilePicture(const std::vector<Comparison>& comparisons, ErrorMeasure measure,
                      const std::vector<Work>& kinds) {
  Figure figure{.title = fmt::format("Performance profile over {} models", comparisons.size()),
                .xLabel = "work over the least",
                .logX = true,
                .width = pictureWidth,
                .height = 60 + panelHeight * static_cast<int>(kinds.size())};
  for (const Work work : kinds) {
    std::vector<Efficiency> instances;
    for (const Comparison& comparison : comparisons) instances.push_back(efficiencyOf(comparison, measure, work));
    const std::vector<ProfileCurve> profiles = performanceProfile(instances);
    double largest = 2;
    for (const ProfileCurve& profile : profiles) largest = std::max(largest, 1.2 * profile.tau.back());
    Panel panel{.yLabel = fmt::format("share of the errors reached, by {}", titleOf(work)),
                .xRange = {{1, largest}},
                .yRange = {{0, 1.02}}};
    for (const ProfileCurve& profile : profiles) {
      Curve curve{.title = profile.method};
      for (std::size_t k = 0; k < profile.tau.size(); ++k) {  // a stair
        if (k > 0) curve.x.push_back(profile.tau[k]), curve.y.push_back(profile.share[k - 1]);
        curve.x.push_back(profile.tau[k]), curve.y.push_back(profile.share[k]);
      }
      curve.x.push_back(largest), curve.y.push_back(profile.share.back());
      panel.curves.push_back(std::move(curve));
    }
    figure.panels.push_back(std::move(panel));
  }
  return figure;
}

Figure efficiencyPicture(const Comparison& comparison, ErrorMeasure measure, const std::vector<Work>& kinds) {
  Figure figure{.title = comparison.subject + ": work over the least",
                .xLabel = errorLabel(measure),
                .logX = true,
                .width = pictureWidth,
                .height = 60 + panelHeight * static_cast<int>(kinds.size())};
  for (const Work work : kinds) {
    const Efficiency efficiency = efficiencyOf(comparison, measure, work);
    Panel panel{.yLabel = fmt::format("{}, over the least", titleOf(work)), .logY = true};
    for (std::size_t m = 0; m < efficiency.methods.size(); ++m) {
      Curve curve{.title = efficiency.methods[m], .style = Curve::Style::linePoints, .colour = static_cast<int>(m) + 1};
      curve.pointSize = 6;
      for (std::size_t e = 0; e < efficiency.errors.size(); ++e) {
        curve.x.push_back(efficiency.errors[e]);
        curve.y.push_back(efficiency.ratio(e, m).value_or(NAN));
      }
      panel.curves.push_back(std::move(curve));
    }
    figure.panels.push_back(std::move(panel));
  }
  return figure;
}

std::optional<Trial> commonTrial(const Comparison& comparison) {
  const std::size_t all = methodsOf(comparison).size();
  std::optional<Trial> best;
  std::size_t most = 0;
  for (const TrialRun& run : comparison.runs) {
    const std::size_t count = std::min(runsWith(comparison, run.trial).size(), all);
    const bool isTighter = best && run.trial.tolerance + run.trial.step < best->tolerance + best->step;
    if (count > most || (count > 0 && count == most && isTighter)) best = run.trial, most = count;
  }
  return best;
}

Figure stepSizePicture(const Comparison& comparison, const Trial& trial) {
  Figure figure{.title = fmt::format("{}: step sizes, {}", comparison.subject, settingText(trial)),
                .xLabel = "time [s]",
                .width = pictureWidth,
                .height = 60 + panelHeight};
  Panel panel{.yLabel = "step [s]", .logY = true};
  for (const TrialRun* run : runsWith(comparison, trial)) {
    const int colour = colourOf(comparison, run->trial.method);
    Curve curve{.title = run->trial.method, .colour = colour};
    Curve stiff{.title = run->trial.method + ", stiff formula", .style = Curve::Style::points, .colour = colour};
    for (const StepRecord& step : run->steps) {
      curve.x.push_back(step.time), curve.y.push_back(step.size);
      if (step.isStiff) stiff.x.push_back(step.time), stiff.y.push_back(step.size);
    }
    panel.curves.push_back(std::move(curve));
    if (!stiff.x.empty()) panel.curves.push_back(std::move(stiff));
  }
  figure.panels.push_back(std::move(panel));
  return figure;
}

std::optional<Figure> orderPicture(const Comparison& comparison, const Trial& trial) {
  Figure figure{.title = fmt::format("{}: order and formula, {}", comparison.subject, settingText(trial)),
                .xLabel = "time [s]",
                .width = pictureWidth,
                .height = 60 + panelHeight};
  Panel orders{.yLabel = "order"}, formulas{.yLabel = "formula: 0 non-stiff, 1 stiff", .yRange = {{-0.1, 1.1}}};
  // Held from the end of the step before: a stair.
  const auto add = [&](Panel& panel, const TrialRun& run, const auto& valueOf) {
    Curve curve{.title = run.trial.method, .colour = colourOf(comparison, run.trial.method)};
    for (const StepRecord& step : run.steps) {
      curve.x.push_back(step.time - step.size), curve.y.push_back(valueOf(step));
      curve.x.push_back(step.time), curve.y.push_back(valueOf(step));
    }
    panel.curves.push_back(std::move(curve));
  };
  for (const TrialRun* run : runsWith(comparison, trial)) {
    const auto varies = [&](const auto member) {
      return std::ranges::adjacent_find(run->steps, std::ranges::not_equal_to{}, member) != run->steps.end();
    };
    if (varies(&StepRecord::order)) add(orders, *run, [](const StepRecord& step) { return step.order; });
    if (varies(&StepRecord::isStiff)) add(formulas, *run, [](const StepRecord& step) { return step.isStiff ? 1 : 0; });
  }
  for (Panel* panel : {&orders, &formulas})
    if (!panel->curves.empty()) figure.panels.push_back(std::move(*panel));
  if (figure.panels.empty()) return std::nullopt;
  figure.height = 60 + panelHeight * static_cast<int>(figure.panels.size());
  return figure;
}

Figure errorPicture(const Comparison& comparison, const Trial& trial) {
  Figure figure{.title = fmt::format("{}: error over time, {}", comparison.subject, settingText(trial)),
                .xLabel = "time [s]",
                .width = pictureWidth,
                .height = 60 + panelHeight};
  Panel panel{.yLabel = "largest relative error", .logY = true};
  for (const TrialRun* run : runsWith(comparison, trial)) {
    if (!comparison.reference) continue;
    const auto errors = relativeErrors(run->samples, comparison.reference->samples, comparison.floor);
    Curve curve{.title = run->trial.method, .colour = colourOf(comparison, run->trial.method)};
    for (std::size_t j = 0; j < run->samples.times.size(); ++j) {
      double largest = 0;
      for (const Vector& each : errors) largest = std::max(largest, each[j]);
      curve.x.push_back(run->samples.times[j]), curve.y.push_back(largest > 0 ? largest : NAN);
    }
    panel.curves.push_back(std::move(curve));
  }
  figure.panels.push_back(std::move(panel));
  return figure;
}

Figure phasePicture(const Comparison& comparison, const Trial& trial, std::size_t first, std::size_t second) {
  Figure figure{.title = fmt::format("{}: phase plane, {}", comparison.subject, settingText(trial)),
                .xLabel = withUnit(comparison.variables[first]),
                .width = pictureWidth,
                .height = 60 + panelHeight + panelHeight / 2};
  Panel panel{.yLabel = withUnit(comparison.variables[second])};
  const auto add = [&](const std::string& title, const Samples& samples, Curve::Style style, int colour) {
    panel.curves.push_back(
        {.title = title, .x = samples.values[first], .y = samples.values[second], .style = style, .colour = colour});
  };
  for (const TrialRun* run : runsWith(comparison, trial))
    add(run->trial.method, run->samples, Curve::Style::line, colourOf(comparison, run->trial.method));
  if (comparison.reference)
    add("reference", comparison.reference->samples, Curve::Style::points, static_cast<int>(paletteSize));
  figure.panels.push_back(std::move(panel));
  return figure;
}

}  // namespace dashpot::analysis
