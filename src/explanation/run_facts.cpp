#include "explanation/run_facts.hpp"

#include "base/stopwatch.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::explanation {
namespace {

using codegen::Entry;

/// Functions that are evaluated at and for events.
constexpr Entry ofEvents[] = {Entry::events,   Entry::discrete,  Entry::clocks,     Entry::actions,
                              Entry::messages, Entry::selection, Entry::timeEvents, Entry::arriving};
/// F, also as part of an inlined step.
constexpr Entry ofSlopes[] = {Entry::rhs, Entry::diagonal, codegen::stepEntry(0)};
constexpr Entry ofJacobian[] = {Entry::jacobian, Entry::timeDerivative, Entry::inputJacobian};

simulation::Effort::Part sumOf(const simulation::Effort& effort, std::span<const Entry> entries) {
  simulation::Effort::Part sum;
  for (const Entry entry : entries) sum.count += effort.of(entry).count, sum.seconds += effort.of(entry).seconds;
  return sum;
}

double operationsOf(const codegen::Function& function) {
  double count = 0;
  for (const codegen::Instruction& instruction : function.code) {
    if (codegen::isLeaf(instruction.code)) continue;
    const double n = instruction.b;
    count += instruction.code == codegen::Code::solve ? n * n * n / 3 + n * n * instruction.c : 1;
  }
  return count;
}

}  // namespace

void CountedRecorder::begin(ConstView parameters) {
  if (recorder_) recorder_->begin(parameters);
}

void CountedRecorder::record(double time, ConstView observed, simulation::Moment moment) {
  ++rows_;
  values_ += std::ssize(observed);
  const Stopwatch stopwatch(seconds_);
  if (recorder_) recorder_->record(time, observed, moment);
}

std::vector<simulation::Followed> CountedRecorder::follows() const {
  return recorder_ ? recorder_->follows() : std::vector<simulation::Followed>{};
}

void tellOutput(const CountedRecorder& recorder, const simulation::Outcome& outcome, Facts& facts) {
  if (recorder.rows() == 0) return;
  facts.set("output.rows", static_cast<double>(recorder.rows()));
  facts.set("output.values", static_cast<double>(recorder.values()));
  facts.set("output.rowsPerStep", static_cast<double>(recorder.rows()) /
                                      static_cast<double>(std::max<std::int64_t>(outcome.statistics.steps, 1)));
  facts.set("output.interval", outcome.experiment.interval, "s");
  constexpr double usual = 500;  // intervals
  facts.set("output.wider", (outcome.experiment.stop - outcome.experiment.start) / usual);
  facts.set("output.share",
            1 - std::min(1.0, static_cast<double>(outcome.statistics.steps) / static_cast<double>(recorder.rows())));
}

void tellStart(const codegen::CompiledModel& model, const simulation::Outcome& outcome, Facts& facts) {
  const simulation::StartSearch& start = outcome.start;
  facts.set("start.unknowns", static_cast<double>(model.initialSize()));
  facts.set("start.iterations", static_cast<double>(start.iterations));
  facts.set("start.how", outcome.initialisation);
  // The variable that was farthest off, measured by its size at the solution or at the guess.
  std::size_t farthest = 0;
  double distance = 0.0;
  for (std::size_t i = 0; i < std::min({start.guess.size(), start.found.size(), model.initial.names.size()}); ++i) {
    const double size = std::max(std::abs(start.found[i]), 1e-3 * std::abs(start.guess[i]));
    const double away = size > 0 ? std::abs(start.found[i] - start.guess[i]) / size : 0.0;
    if (away > distance) farthest = i, distance = away;
  }
  if (!(distance > 0)) return;
  const std::string& name = model.initial.names[farthest];
  const Names names(model);
  const std::string unit = names.unit(name), displayUnit = names.displayUnit(name);
  facts.set("start.variable", name);
  facts.set("start.guess", start.guess[farthest], unit, displayUnit);
  facts.set("start.found", start.found[farthest], unit, displayUnit);
  facts.set("start.better", start.found[farthest]);
  facts.set("start.distance", distance);
}

void tellEffort(const simulation::Effort& effort, const CountedRecorder& recorder, const simulation::Outcome& outcome,
                double observing, Facts& facts) {
  const Statistics& counts = outcome.statistics;
  facts.set("work.F", static_cast<double>(counts.rhsEvals + counts.rhsEvalsForJacobian));
  facts.set("work.J", static_cast<double>(counts.jacEvals));
  facts.set("work.LU", static_cast<double>(counts.lu));
  facts.set("work.solves", static_cast<double>(counts.solves));
  const double total = outcome.runSeconds - observing;
  if (!(total > 0)) return;
  const auto slopes = sumOf(effort, ofSlopes);
  const auto events = sumOf(effort, ofEvents), jacobian = sumOf(effort, ofJacobian);
  const double output = recorder.seconds() + effort.of(Entry::observed).seconds;
  const double algebra = effort.factorisations.seconds + effort.solves.seconds;
  const auto share = [&](double seconds) { return std::clamp(seconds / total, 0.0, 1.0); };
  facts.set("time.seconds", total, "s");
  facts.set("time.output", share(output));
  if (slopes.count == 0) return;  // a problem is run, whose functions are not measured
  facts.set("work.events", static_cast<double>(events.count));
  facts.set("time.F", share(slopes.seconds));
  facts.set("time.J", share(jacobian.seconds));
  if (effort.factorisations.count > 0) facts.set("time.LU", share(algebra));  // else within the method
  facts.set("time.events", share(events.seconds));
  facts.set("time.rest", share(total - slopes.seconds - jacobian.seconds - algebra - events.seconds - output));
}

double workOf(const Statistics& counts, const codegen::CompiledModel* model, std::size_t unknowns) {
  const auto n = static_cast<double>(unknowns);
  const double perF = model ? operationsOf((*model)[Entry::rhs]) : n;
  const double perJ = model ? operationsOf((*model)[Entry::jacobian]) : n * n;
  // A sparse matrix with k entries in a row takes about n k^2 operations, and 2 n k to solve with.
  const double entries = model ? model->states.pattern.nonZeros(static_cast<int>(unknowns)) : n * n;
  const double perRow = n > 0 ? entries / n : 0.0;
  // What a formula does with each unknown, for each evaluation of F.
  return static_cast<double>(counts.rhsEvals + counts.rhsEvalsForJacobian) * (perF + 10 * n) +
         static_cast<double>(counts.jacEvals) * perJ + static_cast<double>(counts.lu) * entries * perRow +
         static_cast<double>(counts.solves) * 2 * entries;
}

}  // namespace dashpot::explanation
