// A client in the same process: requests in, answers out, as an editor would ask.
#pragma once

#include "language_server/server.hpp"
#include "paths.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace dashpot::language_server {

using nlohmann::json;

inline std::string contentOf(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// All .mo files of the examples and of the library.
inline std::vector<std::filesystem::path> modelFiles() {
  std::vector<std::filesystem::path> files;
  for (const char* folder : {"examples", "library"})
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(std::filesystem::path(testing::sourceTree) / folder))
      if (entry.path().extension() == ".mo") files.push_back(entry.path());
  return files;
}

/// A text with a '|' where the cursor stands.
struct Marked {
  explicit Marked(std::string marked) {
    const std::size_t at = marked.find('|');
    text = marked.substr(0, at) + (at == std::string::npos ? "" : marked.substr(at + 1));
    for (std::size_t i = 0; i < std::min(at, marked.size()); ++i) {
      ++character;
      if (marked[i] == '\n') ++line, character = 0;
    }
  }
  [[nodiscard]] json position() const { return {{"line", line}, {"character", character}}; }
  std::string text;
  int line = 0, character = 0;
};

class Client {
 public:
  explicit Client(json initialization = json::object())
      : server_([this](const std::string& message) { take(message); },
                {.findLibraries =
                     [](const std::vector<std::string>& given) {
                       std::vector<std::filesystem::path> roots(given.begin(), given.end());
                       roots.push_back(std::filesystem::path(testing::sourceTree) / "library");
                       return roots;
                     },
                 .version = "test",
                 .pause = std::chrono::milliseconds(0)}) {
    if (!initialization.is_null()) capabilities = request("initialize", std::move(initialization))["capabilities"];
  }

  /// The whole answer.
  json ask(const std::string& method, json params = json::object()) {
    const int id = ++lastId_;
    send({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}});
    const std::lock_guard lock(mutex_);
    const auto found = answers_.find(id);
    return found == answers_.end() ? json() : found->second;
  }
  /// The result; a failure of the test if there is none.
  json request(const std::string& method, json params = json::object()) {
    json answer = ask(method, std::move(params));
    EXPECT_TRUE(answer.contains("result")) << method << ": " << answer;
    return answer.value("result", json());
  }
  int errorCode(const std::string& method, json params = json::object()) {
    const json answer = ask(method, std::move(params));
    return answer.contains("error") ? answer["error"]["code"].get<int>() : 0;
  }
  void notify(const std::string& method, json params = json::object()) {
    send({{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}});
  }
  void send(const json& message) { server_.receive(message.dump()); }
  void sendText(const std::string& message) { server_.receive(message); }

  void open(const std::string& text, const std::string& uri = "file:///nowhere/test.mo") {
    uri_ = uri;
    version_ = 1;
    notify("textDocument/didOpen",
           {{"textDocument", {{"uri", uri}, {"languageId", "modelica"}, {"version", 1}, {"text", text}}}});
  }
  void change(const std::string& text) {
    notify("textDocument/didChange", {{"textDocument", {{"uri", uri_}, {"version", ++version_}}},
                                      {"contentChanges", json::array({{{"text", text}}})}});
  }
  /// A request about a place of the open document.
  json at(const std::string& method, const json& position, json more = json::object()) {
    more["textDocument"] = {{"uri", uri_}};
    more["position"] = position;
    return request(method, std::move(more));
  }
  json ofDocument(const std::string& method, json more = json::object()) {
    more["textDocument"] = {{"uri", uri_}};
    return request(method, std::move(more));
  }
  /// Opens a text with a mark and asks about it.
  json atMark(const std::string& method, const std::string& marked, json more = json::object()) {
    const Marked text(marked);
    open(text.text);
    return at(method, text.position(), std::move(more));
  }
  std::vector<std::string> completions(const std::string& marked) {
    std::vector<std::string> labels;
    const json answer = atMark("textDocument/completion", marked);
    for (const json& item : answer["items"]) labels.push_back(item["label"]);
    return labels;
  }

  /// The diagnostics that were published last, when all checks are done.
  json diagnostics() {
    server_.finishChecks();
    const std::lock_guard lock(mutex_);
    for (auto at = published_.rbegin(); at != published_.rend(); ++at)
      if ((*at)["uri"] == uri_) return *at;
    return {};
  }
  std::vector<json> allPublished() {
    server_.finishChecks();
    const std::lock_guard lock(mutex_);
    return published_;
  }
  std::string serverText() { return ofDocument("dashpot/text").get<std::string>(); }
  [[nodiscard]] const std::string& uri() const { return uri_; }
  Server& server() { return server_; }
  std::vector<json> otherMessages() {
    const std::lock_guard lock(mutex_);
    return others_;
  }

  json capabilities;

 private:
  void take(const std::string& text) {
    const json message = json::parse(text);
    EXPECT_EQ(message["jsonrpc"], "2.0");
    const std::lock_guard lock(mutex_);
    if (message.contains("id") && message["id"].is_number())
      answers_[message["id"]] = message;
    else if (message.value("method", "") == "textDocument/publishDiagnostics")
      published_.push_back(message["params"]);
    else
      others_.push_back(message);
  }

  std::mutex mutex_;
  std::map<int, json> answers_;
  std::vector<json> published_, others_;
  int lastId_ = 0;
  int version_ = 0;
  std::string uri_;
  Server server_;
};

}  // namespace dashpot::language_server
