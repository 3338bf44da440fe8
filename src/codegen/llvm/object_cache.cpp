#include "codegen/llvm/object_cache.hpp"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/BLAKE3.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <tuple>
#include <vector>

namespace dashpot::codegen::native {

namespace {

// A file is: this word, the digest of its key and the object, the object. With the key in it, a file under another's
// name is not taken for it.
constexpr llvm::StringLiteral magic = "dashpot object 2\n";
constexpr std::size_t digestSize = 32;
constexpr llvm::StringLiteral unfinishedName = "%%%%%%%%.part";
// How often the size of the folder is looked at, in files that were stored; and what is left of it then.
constexpr std::uint64_t storesPerLook = 32;
constexpr double leftShare = 0.75;
using Digest = std::array<std::uint8_t, digestSize>;

Digest digestOf(llvm::StringRef a, llvm::StringRef b) {
  llvm::BLAKE3 hash;
  hash.update(a);
  hash.update(b);
  return hash.final<digestSize>();
}

/// Whether a file is one that a cache has put there, whole or half written: a folder that the user named may hold others.
bool isOurs(const std::filesystem::path& file) {
  const std::string stem = file.stem().string();
  const bool isHex = std::ranges::all_of(stem, [](char c) { return llvm::isHexDigit(c); });
  return isHex && ((file.extension() == ".o" && stem.size() == 2 * digestSize) ||
                   (file.extension() == ".part" && stem.size() == unfinishedName.count('%')));
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
  std::error_code ignored;  // used just now
  std::filesystem::last_write_time(pathOf(key), std::filesystem::file_time_type::clock::now(), ignored);
  return llvm::MemoryBuffer::getMemBufferCopy(content.drop_front(header), key);
}

void ObjectCache::store(const std::string& key, llvm::StringRef object) {
  if (llvm::sys::fs::create_directories(directory_, true, llvm::sys::fs::owner_all)) return;
  int descriptor = 0;
  llvm::SmallString<256> temporary;
  if (llvm::sys::fs::createUniqueFile(directory_ + "/" + unfinishedName, descriptor, temporary)) return;
  bool isWritten = false;
  {
    llvm::raw_fd_ostream out(descriptor, true);
    const Digest digest = digestOf(key, object);
    out << magic << llvm::StringRef(reinterpret_cast<const char*>(digest.data()), digestSize) << object;
    out.flush();
    isWritten = !out.has_error();
    out.clear_error();
  }
  if (isWritten && !llvm::sys::fs::rename(temporary, pathOf(key))) {
    if (stored_++ % storesPerLook == 0) keepToLimit();
  } else {
    std::ignore = llvm::sys::fs::remove(temporary);  // what is left over does no harm
  }
}

/// Others may be removing the same files: what is gone already is no trouble.
void ObjectCache::keepToLimit() const {
  namespace fs = std::filesystem;
  struct File {
    fs::file_time_type used;
    std::uint64_t size;
    fs::path path;
  };
  std::vector<File> files;
  std::uint64_t all = 0;
  std::error_code ignored;
  for (fs::directory_iterator at(directory_, ignored), end; !ignored && at != end; at.increment(ignored)) {
    if (!isOurs(at->path())) continue;
    std::error_code gone;
    const File file{at->last_write_time(gone), at->file_size(gone), at->path()};
    if (gone) continue;
    all += file.size;
    files.push_back(file);
  }
  if (all <= limit_) return;
  std::ranges::sort(files, {}, &File::used);
  for (const File& file : files) {
    if (static_cast<double>(all) <= leftShare * static_cast<double>(limit_)) return;
    std::error_code gone;
    if (fs::remove(file.path, gone)) all -= file.size;
  }
}

}  // namespace dashpot::codegen::native
