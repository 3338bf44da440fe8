#include "simulation/parameter_values.hpp"

#include "base/nearest.hpp"
#include "base/units.hpp"
#include "codegen/executable.hpp"
#include "simulation/ranges.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace dashpot::simulation {

namespace {

using codegen::CompiledModel;
using codegen::VariableInfo;
using codegen::VariableKind;

const VariableInfo* findVariable(const CompiledModel& model, std::string_view name) {
  const auto found = std::ranges::find(model.recorded.variables, name, &VariableInfo::name);
  return found == model.recorded.variables.end() ? nullptr : &*found;
}

/// One number for one parameter.
struct Assignment {
  const VariableInfo* parameter = nullptr;
  ParameterSetting setting;
};

constexpr std::string_view startSuffix = ".start";

/// `a.c` or `a.c.start` names the elements a.c[1], a.c[2], ... or their start values, in the order of the array.
std::vector<const VariableInfo*> elementsOf(const CompiledModel& model, std::string_view name) {
  const bool isStart = name.ends_with(startSuffix);
  const std::string_view base = isStart ? name.substr(0, name.size() - startSuffix.size()) : name;
  std::vector<const VariableInfo*> elements;
  for (const VariableInfo& variable : model.recorded.variables) {
    const std::string_view full = variable.name;
    if (!full.starts_with(base) || full.size() <= base.size() || full[base.size()] != '[') continue;
    const std::size_t close = full.find(']', base.size());
    const std::string_view rest = full.substr(std::min(full.size(), close + 1));
    if (variable.canBeSet && (rest.empty() || rest == startSuffix)) elements.push_back(&variable);
  }
  return elements;
}

/// "{1, {2, 3}}" to "1", "2", "3": arrays are stored by rows, so that braces inside say nothing new.
std::vector<std::string> partsOf(std::string_view text) {
  std::vector<std::string> parts;
  std::string part;
  for (const char c : text) {
    if (c == '{' || c == '}' || c == ',') {
      if (!part.empty()) parts.push_back(std::move(part));
      part.clear();
    } else if (c != ' ') {
      part += c;
    }
  }
  if (!part.empty()) parts.push_back(std::move(part));
  return parts;
}

void reportUnknown(const CompiledModel& model, const ParameterSetting& setting, Diagnostics& diagnostics) {
  const VariableInfo* variable = findVariable(model, setting.name);
  std::string problem = fmt::format("there is no parameter '{}'", setting.name);
  if (variable)
    problem = fmt::format("'{}' cannot be set: it is {}", setting.name,
                          variable->kind == VariableKind::parameter  ? "final"
                          : variable->kind == VariableKind::constant ? "a constant"
                                                                     : "not a parameter, and has no start value");
  Diagnostic& d = diagnostics.error("bad-setting", {}, problem);
  if (variable) return;
  std::vector<std::string_view> candidates;
  for (const VariableInfo& candidate : model.recorded.variables) {
    if (!candidate.canBeSet && candidate.kind != VariableKind::parameter) continue;
    candidates.push_back(candidate.name);
    if (const std::size_t bracket = candidate.name.find('['); bracket != std::string::npos)
      candidates.push_back(std::string_view(candidate.name).substr(0, bracket));
    if (candidate.name.ends_with(startSuffix))
      candidates.push_back(std::string_view(candidate.name).substr(0, candidate.name.size() - startSuffix.size()));
  }
  if (const auto meant = nearest(setting.name, candidates)) d.hint(fmt::format("did you mean '{}'?", *meant));
}

/// The targets of a setting: a parameter, the start value of a variable, or those of an array.
std::vector<Assignment> resolve(const CompiledModel& model, const ParameterSetting& setting, Diagnostics& diagnostics) {
  for (const std::string& name : {setting.name, setting.name + std::string(startSuffix)})
    if (const VariableInfo* variable = findVariable(model, name); variable && variable->canBeSet)
      return {{variable, setting}};
  const auto elements = elementsOf(model, setting.name);
  if (elements.empty()) {
    reportUnknown(model, setting, diagnostics);
    return {};
  }
  const std::vector<std::string> parts = partsOf(setting.value);
  if (!setting.value.starts_with('{') || parts.size() != elements.size()) {
    diagnostics
        .error("bad-setting", {},
               fmt::format("'{}' is an array of {} numbers, but '{}' has {}", setting.name, elements.size(),
                           setting.value, parts.size()))
        .hint(fmt::format("write --set '{}={{...}}'", setting.name));
    return {};
  }
  std::vector<Assignment> assignments;
  for (std::size_t i = 0; i < elements.size(); ++i) assignments.push_back({elements[i], {elements[i]->name, parts[i]}});
  return assignments;
}

/// A literal by its name, with or without that of its enumeration, or by its number.
std::optional<double> readLiteral(const std::vector<std::string>& literals, std::string_view text) {
  const std::string_view name = text.substr(text.rfind('.') + 1);
  if (const auto found = std::ranges::find(literals, name); found != literals.end())
    return static_cast<double>(found - literals.begin() + 1);
  for (std::size_t i = 1; i <= literals.size(); ++i)
    if (text == std::to_string(i)) return static_cast<double>(i);
  return std::nullopt;
}

std::optional<double> readValue(const VariableInfo& parameter, const ParameterSetting& setting,
                                Diagnostics& diagnostics) {
  const auto fail = [&](std::string reason) {
    diagnostics.error("bad-setting", {}, fmt::format("cannot set '{}': {}", setting.name, reason));
    return std::nullopt;
  };
  if (parameter.isBoolean) {
    if (setting.value == "true" || setting.value == "false") return setting.value == "true" ? 1.0 : 0.0;
    return fail(fmt::format("'{}' is neither true nor false", setting.value));
  }
  if (!parameter.literals.empty()) {
    if (const auto literal = readLiteral(parameter.literals, setting.value)) return literal;
    Diagnostic& d = diagnostics.error("bad-setting", {},
                                      fmt::format("cannot set '{}': '{}' is none of its values, which are {}",
                                                  setting.name, setting.value, fmt::join(parameter.literals, ", ")));
    if (const auto meant = nearest(setting.value, parameter.literals))
      d.hint(fmt::format("did you mean '{}'?", *meant));
    return std::nullopt;
  }
  const auto quantity = parseQuantity(setting.value);
  if (!quantity) return fail(quantity.error());
  // Beyond 2^53 not every whole number has a double of its own.
  constexpr double mostExact = 9007199254740992.0;
  if (parameter.isInteger && (quantity->value != std::round(quantity->value) || std::fabs(quantity->value) > mostExact))
    return fail(fmt::format("'{}' is not a whole number, but the parameter is an Integer", setting.value));
  if (quantity->unit.empty() || parameter.unit.empty() || quantity->unit == parameter.unit) return quantity->value;
  return fail(
      fmt::format("'{}' is a value in {}, but the parameter is in {}", setting.value, quantity->unit, parameter.unit));
}

void requireValues(const CompiledModel& model, const Vector& given, Diagnostics& diagnostics) {
  for (const VariableInfo& variable : model.recorded.variables) {
    if (variable.kind != VariableKind::parameter || variable.hasValue || given[variable.index] != 0.0) continue;
    diagnostics.error("no-value", {}, fmt::format("the parameter '{}' has no value", variable.name))
        .hint(fmt::format("give it one in the model, or with --set {}=...", variable.name));
  }
}

}  // namespace

