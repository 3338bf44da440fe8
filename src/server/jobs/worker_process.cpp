#include "server/jobs/worker_process.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>

namespace dashpot::server {

namespace {

using Clock = std::chrono::steady_clock;

/// Both ends; none of other processes gets them.
std::optional<std::pair<Descriptor, Descriptor>> openPipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
  return std::make_pair(Descriptor(ends[0]), Descriptor(ends[1]));
}

std::vector<char*> pointersTo(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

std::optional<StartedProcess> startProcess(const ProcessOptions& options, const std::vector<std::string>& arguments,
                                           Streams streams) {
  auto in = openPipe(), out = openPipe();
  if (!in || !out) return std::nullopt;
  posix_spawn_file_actions_t actions{};
  posix_spawnattr_t attributes{};
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, streams.input >= 0 ? streams.input : *in->first, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, *out->second, STDOUT_FILENO);
  if (streams.messages >= 0) posix_spawn_file_actions_adddup2(&actions, streams.messages, STDERR_FILENO);
  // A connection that a worker inherits stays open when the server closes it, and its browser waits for an answer for ever.
  posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
  if (!options.folder.empty()) posix_spawn_file_actions_addchdir_np(&actions, options.folder.c_str());
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
  std::vector<std::string> words{"dashpot"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  StartedProcess process{.number = -1, .in = std::move(in->second), .out = std::move(out->first)};
  const int error = posix_spawn(&process.number, options.program.c_str(), &actions, &attributes,
                                pointersTo(words).data(), pointersTo(options.environment).data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (error != 0) return std::nullopt;
  return process;
}

WorkerProcess::WorkerProcess(ProcessOptions options, Listener listener)
    : options_(std::move(options)), listener_(std::move(listener)) {
  if (auto ends = openPipe()) wakeRead_ = std::move(ends->first), wakeWrite_ = std::move(ends->second);
  {
    const std::lock_guard lock(mutex_);
    start();
  }
  thread_ = std::thread([this] { loop(); });
}

WorkerProcess::~WorkerProcess() { end(); }

void WorkerProcess::end() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    isOver_ = true;
    if (process_.number > 0) kill(process_.number, SIGKILL);
  }
  wake();
  thread_.join();
}

void WorkerProcess::wake() const {
  const char byte = 0;
  (void)!write(*wakeWrite_, &byte, 1);
}

ProcessCount WorkerProcess::tell(const nlohmann::json& message) {
  const std::string text = message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  const std::lock_guard lock(mutex_);
  if (!process_.in) return 0;
  writeFrame(*process_.in, FrameKind::message, text);  // to one that has just gone: `died` comes anyway
  return count_;
}

void WorkerProcess::killIn(std::chrono::milliseconds time) {
  {
    const std::lock_guard lock(mutex_);
    deadline_ = Clock::now() + time;
  }
  wake();
}

void WorkerProcess::calm() {
  const std::lock_guard lock(mutex_);
  deadline_.reset();
}

/// False: there will be none any more.
bool WorkerProcess::waitForBytes() {
  while (true) {
    int wait = -1;
    {
      const std::lock_guard lock(mutex_);
      if (isOver_) return false;
      if (deadline_ && Clock::now() >= *deadline_) {
        kill(process_.number, SIGKILL);
        deadline_.reset();
      }
      if (deadline_)
        wait = 1 + static_cast<int>(
                       std::chrono::duration_cast<std::chrono::milliseconds>(*deadline_ - Clock::now()).count());
    }
    std::array<pollfd, 2> watched{{{*process_.out, POLLIN, 0}, {*wakeRead_, POLLIN, 0}}};
    poll(watched.data(), watched.size(), wait);
    if (watched[1].revents != 0) {
      char byte = 0;
      (void)!read(*wakeRead_, &byte, 1);
    }
    if (watched[0].revents != 0) return true;
  }
}

/// Why it ended, in a sentence.
std::string WorkerProcess::bury() {
  int status = 0;
  while (waitpid(process_.number, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status))
    return fmt::format("the process that computed it has ended (exit code {}); the text is safe", WEXITSTATUS(status));
  if (WTERMSIG(status) == SIGKILL)
    return "the process that computed it was killed, probably for lack of memory; the text is safe";
  return fmt::format(
      "the process that computed it has crashed ({}): a bug of Dashpot, please report it with the model; the "
      "text is safe",
      strsignal(WTERMSIG(status)));
}

/// Under the lock.
void WorkerProcess::start() {
  constexpr int enough = 3;
  std::vector<std::string> arguments{"worker"};
  if (!options_.memory.empty()) arguments.insert(arguments.end(), {"--memory", options_.memory});
  std::optional<StartedProcess> started;
  if (silentDeaths_ < enough) started = startProcess(options_, arguments);
  process_ = started ? std::move(*started) : StartedProcess();
  ++count_;
  deadline_.reset();
}

void WorkerProcess::loop() {
  while (process_.number > 0) {
    ++silentDeaths_;
    bool isAlive = true;
    while (isAlive) {
      auto frame = readFrame(*process_.out, [this] { return waitForBytes(); });
      isAlive = frame.has_value();
      if (frame) silentDeaths_ = 0;
      try {
        if (frame) listener_.said(std::move(*frame));
      } catch (const std::exception&) {  // it says what cannot be understood: whatever it is doing, it is of no use
        isAlive = false;
      }
    }
    std::string why;
    ProcessCount which = 0;
    {
      // Until the next one is there: nobody finds none, who would take it for the last.
      const std::lock_guard lock(mutex_);
      which = count_;
      process_.in.reset();
      kill(process_.number, SIGKILL);  // changes nothing for one that has ended by itself
      why = bury();
      process_.number = -1;
      if (isOver_) return;
      start();
    }
    listener_.died(which, std::move(why));
  }
}

}  // namespace dashpot::server
