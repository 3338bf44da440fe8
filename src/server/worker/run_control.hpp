// server/worker/run_control.hpp
//
// What may be said to a run while it goes on: stop, wait, keep this pace, change this input. One thread reads what the
// server says, another one runs; this is what they share.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dashpot::server {

class RunControl {
 public:
  using Clock = std::chrono::steady_clock;

  // Of the thread that reads.
  void begin(std::optional<double> pace);
  void cancel();
  void setPace(std::optional<double> pace, bool isPaused);
  void setInput(std::string name, double value);

  // Of the thread that runs.
  [[nodiscard]] const std::atomic<bool>& isCancelled() const { return isCancelled_; }
  [[nodiscard]] std::vector<std::pair<std::string, double>> takeInputs();
  /// Waits as long as the run is paused, or ahead of its pace. `idle` is called before it waits, with whether it is
  /// paused.
  void keepPace(double time, const std::function<void(bool isPaused)>& idle);

 private:
  [[nodiscard]] Clock::time_point dueAt(double time) const;

  std::atomic<bool> isCancelled_ = false;
  std::atomic<bool> isWatched_ = false;  // there is a pace, a pause or an input: only then is there anything to do
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<double> pace_;  // simulated seconds per second
  bool isPaused_ = false;
  // Since the pace was set, or the run went on.
  std::optional<std::pair<Clock::time_point, double>> since_;  // when, and the simulated time then
  std::vector<std::pair<std::string, double>> inputs_;
};

}  // namespace dashpot::server
