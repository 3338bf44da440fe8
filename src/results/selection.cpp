#include "results/selection.hpp"

#include "base/nearest.hpp"
#include "base/unit_expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

namespace dashpot::results {

namespace {

using codegen::VariableInfo;
using codegen::VariableKind;

bool isParameter(const VariableInfo& variable) {
  return variable.kind == VariableKind::parameter || variable.kind == VariableKind::constant;
}

Column columnOf(const VariableInfo& variable) {
  return {variable.name,    variable.unit,         variable.displayUnit, variable.index,
          variable.negated, isParameter(variable), variable.isBoolean,   variable.description};
}

/// What can be recorded: the variables, and behind them the derivatives.
struct Candidate {
  Column column;
  bool isProtected = false;
  bool isDerivative = false;
};

std::string unitOfDerivative(const codegen::CompiledModel& model, std::string_view name) {
  constexpr std::string_view prefix = "der(";
  if (!name.starts_with(prefix)) return {};
  name.remove_prefix(prefix.size());
  name.remove_suffix(1);
  const auto variable = std::ranges::find(model.variables, name, &VariableInfo::name);
  if (variable == model.variables.end()) return {};
  if (!variable->unit.empty() && variable->unit.find_first_of("./") == std::string::npos) return variable->unit + "/s";
  const auto unit = parseUnit(variable->unit), second = parseUnit("s");
  return !variable->unit.empty() && unit && second ? describe(*unit / *second) : std::string();
}

std::vector<Candidate> candidatesOf(const codegen::CompiledModel& model) {
  std::vector<Candidate> candidates;
  for (const VariableInfo& variable : model.variables)
    candidates.push_back({columnOf(variable), variable.isProtected, false});
  const std::size_t outputs = model[codegen::Entry::observed].outputCount();
  const std::size_t first = outputs - model.derivativeNames.size();
  for (std::size_t k = 0; k < model.derivativeNames.size(); ++k) {
    const std::string& name = model.derivativeNames[k];
    candidates.push_back(
        {{name, unitOfDerivative(model, name), "", static_cast<std::uint32_t>(first + k)}, false, true});
  }
  return candidates;
}

bool isPattern(std::string_view name) { return name.find_first_of("*?") != std::string_view::npos; }

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

std::size_t depth(std::string_view name) { return static_cast<std::size_t>(std::ranges::count(name, '.')); }

}  // namespace

std::vector<std::string> splitNames(std::string_view text) {
  std::vector<std::string> names;
  std::string name;
  int brackets = 0;
  bool isQuoted = false;
  const auto finish = [&] {
    if (const std::string_view found = trimmed(name); !found.empty()) names.emplace_back(found);
    name.clear();
  };
  for (const char c : text) {
    if (c == '\'') isQuoted = !isQuoted;
    if (!isQuoted) brackets += (c == '[') - (c == ']');
    if (c == ',' && !isQuoted && brackets <= 0)
      finish();
    else
      name += c;
  }
  finish();
  return names;
}

bool matches(std::string_view name, std::string_view pattern) {
  // On a mismatch the last star takes one character more.
  std::size_t n = 0, p = 0, star = std::string_view::npos, taken = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      taken = n;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) {
      ++n, ++p;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++taken;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

std::vector<Column> selectColumns(const codegen::CompiledModel& model, const std::vector<std::string>& names,
                                  Diagnostics& diagnostics, Scope scope) {
  const std::vector<Candidate> candidates = candidatesOf(model);
  const auto isInScope = [&](const Candidate& candidate) {
    return (scope.parameters || !candidate.column.isParameter) && (scope.protectedOnes || !candidate.isProtected);
  };
  std::vector<Column> columns;
  if (names.empty()) {
    for (const Candidate& candidate : candidates)
      if (isInScope(candidate) && !candidate.isDerivative) columns.push_back(candidate.column);
    return columns;
  }
  std::unordered_set<std::string> taken;
  const auto take = [&](const Candidate& candidate) {
    if (taken.insert(candidate.column.name).second) columns.push_back(candidate.column);
  };
  for (const std::string& name : names) {
    bool isFound = false, isOutOfScope = false;
    for (const Candidate& candidate : candidates) {
      if (isPattern(name) ? !matches(candidate.column.name, name) : candidate.column.name != name) continue;
      // A pattern means derivatives only where it says so.
      if (isPattern(name) && candidate.isDerivative && !name.starts_with("der(")) continue;
      if (isPattern(name) && !isInScope(candidate)) {
        isOutOfScope = true;
        continue;
      }
      take(candidate);
      isFound = true;
    }
    if (isFound) continue;
    if (isPattern(name)) {
      Diagnostic& d =
          diagnostics.error("unknown-variable", {}, fmt::format("{} has no variable like '{}'", model.name, name));
      if (isOutOfScope) d.hint("add --protected or --parameters to mean those, too");
      continue;
    }
    std::vector<std::string_view> known;
    for (const Candidate& candidate : candidates) known.push_back(candidate.column.name);
    Diagnostic& d = diagnostics.error("unknown-variable", {}, fmt::format("{} has no variable '{}'", model.name, name));
    if (const auto meant = nearest(name, known)) d.hint(fmt::format("did you mean '{}'?", *meant));
  }
  return columns;
}

std::vector<Column> principalColumns(const codegen::CompiledModel& model, std::size_t most) {
  std::vector<const VariableInfo*> chosen;
  const auto isPrincipal = [](const VariableInfo& v) {
    return v.causality == codegen::Causality::output || v.kind == VariableKind::state;
  };
  for (const VariableInfo& variable : model.variables)
    if (!variable.isProtected && isPrincipal(variable)) chosen.push_back(&variable);
  if (chosen.empty())
    for (const VariableInfo& variable : model.variables)
      if (!variable.isProtected && !isParameter(variable)) chosen.push_back(&variable);
  if (chosen.size() > most) {
    std::ranges::stable_sort(chosen, {}, [](const VariableInfo* v) { return depth(v->name); });
    chosen.resize(most);
  }
  std::vector<Column> columns;
  for (const VariableInfo* variable : chosen) columns.push_back(columnOf(*variable));
  return columns;
}

}  // namespace dashpot::results
