#include "analysis/study_charts.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace dashpot::analysis {
namespace {

constexpr double noValue = std::numeric_limits<double>::quiet_NaN();
constexpr double studyWindow = 1;     // [s], of the study
constexpr double largestShown = 1e3;  // percent; beyond, a method is unstable
constexpr const char *stepAxis = "step h [s]", *frequencyAxis = "frequency of the input [rad/s]",
                     *errorAxis = "average error [%]";

constexpr std::pair<StudyMethod, const char*> shownMethods[] = {
    {StudyMethod::step, "held input"}, {StudyMethod::ramp, "ramp input"}, {StudyMethod::rk4, "rk4"}};

std::string blockName(const StudyBlock& block) {
  return block.order() == 1 ? fmt::format("T = {:g} s", block.timeConstant())
                            : fmt::format("zeta = {:g}, wn = {:g} rad/s", block.damping(), block.naturalFrequency());
}

double shownError(const StudyBlock& block, StudyMethod method, double frequency, double h) {
  const double error = averageError(block, method, frequency, h, studyWindow);
  return error > 0 && error < largestShown ? error : noValue;
}

/// Nothing where every step of the window will do.
double shownStep(const StudyBlock& block, StudyMethod method, double frequency, double percent) {
  const double h = longestStep(block, method, frequency, percent, studyWindow);
  return h < studyWindow ? h : noValue;
}

template <class Value>
Chart::Line lineOf(std::string title, const Vector& x, const Value& value, bool isDashed = false) {
  Chart::Line line{.title = std::move(title), .y = {}, .isDashed = isDashed};
  for (const double each : x) line.y.push_back(value(each));
  return line;
}

Chart errorOverStep(const StudyRequest& request) {
  Chart chart{
      .title = fmt::format("Error over the step: {}, input of {:g} rad/s", blockName(request.block), request.frequency),
      .xLabel = stepAxis,
      .yLabel = errorAxis,
      .x = decades(1e-3, 0.1, 6)};
  for (const auto& [method, title] : shownMethods)
    chart.lines.push_back(lineOf(title, chart.x, [&, method = method](double h) {
      return shownError(request.block, method, request.frequency, h);
    }));
  return chart;
}

Chart errorOverFrequency(const StudyRequest& request) {
  Chart chart{.title = fmt::format("Error over the frequency of the input: {}, step {:g} s", blockName(request.block),
                                   request.step),
              .xLabel = frequencyAxis,
              .yLabel = errorAxis,
              .x = decades(0.1, 100, 6)};
  for (const auto& [method, title] : shownMethods)
    chart.lines.push_back(lineOf(
        title, chart.x, [&, method = method](double w) { return shownError(request.block, method, w, request.step); }));
  return chart;
}

/// Of first order: over 1/T, for four steps, each half of the one before; of second order: over the damping.
Chart errorOverPoles(const StudyRequest& request) {
  constexpr std::pair<StudyMethod, const char*> compared[] = {{StudyMethod::step, "held input"},
                                                              {StudyMethod::rk4, "rk4"}};
  const bool isFirst = request.block.order() == 1;
  Chart chart{.title = fmt::format("Error over the poles of the block: input of {:g} rad/s", request.frequency),
              .xLabel = isFirst ? "1/T [1/s]" : "damping zeta",
              .yLabel = errorAxis,
              .x = isFirst ? decades(0.1, 1e4, 6) : decades(0.1, 10, 6)};
  if (!isFirst) chart.title += fmt::format(", step {:g} s", request.step);
  for (const auto& [method, title] : compared) {
    const bool isDashed = method == StudyMethod::rk4;
    if (isFirst)
      for (const double divisor : {1, 2, 4, 8})
        chart.lines.push_back(lineOf(
            fmt::format("{}, h = {:g} s", title, request.step / divisor), chart.x,
            [&, method = method](double rate) {
              return shownError(StudyBlock::firstOrder(1 / rate), method, request.frequency, request.step / divisor);
            },
            isDashed));
    else
      for (const double natural : {10, 50, 100})
        chart.lines.push_back(lineOf(
            fmt::format("{}, wn = {:g} rad/s", title, natural), chart.x,
            [&, method = method](double damping) {
              return shownError(StudyBlock::secondOrder(damping, natural), method, request.frequency, request.step);
            },
            isDashed));
  }
  return chart;
}

Chart constantError(const StudyRequest& request) {
  Chart chart{.title = fmt::format("Longest step for an error: {}", blockName(request.block)),
              .xLabel = frequencyAxis,
              .yLabel = stepAxis,
              .x = decades(0.1, 100, 6)};
  for (const double percent : {1, 3, 10})
    chart.lines.push_back(lineOf(fmt::format("held input, {:g} %", percent), chart.x,
                                 [&](double w) { return shownStep(request.block, StudyMethod::step, w, percent); }));
  for (const double percent : {1, 10})
    chart.lines.push_back(lineOf(
        fmt::format("rk4, {:g} %", percent), chart.x,
        [&](double w) { return shownStep(request.block, StudyMethod::rk4, w, percent); }, true));
  return chart;
}

Chart equalErrorOfFirstOrder(const StudyRequest& request) {
  Chart chart{.title = "Where held input and rk4 err alike, blocks of first order",
              .xLabel = "1/T [1/s]",
              .yLabel = stepAxis,
              .x = decades(10, 1e3, 6),
              .notes = {"above a line the transition matrix errs less, below it rk4"}};
  constexpr double widest = 3;  // time constants, beyond the limit of stability of rk4
  for (const double w : {0.01, 0.1, 1.0, 6.28, 10.0})
    chart.lines.push_back(lineOf(fmt::format("w = {:g} rad/s", w), chart.x, [&](double rate) {
      const double ratio = equalErrorStep(1 / rate, w);
      return ratio < widest ? ratio / rate : noValue;
    }));
  for (const double percent : {1, 10})
    chart.lines.push_back(lineOf(
        fmt::format("held input errs by {:g} %, w = {:g} rad/s", percent, request.frequency), chart.x,
        [&](double rate) {
          return shownStep(StudyBlock::firstOrder(1 / rate), StudyMethod::step, request.frequency, percent);
        },
        true));
  return chart;
}

Chart equalError(const StudyRequest& request) {
  if (request.block.order() == 1) return equalErrorOfFirstOrder(request);
  Chart chart{
      .title = fmt::format("Where held input and rk4 err alike, blocks of second order, step {:g} s", request.step),
      .xLabel = "damping zeta",
      .yLabel = "natural frequency [rad/s]",
      .x = decades(0.1, 10, 6),
      .notes = {"above a line the transition matrix errs less, below it rk4"}};
  for (const double w : {0.1, 1.0, 6.28})
    chart.lines.push_back(lineOf(fmt::format("w = {:g} rad/s", w), chart.x, [&](double damping) {
      return equalErrorFrequency(damping, w, request.step).value_or(noValue);
    }));
  return chart;
}

Chart equalCost(const StudyRequest& request) {
  constexpr double percent = 1;
  if (request.block.order() == 1) {
    Chart chart{.title = "Where held input and rk4 cost the same for 1 %, blocks of first order",
                .xLabel = frequencyAxis,
                .yLabel = "1/T [1/s]",
                .x = decades(1, 10, 4),
                .notes = {"above the line the transition matrix is cheaper, below it rk4"}};
    chart.lines.push_back(lineOf("equal cost", chart.x, [](double w) { return equalCostRate(w, percent); }));
    return chart;
  }
  Chart chart{.title = "Where held input and rk4 cost the same for 1 %, blocks of second order",
              .xLabel = "damping zeta",
              .yLabel = "natural frequency [rad/s]",
              .x = decades(0.1, 10, 4),
              .notes = {"above a line, and where there is none, the transition matrix is cheaper, below it rk4"}};
  for (const double w : {1.0, 6.28})
    chart.lines.push_back(lineOf(fmt::format("w = {:g} rad/s", w), chart.x, [&](double damping) {
      return equalCostFrequency(damping, w, percent).value_or(noValue);
    }));
  return chart;
}

Chart perCycle(const StudyRequest& request) {
  Chart chart{.title = fmt::format("Steps per cycle of the input that an error takes: {}", blockName(request.block)),
              .xLabel = frequencyAxis,
              .yLabel = "steps per cycle",
              .x = decades(0.1, 100, 6)};
  for (const double percent : {1, 10})
    chart.lines.push_back(lineOf(fmt::format("held input, {:g} %", percent), chart.x, [&](double w) {
      return stepsPerCycle(request.block, StudyMethod::step, w, percent, studyWindow);
    }));
  return chart;
}

constexpr std::array allStudyCharts{
    StudyChart{"error-step", "error against the step, three methods", "12, 13", errorOverStep},
    StudyChart{"error-frequency", "error against the frequency of the input, three methods", "14, 15",
               errorOverFrequency},
    StudyChart{"error-poles", "error against 1/T for four steps, or against the damping", "16, 17", errorOverPoles},
    StudyChart{"constant-error", "longest step for an error, against the frequency", "18, 19", constantError},
    StudyChart{"equal-error", "map of where both methods err alike", "20, 21", equalError},
    StudyChart{"equal-cost", "map of where both cost the same for 1 %", "22, 23", equalCost},
    StudyChart{"steps-per-cycle", "steps per cycle that an error takes", "24, 25", perCycle},
};

}  // namespace

std::span<const StudyChart> studyCharts() { return allStudyCharts; }

}  // namespace dashpot::analysis
