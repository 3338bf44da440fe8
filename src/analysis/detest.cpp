#include "analysis/detest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace dashpot::analysis {
namespace {

using problems::DetestProblem;
using problems::TestProblem;
using Clock = std::chrono::steady_clock;

constexpr auto trueMethod = "rodas5p";
constexpr double truthShare = 1e-3, tightest = 1e-12;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// The units in which errors are measured.
Vector unitsOf(const TestProblem& test, const DetestSettings& settings) {
  Vector units(test.initial.size(), settings.tolerance);
  if (settings.scaled)
    for (std::size_t i = 0; i < units.size(); ++i) units[i] *= test.absoluteScale[i];
  return units;
}

Options optionsFor(const Vector& units, const DetestSettings& settings) {
  Options options;
  options.method = settings.method;
  options.estimate = settings.estimate;
  options.tolerances.scale = ErrorScale::absolute;
  options.tolerances.norm = ErrorNorm::maximum;
  options.tolerances.absoluteOf = units;
  options.maxSteps = settings.maxSteps;
  return options;
}

/// The true solution's options: rodas5p with a small share of the tolerance, relative as well so that it can be met.
Options truthFor(const TestProblem& test, const Vector& units) {
  Options options;
  options.method = trueMethod;
  const double least = test.absoluteScale.empty() ? 1 : 0;
  for (std::size_t i = 0; i < units.size(); ++i) {
    const double scale = least > 0 ? least : test.absoluteScale[i];
    options.tolerances.absoluteOf.push_back(std::max(truthShare * units[i], tightest * scale));
  }
  options.tolerances.relative = tightest;
  return options;
}

double measure(ConstView a, ConstView b, const Vector& units) {
  double largest = 0;
  for (std::size_t i = 0; i < units.size(); ++i) {
    const double e = std::abs(a[i] - b[i]) / units[i];
    if (!(e <= largest)) largest = e;
  }
  return largest;
}

/// The smaller of the first two accepted steps; 0: there were none.
double firstStepOf(const DetestProblem& problem, Options options) {
  const TestProblem& test = problem.test;
  options.initialStep = problem.firstStep;
  Integrator run(test.problem, options);
  double least = 0;
  if (run.start(test.start, test.initial, test.end) == RunStatus::failed) return 0;
  for (int k = 0; k < 2; ++k) {
    const RunStatus status = run.step();
    if (status == RunStatus::failed) break;
    const double h = run.time() - run.previousTime();
    least = least == 0 ? h : std::min(least, h);
    if (status == RunStatus::finished) break;
  }
  return least;
}

/// Seconds per call of a function, from calls for about a millisecond.
template <class Call>
double secondsPerCall(const Call& call) {
  const auto start = Clock::now();
  int calls = 0;
  do {
    for (int k = 0; k < 16; ++k) call();
    calls += 16;
  } while (secondsSince(start) < 1e-3);
  return secondsSince(start) / calls;
}

double secondsInFunctions(const TestProblem& test, const Statistics& statistics, const Vector& y) {
  const Problem& problem = test.problem;
  Vector f(y.size()), j(static_cast<std::size_t>(problem.jacobian->pattern.nonZeros(problem.size)));
  const double rhs = secondsPerCall([&] { problem.rhs(test.end, y, f); });
  const double jacobian = secondsPerCall([&] { problem.jacobian->values(test.end, y, j); });
  return rhs * static_cast<double>(statistics.rhsEvals + statistics.rhsEvalsForJacobian) +
         jacobian * static_cast<double>(statistics.jacEvals);
}

void measureTime(const TestProblem& test, const Options& options, const DetestSettings& settings, DetestRun& result,
                 const Vector& last) {
  Options quiet = options;
  quiet.outputTimes = {test.end};
  result.seconds = INFINITY;
  const auto start = Clock::now();
  do {
    const auto begin = Clock::now();
    solve(test.problem, test.start, test.end, test.initial, quiet);
    result.seconds = std::min(result.seconds, secondsSince(begin));
  } while (secondsSince(start) < settings.timingSeconds);
  result.overhead = std::max(0.0, result.seconds - secondsInFunctions(test, result.statistics, last));
}

bool measureGlobalErrors(const TestProblem& test, const Solution& solution, const Vector& units, DetestRun& result) {
  Options truth = truthFor(test, units);
  truth.outputTimes = solution.times;
  const Solution exact = solve(test.problem, test.start, result.reached, test.initial, truth);
  if (!exact.ok() || exact.times.size() != solution.times.size()) return false;
  for (std::size_t k = 0; k < solution.times.size(); ++k)
    result.maxError = std::max(result.maxError, measure(solution.states[k], exact.states[k], units));
  result.endError = measure(solution.states.back(), exact.states.back(), units);
  result.errorPerStep = result.maxError / static_cast<double>(std::max<std::int64_t>(result.statistics.steps, 1));
  return true;
}

bool measureLocalErrors(const TestProblem& test, const Solution& solution, const Vector& units, DetestRun& result) {
  int above = 0;
  for (std::size_t k = 1; k < solution.times.size(); ++k) {
    Options truth = truthFor(test, units);
    truth.outputTimes = {solution.times[k]};
    const Solution exact = solve(test.problem, solution.times[k - 1], solution.times[k], solution.states[k - 1], truth);
    if (!exact.ok()) return false;
    const double error = measure(solution.states[k], exact.states.back(), units);
    result.localError = std::max(result.localError, error);
    above += error > 1;
  }
  result.deceived = above / static_cast<double>(std::max<std::size_t>(solution.times.size() - 1, 1));
  return true;
}

}  // namespace

