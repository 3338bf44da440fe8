#include "server/http/assets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace dashpot::server {

namespace {

namespace fs = std::filesystem;

constexpr const char* howToBuild =
    "this program was built without the page of the workbench: install nodejs and npm, and build it again with "
    "'./dev build'";

HttpResponse notFound() {
  return {.status = 404, .type = "text/plain; charset=utf-8", .body = "there is nothing here\n"};
}

std::string typeOf(const fs::path& file) {
  constexpr std::pair<std::string_view, const char*> types[] = {
      {".html", "text/html; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".svg", "image/svg+xml"},
      {".png", "image/png"},
      {".json", "application/json"},
      {".map", "application/json"},
      {".woff2", "font/woff2"},
      {".ico", "image/x-icon"},
      {".txt", "text/plain; charset=utf-8"},
  };
  const auto found =
      std::ranges::find(types, file.extension().string(), &std::pair<std::string_view, const char*>::first);
  return found == std::end(types) ? "application/octet-stream" : found->second;
}

/// The name changes with the content, so that it may be kept for ever.
bool isHashed(std::string_view path) { return !path.ends_with(".html") && path.find('-') != std::string_view::npos; }

HttpResponse noPage() {
  return {.status = 200,
          .type = "text/html; charset=utf-8",
          .body = fmt::format("<!doctype html><title>Dashpot</title><h1>There is no page here</h1><p>{}.</p>\n",
                              howToBuild),
          .headers = {{"Cache-Control", "no-store"}}};
}

}  // namespace

std::optional<std::string> Assets::whyNone() const {
  std::error_code status;
  if (folder_ && !fs::is_regular_file(*folder_ / "index.html", status))
    return fmt::format("there is no index.html in '{}'", folder_->string());
  if (!folder_ && embeddedAssets().empty()) return howToBuild;
  return std::nullopt;
}

HttpResponse Assets::answer(const HttpRequest& request) const {
  const std::string path = request.path == "/" ? "/index.html" : request.path;
  if (folder_) return fromFolder(path);
  if (embeddedAssets().empty() && request.path == "/") return noPage();
  return embedded(path, request);
}

HttpResponse Assets::embedded(const std::string& path, const HttpRequest& request) const {
  const auto all = embeddedAssets();
  const auto found = std::ranges::find(all, std::string_view(path), &Asset::path);
  if (found == all.end()) return notFound();
  const std::string tag = fmt::format("\"{}\"", found->tag);
  HttpResponse response{
      .type = std::string(found->type),
      .headers = {{"ETag", tag},
                  {"Vary", "Accept-Encoding"},
                  {"Cache-Control", isHashed(path) ? "public, max-age=31536000, immutable" : "no-cache"}}};
  if (request.ifNoneMatch == tag) {
    response.status = 304;
    return response;
  }
  const bool isCompressed = request.acceptEncoding.find("gzip") != std::string::npos;
  response.body = isCompressed ? found->compressed : found->plain;
  if (isCompressed) response.headers.emplace_back("Content-Encoding", "gzip");
  return response;
}

HttpResponse Assets::fromFolder(const std::string& path) const {
  std::error_code status;
  const fs::path root = fs::canonical(*folder_, status);
  const fs::path file = fs::canonical(root / path.substr(1), status);
  const bool isBeneath = !status && std::ranges::mismatch(root, file).in1 == root.end();
  if (!isBeneath || !fs::is_regular_file(file, status)) return notFound();
  std::ifstream in(file, std::ios::binary);
  return {.type = typeOf(file),
          .body = {std::istreambuf_iterator<char>(in), {}},
          .headers = {{"Cache-Control", "no-cache"}}};
}

}  // namespace dashpot::server
