// The built program as a process of its own, to be interrupted, killed or starved.
#pragma once

#include "cli/program.hpp"

#include <csignal>
#include <cstdio>
#include <optional>
#include <vector>

namespace dashpot::cli {

class Child {
 public:
  /// Output and messages go to `log`.
  Child(std::vector<std::string> arguments, const std::filesystem::path& log) {
    process_ = fork();
    if (process_ != 0) return;
    std::signal(SIGINT, SIG_DFL);
    if (!std::freopen(log.c_str(), "w", stdout) || dup2(STDOUT_FILENO, STDERR_FILENO) < 0) _exit(98);
    arguments.insert(arguments.begin(), "dashpot");
    std::vector<char*> pointers;
    for (std::string& argument : arguments) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    execv(testing::programPath, pointers.data());
    _exit(99);
  }
  ~Child() {
    if (process_ <= 0 || isOver_) return;
    kill(process_, SIGKILL);
    (void)wait();
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  void signal(int which) const { kill(process_, which); }
  /// The exit code; minus the signal that ended it.
  int wait() {
    int status = 0;
    EXPECT_EQ(waitpid(process_, &status, 0), process_);
    isOver_ = true;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  /// The same, if it ends by itself within this time; else nothing, and it goes on.
  std::optional<int> waitFor(double seconds) {
    constexpr int ticks = 200;  // per second
    for (int i = 0; i < static_cast<int>(seconds * ticks); ++i) {
      int status = 0;
      if (waitpid(process_, &status, WNOHANG) == process_) {
        isOver_ = true;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
      }
      usleep(1'000'000 / ticks);
    }
    return std::nullopt;
  }

 private:
  pid_t process_ = -1;
  bool isOver_ = false;
};

}  // namespace dashpot::cli
