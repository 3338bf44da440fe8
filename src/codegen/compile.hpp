// codegen/compile.hpp
//
// The front door of the stage: a solvable system in, a compiled model out.
//
//   lower           expressions and steps to instructions
//   compile_step    an inlined step, as functions and the order in which they are performed
//   ir              the instructions, their text form and checker
//   compiled_model  all functions of a model, with names, patterns and origins
//   executable      what a back end offers; interpreter: the reference back end
//
// Promise: no approximation and no reordering of operations; every back end gives the same bits.
#pragma once

#include "base/source.hpp"
#include "codegen/compiled_model.hpp"
#include "equations/solvable_system.hpp"

namespace dashpot::codegen {

/// What of an inlined step is wanted: all that error estimates and interpolation need, or y at its end alone.
enum class StepData : std::uint8_t { all, end };

[[nodiscard]] CompiledModel compile(const equations::SolvableSystem& system, const Sources& sources,
                                    StepData stepData = StepData::all);

}  // namespace dashpot::codegen
