// What a step of an inlined formula costs: of the cylinder circuit with 13 states, of a servo drive of some twenty
// components, and of chains of 5 to 20 volumes; against
//
//   a  the general integrator with the same method
//   b  a step of ode23, three evaluations of F
//   c  its own operations at the rate at which native code performs those of F
//
// how much single steps scatter, and what exported C takes for the same. Steps are fixed, events are left out, code is
// optimised beforehand; times are the fastest of several rounds.
//
//   bench_inline [MODEL...]      cylinder, servo, chain5, chain10, chain15, chain20
#include "api/compilation.hpp"
#include "codegen/restrict.hpp"
#include "export/export.hpp"
#include "integrators/registry.hpp"
#include "simulation/inlined_step.hpp"
#include "simulation/simulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

namespace dashpot::bench {
namespace {

using Clock = std::chrono::steady_clock;
using codegen::Entry;
using codegen::Tier;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Seconds of one call; the fastest of several rounds.
double fastest(const std::function<void()>& call) {
  long calls = 1;
  for (;; calls *= 2) {
    const auto start = Clock::now();
    for (long i = 0; i < calls; ++i) call();
    if (secondsSince(start) > 2e-3) break;
  }
  double best = 1e9;
  for (int round = 0; round < 40; ++round) {
    const auto start = Clock::now();
    for (long i = 0; i < calls; ++i) call();
    best = std::min(best, secondsSince(start) / static_cast<double>(calls));
  }
  return best;
}

struct Subject {
  std::string name, file, text;
  double step;
};

/// Volumes one behind the other, with turbulent restrictions between them.
std::string chainOf(int n) {
  return fmt::format(R"(model Chain
  parameter Integer n = {};
  parameter Real bulk = 1.4e9, volume = 1e-3, gain = 1e-7, small = 1e4;
  Real p[n](each start = 1e5, each fixed = true, each nominal = 1e6), q[n + 1], s;
equation
  s = 2e7*(1 + 0.1*sin(20*time));
  q[1] = gain*(s - p[1])/((s - p[1])^2 + small^2)^0.25;
  for i in 2:n loop q[i] = gain*(p[i - 1] - p[i])/((p[i - 1] - p[i])^2 + small^2)^0.25; end for;
  q[n + 1] = gain*p[n]/(p[n]^2 + small^2)^0.25;
  for i in 1:n loop der(p[i]) = bulk/volume*(q[i] - q[i + 1]); end for;
end Chain;
)",
                     n);
}

std::vector<Subject> subjects() {
  const std::string examples = std::string("examples/");
  std::vector<Subject> all{{"cylinder", examples + "cylinder_circuit.mo", "", 1e-4},
                           {"servo", examples + "position_servo.mo", "", 1e-4}};
  for (const int n : {5, 10, 15, 20}) all.push_back({fmt::format("chain{}", n), "", chainOf(n), 1e-4});
  return all;
}

/// A model with a formula, at its start, with all its code made.
class Bench {
 public:
  Bench(const Subject& subject, const std::string& formula)
      : subject_(subject),
        formula_(formula),
        compilation_({.file = subject.file, .libraries = {"library"}, .text = subject.text, .settableStarts = true}) {
    compilation_.inlined = formula;
    std::vector<simulation::ParameterSetting> none;
    if (!compilation_.run(none)) throw std::runtime_error(render(compilation_.diagnostics, compilation_.sources()));
    code_.emplace(model(), codegen::CodeOptions{});
    for (std::size_t e = 0; e < model().functions.size(); ++e)
      (void)code_->functions.prepare(static_cast<Entry>(e), Tier::optimised);
  }

  [[nodiscard]] const codegen::CompiledModel& model() const { return compilation_.compiled(); }
  [[nodiscard]] double operations(Entry entry) const {
    return static_cast<double>(codegen::operationCount(model()[entry]));
  }
  [[nodiscard]] std::string method() const { return "inline:" + formula_; }
  [[nodiscard]] simulation::Settings settings() const {
    return {.stop = subject_.step, .method = method(), .step = subject_.step};
  }

  /// Calls `measure` with the model at its start.
  void atStart(const std::function<void(simulation::BoundModel&, double, ConstView)>& measure) {
    simulation::Settings settings = this->settings();
    bool isDone = false;
    settings.inspect = [&](simulation::BoundModel& bound, double t, ConstView y) {
      if (!isDone) measure(bound, t, y);
      isDone = true;
    };
    class NoRecorder final : public simulation::Recorder {
      void begin(ConstView) override {}
      void record(double, ConstView, simulation::Moment) override {}
    } recorder;
    (void)simulation::simulate(*code_, settings, recorder, compilation_.diagnostics);
    if (!isDone) throw std::runtime_error(render(compilation_.diagnostics, compilation_.sources()));
  }

