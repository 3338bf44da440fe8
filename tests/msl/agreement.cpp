#include "agreement.hpp"

#include "first_error.hpp"
#include "results/results.hpp"
#include "simulation/simulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace dashpot::msl {

namespace {

// BDF formulas ring in lightly damped modes until the error test ends it: there, ida errs by a hundred tolerances.
constexpr double tolerance = 1e-8, tighterTolerance = 1e-10;
constexpr double allowedDifference = 1e-3;  // of the range of a variable
constexpr double gridIntervals = 200.0;
// Of a grid interval: nearer to an event nothing is compared.
constexpr double eventMargin = 0.02;
// A difference below this is no more than the tolerance lets both methods have.
constexpr double noise = 10 * tolerance;

class Run {
 public:
  Run(const codegen::CompiledModel& model, simulation::ModelCode& code, const std::string& method, double relative,
      Diagnostics& said)
      : table_(results::selectColumns(model.recorded, {}, said)) {
    simulation::Settings settings{.tolerance = relative, .method = method};
    const simulation::Experiment experiment = simulation::experimentOf(model.experiment, settings);
    interval_ =
        experiment.stop > experiment.start ? (experiment.stop - experiment.start) / gridIntervals : experiment.interval;
    settings.interval = interval_;
    start_ = experiment.start;
    hasFinished_ = simulation::simulate(code, settings, table_, said).kind == simulation::OutcomeKind::finished;
  }

  [[nodiscard]] bool hasFinished() const { return hasFinished_; }
  [[nodiscard]] const results::Table& table() const { return table_; }
  [[nodiscard]] double interval() const { return interval_; }

  /// Row numbers by grid point; the last of several rows at one time is what holds after the events there.
  [[nodiscard]] std::map<long, std::size_t> gridRows() const {
    std::map<long, std::size_t> rows;
    for (std::size_t i = 0; i < table_.times().size(); ++i) {
      const double position = (table_.times()[i] - start_) / interval_;
      const double nearest = std::round(position);
      if (std::fabs(position - nearest) < 1e-6) rows[static_cast<long>(nearest)] = i;
    }
    return rows;
  }
  [[nodiscard]] bool isNextToEvent(double time) const {
    return std::ranges::any_of(table_.eventTimes(),
                               [&](double event) { return std::fabs(event - time) < eventMargin * interval_; });
  }

 private:
  results::Table table_;
  double interval_ = 0.0, start_ = 0.0;
  bool hasFinished_ = false;
};

/// What decides the course of a run: its states; of a model without any, all variables.
std::vector<std::size_t> comparedColumns(const codegen::CompiledModel& model, const results::Table& table) {
  std::vector<std::size_t> states, all;
  for (std::size_t c = 0; c < table.columns().size(); ++c) {
    all.push_back(c);
    const auto variable =
        std::ranges::find(model.recorded.variables, table.columns()[c].name, &codegen::VariableInfo::name);
    if (variable != model.recorded.variables.end() && variable->kind == codegen::VariableKind::state)
      states.push_back(c);
  }
  return states.empty() ? all : states;
}

/// Empty: they agree.
std::string difference(const codegen::CompiledModel& model, const Run& a, const Run& b) {
  const auto rowsOfA = a.gridRows(), rowsOfB = b.gridRows();
  std::string worst;
  double largest = allowedDifference;
  for (const std::size_t c : comparedColumns(model, a.table())) {
    const Vector &x = a.table()[c], &y = b.table()[c];
    const auto [low, high] = std::ranges::minmax(x);
    const double size = std::max({1.0, std::fabs(low), std::fabs(high)});
    const double range = std::max(high - low, noise * size / allowedDifference);
    for (const auto& [point, row] : rowsOfA) {
      const auto other = rowsOfB.find(point);
      const double time = a.table().times()[row];
      if (other == rowsOfB.end() || a.isNextToEvent(time) || b.isNextToEvent(time)) continue;
      const double error = std::fabs(x[row] - y[other->second]) / range;
      if (!(error > largest)) continue;
      largest = error;
      worst = fmt::format("{} at {:.6g}: {:.6g} and {:.6g}, {:.2g} of its range", a.table().columns()[c].name, time,
                          x[row], y[other->second], error);
    }
  }
  return worst;
}

}  // namespace

Agreement compareMethods(const codegen::CompiledModel& model, const Sources& sources) {
  Agreement result;
  simulation::ModelCode code(model, {});
  for (const double relative : {tolerance, tighterTolerance}) {
    std::string problem;
    std::optional<Run> first;
    for (const char* method : {"rodas4", "radau5"}) {
      Diagnostics said;
      first.emplace(model, code, method, relative, said);
      if (first->hasFinished()) break;
      if (problem.empty()) problem = fmt::format("{}: {}", method, firstError(said, sources));
    }
    if (first->hasFinished()) {
      result.isSimulated = true;
      Diagnostics said;
      const Run second(model, code, "ida", relative, said);
      problem =
          second.hasFinished() ? difference(model, *first, second) : fmt::format("ida: {}", firstError(said, sources));
      result.agrees = problem.empty();
    }
    if (result.problem.empty() || result.agrees) result.problem = problem;
    if (!result.isSimulated || result.agrees) break;
  }
  return result;
}

}  // namespace dashpot::msl
