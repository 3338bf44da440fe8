// server/http/assets.hpp: the files of the page: embedded in the program, or from a folder while it is being written.
#pragma once

#include "server/http/http_server.hpp"

#include <filesystem>
#include <optional>
#include <span>
#include <string_view>

namespace dashpot::server {

struct Asset {
  std::string_view path;  // "/main-5F3A.js"
  std::string_view type;
  std::string_view tag;  // changes with the content
  std::string_view plain, compressed;
};

/// Made when the program is built; none, if the page was not.
[[nodiscard]] std::span<const Asset> embeddedAssets();

class Assets {
 public:
  /// Nothing: the embedded ones.
  explicit Assets(std::optional<std::filesystem::path> folder) : folder_(std::move(folder)) {}

  /// A sentence, if there is no page to show.
  [[nodiscard]] std::optional<std::string> whyNone() const;
  [[nodiscard]] HttpResponse answer(const HttpRequest& request) const;

 private:
  [[nodiscard]] HttpResponse embedded(const std::string& path, const HttpRequest& request) const;
  [[nodiscard]] HttpResponse fromFolder(const std::string& path) const;

  std::optional<std::filesystem::path> folder_;
};

}  // namespace dashpot::server
