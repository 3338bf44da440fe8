// codegen/assemble.hpp
//
// Machine code for a function at once: one pass over its straight line, with registers given out on the way. It takes
// some 50 ns per instruction, so that even a run of a millisecond is native; code of an optimising generator, which
// takes 500 times as long, is seldom faster by more than a quarter.
//
//   one    as the other back ends: one time, one y
//   four   four times at once, in wide registers: for what is evaluated at many points, such as results
//
// Registers: a value is kept in one until its last use; where there are too many, the one that is used last of all goes
// to memory (Belady 1966). Leaves are read from where they are. Calls leave no register as it was.
//
// For x86-64 with AVX, as all such processors since 2011. Elsewhere there is none, and the interpreter goes on.
#pragma once

#include "codegen/executable_memory.hpp"
#include "codegen/native.hpp"

#include <optional>

namespace dashpot::codegen {

enum class Width : std::uint8_t { one = 1, four = 4 };

struct Assembled {
  ExecutableMemory memory;
  /// As of a chunk. With Width::four all that varies in time stands as four numbers for each: time, y, inputs, delayed
  /// expressions, outputs and work; and the result is the sum of all outputs. Those that are parameters or constants
  /// are then left to the caller.
  Piece piece = nullptr;
  std::uint32_t workSize = 0;  // numbers
  /// What the caller puts into work, four times, before the first call with these parameters.
  struct Preset {
    std::uint32_t place;
    Instruction from;  // a parameter or a constant
  };
  std::vector<Preset> presets = {};  // with Width::four
};

/// None: not on this machine.
[[nodiscard]] std::optional<Assembled> assemble(const Function& function, std::span<const Procedure> procedures,
                                                Width width);

}  // namespace dashpot::codegen
