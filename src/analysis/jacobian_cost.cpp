#include "analysis/jacobian_cost.hpp"

#include "analysis/cpu_time.hpp"
#include "dashpot/integrate.hpp"
#include "linalg/sparsity.hpp"
#include "problems/problems.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace dashpot::analysis {
namespace {

enum class JacobianSource { exact, colours, dense };
constexpr std::array jacobianSources{JacobianSource::exact, JacobianSource::colours, JacobianSource::dense};

const char* nameOf(JacobianSource source) {
  switch (source) {
    case JacobianSource::exact: return "exact Jacobian";
    case JacobianSource::colours: return "differences by colours";
    case JacobianSource::dense: break;
  }
  return "a difference per unknown";
}

/// One circuit with one way to its Jacobian.
struct MeasuredCircuit {
  int size = 0;
  JacobianSource source = JacobianSource::exact;
  problems::TestProblem test{};
  CpuTime run{};
  std::int64_t steps = 0;

  [[nodiscard]] double microseconds() const { return 1e6 * run.median() / static_cast<double>(steps); }
};

/// Empty: done; else why not.
std::string runCircuit(MeasuredCircuit& measured, const JacobianCostPlan& plan) {
  Options options{.method = plan.method};
  options.step = plan.step;
  if (measured.source != JacobianSource::exact) options.jacobian.source = JacobianOptions::Source::differences;
  Integrator integrator(measured.test.problem, options);
  const double end = measured.test.start + plan.steps * plan.step;
  const double began = threadSeconds();
  RunStatus status = integrator.start(measured.test.start, measured.test.initial, end);
  if (status == RunStatus::running) status = integrator.run();
  if (status != RunStatus::finished) return integrator.failure().message;
  measured.run.add(threadSeconds() - began);
  measured.steps = integrator.statistics().steps;
  return {};
}

/// Seconds of one evaluation of the Jacobian, as a share of the step.
double shareOfJacobian(const MeasuredCircuit& measured) {
  const Problem& problem = measured.test.problem;
  constexpr int times = 2000;
  Vector f(measured.test.initial.size()), values;
  const double t = measured.test.start;
  const ConstView y = measured.test.initial;
  if (measured.source == JacobianSource::exact)
    values.resize(linalg::places(problem.size, problem.jacobian->pattern).size());
  const double began = threadSeconds();
  for (int k = 0; k < times; ++k) {
    if (measured.source == JacobianSource::exact)
      problem.jacobian->values(t, y, values);
    else
      for (int j = 0; j < problem.size; ++j) problem.rhs(t, y, f);
  }
  return 1e6 * (threadSeconds() - began) / times / measured.microseconds();
}

}  // namespace

double growthExponent(const Vector& x, const Vector& y) {
  const auto n = static_cast<double>(x.size());
  double sumX = 0, sumY = 0, sumXX = 0, sumXY = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double u = std::log(x[k]), v = std::log(y[k]);
    sumX += u, sumY += v, sumXX += u * u, sumXY += u * v;
  }
  return (n * sumXY - sumX * sumY) / (n * sumXX - sumX * sumX);
}

Expected<Chart, std::string> jacobianCost(const JacobianCostPlan& plan) {
  std::vector<MeasuredCircuit> all;
  for (const JacobianSource source : jacobianSources)
    for (const int size : plan.sizes) {
      auto test = problems::make(fmt::format("volume-chain:n={}", size));
      if (!test) return Unexpected{test.error().message};
      if (source == JacobianSource::dense) test->problem.jacobian.reset();
      all.push_back({.size = size, .source = source, .test = std::move(*test)});
    }
  const double began = threadSeconds();
  const auto wantsMore = [](const MeasuredCircuit& measured) { return !measured.run.isSettled(); };
  do {
    for (MeasuredCircuit& measured : all)
      if (wantsMore(measured))
        if (std::string fault = runCircuit(measured, plan); !fault.empty()) return Unexpected{std::move(fault)};
  } while (std::ranges::any_of(all, wantsMore) && threadSeconds() - began < plan.seconds);

  Chart chart{.title = fmt::format("Time of a step of {} on chains of N volumes", plan.method),
              .xLabel = "unknowns N",
              .yLabel = "time of a step [us]",
              .x = Vector(plan.sizes.begin(), plan.sizes.end())};
  for (const JacobianSource source : jacobianSources) {
    Chart::Line line{.title = nameOf(source), .y = {}};
    std::string shares;
    for (const MeasuredCircuit& measured : all) {
      if (measured.source != source) continue;
      line.y.push_back(measured.microseconds());
      if (source != JacobianSource::colours)
        shares += fmt::format("{}{:.0f}", shares.empty() ? "" : ", ", 100 * shareOfJacobian(measured));
    }
    if (!shares.empty()) chart.notes.push_back(fmt::format("{}: {} % of a step", line.title, shares));
    if (chart.x.size() > 1)
      chart.notes.push_back(fmt::format("{}: a step grows with N^{:.2f}", line.title, growthExponent(chart.x, line.y)));
    chart.lines.push_back(std::move(line));
  }
  return chart;
}

}  // namespace dashpot::analysis
