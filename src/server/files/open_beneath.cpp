#include "server/files/open_beneath.hpp"

#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <filesystem>
#include <linux/openat2.h>
#include <sys/syscall.h>

namespace dashpot::server {

Descriptor openBeneath(int folder, const std::string& path, int flags) {
  open_how how{};
  how.flags = static_cast<std::uint64_t>(flags) | O_CLOEXEC;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  const long opened = syscall(SYS_openat2, folder, path.c_str(), &how, sizeof how);
  if (opened >= 0 || (errno != ENOSYS && errno != EPERM)) return Descriptor(static_cast<int>(opened));
  return openWithoutLinks(folder, path, flags);
}

Descriptor openWithoutLinks(int folder, const std::string& path, int flags) {
  const std::filesystem::path parts(path);
  Descriptor at(openat(folder, ".", O_PATH | O_DIRECTORY | O_CLOEXEC));
  for (auto part = parts.begin(); part != parts.end() && at; ++part) {
    if (*part == ".." || part->is_absolute()) {
      errno = EXDEV;
      return {};
    }
    const bool isLast = std::next(part) == parts.end();
    Descriptor next(openat(*at, part->c_str(), (isLast ? flags : O_PATH | O_DIRECTORY) | O_NOFOLLOW | O_CLOEXEC));
    const int error = errno;
    at = std::move(next);
    errno = error;  // closing the folder above may have changed it
  }
  return at;
}

}  // namespace dashpot::server
