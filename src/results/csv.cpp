#include "results/csv.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <iterator>

namespace dashpot::results {

namespace {

std::string field(std::string_view text) {
  if (text.find_first_of(",\"\n\r") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace

void CsvWriter::write(const std::string& line) {
  if (error_ != 0) return;
  if (std::fwrite(line.data(), 1, line.size(), file_.get()) != line.size()) error_ = errno;
}

void CsvWriter::begin(const codegen::CompiledModel&, ConstView parameters) {
  file_.reset(std::fopen(path_.c_str(), "w"));
  if (!file_) error_ = errno;
  parameters_.assign(parameters.begin(), parameters.end());
  std::string line = "time";
  for (const Column& column : columns_) line += ',' + field(column.name);
  write(line + '\n');
}

void CsvWriter::record(double time, ConstView observed, simulation::Moment) {
  std::string line = fmt::format("{}", time);
  for (const Column& column : columns_)
    fmt::format_to(std::back_inserter(line), ",{}", column.value(observed, parameters_));
  write(line + '\n');
}

std::optional<Diagnostic> CsvWriter::close() {
  if (file_ && std::fclose(file_.release()) != 0 && error_ == 0) error_ = errno;
  if (error_ == 0) return std::nullopt;
  return Diagnostic{Severity::error,
                    "cannot-write",
                    fmt::format("cannot write '{}': {}", path_.string(), std::strerror(error_)),
                    {},
                    {},
                    {},
                    {}};
}

}  // namespace dashpot::results
