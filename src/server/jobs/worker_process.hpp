// server/jobs/worker_process.hpp
//
// A process of the same program that computes (worker/worker.hpp), seen from the server: what is said to it, what it
// says, its end, and the next one in its place.
#pragma once

#include "server/files/descriptor.hpp"
#include "server/worker/frames.hpp"

#include <nlohmann/json_fwd.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace dashpot::server {

/// How processes of this program are started.
struct ProcessOptions {
  std::filesystem::path program = "/proc/self/exe";
  std::filesystem::path folder;          // they work in
  std::string memory;                    // that each may take, as "2GB"; empty: what the machine has
  std::vector<std::string> environment;  // instead of that of the server: "NAME=value"
};

struct StartedProcess {
  pid_t number = -1;
  Descriptor in, out;  // what it reads, what it writes
};

/// Files for its standard streams; -1: a pipe for the input, the messages where those of the server go.
struct Streams {
  int input = -1, messages = -1;
};

/// Without a shell, with empty signal masks, in a group of its own: Ctrl-C on the terminal is for the server. Nothing if
/// the system cannot start any.
[[nodiscard]] std::optional<StartedProcess> startProcess(const ProcessOptions& options,
                                                         const std::vector<std::string>& arguments,
                                                         Streams streams = {});

/// Processes of a worker, one after the other: 1, 2, ...; 0: none.
using ProcessCount = std::uint64_t;

class WorkerProcess {
 public:
  struct Listener {
    std::function<void(Frame frame)> said;
    std::function<void(ProcessCount which, std::string why)> died;  // a sentence; the next one is there already
  };

  /// The listener is called by a thread of the worker.
  WorkerProcess(ProcessOptions options, Listener listener);
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  /// Which of the processes was told; 0: the system lets none live.
  ProcessCount tell(const nlohmann::json& message);
  /// Unless it has been calmed before.
  void killIn(std::chrono::milliseconds time);
  void calm();
  /// The listener is not called any more when it returns. Not for the listener itself: its thread cannot wait for itself.
  void end();

 private:
  void start();
  void loop();
  [[nodiscard]] bool waitForBytes();
  void wake() const;
  [[nodiscard]] std::string bury();

  ProcessOptions options_;
  Listener listener_;
  std::mutex mutex_;  // over the next five
  StartedProcess process_;
  ProcessCount count_ = 0;
  std::optional<std::chrono::steady_clock::time_point> deadline_;
  bool isOver_ = false;
  int silentDeaths_ = 0;  // one after the other: it is of no use to start more
  Descriptor wakeRead_, wakeWrite_;
  std::thread thread_;
};

}  // namespace dashpot::server
