// Models against hand-written code. Circuits and classic problems of 2 to 50 states, as Modelica models compiled by us
// and run with our methods, against the same equations in C++ with CVODE and RADAU5, each with its own LU, on the same
// tolerances (the models' nominal values are the scales of the C++ problems): the time of the run alone, at 3 to 6
// correct digits. Then the time to the first step by stages, and two large systems against CVODE with KLU.
//
//   bench_simulation [--quick] [--only PROBLEM] [ROOT]
//
// ROOT is the source tree, where the models are; else the present folder.
#include "api/compilation.hpp"
#include "codegen/generated_solver.hpp"
#include "models/published.hpp"
#include "problems/accuracy.hpp"
#include "simulation/simulate.hpp"
#include "study/arguments.hpp"
#include "study/codes.hpp"
#include "study/cpu_clock.hpp"
#include "study/curve.hpp"
#include "study/geometric_mean.hpp"
#include "study/large_models.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <sys/resource.h>
#include <vector>

namespace dashpot {
namespace {

using bench::Run;
using problems::TestProblem;

constexpr int repetitions = 5, repetitionsOfShortRuns = 40;
constexpr double shortRun = 0.002, longRun = 0.05, longestRun = 1.0;  // seconds
constexpr int fewestDigits = 3, mostDigits = 6;
const std::vector<std::string> ourMethods{"rodas3", "rodas4", "rodas5p", "radau5", "radau9"};

class Nothing final : public simulation::Recorder {
 public:
  void begin(ConstView) override {}
  void record(double, ConstView, simulation::Moment) override {}
};

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

double megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// A model that has been compiled, and where its variables are found among what a run observes.
class Subject {
 public:
  Subject(api::ModelArguments arguments, std::vector<std::string> names)
      : compilation_(std::move(arguments)), names_(std::move(names)) {
    if (!compilation_.run()) {
      fmt::print(stderr, "{}", render(compilation_.diagnostics, compilation_.sources()));
      std::exit(1);
    }
    code_.emplace(compilation_.compiled(), codegen::CodeOptions{});
  }

  Run run(const std::string& method, double tolerance, const TestProblem& test) {
    Diagnostics diagnostics;
    Nothing nothing;
    const simulation::Settings settings{
        .stop = test.end, .tolerance = tolerance, .interval = test.end - test.start, .method = method};
    const double began = bench::cpuSeconds();
    const simulation::Outcome outcome = simulation::simulate(*code_, settings, nothing, diagnostics);
    // Yardsticks are measured by the work of their thread, as it must be where others use the machine, too. The run
    // knows its time on the wall only: while others worked, that is more than the work of all of the simulation.
    const double worked = bench::cpuSeconds() - began;
    Run run{.ok = outcome.kind == simulation::OutcomeKind::finished,
            .tolerance = tolerance,
            .seconds = std::min(outcome.runSeconds, worked)};
    if (!run.ok) return run;
    Vector end = test.reference;
    const auto& variables = compilation_.compiled().recorded.variables;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const auto found = std::ranges::find(variables, names_[i], &codegen::VariableInfo::name);
      end[i] = (found->negated ? -1 : 1) * outcome.finalObserved[found->index];
    }
    run.digits = test.reference.empty() ? 0 : problems::correctDigits(test, end);
    run.steps = outcome.statistics.steps;
    return run;
  }

  /// Optimised native code of everything that a run calls: what is compared is the run after compilation.
  void prepare() {
    using codegen::Entry;
    for (const Entry entry : {Entry::rhs, Entry::jacobian, Entry::timeDerivative, Entry::events, Entry::observed,
                              Entry::silentConditions, Entry::actions})
      (void)code_->functions.prepare(entry, codegen::Tier::optimised);
    if (code_->eliminations) code_->eliminations->prepare(codegen::Tier::optimised);
  }

  [[nodiscard]] const api::Compilation& compilation() const { return compilation_; }
  simulation::ModelCode& code() { return *code_; }

