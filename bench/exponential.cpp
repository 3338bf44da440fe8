// Exponential integrators against CVODE and Rosenbrock methods on partial differential equations by the method of
// lines, 10 to 100,000 unknowns, in one process on the same F and J.
//
// Each code runs down a ladder of tolerances until it is too slow, and leaves out finer grids once the loosest
// tolerance is; the time for d digits is read off the curve. The ratio is the best exponential method over the best of
// the others: below 1 the exponential ones win.
//
//   bench_exponential [--longest SECONDS] [--most UNKNOWNS] [heat|advection-diffusion|brusselator]...
#include "dashpot/integrate.hpp"
#include "problems/accuracy.hpp"
#include "problems/method_of_lines.hpp"
#include "study/codes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace {

using dashpot::Options;
using dashpot::bench::Code;
using dashpot::bench::Run;
using dashpot::bench::runOnce;
using dashpot::problems::Boundary;
using dashpot::problems::Grid;
using dashpot::problems::TestProblem;

struct Settings {
  double longest = 2;  // seconds of one run; the ladder of a code ends there, and twice as long ends the run
  int most = 100'000;  // unknowns
  std::vector<std::string> equations{"heat", "advection-diffusion", "brusselator"};
};

const std::vector<std::string> exponentialCodes{"etdrk4", "exprb32", "exprb43", "exprb53"};
const std::vector<std::string> otherCodes{"cvode", "rodas3", "rodas4", "rodas5p"};

/// One equation on one grid.
struct Case {
  std::string equation;
  int dimensions;
  TestProblem problem;
};

Grid gridOf(int dimensions, int points, Boundary::Kind ends) {
  return dimensions == 1 ? dashpot::problems::lineGrid(points, ends) : dashpot::problems::squareGrid(points, ends);
}

TestProblem problemOf(const std::string& equation, const Grid& grid) {
  namespace lines = dashpot::problems;
  if (equation == "heat") return lines::heatEquation({.grid = grid}).test;
  if (equation == "advection-diffusion")
    return lines::advectionDiffusion({.grid = grid, .speed = 1, .diffusivity = 0.01, .end = 0.5}).test;
  return lines::brusselator({.grid = grid, .diffusion = grid.y ? 0.002 : 0.02, .end = 2}).test;
}

std::vector<Case> casesOf(const std::string& equation, int most) {
  const int fields = equation == "brusselator" ? 2 : 1;
  const auto ends = equation == "advection-diffusion" ? Boundary::Kind::periodic : Boundary::Kind::dirichlet;
  std::vector<Case> cases;
  for (const int unknowns : {10, 100, 1000, 10'000, 100'000}) {
    if (unknowns > most) continue;
    cases.push_back({equation, 1, problemOf(equation, gridOf(1, unknowns / fields, ends))});
    const int side = static_cast<int>(std::lround(std::sqrt(unknowns / static_cast<double>(fields))));
    if (side >= 5) cases.push_back({equation, 2, problemOf(equation, gridOf(2, side, ends))});
  }
  return cases;
}

/// A reference where there is no closed solution: the fifth-order Rosenbrock method at a tight tolerance, or, where its
/// factors would take minutes, the fifth-order exponential one.
bool provideReference(TestProblem& problem) {
  if (!problem.reference.empty()) return true;
  const bool costly =
      problem.problem.size > 20'000 && problem.problem.jacobian->pattern.rows.size() > 4u * problem.problem.size;
  Options options;
  options.method = costly ? "exprb53" : "rodas5p";
  options.tolerances = dashpot::problems::tolerancesFor(problem, costly ? 1e-8 : 1e-9);
  options.outputTimes = {problem.end};
  const auto solution = solve(problem.problem, problem.start, problem.end, problem.initial, options);
  if (!solution.ok()) return false;
  problem.reference = solution.states.back();
  problem.referenceDigits = 7;
  return true;
}

/// Digits against seconds, from loose to tight.
std::vector<Run> ladder(const std::string& name, const TestProblem& problem, double longest) {
  std::vector<Run> runs;
  for (double exponent = -1; exponent >= -7; exponent -= 1) {
    Run run = runOnce(Code{name, true}, problem, std::pow(10, exponent), 2 * longest);
    for (int k = 0; k < 2 && run.ok && run.seconds < 0.05; ++k)
      run.seconds = std::min(run.seconds, runOnce(Code{name, true}, problem, std::pow(10, exponent)).seconds);
    if (run.ok) runs.push_back(run);
    if (run.seconds > longest) break;
  }
  return runs;
}

