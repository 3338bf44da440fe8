// What an engineer waits for: circuits and machines at 1 % to 1e-6, with 100 and 1,000 points of all variables. Each
// run has code of its own, as from the command line, so that native code counts from when it is there.
//
//   phases    milliseconds of compilation, start, steps, events and output by tolerance and number of points, and the
//             share of the output in the run
//   methods   microseconds of a run at equal worst error: the default method, the best of ours, and CVODE and RADAU5's
//             formula through the same model, with the same events
//
// The worst error is the largest over all states and points, as a share of the state's range, against a run with the
// tolerance 1e-10. Times are processor time, the smallest of several repetitions; phases are those of a run that nobody
// interrupted. Ratios within one table mean something; times of two programs that are to be compared must be taken by
// turns.
//
//   bench_circuits [--quick] [--only MODEL] [ROOT]
//
// ROOT is the source tree, where the models are; else the present folder.
#include "api/compilation.hpp"
#include "simulation/simulate.hpp"
#include "study/arguments.hpp"
#include "study/codes.hpp"
#include "study/cpu_clock.hpp"
#include "study/curve.hpp"
#include "study/geometric_mean.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dashpot {
namespace {

using bench::Run;

constexpr int repetitions = 5, mostRepetitions = 25;
constexpr double longRun = 0.1;      // seconds; not repeated
constexpr double undisturbed = 1.1;  // a stretch
const std::vector<std::string> ourMethods{"ode23s", "ros3p", "rodas3", "rodas4", "rodas5p", "tr-bdf2", "radau5"};
const std::vector<double> wantedErrors{1e-2, 1e-3, 1e-4};

struct Machine {
  const char* file;
  const char* model;
  bool isHeavy = false;  // left out by --quick
};

constexpr Machine machines[] = {
    {"bench/models/hydraulic_circuits.mo", "HydraulicCircuits.ReliefLine"},
    {"bench/models/hydraulic_circuits.mo", "HydraulicCircuits.ServoAxis"},
    {"bench/models/hydraulic_circuits.mo", "HydraulicCircuits.PressureFedAxis"},
    {"bench/models/hydraulic_circuits.mo", "HydraulicCircuits.ControlledSupply"},
    {"bench/models/hydraulic_circuits.mo", "HydraulicCircuits.Transmission"},
    {"bench/models/hydraulic_circuits.mo", "HydraulicCircuits.SlidingTransmission", true},
    {"bench/models/hydraulic_circuits.mo", "HydraulicCircuits.Unloading", true},
    {"examples/relief_valve.mo", "ReliefCircuit"},
    {"examples/position_servo.mo", "PositionServo"},
    {"examples/cylinder_circuit.mo", "CylinderCircuit"},
    {"examples/hydrostatic_transmission.mo", "HydrostaticTransmission", true},
    {"examples/press_cycle.mo", "PressCycle", true},
    {"examples/water_hammer.mo", "WaterHammer", true},
};

/// All variables at all points, as a result file would have them.
class Table final : public simulation::Recorder {
 public:
  /// Memory for so many rows and some at events, which has been touched: what is measured is the run, not a vector that
  /// grows, nor how the system provides pages.
  void expect(std::size_t rows, std::size_t outputs) {
    constexpr std::size_t atEvents = 200;
    all_.resize((rows + atEvents) * outputs);
    all_.clear();
    stretches_.resize(rows + atEvents);
    stretches_.clear();
  }
  void begin(ConstView) override {}
  void record(double, ConstView observed, simulation::Moment moment) override {
    if (moment == simulation::Moment::regular) begin(1, 1);
    all_.insert(all_.end(), observed.begin(), observed.end());
  }
  void recordBlock(const simulation::RecordBlock& block) override {
    outputs_ = block.outputs;
    begin(block.times.size(), by_fours::count);
    all_.insert(all_.end(), block.observed.begin(), block.observed.end());
  }
  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] double at(std::size_t row, std::size_t output) const {
    const Stretch& stretch = *std::prev(std::ranges::upper_bound(stretches_, row, {}, &Stretch::row));
    const std::size_t place = stretch.width == 1 ? 0 : by_fours::placeOf(row - stretch.row, outputs_);
    return all_[stretch.first + place + stretch.width * output];
  }

