// server/tab/tab.hpp
//
// One page of the workbench: what comes through its WebSocket, and what goes back (docs/protocol.md). Messages of the
// Language Server Protocol, and those about drawings, go to a language server of its own; those about files and runs are
// answered here.
//
// Messages that depend on the text of documents are handled by a thread of the tab, in their order. What is said to a run
// that goes on is handled at once: nobody waits for a check to end before a run can be stopped.
#pragma once

#include "server/files/drafts.hpp"
#include "server/files/file_watch.hpp"
#include "server/files/served_folder.hpp"
#include "server/http/http_server.hpp"
#include "server/jobs/job_queue.hpp"
#include "server/tab/stored_models.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace dashpot::server {

/// Jobs by number, for downloads.
class JobRegistry {
 public:
  [[nodiscard]] std::uint32_t newNumber() { return ++last_; }
  void add(const std::shared_ptr<Job>& job);
  void remove(std::uint32_t number);
  /// Null: there is none of this number any more.
  [[nodiscard]] std::shared_ptr<Job> find(std::uint32_t number) const;

 private:
  std::atomic<std::uint32_t> last_ = 0;
  mutable std::mutex mutex_;
  std::map<std::uint32_t, std::shared_ptr<Job>> jobs_;
};

/// Tabs that are open, or still about to go.
class TabCount {
 public:
  void enter();
  void leave();
  /// False: after this time there are still some.
  bool waitForNone(std::chrono::seconds most);

 private:
  std::mutex mutex_;
  std::condition_variable left_;
  std::size_t count_ = 0;
};

/// What all tabs share.
struct Workbench {
  std::string version;
  std::unique_ptr<ServedFolder> folder;
  std::unique_ptr<Drafts> drafts;
  std::vector<std::string> libraries;  // that the user names
  std::function<std::vector<std::filesystem::path>(const std::vector<std::string>& given)> findLibraries;
  ProcessOptions process;
  std::shared_ptr<JobSlots> slots;
  std::shared_ptr<ResultBudget> budget;
  JobRegistry jobs;
  std::unique_ptr<FileWatch> watch;
  StoredModels stored;
  std::shared_ptr<TabCount> tabs = std::make_shared<TabCount>();  // outlives the last tab
};

/// A tab behind a WebSocket. It goes when the connection does, and its jobs with it.
[[nodiscard]] std::shared_ptr<WebSocketListener> openTab(std::shared_ptr<Workbench> workbench,
                                                         std::shared_ptr<WebSocket> socket);

}  // namespace dashpot::server
