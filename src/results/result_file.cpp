#include "results/result_file.hpp"

#include "results/csv.hpp"
#include "results/mat.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dashpot::results {

namespace {

constexpr std::size_t mostPending = 1 << 20;
constexpr std::chrono::seconds longestPending{1};

}  // namespace

void ResultFile::open() {
  lastFlush_ = std::chrono::steady_clock::now();
  const int descriptor = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor >= 0) file_.reset(fdopen(descriptor, "wb"));
  if (!file_) {
    error_ = errno;
    return;
  }
  // Two runs in one file would mix their rows. Where a file system has no locks, there is no protection either.
  const bool isTaken = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  struct stat status {};
  const bool isRegular = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
  if (isTaken)
    error_ = EWOULDBLOCK, file_.reset();
  else if (isRegular && ftruncate(descriptor, 0) != 0)
    error_ = errno;
}

void ResultFile::record(double time, ConstView observed, simulation::Moment moment) {
  if (error_ != 0 || (moment == simulation::Moment::between && !(options_.straightness > 0))) return;
  ++rows_;
  writeRow(time, observed);
}

std::vector<simulation::Followed> ResultFile::follows() const {
  std::vector<simulation::Followed> course;
  if (!(options_.straightness > 0)) return course;
  for (const Column& column : columns_)
    if (!column.isParameter) course.push_back({.output = column.index, .ofSize = options_.straightness});
  return course;
}

void ResultFile::append(std::string_view bytes) {
  if (error_ != 0) return;
  pending_ += bytes;
  if (pending_.size() >= mostPending || std::chrono::steady_clock::now() - lastFlush_ >= longestPending) flush();
}

void ResultFile::write(std::string_view bytes) {
  if (error_ != 0 || bytes.empty()) return;
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size() || std::fflush(file_.get()) != 0)
    error_ = errno;
}

void ResultFile::flush() {
  write(pending_);
  if (error_ == 0)
    size_ += static_cast<long>(pending_.size());
  else
    dropIncompleteRecord();
  pending_.clear();
  lastFlush_ = std::chrono::steady_clock::now();
  if (error_ == 0) afterFlush();
}

/// After a write that failed half way, so that what was written before stays readable.
void ResultFile::dropIncompleteRecord() {
  if (file_ && ftruncate(fileno(file_.get()), size_) != 0) size_ = 0;
}

void ResultFile::patch(long offset, std::string_view bytes) {
  if (error_ == 0 && std::fseek(file_.get(), offset, SEEK_SET) != 0) error_ = errno;
  write(bytes);
  if (error_ == 0 && std::fseek(file_.get(), 0, SEEK_END) != 0) error_ = errno;
}

std::optional<Diagnostic> ResultFile::close() {
  if (file_) {
    flush();
    if (std::fclose(file_.release()) != 0 && error_ == 0) error_ = errno;
  }
  if (error_ == 0) return std::nullopt;
  Diagnostic diagnostic{Severity::error,
                        "cannot-write",
                        fmt::format("cannot write '{}': {}", path_.string(),
                                    error_ == EWOULDBLOCK ? "another run is writing it" : std::strerror(error_)),
                        {},
                        {},
                        {},
                        {}};
  if (size_ > 0) diagnostic.note("what was written before is kept there, and can be read");
  return diagnostic;
}

std::unique_ptr<ResultFile> makeResultFile(const std::filesystem::path& file, std::vector<Column> columns,
                                           const FileOptions& options) {
  if (file.extension() == ".csv") return std::make_unique<CsvWriter>(file, std::move(columns), options);
  if (file.extension() == ".mat") return std::make_unique<MatWriter>(file, std::move(columns), options);
  return nullptr;
}

double bytesPerRow(const std::filesystem::path& file, const std::vector<Column>& columns) {
  if (file.extension() == ".mat") return 8.0 * static_cast<double>(1 + trajectoryCount(columns));
  constexpr double bytesPerNumber = 19;  // 16 digits, sign, point, comma
  return bytesPerNumber * static_cast<double>(1 + columns.size());
}

}  // namespace dashpot::results
