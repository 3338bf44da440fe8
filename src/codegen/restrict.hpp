// codegen/restrict.hpp: a part of a function.
#pragma once

#include "codegen/ir.hpp"

#include <span>

namespace dashpot::codegen {

/// The function with these of its outputs, in this order, and only the instructions they need.
[[nodiscard]] Function restrictTo(const Function& function, std::span<const std::uint32_t> outputs);

/// Arithmetic operations, relations and calls of functions in it; a dense solve counts as its elimination.
[[nodiscard]] std::size_t operationCount(const Function& function);

}  // namespace dashpot::codegen
