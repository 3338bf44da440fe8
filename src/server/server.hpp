// server/server.hpp
//
// The front door of the stage: the workbench in a browser. A folder of models in, a page out, with everything behind it
// that docs/protocol.md describes.
//
//   http/     HTTP and WebSockets, who may come in, the files of the page
//   files/    the folder that is served, and what changes in it
//   tab/      one page: its messages, and who answers them
//   jobs/     runs: processes, results, what is sent of them
//   worker/   the other end of a process
//
// Promise: docs/security.md, "The workbench". Whatever a run does, the texts of the pages stay.
#pragma once

#include "base/expected.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dashpot::server {

struct ServeOptions {
  std::filesystem::path folder = ".";
  std::string host = "127.0.0.1";
  std::uint16_t port = 0;                      // 0: one that is free
  std::vector<std::string> allowedHosts = {};  // names by which it may be called, too
  bool isReadonly = false;
  std::optional<std::filesystem::path> assets = {};  // the files of the page, instead of those in the program
  std::filesystem::path drafts = {};                 // where texts that are not saved are kept; empty: nowhere
  std::vector<std::string> libraries = {};           // that the user names
  std::function<std::vector<std::filesystem::path>(const std::vector<std::string>& given)> findLibraries;
  std::string version;
  std::filesystem::path program = "/proc/self/exe";  // what workers are processes of
  std::string workerMemory = {};                   // what a run may take, as "2GB"; empty: half of what the machine has
  std::size_t mostResults = std::size_t{1} << 30;  // bytes, of all runs together
  std::size_t mostRuns = 4;                        // at the same time; others wait
  std::size_t mostConnections = 64;
  std::chrono::milliseconds watchInterval{1000};  // how often files are looked at
};

/// Where drafts of all folders lie: beneath XDG_STATE_HOME, else ~/.local/state. Empty: there is no such place.
[[nodiscard]] std::filesystem::path draftPlace();

class Server {
 public:
  /// Listens, and answers from now on. The failure is a sentence.
  [[nodiscard]] static Expected<std::unique_ptr<Server>, std::string> start(ServeOptions options);
  Server() = default;
  virtual ~Server() = default;  // ends everything, processes too
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  [[nodiscard]] virtual std::uint16_t port() const = 0;
  [[nodiscard]] virtual std::string token() const = 0;
  /// http://127.0.0.1:PORT/?token=...
  [[nodiscard]] virtual std::string address() const = 0;
  /// A sentence, if the page itself is missing.
  [[nodiscard]] virtual std::optional<std::string> lacking() const = 0;
};

}  // namespace dashpot::server
