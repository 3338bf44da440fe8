#include "server/tab/analyses.hpp"

namespace dashpot::server {

Analyses::~Analyses() {
  for (auto& [id, running] : running_) *running.isCancelled = true;
  for (auto& [id, running] : running_) running.thread.join();
}

bool Analyses::start(const std::string& id, std::function<void(const std::atomic<bool>& isCancelled)> work) {
  const std::lock_guard lock(mutex_);
  for (auto each = running_.begin(); each != running_.end();) {
    const auto present = each++;
    if (!*present->second.isOver) continue;
    present->second.thread.join();
    running_.erase(present);
  }
  if (running_.size() >= most || running_.contains(id)) return false;
  auto isCancelled = std::make_shared<std::atomic<bool>>(false), isOver = std::make_shared<std::atomic<bool>>(false);
  running_.emplace(id, Running{isCancelled, isOver, std::thread([isCancelled, isOver, work = std::move(work)] {
                                 work(*isCancelled);
                                 *isOver = true;
                               })});
  return true;
}

void Analyses::cancel(const std::string& id) {
  const std::lock_guard lock(mutex_);
  if (const auto found = running_.find(id); found != running_.end()) *found->second.isCancelled = true;
}

}  // namespace dashpot::server
