#include "language_server/workspace.hpp"

#include "language_server/protocol.hpp"

#include <algorithm>
#include <set>

namespace dashpot::language_server {

namespace fs = std::filesystem;

std::string canonicalPath(const std::string& path) {
  if (path.empty()) return path;
  std::error_code status;
  const fs::path whole = fs::weakly_canonical(path, status);
  std::string result = status ? path : whole.string();
  while (result.size() > 1 && result.ends_with('/')) result.pop_back();
  return result;
}

Document& Workspace::open(const std::string& uri, std::int64_t version, std::string text, Encoding encoding) {
  Document document{uri, canonicalPath(pathOf(uri)), version, Text(std::move(text), encoding)};
  return documents_.insert_or_assign(uri, std::move(document)).first->second;
}

Document* Workspace::find(const std::string& uri) {
  const auto found = documents_.find(uri);
  return found == documents_.end() ? nullptr : &found->second;
}

void Workspace::setLibraries(std::vector<std::string> libraries) {
  libraries_ = std::move(libraries);
  readFilesAgain();
}

void Workspace::addFolder(const std::string& path) {
  const std::string folder = canonicalPath(path);
  if (!folder.empty() && std::ranges::find(folders_, folder) == folders_.end()) folders_.push_back(folder);
}

void Workspace::removeFolder(const std::string& path) { std::erase(folders_, canonicalPath(path)); }

namespace {

/// Adds folders that are there and not in the list yet.
void addRoots(const std::vector<fs::path>& folders, std::vector<fs::path>& roots) {
  for (const fs::path& folder : folders) {
    const fs::path canonical = canonicalPath(folder.string());
    std::error_code status;
    if (fs::exists(canonical, status) && std::ranges::find(roots, canonical) == roots.end()) roots.push_back(canonical);
  }
}

}  // namespace

std::vector<fs::path> Workspace::libraryRoots() const {
  std::vector<fs::path> roots;
  addRoots(findLibraries_(libraries_), roots);
  return roots;
}

Snapshot Workspace::snapshot() const {
  Snapshot snapshot{.roots = libraryRoots(), .open = {}, .filesRead = filesRead_};
  addRoots(folders(), snapshot.roots);
  for (const auto& [uri, document] : documents_) snapshot.open.push_back(document);
  return snapshot;
}

bool Workspace::isInFolders(const std::string& path) const {
  return std::ranges::any_of(folders_, [&](const std::string& folder) { return path.starts_with(folder + "/"); });
}

std::vector<std::string> Workspace::files() const {
  std::set<std::string> files;
  for (const auto& [uri, document] : documents_)
    if (!document.path.empty()) files.insert(document.path);
  for (const std::string& folder : folders_) {
    std::error_code status;
    fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, status), end;
    for (; !status && at != end && files.size() < mostFiles; at.increment(status)) {
      const fs::path& path = at->path();
      const bool isHidden = path.filename().string().starts_with('.') || path.filename() == "node_modules";
      std::error_code unreadable;
      if (isHidden && at->is_directory(unreadable)) at.disable_recursion_pending();
      if (!isHidden && path.extension() == ".mo" && at->is_regular_file(unreadable)) files.insert(path.string());
    }
  }
  return {files.begin(), files.end()};
}

}  // namespace dashpot::language_server
