#include "simulation/parameter_values.hpp"

#include "base/nearest.hpp"
#include "base/units.hpp"
#include "codegen/executable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <algorithm>

namespace dashpot::simulation {

namespace {

using codegen::CompiledModel;
using codegen::VariableInfo;
using codegen::VariableKind;

const VariableInfo* findVariable(const CompiledModel& model, std::string_view name) {
  const auto found = std::ranges::find(model.variables, name, &VariableInfo::name);
  return found == model.variables.end() ? nullptr : &*found;
}

/// The parameter a setting names, or null after a report.
const VariableInfo* findParameter(const CompiledModel& model, const ParameterSetting& setting,
                                  Diagnostics& diagnostics) {
  const VariableInfo* variable = findVariable(model, setting.name);
  if (variable && variable->canBeSet) return variable;
  std::string problem = fmt::format("there is no parameter '{}'", setting.name);
  if (variable)
    problem = fmt::format("'{}' cannot be set: it is {}", setting.name,
                          variable->kind == VariableKind::parameter  ? "final"
                          : variable->kind == VariableKind::constant ? "a constant"
                                                                     : "not a parameter");
  Diagnostic& d = diagnostics.error("bad-setting", {}, problem);
  std::vector<std::string_view> candidates;
  for (const VariableInfo& candidate : model.variables)
    if (candidate.canBeSet) candidates.push_back(candidate.name);
  if (const auto meant = nearest(setting.name, candidates); meant && !variable)
    d.hint(fmt::format("did you mean '{}'?", *meant));
  return nullptr;
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
  const auto quantity = parseQuantity(setting.value);
  if (!quantity) return fail(quantity.error());
  if (quantity->unit.empty() || parameter.unit.empty() || quantity->unit == parameter.unit) return quantity->value;
  return fail(
      fmt::format("'{}' is a value in {}, but the parameter is in {}", setting.value, quantity->unit, parameter.unit));
}

void requireValues(const CompiledModel& model, const Vector& given, Diagnostics& diagnostics) {
  for (const VariableInfo& variable : model.variables) {
    if (variable.kind != VariableKind::parameter || variable.hasValue || given[variable.index] != 0.0) continue;
    diagnostics.error("no-value", {}, fmt::format("the parameter '{}' has no value", variable.name))
        .hint(fmt::format("give it one in the model, or with --set {}=...", variable.name));
  }
}

}  // namespace

std::optional<Vector> parameterValues(const CompiledModel& model, const std::vector<ParameterSetting>& settings,
                                      Diagnostics& diagnostics) {
  const std::size_t before = diagnostics.errorCount();
  Vector values(model.parameterCount, 0.0), given(model.parameterCount, 0.0);
  for (const ParameterSetting& setting : settings) {
    const VariableInfo* parameter = findParameter(model, setting, diagnostics);
    const auto value = parameter ? readValue(*parameter, setting, diagnostics) : std::nullopt;
    if (!value) continue;
    values[parameter->index] = *value;
    given[parameter->index] = 1.0;
  }
  requireValues(model, given, diagnostics);
  if (diagnostics.errorCount() > before) return std::nullopt;

  const codegen::Inputs inputs{.time = 0.0, .y = {}, .parameters = values, .modes = {}, .given = given};
  Vector result(model.parameterCount);
  // What is computed from parameters need not be defined unless it is used.
  if (codegen::makeInterpreter(model)->run(codegen::Entry::parameters, inputs, result) == Evaluation::ok ||
      std::all_of(result.begin(), result.begin() + model.givenCount, [](double p) { return std::isfinite(p); }))
    return result;
  const auto fault = codegen::trace(model, codegen::Entry::parameters, inputs);
  std::string culprit;
  for (const VariableInfo& variable : model.variables)
    if ((variable.kind == VariableKind::parameter || variable.kind == VariableKind::constant) && fault &&
        variable.index == fault->output)
      culprit = variable.name;
  diagnostics.error(
      "parameter-value", {},
      fmt::format("the parameter '{}' has no finite value: {}", culprit, fault ? fault->reason : "overflow"));
  return std::nullopt;
}

}  // namespace dashpot::simulation
