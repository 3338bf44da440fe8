// base/file_access.hpp
//
// Files that a model names (tables): a model may come from anywhere, so it reads only what lies beneath the folders
// that are allowed, links resolved, and only regular files of a bounded size: no devices, no pipes, no other people's
// files.
#pragma once

#include "base/expected.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace dashpot {

struct FileAccess {
  std::vector<std::filesystem::path> folders = {};  // beside the working folder
  std::vector<std::string>* read = nullptr;         // gets the names of the files that are read, links resolved
  bool runsCode = false;                            // the model's own code in C may be compiled and run
};

struct ReadFailure {
  std::string reason;      // "it is not a regular file"
  bool isRefused = false;  // it may be there, but it is not allowed
};

inline constexpr std::size_t largestNamedFile = 256'000'000;  // bytes

/// Whether a model may look at this file; its links are resolved.
[[nodiscard]] bool mayRead(const std::filesystem::path& resolved, const FileAccess& access);

/// The content of a file that a model names.
[[nodiscard]] Expected<std::string, ReadFailure> readNamedFile(const std::string& name, const FileAccess& access);

}  // namespace dashpot
