// equations/held_inputs.hpp
//
// An input comes from outside, and what it was before an event is not kept. Where the model asks for pre(u) of one that
// changes at events only, a discrete variable h = u is made that follows it there, and pre(u) is pre(h).
#pragma once

#include "equations/aliases.hpp"

#include <unordered_map>

namespace dashpot::equations {

using HeldInputs = std::unordered_map<symbolic::VariableId, symbolic::VariableId>;  // of each input its h

/// Appends the variables h, which are discrete, and their equations to the model, and to the aliases as their own.
[[nodiscard]] HeldInputs holdInputs(model::FlatModel& model, AliasSet& aliases);

}  // namespace dashpot::equations
