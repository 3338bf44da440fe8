// What a step of fixed length costs, in time, and what it is worth (Esque 2008, sections 5.1 and 5.3).
//
//   real-time tests 1 to 3: two volumes, twice, and the cylinder circuit of 13 states, with all formulas and steps; the
//                           error, and the processor time per step as a ratio to ode23
//   growth                  chains of 5, 10, 15 and 20 volumes: time per step, its growth with N, the share of the
//                           Jacobian, exact and by differences
//   compiled models         the cylinder circuit and the chains from the component library, as `dashpot realtime` runs
//                           them: mean, p50, p99 and p99.9 of single steps
//
// All in one process, on one core. Errors and counts are tests (tests/integrators/rosenbrock); times are printed only.
#include "realtime/realtime.hpp"

#include "api/compilation.hpp"
#include "dashpot/integrate.hpp"
#include "problems/accuracy.hpp"
#include "problems/problems.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace dashpot {
namespace {

using problems::TestProblem;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double realTimeSteps[] = {0.25e-3, 0.5e-3, 1e-3, 2e-3, 4e-3, 10e-3};
const std::vector<std::string> formulas{"ode23", "dopri5", "ros2", "ros2p", "ode23s", "ros3p", "rodas3"};

/// Of this thread: other programs on the machine do not count.
double cpuSeconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

Options fixedStep(const std::string& method, double step, bool holdsInputs) {
  Options options;
  options.method = method;
  options.step = step;
  options.realTime = true;
  options.holdInputs = holdsInputs;
  options.maxSteps = std::numeric_limits<std::int64_t>::max();
  return options;
}

/// Processor time of a step: the least of several series, each of about 10 ms.
double secondsPerStep(const TestProblem& p, Options options) {
  constexpr int series = 7;
  options.step = 1e-6;  // short enough for every formula; the cost does not depend on it
  options.holdInputs = false;
  double best = infinity;
  int steps = 100;
  for (int k = 0; k < series;) {
    Integrator run(p.problem, options);
    run.start(p.start, p.initial, p.start + 1e6);
    run.step();
    const double began = cpuSeconds();
    for (int i = 0; i < steps; ++i) run.step();
    const double seconds = cpuSeconds() - began;
    if (seconds < 0.01) {
      steps *= 4;
      continue;
    }
    best = std::min(best, seconds / steps);
    ++k;
  }
  return best;
}

// ---- the real-time tests --------------------------------------------------------------------------------------------

using ErrorOf = std::function<double(const Solution&, const Solution& reference)>;

/// Esque 2008, eq. 5.1: norm over the components of their relative RMS errors.
double relativeRms(const Solution& s, const Solution& reference) {
  double norm = 0;
  for (std::size_t i = 0; i < s.states[0].size(); ++i)
    for (std::size_t k = 0; k < s.times.size(); ++k) {
      const double e = s.states[k][i] / reference.states[k][i] - 1;
      norm += e * e / static_cast<double>(s.times.size());
    }
  return std::sqrt(norm);
}

ErrorOf largestRelative(std::size_t component) {
  return [component](const Solution& s, const Solution& reference) {
    double largest = 0;
    for (std::size_t k = 0; k < s.times.size(); ++k)
      largest = std::max(largest, std::abs(s.states[k][component] / reference.states[k][component] - 1));
    return largest;
  };
}

std::string errorText(double error) { return error < 1 ? fmt::format("{:.1e}", error) : std::string("fails"); }

void realTimeTest(const char* title, const TestProblem& p, const ErrorOf& errorOf, bool holdsInputs) {
  std::vector<Solution> references;
  for (const double step : realTimeSteps) {
    Options tight;
    tight.method = "rodas5p";
    tight.tolerances = problems::tolerancesFor(p, 1e-9);
    for (std::int64_t k = 0; k <= std::llround((p.end - p.start) / step); ++k)
      tight.outputTimes.push_back(std::min(p.start + static_cast<double>(k) * step, p.end));
    references.push_back(solve(p.problem, p.start, p.end, p.initial, tight));
  }
  fmt::print("\n{}, N = {}{}\n", title, p.problem.size, holdsInputs ? ", inputs held over each step" : "");
  fmt::print("{:<10}", "method");
  for (const double step : realTimeSteps) fmt::print("{:>10}", fmt::format("{:g} ms", step * 1e3));
  fmt::print("{:>12}{:>10}\n", "step [us]", "/ ode23");
  double yardstick = 0;
  for (const std::string& method : formulas) {
    fmt::print("{:<10}", method);
    for (std::size_t k = 0; k < std::size(realTimeSteps); ++k) {
      const Solution s = solve(p.problem, p.start, p.end, p.initial, fixedStep(method, realTimeSteps[k], holdsInputs));
      const bool isWhole = s.ok() && s.times.size() == references[k].times.size();
      fmt::print("{:>10}", errorText(isWhole ? errorOf(s, references[k]) : infinity));
    }
    const double seconds = secondsPerStep(p, fixedStep(method, 1e-3, false));
    if (method == "ode23") yardstick = seconds;
    fmt::print("{:>12.3f}{:>10.2f}\n", seconds * 1e6, seconds / yardstick);
  }
}

// ---- growth ---------------------------------------------------------------------------------------------------------

/// The exponent a of time = c N^a through the points (log N, log time), by least squares.
double exponent(const std::vector<std::pair<double, double>>& points) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (const auto& [n, seconds] : points) {
    const double x = std::log(n), y = std::log(seconds);
    sx += x, sy += y, sxx += x * x, sxy += x * y;
  }
  const auto count = static_cast<double>(points.size());
  return (count * sxy - sx * sy) / (count * sxx - sx * sx);
}

