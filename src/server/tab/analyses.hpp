// server/tab/analyses.hpp: analyses of a page that are under way, each in a thread of its own, by the id of the request.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace dashpot::server {

class Analyses {
 public:
  static constexpr std::size_t most = 2;

  Analyses() = default;
  ~Analyses();
  Analyses(const Analyses&) = delete;
  Analyses& operator=(const Analyses&) = delete;

  /// False: too many already.
  [[nodiscard]] bool start(const std::string& id, std::function<void(const std::atomic<bool>& isCancelled)> work);
  void cancel(const std::string& id);

 private:
  struct Running {
    std::shared_ptr<std::atomic<bool>> isCancelled, isOver;
    std::thread thread;
  };
  std::mutex mutex_;
  std::map<std::string, Running> running_;
};

}  // namespace dashpot::server
