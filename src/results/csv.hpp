// results/csv.hpp: comma-separated values (RFC 4180). Numbers are in SI unless display units are asked for, and read
// back exactly.
#pragma once

#include "results/result_file.hpp"

namespace dashpot::results {

class CsvWriter final : public ResultFile {
 public:
  CsvWriter(std::filesystem::path file, std::vector<Column> columns, const FileOptions& options = {});

  void begin(const codegen::CompiledModel& model, ConstView parameters) override;
  void record(double time, ConstView observed, simulation::Moment moment) override;

 private:
  std::vector<Column> columns_;
  std::vector<Unit> units_;  // what the columns are written in
  FileOptions options_;
  Vector parameters_;
};

}  // namespace dashpot::results