/// Processor time of one evaluation of the exact Jacobian.
double secondsPerJacobian(const TestProblem& p) {
  Vector values(static_cast<std::size_t>(p.problem.jacobian->pattern.nonZeros(p.problem.size)));
  constexpr int calls = 20'000;
  double best = infinity;
  for (int k = 0; k < 5; ++k) {
    const double began = cpuSeconds();
    for (int i = 0; i < calls; ++i) p.problem.jacobian->values(p.start, p.initial, values);
    best = std::min(best, (cpuSeconds() - began) / calls);
  }
  return best;
}

void growth() {
  fmt::print(
      "\nchains of N volumes, time per step in us; rodas3 with the exact Jacobian, by differences one column at a "
      "time and one colour at a time\n");
  fmt::print("{:>4}{:>9}{:>9}{:>9}{:>9}{:>11}{:>11}{:>12}\n", "N", "ode23", "ros2p", "rodas3", "/ ode23", "columns",
             "colours", "J, exact");
  std::vector<std::pair<double, double>> explicitTimes, exact, columns, colours;
  for (const int n : {5, 10, 15, 20}) {
    const TestProblem p = problems::volumeChain(n);
    TestProblem dense = p;
    dense.problem.jacobian.reset();
    Options differences = fixedStep("rodas3", 1e-6, false);
    differences.jacobian.source = JacobianOptions::Source::differences;
    const double ode23 = secondsPerStep(p, fixedStep("ode23", 1e-6, false));
    const double ros2p = secondsPerStep(p, fixedStep("ros2p", 1e-6, false));
    const double rodas3 = secondsPerStep(p, fixedStep("rodas3", 1e-6, false));
    const double byColumns = secondsPerStep(dense, differences), byColours = secondsPerStep(p, differences);
    explicitTimes.emplace_back(n, ode23), exact.emplace_back(n, rodas3);
    columns.emplace_back(n, byColumns), colours.emplace_back(n, byColours);
    fmt::print("{:>4}{:>9.2f}{:>9.2f}{:>9.2f}{:>9.2f}{:>11.2f}{:>11.2f}{:>11.0f}%\n", n, ode23 * 1e6, ros2p * 1e6,
               rodas3 * 1e6, rodas3 / ode23, byColumns * 1e6, byColours * 1e6, 100 * secondsPerJacobian(p) / rodas3);
  }
  fmt::print("grows with N to the power of: ode23 {:.2f}, rodas3 {:.2f}, by columns {:.2f}, by colours {:.2f}\n",
             exponent(explicitTimes), exponent(exact), exponent(columns), exponent(colours));
}

// ---- compiled models ------------------------------------------------------------------------------------------------

