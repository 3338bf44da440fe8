#include "results/trajectories.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <map>

namespace dashpot::results {

namespace {

Diagnostic fault(const std::filesystem::path& file, std::string_view reason) {
  return {.severity = Severity::error,
          .code = "result-file",
          .message = fmt::format("cannot read '{}': {}", file.string(), reason),
          .details = {},
          .notes = {},
          .hints = {}};
}

struct RawMatrix {
  std::size_t rows = 0, columns = 0;
  std::vector<double> values;
};

/// One number of a precision that level 4 knows: double, float, 32 and 16 bits, bytes. 0: another.
std::size_t sizeOf(int precision) {
  constexpr std::size_t sizes[] = {8, 4, 4, 2, 2, 1};
  return precision >= 0 && precision < 6 ? sizes[precision] : 0;
}

double number(const char* at, int precision) {
  const auto as = [&](auto value) {
    std::memcpy(&value, at, sizeof value);
    return static_cast<double>(value);
  };
  switch (precision) {
    case 0: return as(double{});
    case 1: return as(float{});
    case 2: return as(std::int32_t{});
    case 3: return as(std::int16_t{});
    case 4: return as(std::uint16_t{});
    default: return as(std::uint8_t{});
  }
}

/// All matrices of a file; empty, if it is no such file. The last one may be shorter than it says: a run was killed.
std::map<std::string, RawMatrix> matricesIn(const std::string& bytes) {
  std::map<std::string, RawMatrix> found;
  std::size_t at = 0;
  while (at + 20 <= bytes.size()) {
    std::int32_t head[5];
    std::memcpy(head, bytes.data() + at, sizeof head);
    at += sizeof head;
    const std::size_t size = sizeOf(head[0] / 10 % 10);
    const bool isSound = head[0] >= 0 && head[0] < 100 && size > 0 && head[1] >= 0 && head[2] >= 0 && head[3] == 0 &&
                         head[4] > 0 && static_cast<std::size_t>(head[4]) <= bytes.size() - at;
    if (!isSound) return {};
    const std::string name(bytes.data() + at, static_cast<std::size_t>(head[4]) - 1);
    at += static_cast<std::size_t>(head[4]);
    RawMatrix matrix{static_cast<std::size_t>(head[1]), static_cast<std::size_t>(head[2]), {}};
    const std::size_t there = (bytes.size() - at) / size;
    if (matrix.rows > 0) matrix.columns = std::min(matrix.columns, there / matrix.rows);
    matrix.values.reserve(matrix.rows * matrix.columns);
    for (std::size_t i = 0; i < matrix.rows * matrix.columns; ++i, at += size)
      matrix.values.push_back(number(bytes.data() + at, head[0] / 10 % 10));
    found[name] = std::move(matrix);
  }
  return found;
}

void transpose(RawMatrix& matrix) {
  RawMatrix turned{matrix.columns, matrix.rows, std::vector<double>(matrix.values.size())};
  for (std::size_t i = 0; i < matrix.rows; ++i)
    for (std::size_t k = 0; k < matrix.columns; ++k)
      turned.values[i * matrix.columns + k] = matrix.values[k * matrix.rows + i];
  matrix = std::move(turned);
}

std::string columnText(const RawMatrix& matrix, std::size_t column) {
  std::string text;
  for (std::size_t i = 0; i < matrix.rows; ++i)
    text += static_cast<char>(static_cast<unsigned char>(matrix.values[column * matrix.rows + i]));
  text.erase(std::find(text.begin(), text.end(), '\0'), text.end());
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

}  // namespace

Expected<Trajectories, Diagnostic> Trajectories::read(const std::filesystem::path& file) {
  std::error_code status;
  if (!std::filesystem::is_regular_file(file, status)) return Unexpected{fault(file, "there is no such file")};
  std::ifstream stream(file, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  if (!stream) return Unexpected{fault(file, "it cannot be opened")};
  auto matrices = matricesIn(bytes);
  const auto isMissing = [&](const char* name) { return !matrices.contains(name); };
  if (std::ranges::any_of(std::array{"Aclass", "name", "dataInfo", "data_1", "data_2"}, isMissing))
    return Unexpected{fault(file, "it is no result of a run").hint("simulate with -o result.mat makes one")};

  // Aclass has a text per row. The fourth says whether the matrices lie on their side.
  RawMatrix& kind = matrices["Aclass"];
  transpose(kind);
  const bool isTransposed = kind.columns > 3 && columnText(kind, 3) == "binTrans";
  if (!isTransposed)
    for (const char* name : {"name", "dataInfo", "data_1", "data_2"}) transpose(matrices[name]);

  Trajectories result;
  const auto moved = [&](const char* name) {
    RawMatrix& m = matrices[name];
    return Matrix{m.rows, m.columns, std::move(m.values)};
  };
  result.constants_ = moved("data_1");
  result.trajectories_ = moved("data_2");
  const Matrix& courses = result.trajectories_;
  if (courses.rows == 0 || courses.columns == 0) return Unexpected{fault(file, "it has no instants")};
  for (std::size_t k = 0; k < courses.columns; ++k) result.times_.push_back(courses.values[k * courses.rows]);
  if (!std::ranges::is_sorted(result.times_)) return Unexpected{fault(file, "its times are in disorder")};

  const RawMatrix &names = matrices["name"], &info = matrices["dataInfo"];
  for (std::size_t v = 0; v < std::min(names.columns, info.columns) && info.rows >= 2; ++v) {
    const double matrix = info.values[v * info.rows], row = info.values[v * info.rows + 1];
    Place place{.isConstant = matrix == 1, .row = 0, .isNegated = row < 0};
    const double index = std::fabs(row) - 1;
    const std::size_t rows = place.isConstant ? result.constants_.rows : courses.rows;
    const bool isThere = place.isConstant ? result.constants_.columns > 0 : true;
    if (!(index >= 0 && index < static_cast<double>(rows)) || !isThere) continue;
    place.row = static_cast<std::size_t>(index);
    result.places_.emplace(columnText(names, v), place);
  }
  return result;
}

std::optional<double> Trajectories::value(const std::string& name, double time) const {
  const auto found = places_.find(name);
  if (found == places_.end()) return std::nullopt;
  const Place& place = found->second;
  const double sign = place.isNegated ? -1 : 1;
  if (place.isConstant) return sign * constants_.values[place.row];
  const auto at = [&](std::size_t k) { return trajectories_.values[k * trajectories_.rows + place.row]; };
  const auto next = std::ranges::upper_bound(times_, time);
  if (next == times_.begin()) return sign * at(0);
  const auto k = static_cast<std::size_t>(next - times_.begin());
  if (next == times_.end()) return sign * at(k - 1);
  const double share = (time - times_[k - 1]) / (times_[k] - times_[k - 1]);
  return sign * (at(k - 1) + share * (at(k) - at(k - 1)));
}

}  // namespace dashpot::results