 private:
  /// Rows of the output interval that came together.
  struct Stretch {
    std::size_t row = 0, first = 0, width = 1;  // their first row and number; from one number of a row to the next
  };
  void begin(std::size_t rows, std::size_t width) {
    stretches_.push_back({rows_, all_.size(), width});
    rows_ += rows;
  }

  Vector all_;
  std::vector<Stretch> stretches_;
  std::size_t rows_ = 0, outputs_ = 0;
};

struct Timed {
  simulation::Outcome outcome;
  Table table;
  double seconds = 0;  // of the processor, from start to end
};

class Subject {
 public:
  Subject(const std::string& root, const Machine& machine)
      : compilation_({.file = root + "/" + machine.file, .model = machine.model, .libraries = {root + "/library"}}) {
    if (!compilation_.run()) {
      fmt::print(stderr, "{}", render(compilation_.diagnostics, compilation_.sources()));
      std::exit(1);
    }
    const codegen::CompiledModel& model = compilation_.compiled();
    for (std::size_t i = 0; i < model.size(); ++i)
      if (model.states.isDifferential[i]) {
        const auto found =
            std::ranges::find(model.recorded.variables, model.states.names[i], &codegen::VariableInfo::name);
        if (found != model.recorded.variables.end()) states_.push_back(found->index);
      }
  }

  Timed run(const std::string& method, double tolerance, int points) {
    simulation::ModelCode code(compilation_.compiled(), {});
    simulation::Settings settings{.tolerance = tolerance, .method = method};
    const auto experiment = simulation::experimentOf(compilation_.compiled().experiment, settings);
    settings.interval = (experiment.stop - experiment.start) / points;
    settings.timesPhases = true;
    Timed result;
    result.table.expect(static_cast<std::size_t>(points) + 1,
                        compilation_.compiled()[codegen::Entry::observed].outputCount());
    Diagnostics diagnostics;
    const double began = bench::cpuSeconds();
    result.outcome = simulation::simulate(code, settings, result.table, diagnostics);
    result.seconds = bench::cpuSeconds() - began;
    return result;
  }

  /// The largest error of a state at a point, as a share of the state's range.
  [[nodiscard]] double worstError(const Table& table, const Table& reference) const {
    double worst = table.rows() == reference.rows() ? 0.0 : INFINITY;
    for (const std::size_t state : states_) {
      double low = INFINITY, high = -INFINITY, error = 0.0;
      for (std::size_t row = 0; row < std::min(table.rows(), reference.rows()); ++row) {
        const double right = reference.at(row, state);
        low = std::min(low, right), high = std::max(high, right);
        error = std::max(error, std::fabs(table.at(row, state) - right));
      }
      if (high > low) worst = std::max(worst, error / (high - low));
    }
    return worst;
  }

  [[nodiscard]] double compileSeconds() const {
    const auto& s = compilation_.seconds;
    return s.parse + s.flatten + s.sort + s.compile;
  }

 private:
  api::Compilation compilation_;
  std::vector<std::size_t> states_;  // outputs of `observed`
};

/// Time that passed over processor time.
double stretch(const Timed& run) { return (run.outcome.runSeconds + run.outcome.initialiseSeconds) / run.seconds; }

/// The least time of several, and the phases of the one that was interrupted least.
Timed best(Subject& subject, const std::string& method, double tolerance, int points) {
  Timed kept = subject.run(method, tolerance, points);
  double least = kept.seconds;
  for (int k = 1, wholeRuns = 0; k < mostRepetitions && wholeRuns < repetitions && least < longRun; ++k) {
    Timed next = subject.run(method, tolerance, points);
    least = std::min(least, next.seconds);
    if (stretch(next) < undisturbed) ++wholeRuns;
    if (stretch(next) < stretch(kept)) kept = std::move(next);
  }
  kept.seconds = least;
  return kept;
}

/// All of one run: the output's share is one of these, for the least time is that of another run.
double phaseSeconds(const simulation::Outcome& o) {
  return o.initialiseSeconds + o.phases.steps + o.phases.events + o.phases.output;
}

