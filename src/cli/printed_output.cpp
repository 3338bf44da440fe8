#include "cli/printed_output.hpp"

#include "cli/output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace dashpot::cli {

namespace fs = std::filesystem;

namespace {

// More lines would make a summary that nobody can read.
constexpr std::size_t mostLines = 100'000;

bool endsLike(const fs::path& file, std::initializer_list<std::string_view> endings) {
  return std::ranges::find(endings, std::string_view(file.extension().c_str())) != endings.end();
}

}  // namespace

void PrintedOutput::take(const simulation::PrintedLine& line) {
  if (line.matrix) return write(line.file, matBytes(*line.matrix, line.values), !line.matrix->isAppended);
  if (!line.file.empty()) return write(line.file, line.text + '\n');
  if (!isKept_)
    say("{}\n", line.text);
  else if (lines_.size() < mostLines)
    lines_.push_back(line.text);
}

std::string PrintedOutput::objection(const fs::path& file) const {
  std::error_code status;
  const fs::path folder = fs::canonical(file.parent_path(), status);
  if (status) return "its folder is not there";
  const fs::path here = fs::canonical(fs::current_path(status), status);
  const fs::path rest = (folder / file.filename()).lexically_relative(here);
  if (status || rest.empty() || *rest.begin() == "..") return "it lies outside the working folder";
  if (std::ranges::any_of(rest, [](const fs::path& part) { return part.string().starts_with('.'); }))
    return "it is hidden";
  if (!endsLike(file, {".txt", ".log", ".csv", ".dat", ".svg", ".mat"}))
    return "models write only .txt, .log, .csv, .dat, .svg and .mat";
  if (fs::exists(fs::symlink_status(file, status)) && !endsLike(file, {".txt", ".log"}))
    return "there is a file of this name, and only .txt and .log are continued";
  return {};
}

void PrintedOutput::write(const fs::path& file, const std::string& text, bool isAnew) {
  if (refused_.contains(file)) return;
  std::string problem = made_.contains(file) ? std::string() : objection(file);
  if (problem.empty()) {
    // What the run itself has written may be written again.
    const int from = isAnew && made_.contains(file) ? O_TRUNC : 0;
    const int opened =
        open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | from, 0666);
    struct stat about {};
    if (opened < 0)
      problem = std::strerror(errno);
    else if (fstat(opened, &about) != 0 || !S_ISREG(about.st_mode))
      problem = "it is not a regular file";
    else if (::write(opened, text.data(), text.size()) != static_cast<ssize_t>(text.size()))
      problem = std::strerror(errno);
    if (opened >= 0) close(opened);
    if (problem.empty()) made_.insert(file);
  }
  if (problem.empty()) return;
  refused_.insert(file);
  diagnostics_.warning("output", {},
                       fmt::format("what the model prints to '{}' is not written: {}", file.string(), problem));
}

}  // namespace dashpot::cli
