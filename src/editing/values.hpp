// editing/values.hpp (internal)
//
// What a person types as a value, as Modelica: an expression as it is, a number with a unit in the unit of the parameter,
// the literal of an enumeration by its full name.
#pragma once

#include "editing/lookup.hpp"

#include <string>

namespace dashpot::editing {

/// A parameter or variable whose value is set, as far as it is known.
struct ValueFacts {
  bool isKnown = false;
  std::string unit = {};         // "Pa"; empty: none
  std::string enumeration = {};  // qualified; empty: it is none
  std::vector<std::string> literals = {};
  bool isDifference = false;  // of temperatures: a zero point does not count
  bool isInteger = false;
  std::string doubt = {};  // a sentence, if its class is known and has no such element
};

/// What the class `owner` says about its element `name`; for start, min, max and nominal about the variable that has
/// them.
[[nodiscard]] ValueFacts factsAbout(const Scope& scope, const std::vector<std::string>& path);

/// `what`: the parameter, for messages.
[[nodiscard]] Expected<std::string, Diagnostic> valueText(std::string_view typed, const ValueFacts& facts,
                                                          std::string_view what);

}  // namespace dashpot::editing
