// results/selection.hpp: which variables are recorded.
#pragma once

#include "base/diagnostic.hpp"
#include "base/units.hpp"
#include "codegen/recorded_variables.hpp"

#include <span>
#include <string>
#include <vector>

namespace dashpot::results {

/// Where the value of a column comes from: value = negated ? -observed[index] : observed[index], or a parameter.
struct Column {
  std::string name;
  std::string unit;
  std::string displayUnit;
  std::uint32_t index = 0;
  bool negated = false;
  bool isParameter = false;
  bool isBoolean = false;
  std::string description = {};

  [[nodiscard]] double value(std::span<const double> observed, std::span<const double> parameters) const {
    const double raw = isParameter ? parameters[index] : observed[index];
    return negated ? -raw : raw;
  }
};

/// The unit in which people see the values of a column. The unit refers to the column's text.
[[nodiscard]] inline Unit shownUnit(const Column& column) { return unitForDisplay(column.unit, column.displayUnit); }

/// Kinds of variables that patterns stand for; a variable that is named in full is found in any case.
struct Scope {
  bool parameters = false;
  bool protectedOnes = false;
};

/// Names and patterns from one text: "cylinder.*,pump.p,tube[1,2].q". Commas within brackets or quotation marks are
/// part of a name.
[[nodiscard]] std::vector<std::string> splitNames(std::string_view text);

/// '*' stands for any characters, '?' for one; all others, brackets too, for themselves.
[[nodiscard]] bool matches(std::string_view name, std::string_view pattern);

/// The variables with these names, in this order, each once; names may be patterns, and der(x) is the derivative of a
/// state. No names: all variables in the scope. A name or pattern that fits nothing is reported with the one that was
/// probably meant.
[[nodiscard]] std::vector<Column> selectColumns(const codegen::RecordedVariables& recorded,
                                                const std::vector<std::string>& names, Diagnostics& diagnostics,
                                                Scope scope = {});

/// The column in which a variable is recorded.
[[nodiscard]] Column columnOf(const codegen::VariableInfo& variable);

}  // namespace dashpot::results
