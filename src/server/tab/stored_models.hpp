// server/tab/stored_models.hpp
//
// What there is to open: the models in files of the served folder, the examples that come with the program, and classes
// of the libraries.
#pragma once

#include "base/expected.hpp"
#include "server/files/served_folder.hpp"

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace dashpot::server {

struct Example {
  std::string path;  // "examples:rlc.mo", by which it is read
  std::string title, description;
};

struct StoredText {
  std::filesystem::path file;
  std::string text;
};

class StoredModels {
 public:
  /// The names of the top-level classes of a file; they are kept as long as the file stays as it is.
  [[nodiscard]] std::vector<std::string> modelsIn(const ServedFolder& folder, const FileEntry& file);

 private:
  struct Known {
    std::uint64_t size = 0;
    double modified = 0;
    std::vector<std::string> models;
  };
  std::mutex mutex_;
  std::map<std::string, Known> known_;
};

/// The folder of examples beside one of these libraries.
[[nodiscard]] std::optional<std::filesystem::path> exampleFolder(const std::vector<std::filesystem::path>& libraries);
/// All of its models, with the description that each has of itself.
[[nodiscard]] std::vector<Example> examplesIn(const std::filesystem::path& folder);
/// "examples:NAME.mo", or an Unexpected sentence.
[[nodiscard]] Expected<StoredText, std::string> readExample(const std::filesystem::path& folder,
                                                            const std::string& path);

/// The file of a class of the libraries.
[[nodiscard]] Expected<StoredText, std::string> readClass(const std::vector<std::filesystem::path>& libraries,
                                                          const std::string& name);
/// The top-level packages of the libraries.
[[nodiscard]] std::vector<std::string> packagesIn(const std::vector<std::filesystem::path>& libraries);
/// What modelica://PACKAGE/PATH names, if it is an image beneath the folder of a library.
[[nodiscard]] std::optional<StoredText> readResource(const std::vector<std::filesystem::path>& libraries,
                                                     const std::string& uri);

}  // namespace dashpot::server