std::optional<Vector> parameterValues(const CompiledModel& model, const std::vector<ParameterSetting>& settings,
                                      Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.errorCount();
  Vector values(model.parameters.count, 0.0), given(model.parameters.count, 0.0);
  for (const ParameterSetting& setting : settings)
    for (const auto& [parameter, part] : resolve(model, setting, diagnostics)) {
      const auto value = readValue(*parameter, part, diagnostics);
      if (!value) continue;
      values[parameter->index] = *value;
      given[parameter->index] = 1.0;
    }
  requireValues(model, given, diagnostics);
  if (diagnostics.errorCount() > before) return std::nullopt;

  const codegen::Arguments inputs{.time = 0.0, .y = {}, .parameters = values, .modes = {}, .given = given};
  Vector result(model.parameters.count);
  // Values that follow from parameters need not be defined unless they are used: a function may leave a field of its
  // result without a value.
  const bool isWhole =
      codegen::makeInterpreter(model)->run(codegen::Entry::parameters, inputs, result) == Evaluation::ok;
  const auto lacksValue = [&](const VariableInfo& variable) {
    return isParameter(variable) && variable.index < model.parameters.givenCount &&
           !std::isfinite(result[variable.index]);
  };
  const bool isDefined = isWhole || std::ranges::none_of(model.recorded.variables, [&](const VariableInfo& variable) {
                           return variable.canBeSet && lacksValue(variable);
                         });
  if (isDefined && !isWhole)
    for (const VariableInfo& variable : model.recorded.variables)
      if (lacksValue(variable))
        diagnostics.warning(
            "parameter-value", {},
            fmt::format("the final parameter '{}' has no finite value, and must not be used", variable.name));
  // Before those that have no value: one outside its range is the usual cause.
  if (!acceptParameters(model, result, given, diagnostics)) return std::nullopt;
  if (isDefined) return result;
  const auto fault = codegen::trace(model, codegen::Entry::parameters, inputs);
  std::string culprit;
  for (const VariableInfo& variable : model.recorded.variables)
    if (isParameter(variable) && fault && variable.index == fault->output) culprit = variable.name;
  diagnostics.error(
      "parameter-value", {},
      fmt::format("the parameter '{}' has no finite value: {}", culprit, fault ? fault->reason : "overflow"));
  return std::nullopt;
}

