#include "codegen/executable_memory.hpp"

#include <algorithm>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>

namespace dashpot::codegen {

namespace {

constexpr std::size_t blockSize = 64 << 10;  // bytes; code that takes more than a quarter has pages of its own
constexpr std::size_t alignment = 32;        // of constants in wide registers, which stand in the code

/// Some pages, until nobody needs them any more.
class Mapping {
 public:
  Mapping() = default;
  Mapping(std::size_t size, int protection, int flags, int file)
      : at_(mmap(nullptr, size, protection, flags, file, 0)), size_(size) {}
  ~Mapping() {
    if (*this) munmap(at_, size_);
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  explicit operator bool() const { return at_ != MAP_FAILED; }
  [[nodiscard]] std::uint8_t* begin() const { return static_cast<std::uint8_t*>(at_); }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  void* at_ = MAP_FAILED;
  std::size_t size_ = 0;
};

/// Memory without a name, of this size; -1: there is none to be had.
int anonymousFile(std::size_t size) {
  const int file = memfd_create("dashpot-code", MFD_CLOEXEC);
  if (file >= 0 && ftruncate(file, static_cast<off_t>(size)) == 0) return file;
  if (file >= 0) close(file);
  return -1;
}

class Block {
 public:
  explicit Block(int file)
      : written_(blockSize, PROT_READ | PROT_WRITE, MAP_SHARED, file),
        run_(blockSize, PROT_READ | PROT_EXEC, MAP_SHARED, file),
        owner_(getpid()) {}

  [[nodiscard]] bool isUsable() const { return written_ && run_; }
  /// A process that was forked shares what its parent writes: it begins a block of its own.
  [[nodiscard]] bool hasRoomFor(std::size_t size) const { return used_ + size <= blockSize && owner_ == getpid(); }
  const std::uint8_t* add(std::span<const std::uint8_t> code) {
    const std::size_t at = used_;
    std::ranges::copy(code, written_.begin() + at);
    used_ += (code.size() + alignment - 1) / alignment * alignment;
    return run_.begin() + at;
  }

 private:
  Mapping written_, run_;
  pid_t owner_;
  std::size_t used_ = 0;
};

std::shared_ptr<Block> newBlock() {
  const int file = anonymousFile(blockSize);
  if (file < 0) return nullptr;
  auto block = std::make_shared<Block>(file);
  close(file);
  return block->isUsable() ? block : nullptr;
}

/// The block that is being filled, or another one if it has no room. Blocks that are full go with the last code in them.
std::shared_ptr<Block> blockFor(std::size_t size, std::shared_ptr<Block>& present) {
  if (!present || !present->hasRoomFor(size)) present = newBlock();
  return present;
}

std::shared_ptr<const Mapping> pagesOfItsOwn(std::span<const std::uint8_t> code) {
  auto pages =
      std::make_shared<const Mapping>(code.size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, /*file=*/-1);
  if (!*pages) return nullptr;
  std::ranges::copy(code, pages->begin());
  return mprotect(pages->begin(), pages->size(), PROT_READ | PROT_EXEC) == 0 ? pages : nullptr;
}

}  // namespace

ExecutableMemory::ExecutableMemory(std::span<const std::uint8_t> code) {
  static std::mutex mutex;
  static std::shared_ptr<Block> present;
  if (code.size() <= blockSize / 4) {
    const std::lock_guard lock(mutex);
    if (auto block = blockFor(code.size(), present)) {
      begin_ = block->add(code);
      pages_ = std::move(block);
      return;
    }
  }
  if (auto pages = pagesOfItsOwn(code)) {
    begin_ = pages->begin();
    pages_ = std::move(pages);
  }
}

}  // namespace dashpot::codegen
