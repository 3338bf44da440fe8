// equations/semi_linear.hpp
//
// semiLinear at zero flow (Modelica 3.6, section 3.7.4.5). Where components meet, the specific enthalpies s between
// them are known from the flow only: y = semiLinear(x, a, s1), y = semiLinear(x, s1, s2), ..., y = semiLinear(x, sN, b).
// At x = 0 nothing determines them, and the specification says what to take instead: s1 = if x >= 0 then a else b,
// s2 = s1, ..., y = semiLinear(x, a, b). At a port that is not connected x = y = 0, and of y = semiLinear(x, a, b)
// remains a = b.
#pragma once

#include "equations/aliases.hpp"

namespace dashpot::equations {

/// Rewrites such equations, up to the signs of x and y as aliases have them.
void joinSemiLinear(model::FlatModel& model, const AliasSet& aliases);

}  // namespace dashpot::equations
