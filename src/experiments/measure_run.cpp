// A problem integrated.
//
//   quantity   steps, rejected, tried, rhs_evals, jac_evals, lu, solves, newton_iterations, stiff_steps
//              outcome          "finishes" or "fails"
//              value            of the output, at the time `at` or at the end
//              error            of the output, see below
//              peak             the largest size of the output at the ends of steps
//              smallest_step, largest_step
//   output     a component by number from 1 or by name, a list of weights, "positions", or "all": the default of errors
//   error      final, max, rms, mean, time-weighted;  `relative`: at each point; `by_largest`: over the largest value of
//              the component;  at the ends of all steps, or at every `interval`
//   useless_beyond   an error above this counts as a failure
//
// Errors are against the closed solution where the problem has one, else against rodas5p at `reference_tolerance`.
#include "analysis/trajectory_error.hpp"
#include "experiments/run.hpp"
#include "problems/accuracy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <sstream>

namespace dashpot::experiments {
namespace {

using problems::TestProblem;

/// What a run is looked at by: weights of the components, several sets of them where all are compared.
struct Outputs {
  std::vector<Vector> weights;

  static double of(const Vector& weights, ConstView y) {
    double sum = 0;
    for (std::size_t i = 0; i < weights.size(); ++i)
      if (weights[i] != 0) sum += weights[i] * y[i];
    return sum;
  }
};

Vector unitVector(std::size_t size, std::size_t at) {
  Vector result(size, 0.0);
  result[at] = 1;
  return result;
}

Outputs allOutputs(std::size_t size) {
  Outputs result;
  for (std::size_t i = 0; i < size; ++i) result.weights.push_back(unitVector(size, i));
  return result;
}

Outputs outputsFrom(Settings& settings, const TestProblem& test) {
  const std::size_t size = test.initial.size();
  if (!settings.has("output")) return allOutputs(size);
  const toml::node& node = *settings.all().get("output");
  if (const auto number = node.value<std::int64_t>()) {
    settings.markAsRead("output");
    if (*number >= 1 && static_cast<std::size_t>(*number) <= size)
      return {{unitVector(size, static_cast<std::size_t>(*number) - 1)}};
    settings.complain(fmt::format("output {} is not among 1 to {}", *number, size));
  } else if (const auto name = node.value<std::string>()) {
    settings.markAsRead("output");
    if (*name == "all") return allOutputs(size);
    if (*name == "positions" && !test.problem.pairs.empty()) {
      Outputs positions;
      for (const PositionVelocity& pair : test.problem.pairs)
        positions.weights.push_back(unitVector(size, static_cast<std::size_t>(pair.position)));
      return positions;
    }
    const auto& names = test.problem.names;
    if (const auto at = std::ranges::find(names, *name); at != names.end())
      return {{unitVector(size, static_cast<std::size_t>(at - names.begin()))}};
    settings.complain(fmt::format("the problem has no component '{}'", *name));
  } else {
    Vector weights = settings.numbers("output");
    weights.resize(size, 0.0);
    return {{weights}};
  }
  return allOutputs(size);
}

Vector gridOf(const TestProblem& test, double interval) {
  Vector times;
  const auto points = static_cast<int>(std::floor((test.end - test.start) / interval * (1 + 1e-12)));
  for (int k = 0; k <= points; ++k) times.push_back(test.start + k * interval);
  return times;
}

/// What decides a run; cells that agree in it look at the same one.
std::string keyOf(const toml::table& run) {
  std::ostringstream text;
  text << run;
  return text.str();
}

using RunResult = Expected<std::shared_ptr<FinishedRun>, std::string>;

RunResult runFrom(Settings& settings) {
  auto test = problemFrom(settings);
  if (!test) return Unexpected{test.error()};
  Options options = optionsFrom(settings, *test);
  if (const auto interval = settings.optionalNumber("interval")) options.outputTimes = gridOf(*test, *interval);
  if (const auto at = settings.optionalNumber("at")) options.outputTimes = {*at};
  TestProblem asSeen = *test;
  if (!settings.flag("declared", true)) asSeen.problem.discontinuities.clear();
  if (const std::string complaint = settings.complaint(); !complaint.empty()) return Unexpected{complaint};
  if (!findMethod(options.method)) return Unexpected{fmt::format("there is no method '{}'", options.method)};
  auto result = std::make_shared<FinishedRun>();
  result->solution = solve(asSeen.problem, test->start, test->end, test->initial, options);
  result->problem = std::move(*test);
  return result;
}

/// The true solution at the times of the run.
Solution referenceFor(const FinishedRun& run, double tolerance) {
  const TestProblem& test = run.problem;
  const Vector& times = run.solution.times;
  if (test.exact) {
    Solution exact{.status = RunStatus::finished, .times = times};
    for (const double t : times) {
      exact.states.emplace_back(test.initial.size());
      test.exact(t, exact.states.back());
    }
    return exact;
  }
  Options tight{.method = "rodas5p"};
  tight.tolerances = problems::tolerancesFor(test, tolerance);
  tight.outputTimes = times;
  return solve(test.problem, test.start, test.end, test.initial, tight);
}

analysis::Samples samplesOf(const Solution& solution, const Outputs& outputs) {
  analysis::Samples samples{.times = solution.times};
  for (const Vector& weights : outputs.weights) {
    Vector& values = samples.values.emplace_back();
    for (const Vector& y : solution.states) values.push_back(Outputs::of(weights, y));
  }
  return samples;
}

enum class Scaling { none, pointwise, largest };

/// The measures of Esque (2008) on absolute errors, or on those over the largest value of each output.
double scaledError(const analysis::Samples& ours, const analysis::Samples& exact, analysis::ErrorMeasure measure,
                   Scaling scaling) {
  analysis::Samples difference = ours, ones = exact;
  for (std::size_t i = 0; i < ours.values.size(); ++i) {
    double largest = 0;
    for (const double value : exact.values[i]) largest = std::max(largest, std::abs(value));
    const double scale = scaling == Scaling::largest && largest > 0 ? largest : 1;
    for (std::size_t k = 0; k < ours.times.size(); ++k) {
      difference.values[i][k] = 1 + (ours.values[i][k] - exact.values[i][k]) / scale;
      ones.values[i][k] = 1;
    }
  }
  return analysis::trajectoryError(difference, ones, 0)[measure];
}

Measured errorOf(Settings& settings, FinishedRun& run) {
  const Outputs outputs = outputsFrom(settings, run.problem);
  const std::string name = settings.text("error", "max");
  const auto measure = analysis::errorMeasureNamed(name);
  if (!measure) return Unexpected{fmt::format("'{}' is no measure of errors", name)};
  const bool relative = settings.flag("relative", false), byLargest = settings.flag("by_largest", false);
  const double beyond = settings.number("useless_beyond", INFINITY);
  const double tolerance = settings.number("reference_tolerance", 1e-10);
  if (!run.solution.ok()) return Value{.word = "fails"};
  if (!run.reference) run.reference = referenceFor(run, tolerance);
  if (!run.reference->ok()) return Unexpected{"the reference fails: " + run.reference->failure.message};
  const analysis::Samples ours = samplesOf(run.solution, outputs), exact = samplesOf(*run.reference, outputs);
  const double error = relative ? analysis::trajectoryError(ours, exact, 0)[*measure]
                                : scaledError(ours, exact, *measure, byLargest ? Scaling::largest : Scaling::none);
  if (!(error <= beyond)) return Value{.word = "fails"};
  return Value{error};
}

Measured valueOf(Settings& settings, const FinishedRun& run) {
  const Outputs outputs = outputsFrom(settings, run.problem);
  if (!run.solution.ok() || run.solution.states.empty()) return Value{.word = "fails"};
  return Value{Outputs::of(outputs.weights.front(), run.solution.states.back())};
}

Measured peakOf(Settings& settings, const FinishedRun& run) {
  const Outputs outputs = outputsFrom(settings, run.problem);
  if (!run.solution.ok()) return Value{.word = "fails"};
  double largest = 0;
  for (const Vector& y : run.solution.states)
    largest = std::max(largest, std::abs(Outputs::of(outputs.weights.front(), y)));
  return Value{largest};
}

struct CounterName {
  std::string_view name;
  std::int64_t Statistics::*counter;
};
constexpr CounterName counters[] = {{"steps", &Statistics::steps},
                                    {"rejected", &Statistics::rejected},
                                    {"rhs_evals", &Statistics::rhsEvals},
                                    {"jac_evals", &Statistics::jacEvals},
                                    {"lu", &Statistics::lu},
                                    {"solves", &Statistics::solves},
                                    {"newton_iterations", &Statistics::newtonIterations},
                                    {"stiff_steps", &Statistics::stiffSteps}};

Measured stepSizeOf(const Solution& solution, bool smallest) {
  double result = smallest ? INFINITY : 0;
  for (std::size_t k = 1; k + 1 < solution.times.size(); ++k) {  // the last one is cut to reach the end
    const double size = solution.times[k] - solution.times[k - 1];
    result = smallest ? std::min(result, size) : std::max(result, size);
  }
  return Value{result};
}

/// Settings that look at a run and do not change it.
constexpr std::string_view looking[] = {"measure",  "quantity",   "output",         "error",
                                        "relative", "by_largest", "useless_beyond", "reference_tolerance",
                                        "unit"};

}  // namespace

Measured measureRun(Settings& settings, Laboratory& laboratory) {
  toml::table decisive = settings.all();
  for (const std::string_view key : looking) decisive.erase(key);
  const std::string key = keyOf(decisive);
  auto found = laboratory.runs.find(key);
  if (found == laboratory.runs.end()) {
    Settings own(decisive);
    auto run = runFrom(own);
    if (!run) return Unexpected{run.error()};
    found = laboratory.runs.emplace(key, std::move(*run)).first;
  }
  for (const auto& [name, value] : decisive) settings.markAsRead(name.str());
  for (const std::string_view name : looking) settings.markAsRead(name);
  FinishedRun& run = *found->second;
  const std::string quantity = settings.text("quantity");
  if (quantity == "error") return errorOf(settings, run);
  if (quantity == "value") return valueOf(settings, run);
  if (quantity == "peak") return peakOf(settings, run);
  if (quantity == "outcome") return Value{.word = run.solution.ok() ? "finishes" : "fails"};
  if (quantity == "smallest_step" || quantity == "largest_step")
    return stepSizeOf(run.solution, quantity == "smallest_step");
  if (!run.solution.ok()) return Value{.word = "fails"};
  if (quantity == "tried")
    return Value{static_cast<double>(run.solution.statistics.steps + run.solution.statistics.rejected)};
  for (const CounterName& counter : counters)
    if (counter.name == quantity) return Value{static_cast<double>(run.solution.statistics.*counter.counter)};
  return Unexpected{fmt::format("a run has no quantity '{}'", quantity)};
}

}  // namespace dashpot::experiments
