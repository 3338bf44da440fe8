#include "simulation/ranges.hpp"

#include "base/units.hpp"
#include "codegen/executable.hpp"
#include "simulation/typical_sizes.hpp"
#include "simulation/unknown_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <unordered_map>

namespace dashpot::simulation {

namespace {

using codegen::CompiledModel;
using codegen::Entry;
using codegen::VariableInfo;

constexpr double roundOff = 1e-12;        // of parameters
constexpr double tolerancesOutside = 10;  // an error of integration is no violation
constexpr std::size_t mostWarnings = 10;

/// "-3.2 bar": as people read this variable.
std::string shown(const VariableInfo& info, double value) {
  const Unit unit = unitForDisplay(info.unit, info.displayUnit);
  const std::string_view name = unit.name.empty() || unit.name == "1" ? std::string_view() : unit.name;
  return fmt::format("{:.6g}{}{}", unit.fromSi(value), name.empty() ? "" : " ", name);
}

/// "below its min = 0 bar"
std::string relation(const VariableInfo& info, const Range& range, double value) {
  const bool isBelow = value < range.lowest();
  return fmt::format("{} = {}",
                     !isBelow            ? "above its max"
                     : value < range.min ? "below its min"
                                         : "not above its min",
                     shown(info, isBelow ? range.min : range.max));
}

}  // namespace

double Range::excess(double value) const {
  if (contains(value)) return 0.0;
  const double bound = value < lowest() ? min : max;
  const double distance = std::fabs(value - bound) / std::max(std::fabs(bound), size);
  return isOpen && value < lowest() ? std::max(distance, excessAtOpenEnd) : distance;
}

Ranges rangesOf(const CompiledModel& model, ConstView attributes) {
  Ranges ranges;
  for (std::size_t k = 0; k < model.bounds.size(); ++k) {
    const codegen::BoundedVariable& bounded = model.bounds[k];
    const VariableInfo& info = model.recorded.variables[bounded.variable];
    Range range{.variable = bounded.variable};
    if (bounded.hasMin) range.min = attributes[3 * k];
    if (bounded.hasMax) range.max = attributes[3 * k + 1];
    if (bounded.hasStart) range.start = attributes[3 * k + 2];
    range.size = sizeOrUnknown(sizeOfUnit(info.unit));
    range.isOpen = !isParameter(info) && range.min == 0.0 && (info.unit == "Pa" || info.unit == "K");
    (isParameter(info) ? ranges.parameters : ranges.variables).push_back(range);
  }
  return ranges;
}

bool acceptParameters(const CompiledModel& model, ConstView parameters, ConstView given, Diagnostics& diagnostics) {
  Vector attributes(model[Entry::attributes].outputCount());
  const codegen::Arguments inputs{.time = 0.0, .y = {}, .parameters = parameters, .modes = {}, .given = given};
  if (model.bounds.empty() ||
      codegen::makeInterpreter(model)->run(Entry::attributes, inputs, attributes) != Evaluation::ok)
    return true;
  bool areAccepted = true;
  std::size_t k = 0;
  for (const Range& range : rangesOf(model, attributes).parameters) {
    const VariableInfo& info = model.recorded.variables[range.variable];
    const double value = parameters[info.index];
    if (range.contains(value) || range.excess(value) <= roundOff) continue;
    while (model.bounds[k].variable != range.variable) ++k;
    Diagnostic& d = diagnostics.error(
        "out-of-range", {},
        fmt::format("the parameter '{}' is {}, {}", info.name, shown(info, value), relation(info, range, value)));
    if (given[info.index] != 0.0)
      d.note("it was set for this run");
    else if (!model.bounds[k].where.empty())
      d.note(fmt::format("its value is written at {}", model.bounds[k].where));
    areAccepted = false;
  }
  return areAccepted;
}

double largestExcess(const CompiledModel& model, const Ranges& ranges, ConstView observed) {
  double largest = 0.0;
  for (const Range& range : ranges.variables) {
    const VariableInfo& info = model.recorded.variables[range.variable];
    largest = std::max(largest, range.excess(info.negated ? -observed[info.index] : observed[info.index]));
  }
  return largest;
}

RangeWatch::RangeWatch(BoundModel& model, double tolerance) : model_(model.model()), tolerance_(tolerance) {
  if (model_.bounds.empty()) return;
  const auto attributes = model.evaluate(Entry::attributes, 0.0, {});
  if (!attributes) return;
  std::unordered_map<std::string_view, std::uint32_t> placeInY;
  for (std::uint32_t i = 0; i < model_.states.names.size(); ++i) placeInY.emplace(model_.states.names[i], i);
  std::unordered_map<std::uint32_t, std::uint32_t> stateOf;  // by the output of `observed`
  for (const VariableInfo& info : model_.recorded.variables)
    if (const auto found = placeInY.find(info.name); found != placeInY.end() && !isParameter(info))
      stateOf.emplace(info.index, found->second);
  for (const Range& range : rangesOf(model_, *attributes).variables) {
    const VariableInfo& info = model_.recorded.variables[range.variable];
    if (const auto state = stateOf.find(info.index); state != stateOf.end())
      states_.emplace_back(watched_.size(), state->second);
    watched_.push_back({.range = range, .negated = info.negated});
  }
  for (Watched& watched : watched_)
    if (!isConstant(watched)) addBounds(watched);
  varying_ = bounds_.size();
  for (Watched& watched : watched_)
    if (isConstant(watched)) addBounds(watched);
}

bool RangeWatch::isConstant(const Watched& watched) const {
  const codegen::Function& observed = model_[Entry::observed];
  return codegen::isConstant(
      observed.code[observed.outputs[model_.recorded.variables[watched.range.variable].index]].code);
}

void RangeWatch::addBounds(Watched& watched) {
  const Range& range = watched.range;
  watched.bounds = bounds_.size();
  bounds_.push_back({.observed = model_.recorded.variables[range.variable].index,
                     .lowest = watched.negated ? -range.max : range.lowest(),
                     .highest = watched.negated ? -range.lowest() : range.max});
}

void RangeWatch::see(std::size_t k, double t, double value) {
  Watched& watched = watched_[k];
  std::array<double, 4>& largest = bounds_[watched.bounds].largest;
  largest.front() = std::max(largest.front(), std::fabs(value));
  const Range& range = watched.range;
  if (range.contains(value)) [[likely]]
    return;
  const double bound = value < range.lowest() ? range.min : range.max;
  const double size = std::max({std::fabs(bound), range.size, std::ranges::max(largest)});
  const bool isAtOpenEnd = range.isOpen && value < range.lowest();
  if (!isAtOpenEnd && std::fabs(value - bound) <= tolerancesOutside * tolerance_ * size) return;
  if (!watched.isOutside) watched.firstTime = t, watched.firstValue = value;
  if (!watched.isOutside || range.excess(value) > range.excess(watched.worstValue))
    watched.worstTime = t, watched.worstValue = value;
  watched.isOutside = true;
}

bool RangeWatch::isAnyOutside(ConstView y) const {
  constexpr double tolerancesAllowed = 0.1;
  return std::ranges::any_of(states_, [&](const auto& state) {
    const Watched& watched = watched_[state.first];
    const Range& range = watched.range;
    const double value = watched.negated ? -y[state.second] : y[state.second];
    if (range.contains(value)) [[likely]]
      return false;
    const double bound = value < range.lowest() ? range.min : range.max;
    return std::fabs(value - bound) > tolerancesAllowed * tolerance_ * std::max(std::fabs(bound), range.size);
  });
}

void RangeWatch::seeState(double t, ConstView y) {
  for (const auto& [k, place] : states_) see(k, t, watched_[k].negated ? -y[place] : y[place]);
}

void RangeWatch::seeObserved(double t, ConstView observed) {
  areConstantsSeen_ = true;
  for (std::size_t k = 0; k < watched_.size(); ++k) {
    const double raw = observed[bounds_[watched_[k].bounds].observed];
    see(k, t, watched_[k].negated ? -raw : raw);
  }
}

/// Nearly always all values are within their ranges: that is found out without looking at each alone.
void RangeWatch::seeObserved(ConstView times, ConstView observed) {
  const std::size_t changed = areConstantsSeen_ ? varying_ : bounds_.size();
  areConstantsSeen_ = true;
  const std::size_t count = observed.size() / times.size();
  if (!leavesRange(std::span(bounds_).first(changed), observed.data(), count, times.size() / 4)) [[likely]]
    return;
  for (std::size_t k = 0; k < watched_.size(); ++k)
    for (std::size_t point = 0; point < times.size(); ++point) {
      const double raw = observed[by_fours::placeOf(point, count) + 4 * bounds_[watched_[k].bounds].observed];
      see(k, times[point], watched_[k].negated ? -raw : raw);
    }
}

/// Whether one of them does; four values of each of `count` variables at once.
#if defined(__x86_64__) && !defined(__clang__)
__attribute__((target_clones("avx2", "default")))
#endif
bool RangeWatch::leavesRange(std::span<Bounds> all, const double* observed, std::size_t count, std::size_t fours) {
  using Four [[gnu::vector_size(4 * sizeof(double)), gnu::aligned(8), gnu::may_alias]] = double;
  using Truth [[gnu::vector_size(4 * sizeof(double))]] = std::int64_t;
  Truth outside{};
  for (Bounds& bounds : all) {
    const double* at = observed + 4 * bounds.observed;
    Four least = *reinterpret_cast<const Four*>(at), most = least;
    for (std::size_t k = 1; k < fours; ++k) {
      const Four values = *reinterpret_cast<const Four*>(at += 4 * count);
      least = values < least ? values : least;
      most = values > most ? values : most;
    }
    outside |= (least < bounds.lowest) | (most > bounds.highest);
    Four& largest = *reinterpret_cast<Four*>(bounds.largest.data());
    largest = largest < most ? most : largest;
    largest = largest < -least ? -least : largest;
  }
  return (outside[0] | outside[1] | outside[2] | outside[3]) != 0;
}

void RangeWatch::report(Diagnostics& diagnostics) const {
  std::size_t count = 0;
  for (const Watched& watched : watched_) {
    const VariableInfo& info = model_.recorded.variables[watched.range.variable];
    const Range& range = watched.range;
    const bool startsOutside = range.start && range.excess(*range.start) > roundOff;
    if ((!startsOutside && !watched.isOutside) || ++count > mostWarnings) continue;
    if (startsOutside) {
      Diagnostic& d = diagnostics.warning("out-of-range", {},
                                          fmt::format("the start value of '{}' is {}, {}", info.name,
                                                      shown(info, *range.start), relation(info, range, *range.start)));
      if (watched.isOutside)
        d.detail(fmt::format("in the run it is {} at time {:.6g}", shown(info, watched.worstValue), watched.worstTime));
      continue;
    }
    Diagnostic& d = diagnostics.warning(
        "out-of-range", {},
        fmt::format("'{}' leaves its range: at time {:.6g} it is {}, {}", info.name, watched.firstTime,
                    shown(info, watched.firstValue), relation(info, range, watched.firstValue)));
    if (watched.worstValue != watched.firstValue)
      d.detail(fmt::format("furthest outside at time {:.6g}: {}", watched.worstTime, shown(info, watched.worstValue)));
  }
  if (count > mostWarnings)
    diagnostics.warning("out-of-range", {}, fmt::format("{} more variables leave their ranges", count - mostWarnings));
}

}  // namespace dashpot::simulation
