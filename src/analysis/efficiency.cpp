#include "analysis/efficiency.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dashpot::analysis {
namespace {

struct WorkName {
  std::string_view key, title;
};
constexpr std::array<WorkName, allWork.size()> workNames{{{"steps", "steps"},
                                                          {"rhs_evals", "evaluations of F"},
                                                          {"jac_evals", "Jacobians"},
                                                          {"lu", "factorisations"},
                                                          {"cpu_seconds", "CPU [s]"}}};

/// Loose first; a longer step is looser.
bool isLooser(const Trial& a, const Trial& b) { return a.tolerance + a.step > b.tolerance + b.step; }

std::optional<double> leastOf(const std::vector<std::optional<double>>& work) {
  std::optional<double> least;
  for (const auto& each : work)
    if (each && (!least || *each < *least)) least = each;
  return least;
}

}  // namespace

std::string_view keyOf(Work work) { return workNames[static_cast<std::size_t>(work)].key; }
std::string_view titleOf(Work work) { return workNames[static_cast<std::size_t>(work)].title; }

double workOf(const TrialRun& run, Work work) {
  const Statistics& s = run.statistics;
  switch (work) {
    case Work::steps: return static_cast<double>(s.steps + s.rejected);
    case Work::evaluations: return static_cast<double>(s.rhsEvals + s.rhsEvalsForJacobian);
    case Work::jacobians: return static_cast<double>(s.jacEvals);
    case Work::factorisations: return static_cast<double>(s.lu);
    case Work::cpu: break;
  }
  return run.cpu.median();
}

std::optional<double> workAt(std::vector<WorkPoint> runs, double error) {
  for (std::size_t i = runs.size(); i-- > 1;) runs[i - 1].error = std::max(runs[i - 1].error, runs[i].error);
  const auto reached = std::ranges::find_if(runs, [&](const WorkPoint& run) { return run.error <= error; });
  if (reached == runs.end()) return std::nullopt;
  if (reached->error == error || reached == runs.begin()) return reached->work;
  const WorkPoint &loose = *(reached - 1), &tight = *reached;
  if (!(tight.error > 0 && loose.work > 0 && tight.work > 0) || !std::isfinite(loose.error)) return tight.work;
  const double share = std::log(loose.error / error) / std::log(loose.error / tight.error);
  return loose.work * std::pow(tight.work / loose.work, share);
}

std::vector<WorkPoint> workPoints(const Comparison& comparison, const std::string& method, ErrorMeasure measure,
                                  Work work) {
  std::vector<const TrialRun*> runs;
  for (const TrialRun& run : comparison.runs)
    if (run.trial.method == method && run.error) runs.push_back(&run);
  std::ranges::sort(runs, [](const TrialRun* a, const TrialRun* b) { return isLooser(a->trial, b->trial); });
  std::vector<WorkPoint> points;
  for (const TrialRun* run : runs) points.push_back({(*run->error)[measure], workOf(*run, work)});
  return points;
}

std::vector<std::string> methodsOf(const Comparison& comparison) {
  std::vector<std::string> methods;
  for (const TrialRun& run : comparison.runs)
    if (std::ranges::find(methods, run.trial.method) == methods.end()) methods.push_back(run.trial.method);
  return methods;
}

std::optional<double> Efficiency::ratio(std::size_t error, std::size_t method) const {
  const auto least = leastOf(work[error]);
  if (!least || *least == 0 || !work[error][method]) return std::nullopt;
  return *work[error][method] / *least;
}

Efficiency efficiencyOf(const Comparison& comparison, ErrorMeasure measure, Work work) {
  Efficiency result{.methods = methodsOf(comparison), .errors = {}, .work = {}};
  std::vector<std::vector<WorkPoint>> curves;
  double smallest = std::numeric_limits<double>::infinity(), largest = 0;
  for (const std::string& method : result.methods) {
    curves.push_back(workPoints(comparison, method, measure, work));
    for (const WorkPoint& point : curves.back())
      if (point.error > 0 && std::isfinite(point.error))
        smallest = std::min(smallest, point.error), largest = std::max(largest, point.error);
  }
  if (largest == 0) return result;
  for (double exponent = std::floor(std::log10(largest)); exponent >= std::ceil(std::log10(smallest)); --exponent) {
    std::vector<std::optional<double>> row;
    for (const auto& curve : curves) row.push_back(workAt(curve, std::pow(10.0, exponent)));
    if (!leastOf(row)) continue;
    result.errors.push_back(std::pow(10.0, exponent));
    result.work.push_back(std::move(row));
  }
  return result;
}

std::vector<ProfileCurve> performanceProfile(const std::vector<Efficiency>& instances) {
  std::vector<ProfileCurve> curves;
  if (instances.empty()) return curves;
  std::size_t count = 0;
  for (const Efficiency& instance : instances) count += instance.errors.size();
  for (std::size_t m = 0; m < instances.front().methods.size(); ++m) {
    Vector ratios;
    for (const Efficiency& instance : instances)
      for (std::size_t e = 0; e < instance.errors.size(); ++e)
        if (const auto ratio = instance.ratio(e, m)) ratios.push_back(*ratio);
    std::ranges::sort(ratios);
    ProfileCurve curve{.method = instances.front().methods[m], .tau = {1}, .share = {0}};
    for (std::size_t k = 0; k < ratios.size(); ++k) {
      const double share = static_cast<double>(k + 1) / static_cast<double>(count);
      if (ratios[k] == curve.tau.back())
        curve.share.back() = share;
      else
        curve.tau.push_back(ratios[k]), curve.share.push_back(share);
    }
    curves.push_back(std::move(curve));
  }
  return curves;
}

}  // namespace dashpot::analysis