  simulation::ModelCode& code() { return *code_; }
  Diagnostics& diagnostics() { return compilation_.diagnostics; }

 private:
  Subject subject_;
  std::string formula_;
  api::Compilation compilation_;
  std::optional<simulation::ModelCode> code_;
};

/// Steps forward from the start, and from it again before the model has gone far: what is measured stays the same.
class Marching {
 public:
  Marching(Problem problem, const std::string& method, double t, ConstView y, double step)
      : system_(std::move(problem), statistics_),
        start_(t),
        step_(step),
        initial_(y.begin(), y.end()),
        y_(initial_),
        y1_(y_) {
    Options options{.method = method, .tolerances = {.relative = 1e-6, .absolute = 1e-6}, .step = step};
    options.tolerances.sizes = std::make_shared<const Vector>(sizes());
    formula_ = integrators::makeFormula(method, system_, options);
    restart();
  }

  void operator()() {
    if (++count_ > 200) restart();
    const auto trial = formula_->attempt(t_, y_, step_, y1_);
    if (trial.outcome != integrators::Trial::Outcome::computed) failed_ = true;
    formula_->accept();
    std::swap(y_, y1_);
    t_ += step_;
  }
  [[nodiscard]] bool hasFailed() const { return failed_; }
  Statistics statistics_;

 private:
  [[nodiscard]] Vector sizes() const {
    Vector result(initial_.size());
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = std::fabs(initial_[i]) + 1e-3;
    return result;
  }
  void restart() {
    formula_->begin();
    y_ = initial_;
    t_ = start_;
    count_ = 0;
  }

