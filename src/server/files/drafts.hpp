// server/files/drafts.hpp: texts of the served folder that a page has changed and not yet saved, kept where the user's
// programs keep their state, so that they outlive the page, the server and the port it listened at.
#pragma once

#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace dashpot::server {

struct Draft {
  std::string path;  // relative to the served folder
  std::string text;
  std::optional<std::string> hash;  // of the content that it began from; nothing: there was no file
  double time = 0;                  // seconds since 1970
};

class Drafts {
 public:
  /// Nothing is kept without a place.
  Drafts(const std::filesystem::path& place, const std::filesystem::path& served);

  /// What cannot be written is not kept here: the page has it as well.
  void keep(const Draft& draft);
  void forget(const std::string& path);
  [[nodiscard]] std::optional<Draft> find(const std::string& path) const;
  /// The newest first, at most `most`.
  [[nodiscard]] std::vector<Draft> list() const;
  static constexpr std::size_t most = 100;

 private:
  [[nodiscard]] std::filesystem::path fileOf(const std::string& path) const;

  std::filesystem::path folder_;  // of this served folder
  mutable std::mutex mutex_;
};

}  // namespace dashpot::server
