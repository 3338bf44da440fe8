// What a table of an implicit Runge-Kutta method says of it, and of its two-step error method where it has no embedded
// formula.
#pragma once

#include "integrators/method.hpp"
#include "tableaux/implicit_rk.hpp"

namespace dashpot::integrators {

MethodTraits traitsOf(const tableaux::ImplicitTable& table, Family family);

}  // namespace dashpot::integrators
