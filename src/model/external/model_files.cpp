#include "model/external/model_files.hpp"

#include <filesystem>
#include <set>

namespace dashpot::model {

namespace fs = std::filesystem;

std::string fullPath(const std::string& name) {
  std::error_code status;
  const fs::path whole = fs::absolute(name, status).lexically_normal();
  const std::string text = whole.string();
  return text.size() > 1 && text.ends_with('/') ? text.substr(0, text.size() - 1) : text;
}

std::string ModelFiles::keyOf(const std::string& name) { return fullPath(name); }

Expected<std::string, ReadFailure> ModelFiles::read(const std::string& name) const {
  const auto changed = changed_.find(keyOf(name));
  if (changed == changed_.end()) return readNamedFile(name, access);
  if (!changed->second) return Unexpected{ReadFailure{"it has been removed"}};
  return *changed->second;
}

void ModelFiles::append(const std::string& name, const std::string& text) {
  const std::string key = keyOf(name);
  if (!changed_.contains(key)) {
    const auto before = readNamedFile(name, access);
    changed_[key] = before ? *before : std::string();
  }
  auto& content = changed_[key];
  content = content.value_or("") + text;
}

void ModelFiles::remove(const std::string& name) { changed_[keyOf(name)].reset(); }

int ModelFiles::kindOf(const std::string& name) const {
  constexpr int nothing = 1, file = 2, folder = 3, other = 4;
  if (const auto changed = changed_.find(keyOf(name)); changed != changed_.end())
    return changed->second ? file : nothing;
  std::error_code status;
  const fs::path resolved = fs::canonical(name, status);
  if (status || !mayRead(resolved, access)) return nothing;
  return fs::is_regular_file(resolved, status) ? file : fs::is_directory(resolved, status) ? folder : other;
}

Expected<std::vector<std::string>, ReadFailure> ModelFiles::namesIn(const std::string& folder) const {
  std::error_code status;
  const fs::path resolved = fs::canonical(folder, status);
  if (status) return Unexpected{ReadFailure{status.message()}};
  if (!mayRead(resolved, access))
    return Unexpected{ReadFailure{"it lies outside the folders of the model, of the libraries and of the run", true}};
  std::set<std::string> names;
  for (fs::directory_iterator at(resolved, status), end; !status && at != end; at.increment(status))
    names.insert(at->path().filename().string());
  if (status) return Unexpected{ReadFailure{status.message()}};
  for (const auto& [name, content] : changed_) {
    const fs::path file(name);
    if (fs::weakly_canonical(file.parent_path(), status) != resolved) continue;
    if (content)
      names.insert(file.filename().string());
    else
      names.erase(file.filename().string());
  }
  return std::vector<std::string>(names.begin(), names.end());
}

}  // namespace dashpot::model
