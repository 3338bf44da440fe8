// codegen/executable_memory.hpp: pages that hold machine code. They are written first and run then, never both.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace dashpot::codegen {

class ExecutableMemory {
 public:
  ExecutableMemory() = default;
  /// A copy of the code, at the beginning of a page; empty where the system gives no memory that may be run.
  explicit ExecutableMemory(std::span<const std::uint8_t> code);
  ~ExecutableMemory();
  ExecutableMemory(ExecutableMemory&& other) noexcept;
  ExecutableMemory& operator=(ExecutableMemory&& other) noexcept;
  ExecutableMemory(const ExecutableMemory&) = delete;
  ExecutableMemory& operator=(const ExecutableMemory&) = delete;

  [[nodiscard]] const std::uint8_t* begin() const { return begin_; }
  [[nodiscard]] bool empty() const { return begin_ == nullptr; }

 private:
  std::uint8_t* begin_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace dashpot::codegen
