// codegen/executable_memory.hpp: memory that holds machine code. Nothing is ever run at an address where it can be
// written.
//
// Functions are small, and runs take milliseconds: pages of its own for each function would take longer to be had from
// the system than its code takes to be made. So functions lie one behind the other in blocks, which are mapped twice:
// code is written in one view and run in the other. Nothing is written over code that was there before, not even if
// nobody needs it any more: a process that was forked may run it still. Where memory cannot be mapped twice, a function
// has pages of its own, which are written first and run then.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace dashpot::codegen {

class ExecutableMemory {
 public:
  ExecutableMemory() = default;
  /// A copy of the code, at a multiple of 32 bytes; empty where the system gives no memory that may be run. Thread safe.
  explicit ExecutableMemory(std::span<const std::uint8_t> code);

  [[nodiscard]] const std::uint8_t* begin() const { return begin_; }
  [[nodiscard]] bool empty() const { return begin_ == nullptr; }

 private:
  std::shared_ptr<const void> pages_;  // lives as long as one function in them does
  const std::uint8_t* begin_ = nullptr;
};

}  // namespace dashpot::codegen
