// codegen/llvm/object_cache.hpp
//
// Machine code on disk, found by what it was made from: the LLVM module, the tier, the processor and the version of
// LLVM. One file per unit. A file is written beside its place and moved there, so that nobody ever reads half of one; a
// file that is not whole, or belongs to something else, counts as not there. Nothing in here can fail: what cannot be
// read is compiled, what cannot be written is not kept. Any number of processes may use one folder. Where it grows beyond
// its limit, the files that were not used for longest are removed.
#pragma once

#include "codegen/native.hpp"

#include <llvm/Support/MemoryBuffer.h>

#include <atomic>

namespace dashpot::codegen::native {

class ObjectCache {
 public:
  ObjectCache(std::string directory, std::uint64_t limit) : directory_(std::move(directory)), limit_(limit) {}

  [[nodiscard]] bool isOn() const { return !directory_.empty(); }
  [[nodiscard]] static std::string keyOf(llvm::ArrayRef<char> module, llvm::StringRef target);
  /// Null if it is not there.
  std::unique_ptr<llvm::MemoryBuffer> find(const std::string& key);
  void store(const std::string& key, llvm::StringRef object);
  [[nodiscard]] NativeGenerator::CacheCounts counts() const { return {found_, stored_, damaged_}; }

 private:
  [[nodiscard]] std::string pathOf(const std::string& key) const { return directory_ + "/" + key + ".o"; }
  void keepToLimit() const;

  std::string directory_;
  std::uint64_t limit_;
  std::atomic<std::uint64_t> found_ = 0, stored_ = 0, damaged_ = 0;
};

}  // namespace dashpot::codegen::native
