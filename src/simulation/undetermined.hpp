// simulation/undetermined.hpp
//
// The variables that the algebraic equations leave open at a point: the kernel of their Jacobian, in the user's names.
//
// A pressure between two closed valves occurs in no equation as long as both are closed; so does that of a port that
// nothing is connected to. Newton's matrix is singular then, whatever the step. What the user must know is which
// variable it is, and what usually sets it.
#pragma once

#include "base/diagnostic.hpp"
#include "simulation/bound_model.hpp"

namespace dashpot::simulation {

struct Undetermined {
  std::vector<std::string> names;  // of one variable: all it is called
  std::string unit;
  std::vector<std::string> equations;  // that depend on the rest no more
};

/// Nothing: the equations are regular, or too many to tell.
[[nodiscard]] std::optional<Undetermined> findUndetermined(BoundModel& model, double t, ConstView y);

/// Advice: the component that usually determines a variable of this unit.
[[nodiscard]] std::string remedyFor(std::string_view unit);

/// Ports that were left open are the usual suspects: a note for each of the first few.
void nameOpenPorts(Diagnostic& d, const codegen::CompiledModel& model);

}  // namespace dashpot::simulation
