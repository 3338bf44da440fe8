// language_server/check_thread.hpp
//
// Checks documents one after the other in a thread of its own. A document is checked when it has been left alone for a
// moment; newer text abandons the check of older text, and no report of older text comes after.
#pragma once

#include "language_server/diagnose.hpp"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>

namespace dashpot::language_server {

class CheckThread {
 public:
  /// Called in the thread, with the findings of a text that is still the newest one.
  using Report = std::function<void(const Findings&)>;

  CheckThread(Report report, std::chrono::milliseconds pause);
  ~CheckThread();
  CheckThread(const CheckThread&) = delete;
  CheckThread& operator=(const CheckThread&) = delete;

  /// What stands in line for this document, or is being checked, is abandoned.
  void submit(Document document, Snapshot snapshot);
  void abandon(const std::string& uri);
  /// Waits until nothing is left to do.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;
  struct Job {
    Document document;
    Snapshot snapshot;
    Clock::time_point due;
    std::uint64_t number = 0;
  };

  void run();
  void work(const Job& job);
  [[nodiscard]] bool isNewest(const Job& job) const;

  Report report_;
  std::chrono::milliseconds pause_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, Job> waiting_;           // by document
  std::map<std::string, std::uint64_t> newest_;  // number of the last job of each document
  std::uint64_t submitted_ = 0;
  bool isWorking_ = false;
  bool isEnding_ = false;
  KnownClasses known_;  // of the thread alone
  std::thread thread_;  // the last member: it begins when all others are there
};

}  // namespace dashpot::language_server
