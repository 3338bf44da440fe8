// equations/inlining.hpp
//
// An integration formula worked into the equations (Elmqvist, Otter and Cellier 1995; Cellier and Kofman 2006, ch. 8).
//
// The equations of the model are copied once per stage, each copy with variables of its own and its own instant, and for
// each state and stage stands one further equation, X_i = x + h sum_j a_ij X_j'. Derivatives are then unknowns like
// others, states, too, and what comes out is a system for one step, which is sorted and torn like any other. A linearly
// implicit formula has a second copy per stage, of the equations' derivatives at the start of the step.
//
// Taken: the equations that sorting left, after index reduction, with modes and discrete variables held as in F; so the
// solution of a step is the formula's, to the tolerance of the iteration. Nothing is divided by h: the further equations
// are solved for the states only. Linear loops are solved as they are in F, without iteration, whatever h is.
//
// Promise: system.inlined as equations/solvable_system.hpp describes it. The rest of the system stays as it was.
#pragma once

#include "base/diagnostic.hpp"
#include "equations/incidence.hpp"
#include "equations/stage_formula.hpp"

namespace dashpot::equations {

/// False after errors: of the structure, or because the model has delayed expressions, whose history stages would need.
bool inlineFormula(SolvableSystem& system, const StageFormula& formula, const Sources& sources,
                   Diagnostics& diagnostics);

/// What sorting and tearing made of the step.
struct StepStructure {
  std::size_t equations = 0;
  std::size_t solved = 0;           // by sorting alone: each for its one unknown
  std::vector<const Block*> loops;  // the rest, in the order in which they are solved
};
[[nodiscard]] StepStructure structureOf(const InlinedStep& step);

/// Of the step, as `incidenceBefore` and `incidenceAfter` (equations/incidence_picture.hpp) give it of F: the equations
/// stage by stage, and in the order of the blocks.
[[nodiscard]] Incidence incidenceOfStages(const SolvableSystem& system);
[[nodiscard]] Incidence incidenceOfStep(const SolvableSystem& system);

}  // namespace dashpot::equations
