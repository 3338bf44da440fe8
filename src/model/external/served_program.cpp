#include "model/external/served_program.hpp"

#include "base/user_folders.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

extern char** environ;

namespace dashpot::model {

namespace fs = std::filesystem;

namespace {

constexpr int longestWait = 1000 * (longestCallSeconds + 1);  // ms
constexpr int longestFarewell = 2000;                         // ms
constexpr std::size_t messageSize = 1000;

/// FNV-1a (Fowler, Noll, Vo), twice with different beginnings: 128 bits.
std::string fingerprint(const std::string& text) {
  std::uint64_t a = 0xcbf29ce484222325, b = 0x84222325cbf29ce4;
  for (const char c : text) {
    a = (a ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    b = (b ^ static_cast<unsigned char>(c)) * 0x100000001b3 + 1;
  }
  return fmt::format("{:016x}{:016x}", a, b);
}

/// Names, sizes and times of the files in a folder that a compiler may read.
std::string describeFiles(const fs::path& folder) {
  constexpr std::array endings{".h", ".c", ".inc", ".a", ".so"};
  std::vector<std::string> lines;
  std::error_code status;
  for (const auto& entry : fs::directory_iterator(folder, status)) {
    std::error_code ignored;
    const bool isOfUse = std::ranges::find(endings, entry.path().extension().string()) != endings.end();
    if (!isOfUse || !entry.is_regular_file(ignored)) continue;
    lines.push_back(fmt::format("{} {} {}\n", entry.path().string(), entry.file_size(ignored),
                                entry.last_write_time(ignored).time_since_epoch().count()));
  }
  std::sort(lines.begin(), lines.end());
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

/// Empty: there is none that could be used.
fs::path cacheFolder() {
  const fs::path whole = userCacheFolder();
  if (whole.empty()) return {};
  const fs::path folder = whole / "external";
  std::error_code status;
  fs::create_directories(folder, status);
  fs::permissions(folder, fs::perms::owner_all, status);
  return !status && isOwnFolder(folder) ? folder : fs::path();
}

/// In the absolute folders of PATH.
fs::path findCompiler() {
  const char* path = std::getenv("PATH");
  std::string_view rest = path ? path : "";
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    const fs::path folder(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    for (const char* name : {"cc", "gcc", "clang"})
      if (folder.is_absolute() && access((folder / name).c_str(), X_OK) == 0) return folder / name;
  }
  return {};
}

/// Runs a program without a shell; what it writes to its error stream goes to a file. Its exit code.
int runProgram(const std::vector<std::string>& words, const fs::path& messages) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, messages.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  pid_t child = -1;
  const int failed = posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return -1;
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

std::optional<fs::path> compiledProgram(const std::string& text, const CompilerOptions& options, std::string& problem) {
  const fs::path folder = cacheFolder(), compiler = findCompiler();
  if (folder.empty() || compiler.empty()) {
    problem = compiler.empty() ? "there is no C compiler (cc)" : "there is no folder to keep it in ($HOME/.cache)";
    return std::nullopt;
  }
  std::vector<std::string> words{compiler.string(), "-O2", "-w", "-x", "c"};
  std::string all = text;
  for (const fs::path& include : options.includeFolders) {
    words.push_back("-I" + include.string());
    all += describeFiles(include);
  }
  const fs::path ownHeaders = folder / "include";
  std::error_code ignored;
  fs::create_directories(ownHeaders, ignored);
  for (const std::string& header : options.ownHeaders) std::ofstream(ownHeaders / header, std::ios::app).flush();
  words.insert(words.end(), {"-idirafter", ownHeaders.string()});
  std::vector<std::string> last{"-x", "none"};
  for (const fs::path& library : options.libraryFolders) {
    last.push_back("-L" + library.string());
    last.push_back("-Wl,-rpath," + library.string());
    all += describeFiles(library);
  }
  for (const std::string& library : options.libraries) last.push_back("-l" + library);
  last.emplace_back("-lm");
  for (const auto* list : {&words, &last})
    for (const std::string& word : *list) all += word + '\n';
  const fs::path program = folder / fingerprint(all);
  if (access(program.c_str(), X_OK) == 0) return program;

  const std::string own = fmt::format("{}.{}", program.string(), getpid());
  const fs::path source = own + ".c", messages = own + ".txt", made = own + ".new";
  std::ofstream(source, std::ios::binary) << text;
  words.push_back(source.string());
  words.emplace_back("-o");
  words.push_back(made.string());
  words.insert(words.end(), last.begin(), last.end());
  const int status = runProgram(words, messages);
  if (status == 0) {
    fs::rename(made, program, ignored);
  } else {
    std::ifstream said(messages);
    problem.assign(std::istreambuf_iterator<char>(said), {});
    if (problem.empty()) problem = fmt::format("{} ends with {}", compiler.string(), status);
  }
  fs::remove(source, ignored);
  fs::remove(messages, ignored);
  return status == 0 ? std::optional(program) : std::nullopt;
}

// ---------------------------------------------------------------------------------------------------------- the child

ServedProgram::~ServedProgram() { stop(true); }

void ServedProgram::forget() {
  const std::lock_guard lock(mutex_);
  stop(true);
  program_.reset();
}

bool ServedProgram::start(const std::string& name, std::string& problem) const {
  if (!program_) program_ = make_(problem);
  if (!program_) return false;
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    problem = std::strerror(errno);
    return false;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 3);
  posix_spawn_file_actions_adddup2(&actions, 3, 4);
  posix_spawn_file_actions_addclosefrom_np(&actions, 5);
  std::string file = program_->string();
  char* arguments[] = {file.data(), nullptr};
  pid_t child = -1;
  const int failed = posix_spawn(&child, file.c_str(), &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (failed != 0) {
    close(ends[0]);
    problem = fmt::format("'{}' cannot be started: {}", name, std::strerror(failed));
    return false;
  }
  child_ = child, socket_ = ends[0];
  return true;
}

/// A patient end lets the program destruct its external objects.
void ServedProgram::stop(bool isPatient) const {
  if (child_ < 0) return;
  close(socket_);
  int status = 0;
  for (int waited = 0; isPatient && waited < longestFarewell; ++waited) {
    if (waitpid(child_, &status, WNOHANG) != 0) {
      child_ = socket_ = -1;
      return;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  kill(child_, SIGKILL);
  while (waitpid(child_, &status, 0) < 0 && errno == EINTR) {
  }
  child_ = socket_ = -1;
}

/// False: the other side has ended, or takes too long.
bool ServedProgram::transfer(bool isWriting, void* data, std::size_t size) const {
  auto* at = static_cast<char*>(data);
  while (size > 0) {
    pollfd ready{.fd = socket_, .events = static_cast<short>(isWriting ? POLLOUT : POLLIN), .revents = 0};
    const int count = poll(&ready, 1, longestWait);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    const ssize_t n = isWriting ? send(socket_, at, size, MSG_NOSIGNAL) : recv(socket_, at, size, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    at += n;
    size -= static_cast<std::size_t>(n);
  }
  return true;
}

bool ServedProgram::call(std::size_t number, const std::string& name, std::span<const double> arguments,
                         std::span<double> results, std::string& problem) const {
  const std::lock_guard lock(mutex_);
  if (child_ < 0 && !start(name, problem)) return false;
  std::vector<double> given{static_cast<double>(number)};
  given.insert(given.end(), arguments.begin(), arguments.end());
  std::int32_t status = 0;
  bool isServed =
      transfer(true, given.data(), given.size() * sizeof(double)) && transfer(false, &status, sizeof status);
  if (isServed && status == 0) {
    if (transfer(false, results.data(), results.size() * sizeof(double))) return true;
    isServed = false;
  }
  char message[messageSize];
  if (isServed && transfer(false, message, sizeof message)) {
    message[messageSize - 1] = '\0';
    problem = message;
    return false;
  }
  stop(false);
  problem = fmt::format("'{}' has crashed, or does not end", name);
  return false;
}

}  // namespace dashpot::model
