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

/// A variable that can be recorded, or a derivative; derivatives stand behind all variables.
struct Candidate {
  Column column;
  bool isProtected = false;
  bool isDerivative = false;
};

std::string unitOfDerivative(std::string_view unit) {
  if (unit.empty()) return {};
  if (unit.find_first_of("./") == std::string_view::npos) return std::string(unit) + "/s";
  const auto known = parseUnit(unit), second = parseUnit("s");
  return known && second ? describe(*known / *second) : std::string();
}

/// The variables and derivatives of a model, by number and by name.
class Candidates {
 public:
  explicit Candidates(const codegen::RecordedVariables& recorded) {
    list_.reserve(recorded.variables.size() + recorded.derivativeNames.size());
    for (const VariableInfo& variable : recorded.variables) add({columnOf(variable), variable.isProtected, false});
    for (std::size_t k = 0; k < recorded.derivativeNames.size(); ++k) {
      const std::string& name = recorded.derivativeNames[k];
      constexpr std::string_view prefix = "der(";
      const Candidate* const state =
          name.starts_with(prefix) ? find(name.substr(prefix.size(), name.size() - prefix.size() - 1)) : nullptr;
      const std::string unit = state ? unitOfDerivative(state->column.unit) : std::string();
      add({{name, unit, "", static_cast<std::uint32_t>(recorded.firstDerivative + k)}, false, true});
    }
  }

  [[nodiscard]] const std::vector<Candidate>& all() const { return list_; }
  [[nodiscard]] const Candidate* find(std::string_view name) const {
    const auto found = byName_.find(name);
    return found == byName_.end() ? nullptr : &list_[found->second];
  }

 private:
  void add(Candidate candidate) {
    list_.push_back(std::move(candidate));
    byName_.emplace(list_.back().column.name, list_.size() - 1);
  }

  std::vector<Candidate> list_;  // has its full room from the beginning: names are referred to
  std::unordered_map<std::string_view, std::size_t> byName_;
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
  const Candidates candidates(recorded);
  const auto isInScope = [&](const Candidate& candidate) {
    return (scope.parameters || !candidate.column.isParameter) && (scope.protectedOnes || !candidate.isProtected);
  };
  std::vector<Column> columns;
  if (names.empty()) {
    for (const Candidate& candidate : candidates.all())
      if (isInScope(candidate) && !candidate.isDerivative) columns.push_back(candidate.column);
    return columns;
  }
  std::unordered_set<std::string_view> taken;
  const auto take = [&](const Candidate& candidate) {
    if (taken.insert(candidate.column.name).second) columns.push_back(candidate.column);
  };
  const auto takeLike = [&](const std::string& pattern) {
    bool isFound = false, isOutOfScope = false;
    for (const Candidate& candidate : candidates.all()) {
      if (!matches(candidate.column.name, pattern)) continue;
      // A pattern means derivatives only where it says so.
      if (candidate.isDerivative && !pattern.starts_with("der(")) continue;
      if (isInScope(candidate))
        take(candidate), isFound = true;
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
    } else if (const Candidate* const found = candidates.find(name)) {
      take(*found);
    } else {
      std::vector<std::string_view> known;
      for (const Candidate& candidate : candidates.all()) known.push_back(candidate.column.name);
      Diagnostic& d =
          diagnostics.error("unknown-variable", {}, fmt::format("{} has no variable '{}'", recorded.modelName, name));
      if (const auto meant = nearest(name, known)) d.hint(fmt::format("did you mean '{}'?", *meant));
    }
  }
  return columns;
}

}  // namespace dashpot::results
