#include "codegen/executable_memory.hpp"

#include <algorithm>
#include <sys/mman.h>
#include <utility>

namespace dashpot::codegen {

ExecutableMemory::ExecutableMemory(std::span<const std::uint8_t> code) {
  void* const pages = mmap(nullptr, code.size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) return;
  std::ranges::copy(code, static_cast<std::uint8_t*>(pages));
  if (mprotect(pages, code.size(), PROT_READ | PROT_EXEC) != 0) {
    munmap(pages, code.size());
    return;
  }
  begin_ = static_cast<std::uint8_t*>(pages);
  size_ = code.size();
}

ExecutableMemory::~ExecutableMemory() {
  if (begin_) munmap(begin_, size_);
}

ExecutableMemory::ExecutableMemory(ExecutableMemory&& other) noexcept
    : begin_(std::exchange(other.begin_, nullptr)), size_(std::exchange(other.size_, 0)) {}

ExecutableMemory& ExecutableMemory::operator=(ExecutableMemory&& other) noexcept {
  std::swap(begin_, other.begin_);
  std::swap(size_, other.size_);
  return *this;
}

}  // namespace dashpot::codegen
