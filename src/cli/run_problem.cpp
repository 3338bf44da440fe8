#include "cli/run_problem.hpp"

#include "base/stopwatch.hpp"
#include "problems/accuracy.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace dashpot::cli {
namespace {

using Clock = std::chrono::steady_clock;

}  // namespace

Options optionsFor(const problems::TestProblem& test, const std::string& method, const ComparisonSettings& settings) {
  Options options;
  options.method = method;
  options.tolerances = problems::tolerancesFor(test, settings.tolerance);
  options.maxSteps = settings.maxSteps;
  return options;
}

MethodRun runProblem(const problems::TestProblem& test, const std::string& method, const ComparisonSettings& settings) {
  const Options options = optionsFor(test, method, settings);
  MethodRun run{.method = method, .solution = {}, .seconds = INFINITY, .correctDigits = NAN};
  const auto start = Clock::now();
  do {
    const auto begin = Clock::now();
    run.solution = solve(test.problem, test.start, test.end, test.initial, options);
    run.seconds = std::min(run.seconds, secondsSince(begin));
  } while (run.solution.ok() && secondsSince(start) < settings.timingSeconds);
  if (run.solution.ok()) run.correctDigits = problems::correctDigits(test, run.solution.states.back());
  return run;
}

std::vector<MethodRun> runProblem(const problems::TestProblem& test, const ComparisonSettings& settings) {
  std::vector<MethodRun> runs;
  for (const std::string& method : settings.methods) runs.push_back(runProblem(test, method, settings));
  return runs;
}

}  // namespace dashpot::cli
