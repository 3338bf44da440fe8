// equations/stage_tearing.hpp
//
// Tearing of the loops of an inlined formula. Each equation of a stage is solved for what F solves it for, each equation
// of the formula for its state: what F cannot divide by, a stage does not divide by either, no chain of substitutions is
// longer than those of F, and the Jacobian of the residuals is as sparse as that of F. Then all loops go through the
// states and through what F itself tears; a state that no loop goes through once the others are torn need not be (a
// position that follows from its velocity, say).
//
// So at most the states of the loop are torn, once per stage, as when it is done by hand (Cellier and Kofman 2006,
// section 8.4; Treeaporn 2005, section 2.4).
#pragma once

#include "equations/tearing.hpp"

namespace dashpot::equations {

/// A block whose equations are meant for certain unknowns; rows and columns as in `tear`.
struct DirectedBlock {
  Incidence incidence;
  std::vector<std::uint32_t> meantFor;  // by equation: the unknown that it is solved for; noColumn: a residual
  /// By unknown: copies of one state in different stages have one number, and are torn together; noColumn: no state.
  std::vector<std::uint32_t> state;
  bool tearsAllStates = false;  // also those that need not be
};

/// Empty if a loop goes through no state and nothing that F tears.
[[nodiscard]] std::optional<Tearing> tearAtStates(const DirectedBlock& block);

}  // namespace dashpot::equations
