#include "child.hpp"

#include <fmt/format.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dashpot::msl {

ChildReport inChildProcess(unsigned secondsAtMost, const std::function<void(const Tell&)>& work) {
  std::fflush(stdout);
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) return {.failure = "no pipe"};
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    // Of computing, as other processes may be busy, too; and a way out of a child that only waits.
    const rlimit computing{secondsAtMost, secondsAtMost + 5};
    setrlimit(RLIMIT_CPU, &computing);
    alarm(20 * secondsAtMost);
    work([out = ends[1]](const std::string& text) {
      for (std::size_t sent = 0; sent < text.size();) {
        const ssize_t count = write(out, text.data() + sent, text.size() - sent);
        if (count < 0) break;
        sent += static_cast<std::size_t>(count);
      }
    });
    _exit(0);
  }
  close(ends[1]);
  ChildReport report;
  std::array<char, 4096> buffer{};
  for (ssize_t count = 0; (count = read(ends[0], buffer.data(), buffer.size())) > 0;)
    report.text.append(buffer.data(), static_cast<std::size_t>(count));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status))
    report.failure = WTERMSIG(status) == SIGALRM || WTERMSIG(status) == SIGXCPU
                         ? fmt::format("no end after {} s", secondsAtMost)
                         : fmt::format("crash: {}", strsignal(WTERMSIG(status)));
  return report;
}

}  // namespace dashpot::msl
