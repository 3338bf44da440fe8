// server/files/file_watch.hpp
//
// Notices that another program has changed a file that a page has read. It looks once a second: that works on every file
// system, and pages hold a few files.
#pragma once

#include "server/files/served_folder.hpp"

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace dashpot::server {

class FileWatch {
 public:
  /// The path, and the hash of what the file has now; nothing: it is gone.
  using Changed = std::function<void(const std::string& path, const std::optional<std::string>& hash)>;

  explicit FileWatch(const ServedFolder& folder, std::chrono::milliseconds interval = std::chrono::seconds(1));
  ~FileWatch();
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;

  /// Nothing is told any more when it returns. Whoever is told may own the watch together with others, and be its last
  /// owner: its own thread cannot wait for itself, so the watch is stopped before its owners go.
  void stop();

  /// The files of one page, until it is destroyed. `changed` is called by the thread of the watch.
  class Watcher {
   public:
    explicit Watcher(Changed changed) : changed_(std::move(changed)) {}
    /// Nothing is looked at while the page itself changes files, and then says what it knows.
    [[nodiscard]] std::unique_lock<std::recursive_mutex> hold() { return std::unique_lock(mutex_); }
    /// This is what the page knows of a file.
    void know(const std::string& path, std::string hash);
    void forget(const std::string& path);

   private:
    friend class FileWatch;
    struct Known {
      std::string hash;
      std::optional<std::string> stamp;  // when this was the hash
      bool isLookedAt = false;
    };
    void look(const ServedFolder& folder);

    Changed changed_;
    std::recursive_mutex mutex_;
    std::map<std::string, Known> files_;
  };
  [[nodiscard]] std::shared_ptr<Watcher> watcher(Changed changed);

 private:
  void loop();

  const ServedFolder& folder_;
  std::chrono::milliseconds interval_;
  std::mutex mutex_;
  std::condition_variable woken_;
  bool isOver_ = false;
  std::vector<std::weak_ptr<Watcher>> watchers_;
  std::thread thread_;
};

}  // namespace dashpot::server
