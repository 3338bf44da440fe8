// The traits of an implicit Runge-Kutta method, from its table and, where it has no embedded formula, from that of its
// two-step error method.
#pragma once

#include "integrators/method.hpp"
#include "tableaux/implicit_rk.hpp"

namespace dashpot::integrators {

MethodTraits traitsOf(const tableaux::ImplicitTable& table, Family family);

}  // namespace dashpot::integrators
