#include "results/selection.hpp"

#include "base/nearest.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::results {

namespace {

using codegen::VariableInfo;
using codegen::VariableKind;

bool isParameter(const VariableInfo& variable) {
  return variable.kind == VariableKind::parameter || variable.kind == VariableKind::constant;
}

Column columnOf(const VariableInfo& variable) {
  return {variable.name, variable.unit, variable.displayUnit, variable.index, variable.negated, isParameter(variable)};
}

}  // namespace

std::vector<Column> selectColumns(const codegen::CompiledModel& model, const std::vector<std::string>& names,
                                  Diagnostics& diagnostics) {
  std::vector<Column> columns;
  if (names.empty()) {
    for (const VariableInfo& variable : model.variables)
      if (!isParameter(variable) && !variable.isProtected) columns.push_back(columnOf(variable));
    return columns;
  }
  std::vector<std::string_view> candidates;
  for (const VariableInfo& variable : model.variables) candidates.push_back(variable.name);
  for (const std::string& name : names) {
    const auto found = std::ranges::find(model.variables, name, &VariableInfo::name);
    if (found != model.variables.end()) {
      columns.push_back(columnOf(*found));
      continue;
    }
    Diagnostic& d = diagnostics.error("unknown-variable", {}, fmt::format("{} has no variable '{}'", model.name, name));
    if (const auto meant = nearest(name, candidates)) d.hint(fmt::format("did you mean '{}'?", *meant));
  }
  return columns;
}

}  // namespace dashpot::results
