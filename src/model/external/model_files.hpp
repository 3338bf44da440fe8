// model/external/model_files.hpp
//
// Files as functions of a model see them while it is flattened: those that it may read (base/file_access), and on top of
// them what it has printed itself, which is not on the disk before the model runs.
#pragma once

#include "base/file_access.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dashpot::model {

class ModelFiles {
 public:
  FileAccess access;  // folders that files may be read from

  [[nodiscard]] Expected<std::string, ReadFailure> read(const std::string& name) const;
  void append(const std::string& name, const std::string& text);
  void remove(const std::string& name);
  /// As ModelicaInternal_stat has it: 1 nothing, 2 a file, 3 a folder, 4 something else. Of what may not be read: 1.
  [[nodiscard]] int kindOf(const std::string& name) const;
  /// What lies in a folder, in the order of the names. A failure: it may not be read, or is no folder.
  [[nodiscard]] Expected<std::vector<std::string>, ReadFailure> namesIn(const std::string& folder) const;

 private:
  [[nodiscard]] static std::string keyOf(const std::string& name);

  std::map<std::string, std::optional<std::string>> changed_;  // by absolute name; empty: removed
};

/// An absolute name without "." and "..".
[[nodiscard]] std::string fullPath(const std::string& name);

}  // namespace dashpot::model
