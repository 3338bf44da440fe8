// Linear equations that are singular in their numbers, but do not contradict one another: a node of three pipes in which
// nothing flows has any temperature, and two brakes that hold one shaft share its torque in any way. A run that would
// end there goes on, with what is left open as near as possible to what it was before, or to its start value; and says so.
//
// That is a last resort, for it may hide a mistake: relations are first looked for with which all is determined, and it
// holds until the next event. Derivatives of states are never left open: these equations lack a constraint.
#include "simulation/model_run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <set>

namespace dashpot::simulation {

namespace {

// Of the last step: at its very end equations that become singular there may be so already.
constexpr double justBefore = 1e-9;

}  // namespace

/// Whether the last evaluation failed because of such equations, or of others that contradict one another.
bool ModelRun::isLeftOpen() const {
  const auto fault = bound_.lastFault();
  return fault && fault->isSingularLoop;
}

/// False: it is done already, or would not help.
bool ModelRun::keepOpen() {
  if (bound_.keepsOpen() || compiled_.loops.empty() || keepsToSteps()) return false;
  const Vector* before = nullptr;
  if (integrator_ && integrator_->time() > integrator_->previousTime())
    before = observedWithin(integrator_->time() - justBefore * (integrator_->time() - integrator_->previousTime()));
  bound_.keepOpen(before ? *before : outcome_.finalObserved);
  return true;
}

Expected<Initialised, Diagnostic> ModelRun::initialised(double t) {
  const Vector modes = bound_.modes, d = bound_.d, pre = bound_.pre, hysteresis = bound_.hysteresis;
  auto result = initialise(bound_, t, settings_.startFrom, outcome_.start);
  if (result || !keepOpen()) return result;
  bound_.modes = modes, bound_.d = d, bound_.pre = pre, bound_.hysteresis = hysteresis;
  auto again = initialise(bound_, t, settings_.startFrom, outcome_.start);
  if (!again) bound_.demandAll();
  return again ? std::move(again) : std::move(result);
}

/// After a step that failed: once more, if F had no value because linear equations leave an unknown open, with that as
/// it was.
RunStatus ModelRun::stepKeepingOpen() {
  if (integrator_->failure().kind != FailureKind::evaluation || !isLeftOpen() || !keepOpen()) return RunStatus::failed;
  const Vector y(state().begin(), state().end());
  const double t = integrator_->time();
  const RunStatus started = startSegment(t, y);
  return started == RunStatus::running ? step() : started;
}

void ModelRun::warnOfOpenUnknowns() {
  if (bound_.leftOpen().empty()) return;
  constexpr std::size_t mostNames = 6;
  double first = std::numeric_limits<double>::infinity();
  std::set<std::string> names;
  for (const auto& [unknown, time] : bound_.leftOpen()) {
    first = std::min(first, time);
    const auto info = std::ranges::find_if(compiled_.recorded.variables, [&](const codegen::VariableInfo& one) {
      return !isParameter(one) && one.index == unknown;
    });
    if (info != compiled_.recorded.variables.end()) names.insert(info->name);
  }
  std::vector<std::string> shown(names.begin(), names.end());
  const bool areMore = shown.size() > mostNames;
  shown.resize(std::min(shown.size(), mostNames));
  diagnostics_
      .warning(
          "open-unknowns", {},
          fmt::format("linear equations for {}{} do not determine all of them, first at time {:.9g}: those that are "
                      "left open keep the values they had",
                      fmt::join(shown, ", "), areMore ? ", ..." : "", first))
      .note("the equations repeat one another there, without contradiction: other values would do as well")
      .hint("a small flow, leakage or elasticity, or a volume, would determine them");
}

}  // namespace dashpot::simulation
