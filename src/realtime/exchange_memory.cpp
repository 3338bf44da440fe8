#include "realtime/exchange_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <string_view>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace dashpot::realtime {

namespace {

constexpr std::size_t longestName = 200;

bool isName(std::string_view name) {
  constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
  return !name.empty() && name.size() <= longestName && name.front() != '.' &&
         name.find_first_not_of(allowed) == std::string_view::npos;
}

Diagnostic refusedMemory(std::string message) {
  return {Severity::error, "shared-memory", std::move(message), {}, {}, {}, {}};
}

void* mapped(std::size_t bytes, int file) {
  void* const at =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED, file, 0);
  return at == MAP_FAILED ? nullptr : at;
}

}  // namespace

ExchangeMemory::ExchangeMemory(std::size_t words) : bytes_(words * sizeof(std::uint64_t)) {
  words_ = static_cast<std::uint64_t*>(mapped(bytes_, -1));
  if (!words_) throw std::bad_alloc();
}

Expected<ExchangeMemory, Diagnostic> ExchangeMemory::shared(const std::string& name, std::size_t words) {
  if (!isName(name)) {
    Diagnostic d = refusedMemory(fmt::format("'{}' is no name for shared memory", name));
    d.hint("letters, digits, '_', '-' and '.', not at the beginning");
    return Unexpected{std::move(d)};
  }
  ExchangeMemory memory;
  const std::string path = "/" + name;
  memory.file_ = shm_open(path.c_str(), O_RDWR | O_CREAT, S_IRUSR | S_IWUSR);
  if (memory.file_ < 0) {
    Diagnostic d = refusedMemory(fmt::format("cannot open the shared memory '{}': {}", name, std::strerror(errno)));
    if (errno == EACCES) d.hint("it belongs to another user: take another name");
    return Unexpected{std::move(d)};
  }
  struct stat about {};
  if (fstat(memory.file_, &about) != 0 || about.st_uid != geteuid() || (about.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    Diagnostic d = refusedMemory(fmt::format("the shared memory '{}' is open to other users", name));
    d.hint(fmt::format("take another name, or remove /dev/shm/{}", name));
    return Unexpected{std::move(d)};
  }
  // The lock is gone with whoever held it, however that ended.
  if (flock(memory.file_, LOCK_EX | LOCK_NB) != 0) {
    Diagnostic d = refusedMemory(fmt::format("the shared memory '{}' is in use by another run", name));
    d.hint("take another name with --shm");
    return Unexpected{std::move(d)};
  }
  memory.bytes_ = words * sizeof(std::uint64_t);
  if (ftruncate(memory.file_, 0) != 0 || ftruncate(memory.file_, static_cast<off_t>(memory.bytes_)) != 0 ||
      !(memory.words_ = static_cast<std::uint64_t*>(mapped(memory.bytes_, memory.file_))))
    return Unexpected{
        refusedMemory(fmt::format("there is no room for the shared memory '{}': {}", name, std::strerror(errno)))};
  memory.name_ = path;
  return memory;
}

ExchangeMemory::~ExchangeMemory() {
  if (words_) munmap(words_, bytes_);
  if (!name_.empty()) shm_unlink(name_.c_str());
  if (file_ >= 0) close(file_);
}

ExchangeMemory::ExchangeMemory(ExchangeMemory&& other) noexcept
    : name_(std::exchange(other.name_, {})),
      file_(std::exchange(other.file_, -1)),
      words_(std::exchange(other.words_, nullptr)),
      bytes_(other.bytes_) {}

}  // namespace dashpot::realtime
