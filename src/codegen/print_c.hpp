// codegen/print_c.hpp
//
// A compiled model as self-contained C99: no headers but the standard ones, no memory of its own, no state. For
// real-time targets and exchange with other tools. Compiled without contraction (-ffp-contract=off), on a machine with
// the same math library, it gives the bits of the interpreter.
//
//   struct PREFIX_inputs { double time; const double *y, *p, ...; };
//   int PREFIX_rhs(const struct PREFIX_inputs *in, double *work, double *out);
//
// one function for each of the model's, which returns 0, or 1 if an output is not finite; `work` has PREFIX_WORK_SIZE
// numbers.
#pragma once

#include "codegen/compiled_model.hpp"
#include "codegen/plan.hpp"

#include <string>

namespace dashpot::codegen {

/// `prefix` must be a C identifier; it begins the names of all that can be seen from outside.
[[nodiscard]] std::string printC(const CompiledModel& model, const std::string& prefix, const PlanOptions& plan = {});

}  // namespace dashpot::codegen
