#include "codegen/llvm/object_cache.hpp"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/BLAKE3.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/raw_ostream.h>

#include <cstring>
#include <tuple>

namespace dashpot::codegen::native {

namespace {

// A file is: this word, the digest of its key and the object, the object. With the key in it, a file under another's
// name is not taken for it.
constexpr llvm::StringLiteral magic = "dashpot object 2\n";
constexpr std::size_t digestSize = 32;
using Digest = std::array<std::uint8_t, digestSize>;

Digest digestOf(llvm::StringRef a, llvm::StringRef b) {
  llvm::BLAKE3 hash;
  hash.update(a);
  hash.update(b);
  return hash.final<digestSize>();
}

}  // namespace

std::string ObjectCache::keyOf(llvm::ArrayRef<char> module, llvm::StringRef target) {
  return llvm::toHex(digestOf(target, {module.data(), module.size()}), true);
}

std::unique_ptr<llvm::MemoryBuffer> ObjectCache::find(const std::string& key) {
  auto file = llvm::MemoryBuffer::getFile(pathOf(key), false, false);
  if (!file) return nullptr;
  const llvm::StringRef content = (*file)->getBuffer();
  const std::size_t header = magic.size() + digestSize;
  const bool isWhole = content.size() > header && content.starts_with(magic) && [&] {
    const Digest digest = digestOf(key, content.drop_front(header));
    return std::memcmp(content.data() + magic.size(), digest.data(), digestSize) == 0;
  }();
  if (!isWhole) {
    ++damaged_;
    return nullptr;
  }
  ++found_;
  return llvm::MemoryBuffer::getMemBufferCopy(content.drop_front(header), key);
}

void ObjectCache::store(const std::string& key, llvm::StringRef object) {
  if (llvm::sys::fs::create_directories(directory_)) return;
  int descriptor = 0;
  llvm::SmallString<256> temporary;
  if (llvm::sys::fs::createUniqueFile(directory_ + "/%%%%%%%%.part", descriptor, temporary)) return;
  bool isWritten = false;
  {
    llvm::raw_fd_ostream out(descriptor, true);
    const Digest digest = digestOf(key, object);
    out << magic << llvm::StringRef(reinterpret_cast<const char*>(digest.data()), digestSize) << object;
    out.flush();
    isWritten = !out.has_error();
    out.clear_error();
  }
  if (isWritten && !llvm::sys::fs::rename(temporary, pathOf(key)))
    ++stored_;
  else
    std::ignore = llvm::sys::fs::remove(temporary);  // what is left over does no harm
}

}  // namespace dashpot::codegen::native
