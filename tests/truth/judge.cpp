#include "judge.hpp"

#include "dashpot/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>

namespace dashpot::truth {

namespace {

constexpr double rounding = 1e-13, tiny = 1e-30;

double largestOf(std::span<const double> values) {
  double largest = 0.0;
  for (const double value : values) largest = std::max(largest, std::fabs(value));
  return largest;
}

double processorSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// For each grid point the last row at its time: what holds after the events there.
std::vector<std::optional<std::size_t>> gridRows(const KnownModel& known, std::span<const double> times) {
  std::vector<std::optional<std::size_t>> rows(gridIntervals + 1);
  for (std::size_t row = 0; row < times.size(); ++row) {
    const double position = times[row] / known.stop * gridIntervals, nearest = std::round(position);
    if (std::fabs(position - nearest) < 1e-9) rows[static_cast<std::size_t>(nearest)] = row;
  }
  return rows;
}

/// An event may be a little early or late, so that what jumps there is not compared right beside it.
bool isBesideJump(const KnownModel& known, double time, double tolerance) {
  const double margin = (100 * tolerance + 1e-9) * known.stop;
  return std::ranges::any_of(known.jumps, [&](double jump) { return std::fabs(jump - time) < margin; });
}

void compare(const KnownModel& known, const Simulation& run, double tolerance, Judgement& judgement) {
  const auto rows = gridRows(known, run.times());
  for (const KnownSignal& signal : known.signals) {
    const auto values = run.values(signal.name);
    const double size = signal.sizeFrom.empty() ? signal.size : largestOf(run.values(signal.sizeFrom));
    for (int point = 0; point <= gridIntervals; ++point) {
      const auto row = rows[static_cast<std::size_t>(point)];
      const double time = known.time(point);
      if (isBesideJump(known, time, tolerance)) continue;
      const double ours = row && *row < values.size() ? values[*row] : NAN;
      const double theirs = signal.isConserved ? values.front() : signal.values[static_cast<std::size_t>(point)];
      const double error = std::fabs(ours - theirs) / (tolerance * size + rounding * std::fabs(theirs) + tiny);
      if (error <= judgement.error) continue;
      judgement.error = std::isnan(error) ? INFINITY : error;
      if (error <= allowedError) continue;
      judgement.fault = Fault::wrong;
      judgement.explanation = fmt::format("{} at {} is {} instead of {}", signal.name, time, ours, theirs);
    }
  }
}

}  // namespace

const std::vector<std::string>& judgedMethods() {
  static const std::vector<std::string> methods{"", "rodas5p", "rodas4", "radau5", "ida"};
  return methods;
}

const char* nameOf(Fault fault) {
  switch (fault) {
    case Fault::none: return "right";
    case Fault::refused: return "refused";
    case Fault::failed: return "failed";
    case Fault::early: return "ended early";
    case Fault::wrong: return "wrong";
  }
  return "";
}

Model compile(const KnownModel& known) {
  return Model::fromText(known.text, {.libraries = known.libraries, .native = false});
}

Judgement judge(const KnownModel& known, const Model& model, const std::string& method, double tolerance,
                double patience) {
  if (!model) return {Fault::refused, 0.0, model.messages()};
  const double began = processorSeconds();
  SimulationOptions options{.stop = known.stop, .tolerance = tolerance, .interval = known.stop / gridIntervals};
  options.method = method;
  options.cancelled = [&] { return processorSeconds() - began > patience; };
  for (const KnownSignal& signal : known.signals) {
    options.record.push_back(signal.name);
    if (!signal.sizeFrom.empty()) options.record.push_back(signal.sizeFrom);
  }
  Simulation run(model, options);
  Judgement judgement;
  if (!run.run()) {
    judgement.fault = Fault::failed;
    judgement.explanation = run.state() == SimulationState::cancelled
                                ? fmt::format("no end: at {} after {:.3g} s", run.time(), processorSeconds() - began)
                                : run.messages();
    return judgement;
  }
  if (run.times().empty() || run.times().back() != known.stop) {
    judgement.fault = Fault::early;
    judgement.explanation =
        fmt::format("at {} instead of {}", run.times().empty() ? 0.0 : run.times().back(), known.stop);
    return judgement;
  }
  compare(known, run, tolerance, judgement);
  return judgement;
}

}  // namespace dashpot::truth
