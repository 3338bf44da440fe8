// equations/semi_linear.hpp
//
// semiLinear at zero flow (Modelica 3.6, section 3.7.4.5). Where two components meet, the specific enthalpy s between
// them is known from the flow only: y = semiLinear(x, a, s) and y = semiLinear(x, s, b). At x = 0 nothing determines s,
// and the specification says what to take instead: s = if x >= 0 then a else b, y = semiLinear(x, a, b). At a port that
// is not connected x = y = 0, and of y = semiLinear(x, a, b) remains a = b.
#pragma once

#include "equations/aliases.hpp"

namespace dashpot::equations {

/// Rewrites such equations, up to the signs of x and y as aliases have them.
void joinSemiLinear(model::FlatModel& model, const AliasSet& aliases);

}  // namespace dashpot::equations
