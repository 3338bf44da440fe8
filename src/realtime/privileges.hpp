// realtime/privileges.hpp: what a thread asks of the system so that nothing comes between it and its deadlines.
//
//   SCHED_FIFO   no ordinary program takes the processor away; needs CAP_SYS_NICE or a limit of rtprio
//   mlockall     no page of the program is fetched from a disk; needs CAP_IPC_LOCK or a limit of memlock
//   timer slack  sleeps of ordinary threads are not prolonged to wake several at once; always granted
//
// What is refused is said in words, with the way to get it; the run goes on without it.
#pragma once

#include <string>
#include <vector>

namespace dashpot::realtime {

class Privileges {
 public:
  /// For the thread that calls. Not wanted: nothing but the timer slack is asked for.
  explicit Privileges(bool areWanted);
  ~Privileges();
  Privileges(const Privileges&) = delete;
  Privileges& operator=(const Privileges&) = delete;

  [[nodiscard]] int priority() const { return priority_; }
  [[nodiscard]] bool isLocked() const { return isLocked_; }
  /// One sentence for each that was refused.
  [[nodiscard]] const std::vector<std::string>& refusals() const { return refusals_; }

 private:
  int priority_ = 0;  // of SCHED_FIFO; 0: an ordinary thread
  bool isLocked_ = false;
  int policy_ = 0, slack_ = 0;  // before
  std::vector<std::string> refusals_;
};

}  // namespace dashpot::realtime