  integrators::System system_;
  double start_, step_, t_ = 0;
  Vector initial_, y_, y1_;
  std::unique_ptr<integrators::OneStepMethod> formula_;
  int count_ = 0;
  bool failed_ = false;
};

/// Makes the code of eliminations that were needed on the way.
void warmUp(Marching& marching, simulation::ModelCode& code) {
  for (int k = 0; k < 50; ++k) marching();
  if (code.eliminations) code.eliminations->prepare(Tier::optimised);
  for (const auto& each : code.stepEliminations)
    if (each) each->prepare(Tier::optimised);
  for (int k = 0; k < 2000; ++k) marching();
}

struct Scatter {
  double median = 0, high = 0;
};

Scatter scatterOf(Marching& marching) {
  std::vector<double> times(20'000);
  for (double& time : times) {
    const auto start = Clock::now();
    marching();
    time = secondsSince(start);
  }
  std::ranges::sort(times);
  return {times[times.size() / 2], times[times.size() * 999 / 1000]};
}

// ---- exported C -----------------------------------------------------------------------------------------------------

double exportedSeconds(Bench& bench) {
  const auto start = exporting::findStartNumbers(bench.code(), bench.settings(), bench.diagnostics());
  if (!start) return 0;
  std::string pattern = std::filesystem::temp_directory_path() / "dashpot-bench-XXXXXX";
  const std::filesystem::path folder = mkdtemp(pattern.data());
  for (const auto& file : exporting::exportC(bench.model(), *start, {.prefix = "m"}))
    std::ofstream(folder / file.name) << file.text;
  std::ofstream(folder / "size.c") << "#include \"m.h\"\nunsigned long m_size(void) { return sizeof(m_model); }\n";
  const std::string command =
      fmt::format("cd '{}' && cc -std=c99 -O2 -ffp-contract=off -shared -fPIC -o m.so m.c size.c -lm", folder.string());
  double seconds = 0;
  if (std::system(command.c_str()) == 0)
    if (void* const handle = dlopen((folder / "m.so").c_str(), RTLD_NOW)) {
      const auto size = reinterpret_cast<unsigned long (*)()>(dlsym(handle, "m_size"));
      const auto init = reinterpret_cast<int (*)(void*)>(dlsym(handle, "m_init"));
      const auto step = reinterpret_cast<int (*)(void*)>(dlsym(handle, "m_step"));
      std::vector<double> memory(size() / sizeof(double) + 1, 0.0);
      int count = 0;
      (void)init(memory.data());
      seconds = fastest([&] {
        if (++count > 200) count = 0, (void)init(memory.data());
        (void)step(memory.data());
      });
      dlclose(handle);
    }
  std::filesystem::remove_all(folder);
  return seconds;
}

// ---- the table ------------------------------------------------------------------------------------------------------

/// What a step performs on the average: its values, eliminations, and as many linearisations as it takes.
double operationsPerStep(Bench& bench, Marching& marching) {
  constexpr long steps = 2000;
  marching.statistics_ = {};
  for (long k = 0; k < steps; ++k) marching();
  const auto perStep = [](long count) { return static_cast<double>(count) / static_cast<double>(steps); };
  const Statistics& counted = marching.statistics_;
  const auto start = exporting::findStartNumbers(bench.code(), bench.settings(), bench.diagnostics());
  double operations = 0, parts = 0, residual = 0, linearised = 0, matrices = 0, factor = 0, solve = 0;
  const codegen::CompiledStep& step = *bench.model().step;
  for (std::size_t k = 0; k < step.parts.size(); ++k) {
    const codegen::StepPart& part = step.parts[k];
    if (part.kind == codegen::StepPart::Kind::values) operations += bench.operations(part.function);
    if (part.kind == codegen::StepPart::Kind::nonlinear) {
      parts += 1;
      residual += bench.operations(part.function);
      linearised += bench.operations(part.linearised);
    }
    if (!start || !start->eliminations[k]) continue;
    const codegen::Elimination& elimination = start->eliminations[k]->code;
    matrices += 1;
    factor += static_cast<double>(codegen::operationCount(elimination.model[codegen::factorEntry]));
    solve += static_cast<double>(codegen::operationCount(elimination.model[codegen::solveEntry]));
  }
  const double iterations = perStep(counted.newtonIterations), jacobians = perStep(counted.jacEvals);
  if (parts > 0) operations += ((iterations - jacobians) * residual + jacobians * linearised) / parts;
  if (matrices > 0) operations += (perStep(counted.lu) * factor + perStep(counted.solves) * solve) / matrices;
  return operations;
}

double secondsPerStep(Marching& marching, simulation::ModelCode& code) {
  warmUp(marching, code);
  return fastest([&] { marching(); });
}

void measure(const Subject& subject, const char* formula) {
  Bench bench(subject, formula);
  bench.atStart([&](simulation::BoundModel& bound, double t, ConstView y) {
    Problem problem = bound.problem();
    problem.events = {};
    Marching own(problem, bench.method(), t, y, subject.step);
    const double seconds = secondsPerStep(own, bench.code());
    double general = 0;
    if (findMethod(formula)) {
      Marching other(problem, formula, t, y, subject.step);
      general = secondsPerStep(other, bench.code());
    }
    Marching explicitly(problem, "ode23", t, y, std::min(subject.step, 1e-6));
    const double ode23 = secondsPerStep(explicitly, bench.code());
    Vector f(y.size());
    const double rhs = fastest([&] { (void)bound.evaluate(Entry::rhs, t, y, f); });
    const double rate = bench.operations(Entry::rhs) / rhs, operations = operationsPerStep(bench, own);
    const Scatter scatter = scatterOf(own);
    const double exported = exportedSeconds(bench);
    fmt::print("{:<16}{:>8}{:>10.3f}{:>10.3f}{:>10}{:>10.3f}{:>10.2f}{:>10.0f}{:>10.2f}{:>12.2f}{:>8.3f}{:>8.2f}{}\n",
               formula, y.size(), 1e6 * seconds, 1e6 * general,
               general > 0 ? fmt::format("{:.2f}", seconds / general) : "-", 1e6 * ode23, seconds / ode23, operations,
               seconds * rate / operations, scatter.high / scatter.median, 1e6 * exported, exported / seconds,
               own.hasFailed() ? "  (steps failed)" : "");
    std::fflush(stdout);
  });
}

void measure(const Subject& subject) {
  fmt::print("\n{}, steps of {} s\n", subject.name, subject.step);
  fmt::print("{:<16}{:>8}{:>10}{:>10}{:>10}{:>10}{:>10}{:>10}{:>10}{:>12}{:>8}{:>8}\n", "formula", "states", "us",
             "general", "ratio a", "ode23", "ratio b", "ops", "ratio c", "p99.9/med", "C us", "C/us");
  for (const char* const formula : {"rosenbrock-euler", "ros2p", "rodas3", "backward-euler", "trapezoidal", "bdf2",
                                    "tr-bdf2", "hw-sdirk", "radau3", "radau5", "euler", "rk4"})
    measure(subject, formula);
}

}  // namespace
}  // namespace dashpot::bench

int main(int argc, char** argv) {
  for (const dashpot::bench::Subject& subject : dashpot::bench::subjects()) {
    bool isWanted = argc == 1;
    for (int k = 1; k < argc; ++k) isWanted = isWanted || subject.name == argv[k];
    if (isWanted) dashpot::bench::measure(subject);
  }
  return 0;
}