bool decidesStart(const CompiledModel& model, const ParameterSetting& setting) {
  const auto isNamed = [&](const std::string& parameter) {
    return parameter == setting.name || parameter == setting.name + std::string(startSuffix);
  };
  return std::ranges::any_of(model.initial.lostStarts, [&](const codegen::LostStart& lost) {
    return std::ranges::any_of(lost.parameters, isNamed);
  });
}

ParameterSetting asModification(const CompiledModel& model, const ParameterSetting& setting) {
  const VariableInfo* variable = findVariable(model, setting.name);
  const bool isStart = variable && variable->kind != VariableKind::parameter &&
                       findVariable(model, setting.name + std::string(startSuffix));
  return {isStart ? setting.name + std::string(startSuffix) : setting.name, setting.value};
}

bool decidesStructure(const CompiledModel& model, const ParameterSetting& setting) {
  const VariableInfo* variable = findVariable(model, setting.name);
  if (variable) return variable->kind == VariableKind::parameter && !variable->canBeSet;
  const std::string element = setting.name + '[';
  return elementsOf(model, setting.name).empty() &&
         std::ranges::any_of(model.recorded.variables, [&](const VariableInfo& v) {
           return v.name.starts_with(element) && v.kind == VariableKind::parameter;
         });
}

bool makeADelayVanish(const CompiledModel& model, const std::vector<ParameterSetting>& settings) {
  if (std::ranges::all_of(model.delays, &codegen::DelayInfo::mayVanish)) return false;
  Diagnostics ignored;
  const auto parameters = parameterValues(model, settings, ignored);
  if (!parameters) return false;
  const codegen::ArgumentSizes sizes = model.argumentSizes(codegen::Entry::delays);
  const Vector y(sizes.states), modes(sizes.modes), d(sizes.discrete), u(sizes.inputs), delayed(sizes.delayed);
  Vector values(model[codegen::Entry::delays].outputCount());
  // Only the times are looked at, which depend on parameters alone.
  (void)codegen::makeInterpreter(model)->run(
      codegen::Entry::delays,
      {.y = y, .parameters = *parameters, .modes = modes, .discrete = d, .pre = d, .inputs = u, .delayed = delayed},
      values);
  for (std::size_t k = 0; k < model.delays.size(); ++k)
    if (!model.delays[k].mayVanish && values[3 * k + 1] == 0.0) return true;
  return false;
}

}  // namespace dashpot::simulation
