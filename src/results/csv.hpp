// results/csv.hpp: comma-separated values (RFC 4180), written while the run goes on, so that memory stays bounded and
// an interrupted run leaves a readable file. Numbers are in SI and read back exactly.
#pragma once

#include "results/selection.hpp"
#include "simulation/recorder.hpp"

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>

namespace dashpot::results {

class CsvWriter final : public simulation::Recorder {
 public:
  /// The file is opened, and emptied, when the run begins: one that is refused leaves an older result alone.
  CsvWriter(std::filesystem::path file, std::vector<Column> columns)
      : path_(std::move(file)), columns_(std::move(columns)) {}

  void begin(const codegen::CompiledModel& model, ConstView parameters) override;
  void record(double time, ConstView observed, simulation::Moment moment) override;

  /// Something went wrong already, so that going on is of no use; `close` tells what.
  [[nodiscard]] bool failed() const { return error_ != 0; }
  /// Writes what is left. What went wrong, if anything did: the file cannot be opened, the disk is full.
  [[nodiscard]] std::optional<Diagnostic> close();

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  void write(const std::string& line);

  std::filesystem::path path_;
  std::vector<Column> columns_;
  Vector parameters_;
  std::unique_ptr<std::FILE, Closer> file_;
  int error_ = 0;  // errno of the first failure
};

}  // namespace dashpot::results
