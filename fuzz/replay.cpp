// A short run without libFuzzer: every seed as it is, then changed at random. The same every time.
//
//   fuzz_replay TARGET COUNT SEED-FILE-OR-DIRECTORY...
//   fuzz_replay TARGET FILE          one input, as libFuzzer saved it
#include "targets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

namespace dashpot::fuzz {
namespace {

constexpr std::size_t largestInput = 20'000;
constexpr unsigned secondsPerInput = 60;
#if defined(__SANITIZE_ADDRESS__)  // which reserves far more addresses than any machine has memory
constexpr rlim_t memoryLimit = RLIM_INFINITY;
#else
constexpr rlim_t memoryLimit = rlim_t{4} << 30U;
#endif

std::string contentOf(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

bool isSeed(const std::filesystem::path& file) {
  const auto kind = file.extension();
  return kind == ".mo" || kind == ".cases" || kind == ".csv" || kind == ".txt";
}

/// The models of a file of tests: what stands between the title of a case and its result.
void addCases(const std::string& text, std::vector<std::string>& seeds) {
  for (std::size_t at = 0; (at = text.find("==== ", at)) != std::string::npos;) {
    const std::size_t begin = std::min(text.find('\n', at), text.size());
    const std::size_t end = std::min(text.find("\n---- ", begin), text.size());
    seeds.push_back(text.substr(begin, end - begin));
    at = end;
  }
}

std::vector<std::string> seedsIn(const std::vector<std::string>& places) {
  std::vector<std::filesystem::path> files;
  for (const std::string& place : places) {
    if (!std::filesystem::is_directory(place)) {
      files.emplace_back(place);
      continue;
    }
    for (const auto& entry : std::filesystem::recursive_directory_iterator(place))
      if (isSeed(entry.path())) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());  // a directory has no order of its own
  std::vector<std::string> seeds;
  for (const auto& file : files) {
    if (file.extension() == ".cases")
      addCases(contentOf(file), seeds);
    else
      seeds.push_back(contentOf(file));
  }
  return seeds;
}

/// Changes a text where changes tell: words and signs of the language, pieces moved, doubled, cut out or taken from
/// another text.
class Mutator {
 public:
  explicit Mutator(const std::vector<std::string>& seeds) : seeds_(seeds) {}

  std::string next() {
    std::string text = pick(seeds_);
    for (std::size_t i = 0, changes = 1 + below(6); i < changes; ++i) change(text);
    if (text.size() > largestInput) text.resize(largestInput);
    return text;
  }

 private:
  std::size_t below(std::size_t bound) { return bound == 0 ? 0 : random_() % bound; }
  const std::string& pick(const std::vector<std::string>& list) { return list[below(list.size())]; }
  std::string piece(const std::string& text) {
    const std::size_t from = below(text.size());
    return text.substr(from, below(60) + 1);
  }

  void change(std::string& text) {
    static const std::vector<std::string> words{
        "end",      "if",     "then",        "else",  "for",    "loop",     "when", "equation",  "algorithm",
        "model",    "record", "package",     "der(",  "pre(",   "connect(", "each", "redeclare", "extends",
        "function", "import", "(",           ")",     "[",      "]",        "{",    "}",         ";",
        ",",        "=",      ":=",          "==",    ".",      ":",        "\"",   "'",         "/*",
        "*/",       "//",     "+",           "-",     "*",      "/",        "^",    ".*",        "0",
        "1",        "2",      "-1",          "1e308", "1e-320", "size(",    "sum(", "Real",      "[:]",
        "[0]",      "[1000]", "final",       "inner", "outer",  "partial",  "time", "1:0",       "1:3:2",
        "x.x.x",    "end if", "replaceable", "flow",  "stream", "\\",       "\n"};
    const std::size_t at = below(text.size() + 1);
    switch (below(7)) {
      case 0: text.insert(at, pick(words)); break;
      case 1: text.insert(at, " " + pick(words) + " "); break;
      case 2: text.erase(at, below(40) + 1); break;
      case 3: text.insert(at, piece(text)); break;
      case 4: text.insert(at, piece(pick(seeds_))); break;
      case 5: text.replace(at, below(12) + 1, pick(words)); break;
      default:
        if (at < text.size()) text[at] = static_cast<char>(below(256));
    }
  }

  const std::vector<std::string>& seeds_;
  std::mt19937 random_{20240614};
};

/// What broke it is left in a file of the working directory.
std::string_view currentInput;

void saveInputOnCrash() {
  // A stack of its own: it is the usual one that overflows.
  static std::array<char, 65536> stack;
  const stack_t alternative{.ss_sp = stack.data(), .ss_flags = 0, .ss_size = stack.size()};
  sigaltstack(&alternative, nullptr);
  struct sigaction action {};
  action.sa_flags = SA_ONSTACK | static_cast<int>(SA_RESETHAND);
  action.sa_handler = [](int signal) {
    const int file = open("fuzz-failed-input.mo", O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (file >= 0 && write(file, currentInput.data(), currentInput.size()) >= 0) close(file);
    raise(signal);
  };
  for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGALRM}) sigaction(signal, &action, nullptr);
}

int run(void (*target)(std::string_view), const std::vector<std::string>& arguments) {
  const rlimit limit{memoryLimit, memoryLimit};
  setrlimit(RLIMIT_AS, &limit);
  if (arguments.size() == 1) {
    target(contentOf(arguments[0]));
    return 0;
  }
  const std::vector<std::string> seeds = seedsIn({arguments.begin() + 1, arguments.end()});
  if (seeds.empty()) {
    fmt::print(stderr, "no seeds\n");
    return 2;
  }
  saveInputOnCrash();
  const auto attempt = [&](const std::string& text) {
    currentInput = text;
    alarm(secondsPerInput);
    target(text);
    alarm(0);
  };
  for (const std::string& seed : seeds) attempt(seed);
  Mutator mutator(seeds);
  const int count = std::atoi(arguments[0].c_str());
  for (int i = 0; i < count; ++i) attempt(mutator.next());
  fmt::print("{} seeds and {} changed texts\n", seeds.size(), count);
  return 0;
}

}  // namespace
}  // namespace dashpot::fuzz

int main(int count, char** arguments) {
  namespace fuzz = dashpot::fuzz;
  static const std::map<std::string, void (*)(std::string_view)> targets{
      {"parse", fuzz::parse}, {"check", fuzz::check}, {"simulate", fuzz::simulate},
      {"csv", fuzz::csv},     {"mat", fuzz::mat},     {"checkpoint", fuzz::checkpoint}};
  const auto target = targets.find(count > 2 ? arguments[1] : "");
  if (target == targets.end()) {
    fmt::print(stderr, "usage: fuzz_replay TARGET COUNT SEEDS...\n       fuzz_replay TARGET FILE\nthe targets are");
    for (const auto& [name, run] : targets) fmt::print(stderr, " {}", name);
    fmt::print(stderr, "\n");
    return 2;
  }
  return fuzz::run(target->second, {arguments + 2, arguments + count});
}
