#include "base/csv_table.hpp"

#include "base/trimmed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <optional>

namespace dashpot {

namespace {

std::string_view withoutBlanks(std::string_view text) { return trimmed(text, " \t\r"); }

class CsvParser {
 public:
  CsvParser(std::string_view text, std::string_view fileName) : text_(text), fileName_(fileName) {
    constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
    if (text_.starts_with(byteOrderMark)) text_.remove_prefix(byteOrderMark.size());
  }

  Expected<CsvTable, Diagnostic> run() {
    if (text_.find('\0') != std::string_view::npos) return fault("is not a text file");
    skipEmptyLines();
    separator_ = findSeparator();
    if (!readRow()) return unfinished_ ? faultInLine("a quotation mark is not closed") : fault("is empty");
    for (const std::string& cell : row_) addName(cell);
    table_.columns.resize(table_.names.size());
    bool isFirst = true;
    while (readRow()) {
      if (row_.size() != table_.names.size())
        return faultInLine(fmt::format("{} values, but the first line has {} names", row_.size(), table_.names.size()));
      if (isFirst && isRowOfUnits())
        for (std::size_t i = 0; i < row_.size(); ++i) setUnit(i);
      else if (auto problem = addNumbers())
        return faultInLine(*problem);
      isFirst = false;
    }
    if (unfinished_) return faultInLine("a quotation mark is not closed");
    return std::move(table_);
  }

 private:
  [[nodiscard]] Unexpected<Diagnostic> fault(const std::string& what) const {
    return {Diagnostic{Severity::error, "bad-table", fmt::format("'{}' {}", fileName_, what), {}, {}, {}, {}}};
  }
  [[nodiscard]] Unexpected<Diagnostic> faultInLine(const std::string& what) const {
    return {
        Diagnostic{Severity::error, "bad-table", fmt::format("{}:{}: {}", fileName_, rowLine_, what), {}, {}, {}, {}}};
  }

  void skipEmptyLines() {
    while (!text_.empty()) {
      const std::size_t end = text_.find('\n');
      const std::string_view line = withoutBlanks(text_.substr(0, end));
      if (!line.empty() && line.front() != '#') return;
      text_.remove_prefix(end == std::string_view::npos ? text_.size() : end + 1);
      ++line_;
    }
  }

  /// The character between the names; names in quotation marks may contain anything.
  [[nodiscard]] char findSeparator() const {
    bool isQuoted = false;
    for (const char c : text_.substr(0, text_.find('\n'))) {
      if (c == '"') isQuoted = !isQuoted;
      if (!isQuoted && (c == ',' || c == ';' || c == '\t')) return c;
    }
    return ',';
  }

  /// The cells of the next row that is not empty; false at the end.
  bool readRow() {
    skipEmptyLines();
    row_.clear();
    rowLine_ = line_;
    if (text_.empty()) return false;
    std::string cell;
    bool isQuoted = false;
    std::size_t i = 0;
    for (; i < text_.size(); ++i) {
      const char c = text_[i];
      if (c == '\n') ++line_;
      if (isQuoted) {
        if (c != '"')
          cell += c;
        else if (i + 1 < text_.size() && text_[i + 1] == '"')
          cell += text_[++i];
        else
          isQuoted = false;
      } else if (c == '"' && withoutBlanks(cell).empty()) {
        isQuoted = true;
      } else if (c == separator_) {
        row_.emplace_back(withoutBlanks(cell));
        cell.clear();
      } else if (c == '\n') {
        ++i;
        break;
      } else {
        cell += c;
      }
    }
    unfinished_ = isQuoted;
    row_.emplace_back(withoutBlanks(cell));
    text_.remove_prefix(i);
    return !unfinished_;
  }

  void addName(std::string_view cell) {
    std::string_view unit;
    if (const std::size_t open = cell.rfind(" ["); open != std::string_view::npos && cell.ends_with(']')) {
      unit = withoutBlanks(cell.substr(open + 2, cell.size() - open - 3));
      cell = withoutBlanks(cell.substr(0, open));
    }
    table_.names.emplace_back(cell);
    table_.units.emplace_back(unit);
  }

  [[nodiscard]] bool isRowOfUnits() const {
    return std::ranges::none_of(row_, [this](const std::string& cell) { return numberIn(cell).has_value(); });
  }

  void setUnit(std::size_t i) {
    std::string_view unit = row_[i];
    if (unit.starts_with('[') && unit.ends_with(']')) unit = withoutBlanks(unit.substr(1, unit.size() - 2));
    if (!unit.empty()) table_.units[i] = unit;
  }

  [[nodiscard]] std::optional<double> numberIn(std::string cell) const {
    if (cell == "true" || cell == "TRUE") return 1.0;
    if (cell == "false" || cell == "FALSE") return 0.0;
    if (separator_ == ';') std::ranges::replace(cell, ',', '.');
    if (cell.starts_with('+')) cell.erase(0, 1);
    double value = 0.0;
    const char* const end = cell.data() + cell.size();
    const auto [rest, status] = std::from_chars(cell.data(), end, value);
    if (status != std::errc{} || rest != end) return std::nullopt;
    return value;
  }

  /// A complaint about the row, if it has a fault.
  std::optional<std::string> addNumbers() {
    for (std::size_t i = 0; i < row_.size(); ++i) {
      const auto value = numberIn(row_[i]);
      if (!value)
        return row_[i].empty() ? fmt::format("'{}' has no value", table_.names[i])
                               : fmt::format("'{}' is not a number ('{}')", row_[i], table_.names[i]);
      if (!std::isfinite(*value)) return fmt::format("the value of '{}' is not finite", table_.names[i]);
      table_.columns[i].push_back(*value);
    }
    table_.lines.push_back(rowLine_);
    return std::nullopt;
  }

  std::string_view text_, fileName_;
  char separator_ = ',';
  std::size_t line_ = 1, rowLine_ = 1;
  bool unfinished_ = false;
  std::vector<std::string> row_;
  CsvTable table_;
};

}  // namespace

Expected<CsvTable, Diagnostic> readCsv(const std::filesystem::path& file) {
  const auto fail = [&](const std::string& why) {
    return Unexpected{Diagnostic{
        Severity::error, "cannot-read", fmt::format("cannot read '{}': {}", file.string(), why), {}, {}, {}, {}}};
  };
  if (std::error_code ignored; std::filesystem::is_directory(file, ignored)) return fail("it is a directory");
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return fail(std::strerror(errno));
  // A pipe is welcome, an endless device is not.
  constexpr std::size_t largest = 2'000'000'000;
  std::string text;
  char buffer[1 << 16];
  while (stream.read(buffer, sizeof buffer), stream.gcount() > 0) {
    text.append(buffer, static_cast<std::size_t>(stream.gcount()));
    if (text.size() > largest) return fail("it is larger than 2 GB");
    if (text.back() == '\0') break;  // no text: parseCsv will say so
  }
  if (stream.bad()) return fail(std::strerror(errno));
  return parseCsv(text, file.string());
}

Expected<CsvTable, Diagnostic> parseCsv(std::string_view text, std::string_view fileName) {
  return CsvParser(text, fileName).run();
}

}  // namespace dashpot
