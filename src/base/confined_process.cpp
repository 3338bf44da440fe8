#include "base/confined_process.hpp"

#include "base/file_handle.hpp"

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <memory>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dashpot {

namespace {

std::string contentOf(std::FILE* file) {
  std::string text;
  (void)std::fseek(file, 0, SEEK_SET);
  char buffer[4096];
  while (const auto count = std::fread(buffer, 1, sizeof buffer, file)) text.append(buffer, count);
  return text;
}

/// Empty if there is none. A folder that is not absolute could be the one a model lies in.
std::string pathOf(const std::string& program) {
  const char* const given = std::getenv("PATH");
  std::string_view rest = given ? given : "/usr/local/bin:/usr/bin:/bin";
  while (!rest.empty()) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    const std::string file = std::string(rest.substr(0, colon)) + '/' + program;
    rest.remove_prefix(std::min(colon + 1, rest.size()));
    std::error_code status;
    if (file.front() == '/' && std::filesystem::is_regular_file(file, status) && access(file.c_str(), X_OK) == 0)
      return file;
  }
  return {};
}

#if defined(__x86_64__) || defined(__aarch64__)
#if defined(__x86_64__)
constexpr std::uint32_t thisArchitecture = AUDIT_ARCH_X86_64;
constexpr std::uint32_t forks[] = {SYS_fork, SYS_vfork};
#else
constexpr std::uint32_t thisArchitecture = AUDIT_ARCH_AARCH64;
constexpr std::uint32_t forks[] = {SYS_clone3, SYS_clone3};  // it has no others
#endif

/// No new process for the one that calls this: threads may be made, and the program may be exchanged once by exec.
void refuseNewProcesses() {
  constexpr std::uint32_t refused = SECCOMP_RET_ERRNO | EPERM, unknown = SECCOMP_RET_ERRNO | ENOSYS;
  constexpr std::uint32_t number = offsetof(seccomp_data, nr), architecture = offsetof(seccomp_data, arch),
                          flags = offsetof(seccomp_data, args);  // the first argument; little-endian
  sock_filter rules[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, architecture),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, thisArchitecture, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, refused),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, number),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, unknown),  // the C library falls back on clone
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, forks[0], 4, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, forks[1], 3, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, flags),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, refused),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog filter{std::size(rules), rules};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}
#else
void refuseNewProcesses() {}
#endif

}  // namespace

Expected<ProcessResult, int> runConfined(const std::string& program, const std::vector<std::string>& arguments,
                                         std::string_view input) {
  const std::string path = pathOf(program);
  if (path.empty()) return Unexpected{ENOENT};
  const FileHandle in(std::tmpfile()), out(std::tmpfile()), errors(std::tmpfile());
  if (!in || !out || !errors) return Unexpected{errno};
  if (std::fwrite(input.data(), 1, input.size(), in.get()) != input.size() || std::fflush(in.get()) != 0)
    return Unexpected{errno};
  (void)std::fseek(in.get(), 0, SEEK_SET);
  std::vector<char*> words{const_cast<char*>(path.c_str())};
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  const int streams[] = {fileno(in.get()), fileno(out.get()), fileno(errors.get())};

  // Only system calls between fork and exec: other threads may hold locks.
  const pid_t process = fork();
  if (process < 0) return Unexpected{errno};
  if (process == 0) {
    for (int i = 0; i < 3; ++i)
      if (dup2(streams[i], i) < 0) _exit(127);
    std::signal(SIGPIPE, SIG_DFL);
    refuseNewProcesses();
    execv(path.c_str(), words.data());
    _exit(127);
  }
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return ProcessResult{WIFEXITED(status) && WEXITSTATUS(status) == 0, contentOf(out.get()), contentOf(errors.get())};
}

}  // namespace dashpot
