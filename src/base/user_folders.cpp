#include "base/user_folders.hpp"

#include <cstdlib>
#include <sys/stat.h>
#include <unistd.h>

namespace dashpot {

std::filesystem::path userCacheFolder() {
  const auto from = [](const char* variable) {
    const char* const value = std::getenv(variable);
    std::filesystem::path folder = value ? value : "";
    return folder.is_absolute() ? folder : std::filesystem::path();  // relative ones are to be ignored
  };
  if (const auto caches = from("XDG_CACHE_HOME"); !caches.empty()) return caches / "dashpot";
  if (const auto home = from("HOME"); !home.empty()) return home / ".cache" / "dashpot";
  return {};
}

bool isOwnFolder(const std::filesystem::path& folder) {
  struct stat status {};
  if (stat(folder.c_str(), &status) != 0) return true;
  return S_ISDIR(status.st_mode) && status.st_uid == geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

}  // namespace dashpot
