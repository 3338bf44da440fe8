// Files of one test, removed with it.
#pragma once

#include "cli/program.hpp"

namespace dashpot::cli {

class TemporaryPath {
 public:
  explicit TemporaryPath(const std::string& name)
      : path_(std::filesystem::path(::testing::TempDir()) / ("dashpot-" + std::to_string(getpid()) + "-" + name)) {
    std::filesystem::remove_all(path_);
  }
  ~TemporaryPath() { std::filesystem::remove_all(path_); }
  TemporaryPath(const TemporaryPath&) = delete;
  TemporaryPath& operator=(const TemporaryPath&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// As for a shell.
  [[nodiscard]] std::string argument() const { return "'" + path_.string() + "'"; }

 private:
  std::filesystem::path path_;
};

class ModelFile : public TemporaryPath {
 public:
  explicit ModelFile(const std::string& text, const std::string& name = "model.mo") : TemporaryPath(name) {
    std::ofstream(path(), std::ios::binary) << text;
  }
};

}  // namespace dashpot::cli
