// codegen/llvm/pieces.hpp: pieces of a plan as functions of an LLVM module.
#pragma once

#include "codegen/llvm/operations.hpp"

namespace dashpot::codegen::native {

/// `lanes`: how many numbers the machine computes side by side.
void emitPieces(llvm::Module& module, const PieceUnit& unit, unsigned lanes);

void emitProcedures(llvm::Module& module, std::span<const Procedure> procedures);

}  // namespace dashpot::codegen::native
