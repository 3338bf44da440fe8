// language_server/workspace.hpp: the documents that an editor holds open, the folders it works in, and where libraries are
// looked for.
#pragma once

#include "language_server/known_classes.hpp"

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace dashpot::language_server {

class Workspace {
 public:
  using FindLibraries = std::function<std::vector<std::filesystem::path>(const std::vector<std::string>& given)>;

  /// Gives the folders of libraries for those that the user names: the rule of the command line.
  explicit Workspace(FindLibraries findLibraries) : findLibraries_(std::move(findLibraries)) {}

  // ------------------------------------------------------------------------------------------------------- documents

  Document& open(const std::string& uri, std::int64_t version, std::string text, Encoding encoding);
  void close(const std::string& uri) { documents_.erase(uri); }
  /// Null: it is not open.
  [[nodiscard]] Document* find(const std::string& uri);
  [[nodiscard]] const std::map<std::string, Document>& documents() const { return documents_; }

  // --------------------------------------------------------------------------------------------------------- folders

  void setLibraries(std::vector<std::string> libraries);
  void addFolder(const std::string& path);
  void removeFolder(const std::string& path);
  /// Files on disk may have changed.
  void readFilesAgain() { ++filesRead_; }

  [[nodiscard]] Snapshot snapshot() const;
  /// Where libraries are looked for, without the folders.
  [[nodiscard]] std::vector<std::filesystem::path> libraryRoots() const;
  [[nodiscard]] std::vector<std::filesystem::path> folders() const { return {folders_.begin(), folders_.end()}; }
  /// Every .mo file beneath the folders, and every open document that has one; at most `mostFiles`.
  [[nodiscard]] std::vector<std::string> files() const;
  static constexpr std::size_t mostFiles = 2000;
  [[nodiscard]] bool isInFolders(const std::string& path) const;

 private:
  FindLibraries findLibraries_;
  std::map<std::string, Document> documents_;  // by address
  std::vector<std::string> libraries_;
  std::vector<std::string> folders_;
  std::uint64_t filesRead_ = 0;
};

/// Without links, as the same file is called by everybody; of a file that is not there, as far as folders are.
[[nodiscard]] std::string canonicalPath(const std::string& path);

}  // namespace dashpot::language_server
