// codegen/recorded_variables.hpp: what can be recorded of a run: names, units, and where the values are found.
#pragma once

#include "base/shared_text.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace dashpot::codegen {

enum class VariableKind : std::uint8_t { parameter, constant, state, algebraic, discrete };

/// Of the model as a whole.
enum class Causality : std::uint8_t { local, input, output };

struct VariableInfo {
  std::string name;
  VariableKind kind = VariableKind::algebraic;
  Causality causality = Causality::local;
  bool isBoolean = false;
  bool isInteger = false;
  bool isProtected = false;
  bool canBeSet = false;    // a parameter that is not final
  bool hasValue = true;     // a parameter without one must be set
  bool negated = false;     // shown as minus the observed value
  std::uint32_t index = 0;  // parameter: into p; else: output of `observed`
  SharedText unit;
  SharedText displayUnit;
  SharedText description;
  std::vector<std::string> literals = {};  // of an enumeration: the names of 1, 2, ...
};

/// A parameter or a constant: it does not change in a run.
[[nodiscard]] inline bool isParameter(const VariableInfo& variable) {
  return variable.kind == VariableKind::parameter || variable.kind == VariableKind::constant;
}

struct RecordedVariables {
  std::string modelName;  // or that of the problem they belong to
  std::vector<VariableInfo> variables;
  std::vector<std::string> derivativeNames;  // of states
  std::uint32_t firstDerivative = 0;         // output of `observed`: that of the first of them, the others follow
};

}  // namespace dashpot::codegen
