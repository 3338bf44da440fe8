// server/jobs/job_queue.hpp: the jobs of one page, one after the other, in a worker of its own that keeps what it has
// compiled.
#pragma once

#include "server/jobs/job.hpp"
#include "server/jobs/job_slots.hpp"
#include "server/jobs/worker_process.hpp"

#include <deque>
#include <map>

namespace dashpot::server {

class JobQueue : public std::enable_shared_from_this<JobQueue> {
 public:
  JobQueue(ProcessOptions process, std::shared_ptr<JobSlots> slots);
  ~JobQueue();
  JobQueue(const JobQueue&) = delete;
  JobQueue& operator=(const JobQueue&) = delete;

  /// False: too many are waiting.
  [[nodiscard]] bool submit(std::shared_ptr<Job> job);
  void cancel(Job& job);
  /// What is said to a run while it goes on; nothing, if it does not.
  void tell(const Job& job, nlohmann::json order);
  /// Leaves its place and ends its worker: for its owner, before it lets go of the queue. The thread of a worker that gives
  /// a place to the next one holds that queue for a moment, may be the last to do so, and cannot wait for itself.
  void close();

  static constexpr std::size_t mostWaiting = 8;
  static constexpr std::chrono::milliseconds patience{1000};  // with a run that was told to stop

 private:
  enum class Ending : std::uint8_t { none, cancelled, tooLarge };  // what the current job was told to end for

  void next();
  void start();
  void said(const Frame& frame);
  void died(ProcessCount which, const std::string& why);
  void stop(Ending why);
  void tellToStop();
  void finish(const std::function<void(Job&, Ending)>& end);

  std::shared_ptr<JobSlots> slots_;
  std::mutex mutex_;  // over the next seven
  std::deque<std::shared_ptr<Job>> waiting_;
  std::shared_ptr<Job> current_;
  ProcessCount told_ = 0;  // the process that knows of the current job; 0: none yet
  Ending ending_ = Ending::none;
  bool hasAsked_ = false;  // for a slot, and has none yet
  bool isClosing_ = false;
  JobSlots::Ticket ticket_ = 0;
  std::map<std::uint32_t, std::shared_ptr<const ModelDescription>> models_;  // of this worker; for its thread only
  WorkerProcess worker_;  // the last member: its thread ends before what it uses
};

}  // namespace dashpot::server
