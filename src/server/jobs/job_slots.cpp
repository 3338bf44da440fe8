#include "server/jobs/job_slots.hpp"

#include <algorithm>

namespace dashpot::server {

JobSlots::Ticket JobSlots::newTicket() {
  const std::lock_guard lock(mutex_);
  return ++last_;
}

bool JobSlots::take(Ticket ticket, std::function<void()> go) {
  const std::lock_guard lock(mutex_);
  if (free_ > 0) {
    --free_;
    return true;
  }
  waiting_.push_back({ticket, std::move(go)});
  return false;
}

void JobSlots::leave(Ticket ticket) {
  std::function<void()> next;
  {
    const std::lock_guard lock(mutex_);
    const auto own = std::ranges::find(waiting_, ticket, &Waiting::ticket);
    if (own != waiting_.end()) {
      waiting_.erase(own);
      return;
    }
    if (waiting_.empty()) {
      ++free_;
      return;
    }
    next = std::move(waiting_.front().go);
    waiting_.pop_front();
  }
  next();
}

}  // namespace dashpot::server
