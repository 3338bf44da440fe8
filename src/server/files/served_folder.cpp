#include "server/files/served_folder.hpp"

#include "server/files/open_beneath.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

namespace dashpot::server {

namespace {

namespace fs = std::filesystem;
using Reason = FileFailure::Reason;

FileFailure systemFailure(const std::string& path, int error) {
  if (error == ENOENT) return {Reason::missing, fmt::format("there is no file '{}'", path)};
  if (error == EXDEV || error == ELOOP)
    return {Reason::refused, fmt::format("'{}' leads out of the folder that is served", path)};
  return {error == EACCES || error == EROFS || error == EPERM ? Reason::refused : Reason::system,
          fmt::format("'{}': {}", path, std::strerror(error))};
}

Expected<std::string, FileFailure> contentOf(int file, const std::string& path) {
  struct stat about {};
  if (fstat(file, &about) != 0) return Unexpected{systemFailure(path, errno)};
  if (!S_ISREG(about.st_mode)) return Unexpected{FileFailure{Reason::refused, fmt::format("'{}' is no file", path)}};
  std::string content;
  char buffer[1 << 16];
  while (const ssize_t count = ::read(file, buffer, sizeof buffer)) {
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return Unexpected{systemFailure(path, errno)};
    content.append(buffer, static_cast<std::size_t>(count));
    if (content.size() > ServedFolder::largestFile)
      return Unexpected{FileFailure{Reason::refused,
                                    fmt::format("'{}' is larger than {} MB", path, ServedFolder::largestFile >> 20)}};
  }
  return content;
}

bool writeAll(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

bool isServedName(const fs::path& name) {
  const fs::path extension = name.extension();
  return name == "package.order" || extension == ".mo" || extension == ".csv" || extension == ".mat";
}

bool isHidden(const fs::path& part) { return part.native().starts_with('.'); }

double secondsOf(const timespec& time) {
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

std::string contentHash(std::string_view text) {
  // FNV-1a (Fowler, Noll, Vo), 64 bits; with the size beside it.
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return fmt::format("{:016x}-{:x}", hash, text.size());
}

Expected<std::unique_ptr<ServedFolder>, std::string> ServedFolder::open(const fs::path& folder, bool isReadonly) {
  std::error_code status;
  const fs::path root = fs::canonical(folder, status);
  if (status || !fs::is_directory(root, status))
    return Unexpected{fmt::format("there is no folder '{}'", folder.string())};
  Descriptor opened(::open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!opened) return Unexpected{fmt::format("cannot open '{}': {}", folder.string(), std::strerror(errno))};
  return std::unique_ptr<ServedFolder>(new ServedFolder(root, std::move(opened), isReadonly));
}

std::optional<FileFailure> ServedFolder::whyNot(const std::string& path) const {
  const fs::path given(path);
  const bool isOdd = path.empty() || path.find('\0') != std::string::npos || given.is_absolute() ||
                     std::ranges::any_of(given, [](const fs::path& part) { return part.empty() || isHidden(part); });
  if (isOdd) return FileFailure{Reason::refused, fmt::format("'{}' is not beneath the folder that is served", path)};
  if (!isServedName(given.filename()))
    return FileFailure{Reason::refused, fmt::format("'{}': only .mo, .csv, .mat and package.order are served", path)};
  return std::nullopt;
}

std::optional<FileFailure> ServedFolder::whyNotChange(const std::string& path) const {
  if (isReadonly_) return FileFailure{Reason::refused, "the folder is served for reading only (--readonly)"};
  return whyNot(path);
}

Expected<FileContent, FileFailure> ServedFolder::read(const std::string& path) const {
  if (auto refused = whyNot(path)) return Unexpected{std::move(*refused)};
  const Descriptor file = openBeneath(*folder_, path, O_RDONLY | O_NONBLOCK);
  if (!file) return Unexpected{systemFailure(path, errno)};
  auto text = contentOf(*file, path);
  if (!text) return Unexpected{std::move(text.error())};
  std::string hash = contentHash(*text);
  return FileContent{std::move(*text), std::move(hash)};
}

Expected<ServedFolder::Place, FileFailure> ServedFolder::placeOf(const std::string& path) const {
  fs::path resolved(path);
  // A link within the folder stays one: what it leads to is replaced.
  std::error_code status;
  if (const fs::path there = fs::canonical(root_ / path, status); !status) {
    resolved = there.lexically_relative(root_);
    if (resolved.empty() || *resolved.begin() == "..") return Unexpected{systemFailure(path, EXDEV)};
    if (auto refused = whyNot(resolved.string())) return Unexpected{std::move(*refused)};
  }
  const std::string folder = resolved.has_parent_path() ? resolved.parent_path().string() : ".";
  Place place{openBeneath(*folder_, folder, O_PATH | O_DIRECTORY), resolved.filename().string()};
  if (!place.folder && errno == ENOENT)
    return Unexpected{FileFailure{Reason::missing, fmt::format("there is no folder '{}'", folder)}};
  if (!place.folder) return Unexpected{systemFailure(path, errno)};
  return place;
}

std::optional<FileFailure> ServedFolder::whyNotReplace(const std::string& path, const std::string& hash) const {
  auto now = read(path);
  if (!now) return std::move(now.error());
  if (now->hash == hash) return std::nullopt;
  return FileFailure{Reason::changed, fmt::format("'{}' has been changed by somebody else", path), std::move(*now)};
}

Expected<std::string, FileFailure> ServedFolder::write(const std::string& path, std::string_view text, bool isNew) {
  if (text.size() > largestFile)
    return Unexpected{FileFailure{Reason::refused, fmt::format("more than {} MB are not saved", largestFile >> 20)}};
  const auto place = placeOf(path);
  if (!place) return Unexpected{place.error()};
  const std::string partial = fmt::format(".{}.{}.partial", place->name, getpid());
  struct stat before {};
  const bool isThere = fstatat(*place->folder, place->name.c_str(), &before, AT_SYMLINK_NOFOLLOW) == 0;
  const mode_t mode = isThere ? before.st_mode & 07777U : 0666U;
  (void)unlinkat(*place->folder, partial.c_str(), 0);  // of a server with this number that was killed
  Descriptor file(openat(*place->folder, partial.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
  if (!file) return Unexpected{systemFailure(path, errno)};
  bool isDone = (!isThere || fchmod(*file, mode) == 0) && writeAll(*file, text) && fsync(*file) == 0;
  if (isDone) {
    const unsigned flags = isNew ? 1U : 0U;  // RENAME_NOREPLACE
    isDone = syscall(SYS_renameat2, *place->folder, partial.c_str(), *place->folder, place->name.c_str(), flags) == 0;
  }
  if (isDone) return contentHash(text);
  const int error = errno;
  (void)unlinkat(*place->folder, partial.c_str(), 0);
  if (error == EEXIST) return Unexpected{FileFailure{Reason::exists, fmt::format("'{}' is there already", path)}};
  return Unexpected{systemFailure(path, error)};
}

Expected<std::string, FileFailure> ServedFolder::save(const std::string& path, std::string_view text,
                                                      const std::optional<std::string>& hash) {
  if (auto refused = whyNotChange(path)) return Unexpected{std::move(*refused)};
  const std::lock_guard lock(saving_);
  if (hash)
    if (auto refused = whyNotReplace(path, *hash)) return Unexpected{std::move(*refused)};
  return write(path, text, !hash);
}

Expected<std::string, FileFailure> ServedFolder::overwrite(const std::string& path, std::string_view text) {
  if (auto refused = whyNotChange(path)) return Unexpected{std::move(*refused)};
  const std::lock_guard lock(saving_);
  return write(path, text, false);
}

std::optional<FileFailure> ServedFolder::rename(const std::string& path, const std::string& hash,
                                                const std::string& to) {
  for (const std::string& name : {path, to})
    if (auto refused = whyNotChange(name)) return refused;
  const std::lock_guard lock(saving_);
  if (auto refused = whyNotReplace(path, hash)) return refused;
  const auto from = placeOf(path), target = placeOf(to);
  if (!from) return from.error();
  if (!target) return target.error();
  if (syscall(SYS_renameat2, *from->folder, from->name.c_str(), *target->folder, target->name.c_str(), 1U) == 0)
    return std::nullopt;
  if (errno == EEXIST) return FileFailure{Reason::exists, fmt::format("'{}' is there already", to)};
  return systemFailure(path, errno);
}

std::optional<FileFailure> ServedFolder::remove(const std::string& path, const std::string& hash) {
  if (auto refused = whyNotChange(path)) return refused;
  const std::lock_guard lock(saving_);
  if (auto refused = whyNotReplace(path, hash)) return refused;
  const auto place = placeOf(path);
  if (!place) return place.error();
  if (unlinkat(*place->folder, place->name.c_str(), 0) == 0) return std::nullopt;
  return systemFailure(path, errno);
}

std::vector<FileEntry> ServedFolder::list() const {
  std::vector<FileEntry> files;
  std::error_code status;
  std::size_t folders = 0;
  fs::recursive_directory_iterator each(root_, fs::directory_options::skip_permission_denied, status);
  for (; !status && each != fs::recursive_directory_iterator() && files.size() < mostFiles; each.increment(status)) {
    std::error_code unknown;
    if (isHidden(each->path().filename()) || (each->is_directory(unknown) && ++folders > mostFolders)) {
      each.disable_recursion_pending();
      continue;
    }
    if (!isServedName(each->path().filename())) continue;
    const std::string path = each->path().lexically_relative(root_).string();
    const Descriptor file = openBeneath(*folder_, path, O_PATH);
    struct stat about {};
    if (!file || fstat(*file, &about) != 0 || !S_ISREG(about.st_mode)) continue;
    files.push_back({path, static_cast<std::uint64_t>(about.st_size), secondsOf(about.st_mtim)});
  }
  std::ranges::sort(files, {}, &FileEntry::path);
  return files;
}

std::optional<std::string> ServedFolder::stamp(const std::string& path) const {
  const Descriptor file = openBeneath(*folder_, path, O_PATH);
  struct stat about {};
  if (!file || fstat(*file, &about) != 0) return std::nullopt;
  return fmt::format("{}.{} {} {}", about.st_mtim.tv_sec, about.st_mtim.tv_nsec, about.st_size, about.st_ino);
}

}  // namespace dashpot::server
