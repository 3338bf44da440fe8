#include "explanation/trials.hpp"

#include "explanation/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace dashpot::explanation {
namespace {

/// One of each family that runs on any model.
constexpr std::array<std::string_view, 6> methodsWorthATrial{"rodas5p", "rodas3", "radau", "tr-bdf2", "cvode", "tsit5"};

/// The end values of two runs that end at the same time, in parts of the sizes of the first.
std::optional<double> differenceOf(const Yardstick& base, const Yardstick& other) {
  if (other.kind != simulation::OutcomeKind::finished || base.kind != simulation::OutcomeKind::finished ||
      other.reached != base.reached || base.final.empty())
    return std::nullopt;
  double largest = 0.0;
  for (const EndValue& end : base.final) {
    const auto same = std::ranges::find(other.final, end.name, &EndValue::name);
    if (same == other.final.end()) return std::nullopt;
    const double size = end.size > 0 ? end.size : std::abs(end.value);
    if (size > 0) largest = std::max(largest, std::abs(same->value - end.value) / size);
  }
  return largest;
}

std::optional<Tried> tryOne(const Change& change, const Yardstick& base, const TryRun& tryRun) {
  auto run = tryRun(change, base);
  if (!run) return std::nullopt;
  Tried tried{.change = change, .run = std::move(*run), .difference = {}};
  tried.difference = differenceOf(base, tried.run);
  return tried;
}

void addCount(std::vector<std::string>& parts, std::string_view what, std::int64_t now, std::int64_t before) {
  if (now != before)
    parts.push_back(fmt::format("{} {} instead of {}", numberText(static_cast<double>(now)), what,
                                numberText(static_cast<double>(before))));
}

}  // namespace

Yardstick yardstickOf(const simulation::Outcome& outcome, std::int64_t rows, const codegen::CompiledModel* model,
                      const std::vector<std::string>& names) {
  Yardstick result{.kind = outcome.kind,
                   .reached = outcome.endTime,
                   .counts = outcome.statistics,
                   .work = workOf(outcome.statistics, model, model ? model->size() : names.size()),
                   .rows = rows,
                   .startIterations = outcome.start.iterations};
  if (outcome.finalObserved.empty()) return result;
  if (model) {
    for (const codegen::VariableInfo& info : model->recorded.variables)
      if (info.kind == codegen::VariableKind::state && !info.negated)
        result.final.push_back({info.name, outcome.finalObserved[info.index]});
  } else {
    for (std::size_t i = 0; i < names.size(); ++i) result.final.push_back({names[i], outcome.finalObserved[i]});
  }
  return result;
}

void tryChanges(Explanation& explanation, const std::string& method, const TryRun& tryRun) {
  for (Diagnosis& diagnosis : explanation.diagnoses)
    for (const Change& change : diagnosis.changes)
      if (auto tried = tryOne(change, explanation.base, tryRun)) diagnosis.tried.push_back(std::move(*tried));
  if (explanation.facts.knows("failure.atStart")) return;
  for (const std::string_view name : methodsWorthATrial) {
    if (name == method) continue;
    const Change change{.kind = Change::Kind::method, .name = {}, .value = std::string(name), .relations = {}};
    if (auto tried = tryOne(change, explanation.base, tryRun)) explanation.methods.push_back(std::move(*tried));
  }
}

std::string describe(const Tried& tried, const Yardstick& base) {
  const Yardstick& run = tried.run;
  if (run.isGivenUp)
    return fmt::format("given up at {:.4g} s, after {} times as many steps", run.reached, mostTimesTheSteps);
  if (!tried.isFinished())
    return fmt::format("does not get to the end either{}{}", run.reason.empty() ? "" : ": ", run.reason);
  std::vector<std::string> parts;
  if (base.kind != simulation::OutcomeKind::finished) {
    parts.push_back("gets to the end");
    parts.push_back(fmt::format("{} steps", numberText(static_cast<double>(run.counts.steps))));
  } else {
    addCount(parts, "steps", run.counts.steps, base.counts.steps);
    addCount(parts, "events", run.counts.events, base.counts.events);
    if (tried.change.kind == Change::Kind::interval) addCount(parts, "rows of output", run.rows, base.rows);
    if (tried.change.kind == Change::Kind::start)
      addCount(parts, "iterations for the start", run.startIterations, base.startIterations);
    if (base.work > 0) parts.push_back(fmt::format("{:.2g} of the work", run.work / base.work));
  }
  if (tried.difference) parts.push_back(fmt::format("end values differ by {:.1g}", *tried.difference));
  std::string text;
  for (std::size_t k = 0; k < parts.size(); ++k) text += (k == 0 ? "" : ", ") + parts[k];
  return text;
}

}  // namespace dashpot::explanation
