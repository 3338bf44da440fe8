#include "explanation/parameter_search.hpp"

#include "analysis/linearize.hpp"
#include "simulation/bound_model.hpp"
#include "simulation/initialise.hpp"
#include "simulation/parameter_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dashpot::explanation {
namespace {

using codegen::VariableInfo;
using simulation::ParameterSetting;
using Settings = std::vector<ParameterSetting>;

constexpr std::size_t mostCandidates = 200, mostStarts = 40;
constexpr double smallChange = 1e-3, aPercent = 1e-2;
constexpr double leastElasticity = 0.3;

/// "a.b" of "a.b.c"; empty for a name without dots.
std::string_view componentOf(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : name.substr(0, dot);
}
std::string_view ownNameOf(std::string_view name) { return name.substr(name.rfind('.') + 1); }

bool isWithin(std::string_view name, std::string_view component) {
  return component.empty() || (name.starts_with(component) && name.size() > component.size() &&
                               (name[component.size()] == '.' || name[component.size()] == '['));
}

/// Numbers that a user can set and that are not zero.
std::vector<const VariableInfo*> settableNumbers(const codegen::CompiledModel& model, const Vector& parameters) {
  std::vector<const VariableInfo*> result;
  for (const VariableInfo& info : model.recorded.variables)
    if (info.kind == codegen::VariableKind::parameter && info.canBeSet && !info.isBoolean && !info.isInteger &&
        info.literals.empty() && parameters[info.index] != 0.0 && !info.name.ends_with(".start"))
      result.push_back(&info);
  return result;
}

std::optional<Vector> parametersWith(const codegen::CompiledModel& model, Settings set, const std::string& name,
                                     double value) {
  set.push_back({name, fmt::format("{:.17g}", value)});
  Diagnostics ignored;
  return simulation::parameterValues(model, set, ignored);
}

/// |lambda| of the fastest mode; none where it is not defined.
std::optional<double> rateWith(simulation::ModelCode& code, Vector parameters, const Snapshot& at) {
  simulation::BoundModel model(code, std::move(parameters));
  model.modes = at.modes, model.d = at.d, model.pre = at.pre, model.inputs = at.inputs;
  const auto linear = analysis::linearize(model, at.time, at.y, {}, {});
  return linear ? std::optional(analysis::spectrumOf(*linear).largest) : std::nullopt;
}

DecisiveParameter parameterOf(const VariableInfo& info, const Vector& parameters, double elasticity) {
  return {info.name, parameters[info.index], elasticity, info.unit, info.displayUnit};
}

/// How many decades it is from what parameters of that name are in other components, at their median.
double decadesFromOthers(const VariableInfo& info, const std::vector<const VariableInfo*>& all,
                         const Vector& parameters) {
  std::vector<double> others;
  for (const VariableInfo* other : all)
    if (other != &info && ownNameOf(other->name) == ownNameOf(info.name))
      others.push_back(std::log10(std::abs(parameters[other->index])));
  if (others.empty()) return 0.0;
  std::ranges::nth_element(others, others.begin() + std::ssize(others) / 2);
  return std::abs(others[others.size() / 2] - std::log10(std::abs(parameters[info.index])));
}

/// Those of the component itself first, then of what it is a part of.
std::vector<const VariableInfo*> nearestFirst(const std::vector<const VariableInfo*>& all, std::string_view state) {
  std::vector<const VariableInfo*> ordered;
  for (std::string_view component = componentOf(state);; component = componentOf(component)) {
    for (const VariableInfo* info : all)
      if (isWithin(info->name, component) && std::ranges::find(ordered, info) == ordered.end()) ordered.push_back(info);
    if (component.empty()) break;
  }
  if (ordered.size() > mostCandidates) ordered.resize(mostCandidates);
  return ordered;
}

}  // namespace

double DecisiveParameter::slower() const { return value * std::pow(10.0, -1 / elasticity); }

std::optional<DecisiveParameter> decisiveParameter(simulation::ModelCode& code, const Settings& set, const Snapshot& at,
                                                   const std::string& state) {
  const codegen::CompiledModel& model = code.functions.model();
  Diagnostics ignored;
  const auto parameters = simulation::parameterValues(model, set, ignored);
  const auto rate = parameters && model.delays.empty() ? rateWith(code, *parameters, at) : std::nullopt;
  if (!rate || !(*rate > 0)) return std::nullopt;
  const std::vector<const VariableInfo*> all = settableNumbers(model, *parameters);
  std::optional<DecisiveParameter> best;
  double bestScore = 0.0;
  for (const VariableInfo* info : nearestFirst(all, state)) {
    auto changed = parametersWith(model, set, info->name, parameters->at(info->index) * (1 + smallChange));
    const auto other = changed ? rateWith(code, std::move(*changed), at) : std::nullopt;
    if (!other || !(*other > 0)) continue;
    const double elasticity = std::log(*other / *rate) / std::log1p(smallChange);
    if (std::abs(elasticity) < leastElasticity) continue;
    constexpr double forStorage = 0.5, forOwn = 1.0, perDecade = 0.1;
    const bool isOwn = !componentOf(info->name).empty() && isWithin(state, componentOf(info->name));
    const double score = std::min(std::abs(elasticity), 1.0) + (elasticity < 0 ? forStorage : 0.0) +
                         (isOwn ? forOwn : 0.0) + perDecade * decadesFromOthers(*info, all, *parameters);
    if (score <= bestScore) continue;
    best = parameterOf(*info, *parameters, elasticity);
    bestScore = score;
  }
  return best;
}

std::vector<DecisiveParameter> regularisingParameters(simulation::ModelCode& code,
                                                      const simulation::Settings& settings) {
  const codegen::CompiledModel& model = code.functions.model();
  Diagnostics ignored;
  const auto parameters = simulation::parameterValues(model, settings.parameters, ignored);
  if (!parameters || !model.delays.empty()) return {};
  const double start = simulation::experimentOf(model.experiment, settings).start;
  std::vector<DecisiveParameter> result;
  std::vector<const VariableInfo*> candidates = settableNumbers(model, *parameters);
  if (candidates.size() > mostStarts) candidates.resize(mostStarts);
  for (const VariableInfo* info : candidates) {
    auto changed = parametersWith(model, settings.parameters, info->name, parameters->at(info->index) * (1 - aPercent));
    if (!changed) continue;
    simulation::BoundModel bound(code, std::move(*changed));
    if (settings.inputs) bound.inputData = *settings.inputs;
    simulation::StartSearch search;
    const auto initialised = simulation::initialise(bound, start, settings.startFrom, search);
    if (initialised && bound.evaluate(codegen::Entry::rhs, start, initialised->y))
      result.push_back(parameterOf(*info, *parameters, 0.0));
  }
  return result;
}

}  // namespace dashpot::explanation
