// codegen/kernel_search.hpp: the steps of planning (plan.hpp).
#pragma once

#include "codegen/plan.hpp"

namespace dashpot::codegen {

template <class Visit>
void forEachOperand(const Function& function, const Instruction& at, const Visit& visit) {
  if (at.code == Code::operation) {
    const int count = symbolic::operandCount(at.op);
    visit(at.a);
    if (count > 1) visit(at.b);
    if (count > 2) visit(at.c);
  } else if (at.code == Code::solve || at.code == Code::call) {
    const std::size_t length = at.code == Code::solve ? std::size_t{at.b} * (at.b + at.c) : at.c;
    for (std::size_t k = 0; k < length; ++k) visit(function.lists[at.a + k]);
  }
}

/// Fills in which outputs each instruction is stored to.
void linkOutputs(const Function& function, Plan& plan);

/// Gives a place in the work array to all that is used by another piece than the one that makes it.
/// `order`: all instructions but leaves as they are run; `madeBy`: the piece that makes an instruction's number.
void placeValues(const Function& function, const std::vector<std::uint32_t>& resultCounts,
                 const std::vector<std::uint32_t>& order, const std::vector<std::uint32_t>& madeBy, Plan& plan);

/// The plan of a long function: kernels for shapes that occur often, chunks for the rest.
[[nodiscard]] Plan shareKernels(const Function& function, const std::vector<std::uint32_t>& resultCounts,
                                const PlanOptions& options);

}  // namespace dashpot::codegen