void phases(const Machine& machine, Subject& subject) {
  for (const int points : {100, 1000})
    for (const double tolerance : {1e-2, 1e-3, 1e-4, 1e-5, 1e-6}) {
      const Timed run = best(subject, simulation::defaultMethod, tolerance, points);
      const simulation::Outcome& o = run.outcome;
      fmt::print(
          "{:>38} {:>7.0e} {:>5} {:>6} {:>6} {:>7} {:>9.2f} {:>7.3f} {:>8.3f} {:>8.3f} {:>8.3f} {:>8.3f} {:>5.0f} %\n",
          machine.model, tolerance, points, o.statistics.steps, o.statistics.rejected, o.statistics.events,
          1e3 * subject.compileSeconds(), 1e3 * o.initialiseSeconds, 1e3 * o.phases.steps, 1e3 * o.phases.events,
          1e3 * o.phases.output, 1e3 * run.seconds, 100 * o.phases.output / phaseSeconds(o));
    }
}

struct Totals {
  std::map<std::pair<std::string, double>, std::vector<double>> seconds;  // by method and error
};

void methods(const Machine& machine, Subject& subject, Totals& totals) {
  constexpr int points = 1000;
  const Timed reference = subject.run("radau", 1e-10, points);
  if (reference.outcome.kind != simulation::OutcomeKind::finished) {
    fmt::print("{:>38} no reference\n", machine.model);
    return;
  }
  std::map<std::string, std::vector<Run>> runs;
  std::vector<std::string> all = ourMethods;
  all.emplace_back("cvode");
  for (const std::string& method : all)
    for (double exponent = -1; exponent >= -5; exponent -= 0.5) {
      const Timed run = best(subject, method, std::pow(10, exponent), points);
      runs[method].push_back({.ok = run.outcome.kind == simulation::OutcomeKind::finished,
                              .tolerance = std::pow(10, exponent),
                              .seconds = run.seconds,
                              .digits = -std::log10(subject.worstError(run.table, reference.table)),
                              .steps = static_cast<long>(run.outcome.statistics.steps)});
    }
  for (const double error : wantedErrors) {
    fmt::print("{:>38} {:>6.0e}", machine.model, error);
    std::optional<double> ours, theirs;
    std::string which;
    for (const std::string& method : all) {
      const auto run = bench::atDigits(runs[method], -std::log10(error));
      fmt::print(" {:>9}", run ? fmt::format("{:.0f}", 1e6 * run->seconds) : "-");
      if (!run) continue;
      totals.seconds[{method, error}].push_back(run->seconds);
      if (method == "cvode") {
        theirs = run->seconds;
      } else if (!ours || run->seconds < *ours) {
        ours = run->seconds;
        which = method;
      }
    }
    fmt::print("  {:>8}{}\n", which, ours && theirs ? fmt::format(" {:.2f} of cvode", *ours / *theirs) : "");
  }
}

void measure(const bench::Arguments& arguments) {
  std::vector<std::pair<Machine, std::unique_ptr<Subject>>> subjects;
  for (const Machine& machine : machines)
    if ((!arguments.isQuick || !machine.isHeavy) && std::string(machine.model).ends_with(arguments.only))
      subjects.emplace_back(machine, std::make_unique<Subject>(arguments.root, machine));

  fmt::print("milliseconds of the default method, {}\n", simulation::defaultMethod);
  fmt::print("{:>38} {:>7} {:>5} {:>6} {:>6} {:>7} {:>9} {:>7} {:>8} {:>8} {:>8} {:>8} {:>7}\n", "", "tol", "points",
             "steps", "reject", "events", "compile", "start", "steps", "events", "output", "run", "share");
  for (auto& [machine, subject] : subjects) phases(machine, *subject);

  fmt::print("\nmicroseconds of a run with 1,000 points of all variables, by worst error\n{:>38} {:>6}", "", "error");
  for (const std::string& method : ourMethods) fmt::print(" {:>9}", method);
  fmt::print(" {:>9}  best of ours\n", "cvode");
  Totals totals;
  for (auto& [machine, subject] : subjects) methods(machine, *subject, totals);
  fmt::print("\ngeometric means, microseconds\n");
  for (const auto& [key, seconds] : totals.seconds)
    fmt::print("{:>10} {:>6.0e} {:>9.0f} over {}\n", key.first, key.second, 1e6 * bench::geometricMean(seconds),
               seconds.size());
}

}  // namespace
}  // namespace dashpot

int main(int count, char** words) {
  dashpot::measure(dashpot::bench::argumentsFrom(count, words));
  return 0;
}
