// results/result_file.hpp
//
// The common base of all result files: they are written while the run goes on, in whole records, so that memory stays
// bounded and a run that is interrupted, even killed, leaves a readable file.
#pragma once

#include "base/diagnostic.hpp"
#include "results/selection.hpp"
#include "simulation/recorder.hpp"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>

namespace dashpot::results {

struct FileOptions {
  bool unitsRow = false;      // CSV: a second row with units
  bool displayUnits = false;  // CSV: values in display units, with the row that names them
  double straightness = 0.0;  // > 0: rows between the others, too, so that straight lines miss by this share at most
};

class ResultFile : public simulation::Recorder {
 public:
  /// The file is opened, and emptied, when the run begins: one that is refused leaves an older result alone.
  ResultFile(std::filesystem::path file, std::vector<Column> columns, const FileOptions& options)
      : columns_(std::move(columns)), options_(options), path_(std::move(file)) {}

  void record(double time, ConstView observed, simulation::Moment moment) final;
  [[nodiscard]] std::vector<simulation::Followed> follows() const final;

  [[nodiscard]] std::int64_t rows() const { return rows_; }
  [[nodiscard]] std::int64_t bytes() const { return size_; }

  /// Something went wrong already, so that going on is of no use; `close` tells what.
  [[nodiscard]] bool failed() const { return error_ != 0; }
  /// Writes what is left. What went wrong, if anything did: the file cannot be opened, the disk is full.
  [[nodiscard]] std::optional<Diagnostic> close();

 protected:
  virtual void writeRow(double time, ConstView observed) = 0;
  void open();
  /// A whole record, or several; kept in memory for at most about a second.
  void append(std::string_view bytes);
  /// Writes what is in memory, then whatever `afterFlush` does.
  void flush();
  /// Brings the beginning of the file up to date with what was appended.
  virtual void afterFlush() {}
  /// Replaces bytes that were written before.
  void patch(long offset, std::string_view bytes);

  std::vector<Column> columns_;
  FileOptions options_;
  Vector parameters_;

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  void write(std::string_view bytes);
  void dropIncompleteRecord();

  std::filesystem::path path_;
  std::unique_ptr<std::FILE, Closer> file_;
  std::string pending_;
  std::chrono::steady_clock::time_point lastFlush_;
  std::int64_t rows_ = 0;
  long size_ = 0;  // of what is whole
  int error_ = 0;  // errno of the first failure
};

/// By the suffix: .csv or .mat; null for any other.
[[nodiscard]] std::unique_ptr<ResultFile> makeResultFile(const std::filesystem::path& file, std::vector<Column> columns,
                                                         const FileOptions& options);

/// About how many bytes a row of this file takes.
[[nodiscard]] double bytesPerRow(const std::filesystem::path& file, const std::vector<Column>& columns);

}  // namespace dashpot::results