/// Seconds to reach the digits, interpolated; none: not reached within the time.
std::optional<double> secondsFor(const std::vector<Run>& runs, double digits) {
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].digits < digits) continue;
    if (i == 0 || runs[i].digits <= runs[i - 1].digits) return runs[i].seconds;
    const double share = (digits - runs[i - 1].digits) / (runs[i].digits - runs[i - 1].digits);
    return std::exp(std::lerp(std::log(runs[i - 1].seconds), std::log(runs[i].seconds), share));
  }
  return std::nullopt;
}

struct Best {
  std::string name = "-";
  double seconds = INFINITY;
};

Best bestOf(const std::vector<std::string>& names, const std::map<std::string, std::vector<Run>>& runs, double digits) {
  Best best;
  for (const std::string& name : names)
    if (const auto seconds = secondsFor(runs.at(name), digits); seconds && *seconds < best.seconds)
      best = {name, *seconds};
  return best;
}

std::string milliseconds(double seconds) { return std::isfinite(seconds) ? fmt::format("{:.3g}", 1e3 * seconds) : "-"; }

/// Codes that were too slow on a coarser grid of the same equation, as "equation dimensions code".
using Exhausted = std::set<std::string>;

void study(Case& c, double longest, Exhausted& exhausted) {
  if (!provideReference(c.problem)) {
    fmt::print("{:<20} {}D {:>7}  no reference within reason\n", c.equation, c.dimensions, c.problem.problem.size);
    return;
  }
  std::map<std::string, std::vector<Run>> runs;
  for (const auto* names : {&exponentialCodes, &otherCodes})
    for (const std::string& name : *names) {
      const std::string key = fmt::format("{} {} {}", c.equation, c.dimensions, name);
      if (!exhausted.contains(key)) runs[name] = ladder(name, c.problem, longest);
      if (runs[name].empty() || runs[name].front().seconds > longest) exhausted.insert(key);
    }
  for (const double digits : {3.0, 5.0}) {
    const Best exponential = bestOf(exponentialCodes, runs, digits), other = bestOf(otherCodes, runs, digits);
    const double ratio = exponential.seconds / other.seconds;
    fmt::print("{:<20} {}D {:>7} {:>6} {:>9} {:>9} {:>9} {:>9} {:>8}\n", c.equation, c.dimensions,
               c.problem.problem.size, digits, exponential.name, milliseconds(exponential.seconds), other.name,
               milliseconds(other.seconds), std::isfinite(ratio) && ratio > 0 ? fmt::format("{:.2f}", ratio) : "-");
  }
  std::fflush(stdout);
}

std::optional<Settings> settingsFrom(int count, char** arguments) {
  Settings settings;
  std::vector<std::string> chosen;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    if ((argument == "--longest" || argument == "--most") && i + 1 < count) {
      const double value = std::atof(arguments[++i]);
      if (!(value > 0)) return std::nullopt;
      if (argument == "--longest")
        settings.longest = value;
      else
        settings.most = static_cast<int>(value);
    } else if (std::ranges::find(settings.equations, argument) != settings.equations.end()) {
      chosen.push_back(argument);
    } else {
      return std::nullopt;
    }
  }
  if (!chosen.empty()) settings.equations = chosen;
  return settings;
}

}  // namespace

int main(int count, char** arguments) {
  const auto settings = settingsFrom(count, arguments);
  if (!settings) {
    fmt::print(stderr,
               "usage: bench_exponential [--longest SECONDS] [--most UNKNOWNS] "
               "[heat|advection-diffusion|brusselator]...\n");
    return 2;
  }
  fmt::print("{:<20} {:>2} {:>7} {:>6} {:>9} {:>9} {:>9} {:>9} {:>8}\n", "equation", "", "n", "digits", "exp.", "ms",
             "others", "ms", "ratio");
  Exhausted exhausted;
  for (const std::string& equation : settings->equations)
    for (Case& c : casesOf(equation, settings->most)) study(c, settings->longest, exhausted);
}