DetestRun runDetest(const DetestProblem& problem, const DetestSettings& settings) {
  const TestProblem& test = problem.test;
  DetestRun result{.problem = test.name, .method = settings.method, .tolerance = settings.tolerance};
  const Vector units = unitsOf(test, settings);
  Options options = optionsFor(units, settings);
  result.firstStep = settings.firstStep > 0    ? settings.firstStep
                     : settings.preliminaryRun ? firstStepOf(problem, options)
                                               : 0;
  options.initialStep = result.firstStep;
  const Solution solution = solve(test.problem, test.start, test.end, test.initial, options);
  result.statistics = solution.statistics;
  result.reached = solution.times.empty() ? test.start : solution.times.back();
  if (!solution.ok()) {
    const bool started = solution.statistics.steps > 0;
    result.outcome = started ? DetestRun::Outcome::endNotReached : DetestRun::Outcome::notStarted;
    result.message = started ? fmt::format("failed to reach the end: {}", solution.failure.message)
                             : fmt::format("failed to start: {}", solution.failure.message);
    if (!started) return result;
  } else {
    measureTime(test, options, settings, result, solution.states.back());
  }
  const bool known = measureGlobalErrors(test, solution, units, result) &&
                     (!settings.localErrors || measureLocalErrors(test, solution, units, result));
  if (!known) {
    result.outcome = DetestRun::Outcome::noTrueSolution;
    result.message = "the true solution failed";
  }
  return result;
}

std::optional<Smoothness> fitSmoothness(std::span<const double> tolerances, std::span<const double> errors) {
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (std::size_t k = 0; k < tolerances.size(); ++k) {
    if (!(errors[k] > 0) || !std::isfinite(errors[k])) continue;
    const double x = std::log(tolerances[k]), y = std::log(errors[k] * tolerances[k]);
    n += 1, sx += x, sy += y, sxx += x * x, sxy += x * y;
  }
  const double spread = n * sxx - sx * sx;
  if (n < 2 || spread <= 0) return std::nullopt;
  const double exponent = (n * sxy - sx * sy) / spread;
  return Smoothness{std::exp((sy - exponent * sx) / n), exponent};
}

}  // namespace dashpot::analysis
