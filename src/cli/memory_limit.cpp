#include "cli/memory_limit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sys/resource.h>
#include <unistd.h>

namespace dashpot::cli {
namespace {

// The address sanitizer reserves far more addresses than any machine has memory.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool canLimit = false;
#else
constexpr bool canLimit = true;
#endif

constexpr double gigabyte = 1024.0 * 1024.0 * 1024.0;

/// Never more than the system allows by itself.
void limitMemory(std::uint64_t bytes) {
  rlimit limit{};
  if (!canLimit || getrlimit(RLIMIT_AS, &limit) != 0) return;
  limit.rlim_cur = std::min<rlim_t>(bytes, limit.rlim_max);
  (void)setrlimit(RLIMIT_AS, &limit);
}

std::uint64_t readSize(const std::string& text) {
  std::string bytes = text;
  try {
    if (CLI::AsSizeValue(false)(bytes).empty()) return std::stoull(bytes);
  } catch (const CLI::ValidationError&) {  // NOLINT(bugprone-empty-catch): its words list all units; ours follow
  }
  throw CLI::ValidationError("--memory", fmt::format("'{}' is not a size: write it as 2GB or 500MB", text));
}

}  // namespace

void limitMemoryToMachine() {
  const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  rlimit limit{};
  if (pages <= 0 || size <= 0 || getrlimit(RLIMIT_AS, &limit) != 0) return;
  limitMemory(std::min<rlim_t>(static_cast<rlim_t>(pages) * static_cast<rlim_t>(size), limit.rlim_cur));
}

void addMemoryOption(CLI::App& verb) {
  verb.add_option_function<std::string>(
          "--memory", [](const std::string& text) { limitMemory(readSize(text)); },
          "What the program may take, as 2GB; at first: what the machine has")
      ->type_name("SIZE");
}

std::string memoryLimitText() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return {};
  const double size = static_cast<double>(limit.rlim_cur) / gigabyte;
  return size < 0.1 ? fmt::format("{:.3g} MB", size * 1024) : fmt::format("{:.3g} GB", size);
}

}  // namespace dashpot::cli
