// equations/aliases.hpp: variables that are plus or minus one another, found by a = b, a = -b, a + b = 0 and the like.
#pragma once

#include "model/flat_model.hpp"

#include <vector>

namespace dashpot::equations {

struct AliasSet {
  struct Entry {
    symbolic::VariableId of = symbolic::VariableId::none;  // itself: not an alias
    bool negated = false;
  };
  std::vector<Entry> entries;    // by flat variable
  std::vector<bool> isConsumed;  // by flat equation: it says nothing but an alias
};

/// `isState[v]`: der(v) occurs. Of two aliases an input is kept, else a state, else the one with a fixed or given start
/// value, else the first declared. Discrete and continuous variables are never merged with one another.
[[nodiscard]] AliasSet findAliases(const model::FlatModel& model, const std::vector<bool>& isState,
                                   const std::vector<bool>& isDiscrete);

/// Every variable stands for itself.
[[nodiscard]] AliasSet noAliases(const model::FlatModel& model);

}  // namespace dashpot::equations