std::string chainModel(int volumes) {
  std::string text = "model Chain\n  import Dashpot.Hydraulics.*;\n  inner Fluids.TextbookOil fluid(p_ambient = 0);\n";
  text += fmt::format("  parameter Integer n = {};\n", volumes);
  text +=
      "  Sources.FlowSource pump(Q = 1e-3);\n  Sources.Tank tank;\n"
      "  Volumes.FixedVolume volume[n](each V = 1e-4, each p_start = 50e5);\n"
      "  Resistances.Orifice orifice[n](each d = 5e-3);\n"
      "equation\n  connect(pump.port, volume[1].port);\n"
      "  for i in 1:n loop\n    connect(volume[i].port, orifice[i].port_a);\n  end for;\n"
      "  for i in 1:n - 1 loop\n    connect(orifice[i].port_b, volume[i + 1].port);\n  end for;\n"
      "  connect(orifice[n].port_b, tank.port);\nend Chain;\n";
  return text;
}

/// Single steps of a model as `dashpot realtime` runs them, without the clock.
std::optional<realtime::DurationHistogram> costs(api::Compilation& compilation, const std::string& method,
                                                 std::int64_t steps) {
  Diagnostics diagnostics;
  simulation::Settings settings;
  settings.method = method;
  settings.step = method == "ode23" ? 1e-6 : 1e-3;
  simulation::ModelCode code(compilation.compiled(), settings.code);
  realtime::Settings realTime;
  realTime.pace = realtime::Pace::none;
  realTime.isPrivileged = false;
  realTime.duration = static_cast<double>(steps) * settings.step;
  const auto report = realtime::run(code, settings, {}, realTime, diagnostics);
  if (!report) fmt::print("{}\n", render(diagnostics, compilation.sources()));
  return report ? std::optional(report->loop.cost) : std::nullopt;
}

void compiled(const std::string& title, api::ModelArguments arguments) {
  api::Compilation compilation(std::move(arguments));
  if (!compilation.run()) {
    fmt::print("{}\n", render(compilation.diagnostics, compilation.sources()));
    return;
  }
  double yardstick = 0;
  for (const std::string method : {"ode23", "ros2p", "rodas3"}) {
    const auto cost = costs(compilation, method, 20'000);
    if (!cost) return;
    const double median = cost->quantile(0.5);
    if (method == "ode23") yardstick = median;
    fmt::print("{:<22}{:>4}  {:<8}{:>9.2f}{:>9.2f}{:>9.2f}{:>9.2f}{:>9.2f}{:>12.2f}\n", title,
               compilation.compiled().size(), method, cost->mean() * 1e6, median * 1e6, cost->quantile(0.99) * 1e6,
               cost->quantile(0.999) * 1e6, median / yardstick, cost->quantile(0.999) / median);
  }
}

void compiledModels(const std::string& root) {
  fmt::print("\ncompiled models, a step as `dashpot realtime` runs it, in us\n");
  fmt::print("{:<22}{:>4}  {:<8}{:>9}{:>9}{:>9}{:>9}{:>9}{:>12}\n", "model", "N", "method", "mean", "p50", "p99",
             "p99.9", "/ ode23", "p99.9/p50");
  const std::vector<std::string> libraries{root + "/library"};
  compiled("cylinder circuit", {.file = root + "/examples/cylinder_circuit.mo", .libraries = libraries});
  for (const int n : {5, 10, 15, 20})
    compiled(fmt::format("chain of {} volumes", n),
             {.file = "chain.mo", .libraries = libraries, .text = chainModel(n)});
}

}  // namespace
}  // namespace dashpot

int main(int argumentCount, char** arguments) {
  const std::string root = argumentCount > 1 ? arguments[1] : ".";  // of the source tree
  using dashpot::problems::twoVolume;
  dashpot::realTimeTest("real-time test 1: two volumes", twoVolume(dashpot::problems::twoVolumeRealTime1()),
                        dashpot::relativeRms, false);
  dashpot::realTimeTest("real-time test 2: two volumes, stiffer", twoVolume(dashpot::problems::twoVolumeRealTime2()),
                        dashpot::relativeRms, false);
  const dashpot::problems::TestProblem circuit = dashpot::problems::cylinderCircuit();
  const auto x =
      static_cast<std::size_t>(std::ranges::find(circuit.problem.names, "x") - circuit.problem.names.begin());
  for (const bool holdsInputs : {false, true})
    dashpot::realTimeTest("real-time test 3: cylinder circuit", circuit, dashpot::largestRelative(x), holdsInputs);
  dashpot::growth();
  dashpot::compiledModels(root);
}
