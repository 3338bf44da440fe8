#include "server/worker/run_control.hpp"

#include <algorithm>

namespace dashpot::server {

void RunControl::begin(std::optional<double> pace) {
  const std::lock_guard lock(mutex_);
  isCancelled_ = false;
  pace_ = pace;
  isPaused_ = false;
  since_.reset();
  inputs_.clear();
  isWatched_ = pace.has_value();
}

void RunControl::cancel() {
  {
    const std::lock_guard lock(mutex_);
    isCancelled_ = true;
  }
  changed_.notify_all();
}

void RunControl::setPace(std::optional<double> pace, bool isPaused) {
  {
    const std::lock_guard lock(mutex_);
    pace_ = pace;
    isPaused_ = isPaused;
    since_.reset();
    isWatched_ = true;
  }
  changed_.notify_all();
}

void RunControl::setInput(std::string name, double value) {
  {
    const std::lock_guard lock(mutex_);
    inputs_.emplace_back(std::move(name), value);
    isWatched_ = true;
  }
  changed_.notify_all();
}

std::vector<std::pair<std::string, double>> RunControl::takeInputs() {
  if (!isWatched_) return {};
  const std::lock_guard lock(mutex_);
  return std::exchange(inputs_, {});
}

RunControl::Clock::time_point RunControl::dueAt(double time) const {
  // The clock counts nanoseconds, and does not reach as far as a very low pace asks for.
  constexpr double longest = 3600.0 * 24 * 365;
  const std::chrono::duration<double> later(std::min((time - since_->second) / *pace_, longest));
  return since_->first + std::chrono::duration_cast<Clock::duration>(later);
}

void RunControl::keepPace(double time, const std::function<void(bool isPaused)>& idle) {
  if (!isWatched_) return;
  std::unique_lock lock(mutex_);
  const auto ends = [this] { return isCancelled_.load(); };
  while (!ends()) {
    if (isPaused_) {
      lock.unlock();
      idle(true);
      lock.lock();
      changed_.wait(lock, [&] { return !isPaused_ || ends(); });
      since_.reset();
      continue;
    }
    if (!pace_) return;
    if (!since_) since_ = {Clock::now(), time};
    const auto due = dueAt(time);
    if (Clock::now() >= due) {
      // What was too slow for its pace does not hurry to make up for it.
      constexpr std::chrono::milliseconds late{250};
      if (Clock::now() > due + late) since_ = {Clock::now(), time};
      return;
    }
    lock.unlock();
    idle(false);
    lock.lock();
    if (isPaused_ || !pace_ || !since_) continue;
    const auto before = std::make_pair(pace_, isPaused_);
    changed_.wait_until(lock, due, [&] { return ends() || std::make_pair(pace_, isPaused_) != before || !since_; });
  }
}

}  // namespace dashpot::server
