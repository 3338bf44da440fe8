#include "results/mat.hpp"

#include "base/printable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>

namespace dashpot::results {

namespace {

// The type of a matrix is MOPT in decimal (MAT-File Format, The MathWorks, appendix on version 4): M = 0 little-endian,
// O = 0, P the precision (0 double, 2 int32, 5 uint8), T = 1 for text.
enum class Type : std::int32_t { real = 0, integer = 20, text = 51 };
constexpr long columnCountOffset = 2 * sizeof(std::int32_t);

template <class T>
std::string bytesOf(T value) {
  std::string bytes(sizeof value, '\0');
  std::memcpy(bytes.data(), &value, sizeof value);
  if constexpr (std::endian::native == std::endian::big) std::ranges::reverse(bytes);
  return bytes;
}

std::string header(Type type, std::size_t rows, std::size_t columns, std::string_view name) {
  const auto number = [](std::size_t value) { return bytesOf(static_cast<std::int32_t>(value)); };
  return bytesOf(static_cast<std::int32_t>(type)) + number(rows) + number(columns) + number(0) +
         number(name.size() + 1) + std::string(name) + '\0';
}

std::size_t longest(const std::vector<std::string>& texts) {
  std::size_t length = 1;
  for (const std::string& text : texts) length = std::max(length, text.size());
  return length;
}

/// One string per row, filled up with blanks.
std::string textRows(std::string_view name, const std::vector<std::string>& rows) {
  const std::size_t length = longest(rows);
  std::string bytes = header(Type::text, rows.size(), length, name);
  for (std::size_t j = 0; j < length; ++j)
    for (const std::string& row : rows) bytes += j < row.size() ? row[j] : ' ';
  return bytes;
}

std::string described(const Column& column) {
  if (column.unit.empty()) return column.description;
  const std::string unit = column.displayUnit.empty() || column.displayUnit == column.unit
                               ? column.unit
                               : column.unit + "|" + column.displayUnit;
  return column.description + (column.description.empty() ? "[" : " [") + unit + "]";
}

}  // namespace

MatWriter::MatWriter(std::filesystem::path file, std::vector<Column> columns, const FileOptions& options)
    : ResultFile(std::move(file), std::move(columns), options) {}

void MatWriter::appendText(std::string_view name, const std::vector<std::string>& columns) {
  const std::size_t length = longest(columns);
  bytes_ += header(Type::text, length, columns.size(), name);
  for (const std::string& text : columns) bytes_ += text + std::string(length - text.size(), ' ');
}

/// Also decides which row of data_1 or data_2 each variable gets.
void MatWriter::appendDataInfo() {
  bytes_ += header(Type::integer, 4, columns_.size() + 1, "dataInfo");
  const auto add = [&](std::int32_t matrix, std::int32_t row) {
    for (const std::int32_t number : {matrix, row, 0, -1}) bytes_ += bytesOf(number);
  };
  add(0, 1);
  std::vector<std::int32_t> rowOfConstant(parameters_.size(), 0), rowOfTrajectory;
  for (const Column& column : columns_) {
    std::vector<std::int32_t>& rows = column.isParameter ? rowOfConstant : rowOfTrajectory;
    std::vector<std::uint32_t>& list = column.isParameter ? constants_ : trajectories_;
    if (rows.size() <= column.index) rows.resize(column.index + 1, 0);
    if (rows[column.index] == 0) {
      list.push_back(column.index);
      rows[column.index] = static_cast<std::int32_t>(list.size()) + 1;  // the first row is time
    }
    add(column.isParameter ? 1 : 2, column.negated ? -rows[column.index] : rows[column.index]);
  }
}

void MatWriter::begin(ConstView parameters) {
  open();
  parameters_.assign(parameters.begin(), parameters.end());
  constants_.clear(), trajectories_.clear();
  bytes_ = textRows("Aclass", {"Atrajectory", "1.1", "", "binTrans"});
  std::vector<std::string> names{"time"}, descriptions{"Time [s]"};
  for (const Column& column : columns_)
    names.push_back(printable(column.name)), descriptions.push_back(printable(described(column)));
  appendText("name", names);
  appendText("description", descriptions);
  appendDataInfo();
}

void MatWriter::writeRow(double time, ConstView observed) {
  if (recorded_ == 0) {
    bytes_ += header(Type::real, constants_.size() + 1, 2, "data_1");
    for (int instant = 0; instant < 2; ++instant) {
      stopTime_ = static_cast<long>(bytes_.size());
      bytes_ += bytesOf(time);
      for (const std::uint32_t index : constants_) bytes_ += bytesOf(parameters_[index]);
    }
    instants_ = static_cast<long>(bytes_.size()) + columnCountOffset;
    bytes_ += header(Type::real, trajectories_.size() + 1, 0, "data_2");
  }
  last_ = time;
  bytes_ += bytesOf(time);
  for (const std::uint32_t index : trajectories_) bytes_ += bytesOf(observed[index]);
  ++recorded_;
  append(bytes_);
  bytes_.clear();
  if (recorded_ == 1) flush();
}

void MatWriter::afterFlush() {
  if (recorded_ == 0) return;
  patch(stopTime_, bytesOf(last_));
  patch(instants_, bytesOf(recorded_));
}

std::size_t trajectoryCount(const std::vector<Column>& columns) {
  std::vector<std::uint32_t> indices;
  for (const Column& column : columns)
    if (!column.isParameter) indices.push_back(column.index);
  std::ranges::sort(indices);
  const auto repeated = std::ranges::unique(indices);
  return indices.size() - repeated.size();
}

std::optional<Diagnostic> writeMatrices(const std::filesystem::path& file, const std::vector<NamedMatrix>& matrices,
                                        const std::vector<NamedTexts>& texts) {
  std::string bytes;
  for (const NamedMatrix& matrix : matrices) {
    bytes += header(Type::real, matrix.rows, matrix.columns, matrix.name);
    for (const double value : matrix.values) bytes += bytesOf(value);
  }
  for (const NamedTexts& text : texts) bytes += textRows(text.name, text.rows);
  std::FILE* out = std::fopen(file.c_str(), "wb");
  bool isGood = out != nullptr && std::fwrite(bytes.data(), 1, bytes.size(), out) == bytes.size();
  const int error = errno;
  if (out != nullptr) isGood = std::fclose(out) == 0 && isGood;
  if (isGood) return std::nullopt;
  return Diagnostic{Severity::error,
                    "cannot-write",
                    fmt::format("cannot write '{}': {}", file.string(), std::strerror(error != 0 ? error : errno)),
                    {},
                    {},
                    {},
                    {}};
}

}  // namespace dashpot::results
