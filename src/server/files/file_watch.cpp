#include "server/files/file_watch.hpp"

#include <algorithm>

namespace dashpot::server {

FileWatch::FileWatch(const ServedFolder& folder, std::chrono::milliseconds interval)
    : folder_(folder), interval_(interval), thread_([this] { loop(); }) {}

FileWatch::~FileWatch() { stop(); }

void FileWatch::stop() {
  {
    const std::lock_guard lock(mutex_);
    isOver_ = true;
  }
  woken_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void FileWatch::Watcher::know(const std::string& path, std::string hash) {
  const std::lock_guard lock(mutex_);
  files_[path] = {.hash = std::move(hash), .stamp = std::nullopt, .isLookedAt = false};
}

void FileWatch::Watcher::forget(const std::string& path) {
  const std::lock_guard lock(mutex_);
  files_.erase(path);
}

void FileWatch::Watcher::look(const ServedFolder& folder) {
  const std::lock_guard lock(mutex_);
  for (auto& [path, known] : files_) {
    std::optional<std::string> stamp = folder.stamp(path);
    if (known.isLookedAt && stamp == known.stamp) continue;
    known.isLookedAt = true;
    known.stamp = std::move(stamp);
    const auto content = folder.read(path);
    const std::string hash = content ? content->hash : std::string();
    if (hash == known.hash) continue;
    known.hash = hash;
    changed_(path, content ? std::optional(hash) : std::nullopt);
  }
}

std::shared_ptr<FileWatch::Watcher> FileWatch::watcher(Changed changed) {
  auto result = std::make_shared<Watcher>(std::move(changed));
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(watchers_, [](const auto& each) { return each.expired(); });
    watchers_.push_back(result);
  }
  woken_.notify_all();
  return result;
}

void FileWatch::loop() {
  std::unique_lock lock(mutex_);
  while (!isOver_) {
    woken_.wait(lock, [this] { return isOver_ || !watchers_.empty(); });
    woken_.wait_for(lock, interval_, [this] { return isOver_; });
    if (isOver_) return;
    std::erase_if(watchers_, [](const auto& each) { return each.expired(); });
    const std::vector<std::weak_ptr<Watcher>> all = watchers_;
    lock.unlock();
    for (const auto& each : all)
      if (const auto watcher = each.lock()) watcher->look(folder_);
    lock.lock();
  }
}

}  // namespace dashpot::server
