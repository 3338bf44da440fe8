// server/files/served_folder.hpp
//
// The files of the folder that is served, and no other: Modelica, package.order, CSV and MAT beneath it. The kernel
// resolves each name beneath the folder (openat2, RESOLVE_BENEATH), so that neither "..", nor a link, nor a folder that
// is exchanged meanwhile leads out of it; where it cannot, links are not followed at all.
//
// Promise: a file is saved whole or not at all, and only over the content that the client has seen.
#pragma once

#include "base/expected.hpp"
#include "server/files/descriptor.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dashpot::server {

struct FileContent {
  std::string text, hash;
};

struct FileFailure {
  enum class Reason : std::uint8_t { refused, missing, changed, exists, system };
  Reason reason = Reason::system;
  std::string sentence;
  std::optional<FileContent> now = {};  // what the file has instead, where it has changed
};

/// What stands in a folder's list.
struct FileEntry {
  std::string path;
  std::uint64_t size = 0;
  double modified = 0;  // seconds since 1970
};

/// Two contents with one hash are the same, as far as anybody needs to know.
[[nodiscard]] std::string contentHash(std::string_view text);

class ServedFolder {
 public:
  /// The failure is a sentence.
  [[nodiscard]] static Expected<std::unique_ptr<ServedFolder>, std::string> open(const std::filesystem::path& folder,
                                                                                 bool isReadonly);

  [[nodiscard]] const std::filesystem::path& root() const { return root_; }
  [[nodiscard]] bool isReadonly() const { return isReadonly_; }

  [[nodiscard]] Expected<FileContent, FileFailure> read(const std::string& path) const;
  /// Over the content of this hash; nothing: where no file is yet. Gives the new hash.
  [[nodiscard]] Expected<std::string, FileFailure> save(const std::string& path, std::string_view text,
                                                        const std::optional<std::string>& hash);
  /// Whatever is there.
  [[nodiscard]] Expected<std::string, FileFailure> overwrite(const std::string& path, std::string_view text);
  [[nodiscard]] std::optional<FileFailure> rename(const std::string& path, const std::string& hash,
                                                  const std::string& to);
  [[nodiscard]] std::optional<FileFailure> remove(const std::string& path, const std::string& hash);

  /// All of them, by name; folders that begin with a dot are left out, and what exceeds `mostFiles`.
  [[nodiscard]] std::vector<FileEntry> list() const;
  static constexpr std::size_t mostFiles = 2000, mostFolders = 20'000;
  static constexpr std::size_t largestFile = 8 << 20;  // bytes

  /// Of a file: changes whenever its content may have. Nothing: it is not there.
  [[nodiscard]] std::optional<std::string> stamp(const std::string& path) const;

 private:
  ServedFolder(std::filesystem::path root, Descriptor folder, bool isReadonly)
      : root_(std::move(root)), folder_(std::move(folder)), isReadonly_(isReadonly) {}

  [[nodiscard]] std::optional<FileFailure> whyNot(const std::string& path) const;
  [[nodiscard]] std::optional<FileFailure> whyNotChange(const std::string& path) const;
  [[nodiscard]] std::optional<FileFailure> whyNotReplace(const std::string& path, const std::string& hash) const;
  [[nodiscard]] Expected<std::string, FileFailure> write(const std::string& path, std::string_view text, bool isNew);
  /// The folder that a file lies in, and the name it has there; links within the folder resolved.
  struct Place {
    Descriptor folder;
    std::string name;
  };
  [[nodiscard]] Expected<Place, FileFailure> placeOf(const std::string& path) const;

  std::filesystem::path root_;
  Descriptor folder_;
  bool isReadonly_;
  std::mutex saving_;  // between looking at a file and replacing it
};

}  // namespace dashpot::server
