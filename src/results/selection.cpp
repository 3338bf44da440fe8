#include "results/selection.hpp"

#include "base/nearest.hpp"
#include "base/trimmed.hpp"
#include "base/unit_expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace dashpot::results {

namespace {

using codegen::VariableInfo;

std::string unitOfDerivative(std::string_view unit) {
  if (unit.empty()) return {};
  if (unit.find_first_of("./") == std::string_view::npos) return std::string(unit) + "/s";
  const auto known = parseUnit(unit), second = parseUnit("s");
  return known && second ? describe(*known / *second) : std::string();
}

/// The variables and derivatives of a model, by number; derivatives stand behind all variables.
class Candidates {
 public:
  explicit Candidates(const codegen::RecordedVariables& recorded) : recorded_(recorded) {}

  [[nodiscard]] std::size_t size() const { return recorded_.variables.size() + recorded_.derivativeNames.size(); }
  [[nodiscard]] bool isDerivative(std::size_t i) const { return i >= recorded_.variables.size(); }
  [[nodiscard]] const std::string& name(std::size_t i) const {
    return isDerivative(i) ? recorded_.derivativeNames[i - recorded_.variables.size()] : recorded_.variables[i].name;
  }
  [[nodiscard]] bool isIn(const Scope& scope, std::size_t i) const {
    if (isDerivative(i)) return true;
    const VariableInfo& variable = recorded_.variables[i];
    return (scope.parameters || !isParameter(variable)) && (scope.protectedOnes || !variable.isProtected);
  }

  [[nodiscard]] Column column(std::size_t i) {
    if (!isDerivative(i)) return columnOf(recorded_.variables[i]);
    const std::size_t k = i - recorded_.variables.size();
    constexpr std::string_view prefix = "der(";
    const std::string_view derivative = name(i);
    const VariableInfo* const state =
        derivative.starts_with(prefix)
            ? variable(derivative.substr(prefix.size(), derivative.size() - prefix.size() - 1))
            : nullptr;
    return {name(i), state ? unitOfDerivative(state->unit) : std::string(), "",
            static_cast<std::uint32_t>(recorded_.firstDerivative + k)};
  }

 private:
  /// The names are gone through once, and only when somebody asks.
  const VariableInfo* variable(std::string_view name) {
    if (byName_.empty())
      for (const VariableInfo& info : recorded_.variables) byName_.emplace(info.name, &info);
    const auto found = byName_.find(name);
    return found == byName_.end() ? nullptr : found->second;
  }

  const codegen::RecordedVariables& recorded_;
  std::unordered_map<std::string_view, const VariableInfo*> byName_;
};

bool isPattern(std::string_view name) { return name.find_first_of("*?") != std::string_view::npos; }

}  // namespace

Column columnOf(const VariableInfo& variable) {
  return {variable.name,    variable.unit,         variable.displayUnit, variable.index,
          variable.negated, isParameter(variable), variable.isBoolean,   variable.description};
}

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

std::vector<Column> selectColumns(const codegen::RecordedVariables& recorded, const std::vector<std::string>& names,
                                  Diagnostics& diagnostics, Scope scope) {
  Candidates candidates(recorded);
  std::vector<Column> columns;
  if (names.empty()) {
    for (std::size_t i = 0; i < recorded.variables.size(); ++i)
      if (candidates.isIn(scope, i)) columns.push_back(candidates.column(i));
    return columns;
  }
  // Few names are asked for among many: so these are looked up, each name of the model once.
  constexpr std::size_t nowhere = static_cast<std::size_t>(-1);
  std::unordered_map<std::string_view, std::size_t> asked;
  for (const std::string& name : names)
    if (!isPattern(name)) asked.emplace(name, nowhere);
  for (std::size_t i = 0; i < candidates.size() && !asked.empty(); ++i)
    if (const auto found = asked.find(candidates.name(i)); found != asked.end() && found->second == nowhere)
      found->second = i;
  std::unordered_set<std::size_t> taken;
  const auto take = [&](std::size_t i) {
    if (taken.insert(i).second) columns.push_back(candidates.column(i));
  };
  const auto takeLike = [&](const std::string& pattern) {
    bool isFound = false, isOutOfScope = false;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (!matches(candidates.name(i), pattern)) continue;
      // A pattern means derivatives only where it says so.
      if (candidates.isDerivative(i) && !pattern.starts_with("der(")) continue;
      if (candidates.isIn(scope, i))
        take(i), isFound = true;
      else
        isOutOfScope = true;
    }
    if (isFound) return;
    Diagnostic& d = diagnostics.error("unknown-variable", {},
                                      fmt::format("{} has no variable like '{}'", recorded.modelName, pattern));
    if (isOutOfScope) d.hint("add --record protected or --record parameters to mean those, too");
  };
  for (const std::string& name : names) {
    if (isPattern(name)) {
      takeLike(name);
    } else if (const std::size_t found = asked.at(name); found != nowhere) {
      take(found);
    } else {
      std::vector<std::string_view> known;
      for (std::size_t i = 0; i < candidates.size(); ++i) known.push_back(candidates.name(i));
      Diagnostic& d =
          diagnostics.error("unknown-variable", {}, fmt::format("{} has no variable '{}'", recorded.modelName, name));
      if (const auto meant = nearest(name, known)) d.hint(fmt::format("did you mean '{}'?", *meant));
    }
  }
  return columns;
}

}  // namespace dashpot::results
