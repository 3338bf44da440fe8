// equations/rewriting.hpp
//
// From the flat model's equations to those of the system: aliases, derivatives and pre() become the variables that
// stand for them, relations modes; terms that are zero go, with values that are known to make something zero put in.
#pragma once

#include "base/diagnostic.hpp"
#include "equations/arriving.hpp"
#include "equations/events.hpp"
#include "equations/held_inputs.hpp"
#include "symbolic/substitute.hpp"

#include <optional>
#include <unordered_set>

namespace dashpot::equations {

/// A variable whose value decides the order of the equations because it makes something zero, and the flat equation
/// that gives it, if it is no parameter.
struct KnownValue {
  VariableId variable;
  double value = 0.0;
  std::optional<std::size_t> definition;
  std::vector<VariableId> parameters;  // that it comes from
};

/// Aliases, derivatives and pre() replaced by the variables that stand for them, plain constants by their values.
/// `isDifferentiated[v]`: der(v) occurs.
[[nodiscard]] symbolic::Substitution replacements(SolvableSystem& system, const std::vector<bool>& isDifferentiated,
                                                  const HeldInputs& held, const ArrivingVariables& arriving);

class Rewriting {
 public:
  Rewriting(SolvableSystem& system, symbolic::Substitution& replacements, EventExtractor& events,
            const std::vector<KnownValue>& decided, Diagnostics& diagnostics);

  /// Appends the equation to the system; `index` is its place in the flat model.
  EquationId operator()(const model::Equation& equation, EquationSource source, std::size_t index);

 private:
  SolvableSystem& system_;
  symbolic::Substitution& replacements_;
  EventExtractor& events_;
  Diagnostics& diagnostics_;
  symbolic::Walker walker_;
  symbolic::Substitution values_;
  bool hasValues_ = false;
  std::unordered_set<std::size_t> definesValue_;  // flat equations that give one of the values
};

}  // namespace dashpot::equations