 private:
  api::Compilation compilation_;
  std::vector<std::string> names_;
  std::optional<simulation::ModelCode> code_;
};

std::string readText(const std::string& file) {
  std::ifstream in(file);
  if (!in) {
    fmt::print(stderr, "cannot read {}: name the source tree\n", file);
    std::exit(2);
  }
  return {std::istreambuf_iterator<char>(in), {}};
}

// ---- small problems
// --------------------------------------------------------------------------------------------------

/// A ladder of n sections, each a resistor and an inductor in series and a capacitor to ground, driven by a step.
TestProblem ladder(int n) {
  TestProblem test;
  test.name = fmt::format("ladder-{}", n);
  test.end = 0.02;
  test.initial.assign(2 * static_cast<std::size_t>(n), 0.0);
  test.absoluteScale.assign(test.initial.size(), 1e-3);
  Problem& p = test.problem;
  p.size = 2 * n;
  p.autonomous = true;
  p.rhs = [n](double, ConstView y, View f) {
    for (int k = 0; k < n; ++k) {
      const double before = k == 0 ? 1.0 : y[2 * k - 1], after = k + 1 < n ? y[2 * k + 2] : 0.0;
      f[2 * k] = (before - y[2 * k + 1] - 0.5 * y[2 * k]) / 1e-3;
      f[2 * k + 1] = (y[2 * k] - after - 0.1 * y[2 * k + 1]) / 1e-3;
    }
  };
  SparsityPattern pattern;
  Vector values;
  pattern.columnStart.push_back(0);
  const auto entry = [&](int row, double value) { pattern.rows.push_back(row), values.push_back(value); };
  for (int j = 0; j < 2 * n; ++j) {
    if (j > 0) entry(j - 1, -1e3);
    entry(j, j % 2 == 0 ? -500 : -100);
    if (j + 1 < 2 * n) entry(j + 1, 1e3);
    pattern.columnStart.push_back(static_cast<int>(pattern.rows.size()));
  }
  p.jacobian = Jacobian{pattern, [values](double, ConstView, View out) { std::ranges::copy(values, out.begin()); }};
  Options options{.method = "radau"};
  options.tolerances.relative = 1e-13, options.tolerances.absolute = 1e-15;
  options.outputTimes = {test.end};
  const Solution reference = solve(p, 0, test.end, test.initial, options);
  test.reference = reference.states.back();
  test.referenceDigits = 11;
  return test;
}

std::string ladderModel(int n) {
  return fmt::format(
      "model Ladder parameter Integer n = {}; Real i[n](each start = 0, each fixed = true, each nominal = 1e-3), "
      "u[n](each start "
      "= 0, each fixed = true, each nominal = 1e-3); equation for k in 1:n loop 1e-3*der(i[k]) = (if k == 1 then 1 "
      "else u[max(k - 1, 1)]) - u[k] - 0.5*i[k]; "
      "1e-3*der(u[k]) = i[k] - (if k < n then i[min(k + 1, n)] else 0) - 0.1*u[k]; end for; end Ladder;",
      n);
}

std::vector<std::string> ladderNames(int n) {
  std::vector<std::string> names;
  for (int k = 1; k <= n; ++k) names.push_back(fmt::format("i[{}]", k)), names.push_back(fmt::format("u[{}]", k));
  return names;
}

/// A machine of components that src/problems has as hand-written equations.
struct Machine {
  std::string file, model;
  TestProblem problem;
  std::vector<std::string> names;
};

std::vector<Machine> machines() {
  return {{"examples/two_volume_circuit.mo",
           "TwoVolumesRealTime1",
           *problems::find("two-volume"),
           {"volume1.p", "volume2.p"}},
          {"examples/cylinder_circuit.mo",
           "CylinderCircuit",
           *problems::find("cylinder-circuit"),
           {"cylinder.p_a", "cylinder.p_b", "cylinder.x", "cylinder.v", "pipeA.p_a", "pipeA.p_b", "pipeA.Q",
            "pipeB.p_b", "pipeB.p_a", "pipeB.Q", "supply.p", "return_.p", "relief.K"}}};
}

struct Ratios {
  std::vector<double> radau5, cvode;
};

void compare(const std::string& name, Subject& subject, const TestProblem& test, Ratios& ratios) {
  std::map<std::string, std::vector<Run>> runs;
  const auto once = [&](const std::string& code, double tolerance) {
    const bool isOurs = code != "CVODE" && code != "RADAU5";
    return isOurs ? subject.run(code, tolerance, test) : bench::runOnce({code, false}, test, tolerance);
  };
  std::vector<std::string> codes = ourMethods;
  codes.insert(codes.end(), {"CVODE", "RADAU5"});
  const auto takes = [&](const std::string& code) { return runs[code].empty() ? 0.0 : runs[code].back().seconds; };
  for (double exponent = -1; exponent >= -9; exponent -= 0.5) {
    for (const std::string& method : ourMethods)  // finds the pivots that it needs
      if (takes(method) < longRun) (void)subject.run(method, std::pow(10, exponent), test);
    subject.prepare();
    for (int k = 0; k < repetitionsOfShortRuns; ++k)
      for (const std::string& code : codes) {
        std::vector<Run>& of = runs[code];
        const double most = k == 0 ? longestRun : k < repetitions ? longRun : shortRun;
        if (takes(code) > most) continue;
        const Run run = once(code, std::pow(10, exponent));
        if (k == 0)
          of.push_back(run);
        else
          of.back().seconds = std::min(of.back().seconds, run.seconds);
      }
  }
  for (int digits = fewestDigits; digits <= mostDigits; ++digits) {
    fmt::print("{:>16} {:>3}", name, digits);
    std::optional<double> ours;
    for (const std::string& code : codes) {
      const auto run = bench::atDigits(runs[code], digits);
      fmt::print(" {:>10}", run ? fmt::format("{:.1f}", run->seconds * 1e6) : "-");
      if (run && code != "CVODE" && code != "RADAU5") ours = std::min(ours.value_or(INFINITY), run->seconds);
    }
    for (auto& [code, list] : {std::pair{"RADAU5", &ratios.radau5}, std::pair{"CVODE", &ratios.cvode}}) {
      const auto theirs = bench::atDigits(runs[code], digits);
      if (!ours || !theirs) continue;
      list->push_back(*ours / theirs->seconds);
      fmt::print("  {:.2f} of {}", list->back(), code);
    }
    fmt::print("\n");
  }
}

void summarise(const char* yardstick, const std::vector<double>& ratios) {
  if (ratios.empty()) return;
  fmt::print("run_seconds over {}: geometric mean {:.2f}, largest {:.2f}\n", yardstick, bench::geometricMean(ratios),
             std::ranges::max(ratios));
}

void smallProblems(const std::string& root, const std::string& only) {
  fmt::print("microseconds of the run alone, by correct digits\n{:>16} {:>3}", "", "d");
  for (const std::string& method : ourMethods) fmt::print(" {:>10}", method);
  fmt::print(" {:>10} {:>10}\n", "CVODE", "RADAU5");
  Ratios ratios;
  for (const testing::PublishedModel& model : testing::publishedOdes()) {
    if (!only.empty() && only != model.problem) continue;
    Subject subject({.file = model.file, .text = readText(root + "/" + model.file)}, model.names);
    compare(model.problem, subject, *problems::find(model.problem), ratios);
  }
  for (const Machine& machine : machines()) {
    if (!only.empty() && only != machine.problem.name) continue;
    Subject subject({.file = root + "/" + machine.file, .model = machine.model, .libraries = {root + "/library"}},
                    machine.names);
    compare(machine.problem.name, subject, machine.problem, ratios);
  }
  for (const int n : {2, 8, 25}) {
    if (!only.empty() && only != fmt::format("ladder-{}", n)) continue;
    Subject subject({.text = ladderModel(n)}, ladderNames(n));
    compare(fmt::format("ladder-{}", n), subject, ladder(n), ratios);
  }
  summarise("RADAU5", ratios.radau5);
  summarise("CVODE", ratios.cvode);
}

// ---- the first step
// --------------------------------------------------------------------------------------------------

void firstStep(const std::string& root) {
  fmt::print(
      "\nmilliseconds to the first step: parse, flatten, sort, compile, initialise, all; the last is the cylinder "
      "circuit of 13 states from the component library\n");
  for (const char* file :
       {"examples/rlc.mo", "examples/relief_valve.mo", "examples/cylinder_lines.mo", "examples/cylinder_circuit.mo"}) {
    double best[6];
    std::fill_n(best, 6, INFINITY);
    for (int k = 0; k < repetitions; ++k) {
      const double began = seconds();
      Subject subject({.file = root + "/" + file, .libraries = {root + "/library"}}, {});
      Diagnostics diagnostics;
      Nothing nothing;
      simulation::Settings settings;
      settings.cancellation.afterStep = [] { return true; };
      const auto outcome = simulation::simulate(subject.code(), settings, nothing, diagnostics);
      const auto& s = subject.compilation().seconds;
      const double taken[6] = {s.parse, s.flatten, s.sort, s.compile, outcome.initialiseSeconds, seconds() - began};
      for (int i = 0; i < 6; ++i) best[i] = std::min(best[i], taken[i]);
    }
    fmt::print("{:>28}", file);
    for (const double b : best) fmt::print(" {:>8.2f}", 1e3 * b);
    fmt::print("\n");
  }
}

// ---- large systems
// ---------------------------------------------------------------------------------------------------

void largeSystem(const char* name, const std::string& text, TestProblem test) {
  constexpr double tolerance = 1e-4;
  const double began = seconds();
  Subject subject({.text = text}, {});
  const double compiled = seconds();
  test.reference.clear();
  const Run ours = subject.run("rodas4", tolerance, test);
  const double ended = seconds();
  const Run theirs = bench::runOnce({"CVODE+KLU", false}, test, tolerance);
  fmt::print(
      "{:>10}: {:.2f} s to compile, {:.2f} s run, {} steps{}; {:.0f} MB at most; CVODE + KLU {:.2f} s, {} steps; total "
      "over "
      "CVODE {:.2f}, run over CVODE {:.2f}\n",
      name, compiled - began, ours.seconds, ours.steps, ours.ok ? "" : " (failed)", megabytes(), theirs.seconds,
      theirs.steps, (ended - began) / theirs.seconds, ours.seconds / theirs.seconds);
}

}  // namespace
}  // namespace dashpot

int main(int count, char** words) {
  const auto [root, only, isQuick] = dashpot::bench::argumentsFrom(count, words);
  dashpot::smallProblems(root, only);
  if (!only.empty()) return 0;
  dashpot::firstStep(root);
  fmt::print("\nlarge systems at tolerance 1e-4\n");
  const int cells = isQuick ? 2000 : 100000, sections = isQuick ? 500 : 10000;
  dashpot::largeSystem("heat", dashpot::bench::heatModel(cells), dashpot::bench::heatLine(cells));
  dashpot::largeSystem("RC ladder", dashpot::bench::circuitModel(sections), dashpot::bench::heatLine(sections));
  return 0;
}
