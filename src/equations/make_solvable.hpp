// equations/make_solvable.hpp
//
// The front door of the stage: a flat model in, a solvable system out.
//
//   parameters       the order in which parameters are evaluated
//   aliases          variables that are plus or minus another one are removed
//   rewriting        what stands for aliases, derivatives and pre() put in
//   events           relations become modes, sample() clocks, floor() held numbers, ...
//   discrete         when-clauses and discrete equations, sorted into a pass that events repeat
//   incidence        which unknowns occur in which equation
//   matching         one equation for each unknown                (Pothen and Fan 1990)
//   index_reduction  which equations must be differentiated       (Pantelides 1988)
//   state_selection  dummy derivatives and sets of states         (Mattsson and Soederlind 1993)
//   blt              strongly connected blocks, in solve order    (Tarjan 1972)
//   tearing          few unknowns to iterate on per block         (Elmqvist and Otter 1994)
//   start_values     which start values count where several meet
//   causalise        blocks to assignments, linear solves, residual rows
//   derivatives      exact Jacobian and dF/dt
//   features         pairs, linear parts
//   hoist            what depends on parameters alone is evaluated with them
//   inlining         on demand: one step of an integration formula, by the same sorting and tearing
//
// Promise: the solutions of the system are those of the flat model. Nothing is approximated here.
#pragma once

#include "base/diagnostic.hpp"
#include "equations/solvable_system.hpp"

#include <optional>

namespace dashpot::equations {

struct SolvableOptions {
  bool keepsGradients = false;  // of every variable with respect to unknowns and inputs, for linearisation
  bool asWritten = false;       // aliases and what follows from parameters alone stay among the equations
  std::vector<std::uint32_t> silentRelations = {};  // these modes of the system as it would be: as if inside noEvent()
};

/// Empty after errors, which name the equations and variables the user wrote.
[[nodiscard]] std::optional<SolvableSystem> makeSolvable(FlatModel model, const Sources& sources,
                                                         Diagnostics& diagnostics, const SolvableOptions& options = {});

}  // namespace dashpot::equations
