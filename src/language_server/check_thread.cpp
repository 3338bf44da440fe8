#include "language_server/check_thread.hpp"

#include <algorithm>

namespace dashpot::language_server {

CheckThread::CheckThread(Report report, std::chrono::milliseconds pause)
    : report_(std::move(report)), pause_(pause), thread_([this] { run(); }) {}

CheckThread::~CheckThread() {
  {
    const std::lock_guard lock(mutex_);
    isEnding_ = true;
    waiting_.clear();
    newest_.clear();
  }
  changed_.notify_all();
  thread_.join();
}

void CheckThread::submit(Document document, Snapshot snapshot) {
  {
    const std::lock_guard lock(mutex_);
    const std::string uri = document.uri;
    newest_[uri] = ++submitted_;
    waiting_.insert_or_assign(uri, Job{std::move(document), std::move(snapshot), Clock::now() + pause_, submitted_});
  }
  changed_.notify_all();
}

void CheckThread::abandon(const std::string& uri) {
  {
    const std::lock_guard lock(mutex_);
    waiting_.erase(uri);
    newest_.erase(uri);
  }
  changed_.notify_all();
}

void CheckThread::finish() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return waiting_.empty() && !isWorking_; });
}

bool CheckThread::isNewest(const Job& job) const {
  const auto newest = newest_.find(job.document.uri);
  return newest != newest_.end() && newest->second == job.number;
}

void CheckThread::work(const Job& job) {
  const auto isAbandoned = [&] {
    const std::lock_guard lock(mutex_);
    return !isNewest(job);
  };
  const std::optional<Findings> findings = check(known_, job.document, job.snapshot, isAbandoned);
  if (!findings) return;
  // Under the lock, so that no newer text can come between the question and the report.
  const std::lock_guard lock(mutex_);
  if (isNewest(job)) report_(*findings);
}

void CheckThread::run() {
  std::unique_lock lock(mutex_);
  while (!isEnding_) {
    if (waiting_.empty()) {
      changed_.wait(lock);
      continue;
    }
    const auto next = std::ranges::min_element(waiting_, {}, [](const auto& waiting) { return waiting.second.due; });
    if (const Clock::time_point due = next->second.due; Clock::now() < due) {
      changed_.wait_until(lock, due);
      continue;
    }
    const Job job = std::move(next->second);
    waiting_.erase(next);
    isWorking_ = true;
    lock.unlock();
    work(job);
    lock.lock();
    isWorking_ = false;
    changed_.notify_all();
  }
}

}  // namespace dashpot::language_server
