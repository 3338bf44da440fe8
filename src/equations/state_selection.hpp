// equations/state_selection.hpp
//
// Which variables are integrated after index reduction: dummy derivatives (Mattsson and Soederlind 1993).
//
// Each differentiated equation takes one derivative out of the integrator's hands: a dummy, an ordinary unknown. In
// each block of the highest derivatives
//   1 equations with a derivative whose coefficient cannot vanish take that one, so that the pairs form a triangle;
//     stateSelect, then what the user does not differentiate, then the order of declaration decide between several
//   2 where stateSelect leaves as many candidates as there are equations, they are taken
//   3 else the choice must be able to change during the run: a state set (solvable_system.hpp)
//
// This is done level by level. At level k stand the k-fold integrals of the highest derivatives, and the k-fold
// integrals of those equations that were differentiated at least k times determine as many of them; the others are
// states. The matrix is the same at each level, without the equations and unknowns that do not reach it, so levels with
// the same equations and unknowns (the positions and velocities of a pendulum) share one choice. Where der(q) = T(q) w,
// positions q and velocities w have choices of their own.
#pragma once

#include "equations/index_reduction.hpp"

namespace dashpot::equations {

struct StateSelection {
  std::vector<VariableId> states;        // in the order of y
  std::vector<EquationId> setEquations;  // define the derivatives of the states of sets, and their candidates
  std::vector<EquationId> setStarts;     // for the initial system: candidates keep their start values where they can
};

/// `preference[v]`: of a variable of the flat model; `wasState[v]`: the flat model differentiates it.
[[nodiscard]] StateSelection selectStates(SolvableSystem& system, const ReducedSystem& reduced,
                                          const std::vector<bool>& wasState, symbolic::FunctionDerivatives& functions);

}  // namespace dashpot::equations
