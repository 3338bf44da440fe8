#include "dashpot/integrate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace dashpot {
namespace {

std::string_view textOf(RunStatus status) {
  switch (status) {
    case RunStatus::running: return "running";
    case RunStatus::finished: return "finished";
    case RunStatus::event: return "stopped at an event";
    case RunStatus::cancelled: return "cancelled";
    case RunStatus::failed: return "failed";
  }
  return "";
}

/// Records either every step or the wanted times, in the order in which the run meets them.
class Recorder {
 public:
  Recorder(Solution& solution, const Options& options, double t0, double end)
      : solution_(solution), wanted_(options.outputTimes), everySoMany_(options.outputEvery) {
    everyStep_ = wanted_.empty();
    backward_ = end < t0;
    std::ranges::sort(wanted_);
    if (backward_) std::ranges::reverse(wanted_);
    while (next_ < wanted_.size() && before(wanted_[next_], t0)) ++next_;
  }

  void start(double t, ConstView y) {
    if (everyStep_ || (next_ < wanted_.size() && wanted_[next_] == t)) record(t, y);
    while (next_ < wanted_.size() && wanted_[next_] == t) ++next_;
  }

  void step(const Integrator& run, RunStatus status) {
    if (everyStep_) {
      if (run.time() == run.previousTime()) return;
      if (++steps_ % everySoMany_ == 0 || status != RunStatus::running) record(run.time(), run.state());
      return;
    }
    for (; next_ < wanted_.size() && !before(run.time(), wanted_[next_]); ++next_) {
      Vector y(run.state().begin(), run.state().end());
      if (wanted_[next_] != run.time()) run.interpolate(wanted_[next_], y);
      solution_.times.push_back(wanted_[next_]);
      solution_.states.push_back(std::move(y));
    }
  }

  /// The state after an event changed it.
  void jump(double t, ConstView y) {
    if (everyStep_) record(t, y);
  }

 private:
  bool before(double a, double b) const { return backward_ ? a > b : a < b; }
  void record(double t, ConstView y) {
    solution_.times.push_back(t);
    solution_.states.emplace_back(y.begin(), y.end());
  }

  Solution& solution_;
  Vector wanted_;
  std::size_t next_ = 0;
  std::int64_t steps_ = 0;
  std::int64_t everySoMany_;
  bool everyStep_ = true;
  bool backward_ = false;
};

/// Lets the user's action see (and change) the state at an event. False: stop.
bool handleEvent(Integrator& run, const EventAction& onEvent, Recorder& recorder) {
  if (!onEvent) return true;
  Vector y(run.state().begin(), run.state().end());
  if (!onEvent(run.event(), y)) return false;
  if (!std::ranges::equal(y, run.state())) {
    recorder.jump(run.time(), y);
    run.restart(y);
  }
  return true;
}

}  // namespace

Solution solve(const Problem& problem, double t0, double end, ConstView y0, const Options& options,
               const EventAction& onEvent) {
  Solution solution;
  Integrator run(problem, options);
  Recorder recorder(solution, options, t0, end);
  solution.status = run.start(t0, y0, end);
  if (solution.status != RunStatus::failed) recorder.start(t0, y0);
  while (solution.status == RunStatus::running || solution.status == RunStatus::event) {
    solution.status = run.step();
    if (solution.status == RunStatus::failed) break;
    recorder.step(run, solution.status);
    if (solution.status != RunStatus::event) continue;
    solution.events.push_back(run.event());
    if (!handleEvent(run, onEvent, recorder)) break;
  }
  solution.failure = run.failure();
  solution.statistics = run.statistics();
  return solution;
}

std::string Solution::summary() const {
  const Statistics& s = statistics;
  std::string text = fmt::format("{}", textOf(status));
  if (!times.empty()) text += fmt::format(" at t = {:.10g}", times.back());
  text += fmt::format(
      "\n  steps {}, rejected {}, F {}, J {} (by {} F), LU {}, solves {}, Newton iterations {}, events {}\n", s.steps,
      s.rejected, s.rhsEvals, s.jacEvals, s.rhsEvalsForJacobian, s.lu, s.solves, s.newtonIterations, s.events);
  if (s.stiffSteps > 0 || s.switches > 0)
    text += fmt::format("  {} of the steps with the stiff formula, {} changes of formula\n", s.stiffSteps, s.switches);
  if (s.dominantSteps > 0)
    text += fmt::format("  J was strictly diagonally dominant at {} of {} steps\n", s.dominantSteps, s.steps);
  if (failure.kind != FailureKind::none) text += fmt::format("  {}\n", failure.message);
  return text;
}

}  // namespace dashpot
