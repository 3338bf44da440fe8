// server/jobs/job_slots.hpp: how many jobs run at the same time, of all pages together; the others wait in their order.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <mutex>

namespace dashpot::server {

class JobSlots {
 public:
  using Ticket = std::uint64_t;
  explicit JobSlots(std::size_t most) : free_(most) {}

  [[nodiscard]] Ticket newTicket();
  /// True: there is a place. False: `go` is called by whoever leaves one.
  [[nodiscard]] bool take(Ticket ticket, std::function<void()> go);
  /// The place is free again; one that was not given yet is not wanted any more.
  void leave(Ticket ticket);

 private:
  struct Waiting {
    Ticket ticket;
    std::function<void()> go;
  };

  std::mutex mutex_;
  std::size_t free_;
  Ticket last_ = 0;
  std::list<Waiting> waiting_;
};

}  // namespace dashpot::server
