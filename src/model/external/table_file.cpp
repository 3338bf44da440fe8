#include "model/external/table_file.hpp"

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <optional>

namespace dashpot::model {

namespace {

class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  /// Past separators and comments.
  void skip() {
    while (!rest_.empty()) {
      if (rest_.front() == '#')
        rest_.remove_prefix(std::min(rest_.find('\n'), rest_.size()));
      else if (std::isspace(static_cast<unsigned char>(rest_.front())) || rest_.front() == ',' || rest_.front() == ';')
        rest_.remove_prefix(1);
      else
        return;
    }
  }
  bool take(char wanted) {
    skip();
    if (rest_.empty() || rest_.front() != wanted) return false;
    rest_.remove_prefix(1);
    return true;
  }
  std::string_view word() {
    skip();
    std::size_t n = 0;
    while (n < rest_.size() && (std::isalnum(static_cast<unsigned char>(rest_[n])) || rest_[n] == '_')) ++n;
    const std::string_view found = rest_.substr(0, n);
    rest_.remove_prefix(n);
    return found;
  }
  std::optional<double> number() {
    skip();
    if (!rest_.empty() && rest_.front() == '+') rest_.remove_prefix(1);
    double value = 0.0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc{}) return std::nullopt;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }
  [[nodiscard]] bool atEnd() {
    skip();
    return rest_.empty();
  }

 private:
  std::string_view rest_;
};

bool isCount(double number) { return number >= 0 && number <= static_cast<double>(mostTableNumbers); }

/// A text in UTF-8 may say so by its first three bytes.
std::string_view withoutMark(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

}  // namespace

bool readTable(std::string_view text, std::string_view name, TableData& table, std::string& problem) {
  text = withoutMark(text);
  if (!text.starts_with("#1")) {
    problem = "it does not begin with '#1'";
    return false;
  }
  Reader reader(text);
  while (!reader.atEnd()) {
    const std::string_view type = reader.word();
    if (type != "double" && type != "float") {
      problem = fmt::format("'double' or 'float' is expected in front of a table, but there is '{}'", type);
      return false;
    }
    const std::string found(reader.word());
    const bool opens = reader.take('(');
    const auto rows = reader.number(), columns = reader.number();
    if (!opens || !rows || !columns || !reader.take(')') || !isCount(*rows) || !isCount(*columns) ||
        *rows * *columns > static_cast<double>(mostTableNumbers)) {
      problem = fmt::format("the size of the table '{}' is not written as (rows, columns)", found);
      return false;
    }
    table = {static_cast<std::size_t>(*rows), static_cast<std::size_t>(*columns), {}};
    for (std::size_t i = 0; i < table.rows * table.columns; ++i) {
      const auto value = reader.number();
      if (!value) {
        problem = fmt::format("the table '{}' should have {} numbers, but number {} is missing", found,
                              table.rows * table.columns, i + 1);
        return false;
      }
      table.values.push_back(*value);
    }
    if (found == name) return true;
  }
  problem = fmt::format("there is no table '{}' in it", name);
  return false;
}

bool readCsv(std::string_view text, TableData& table, std::string& problem) {
  table = {};
  text = withoutMark(text);
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    Reader reader(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (reader.atEnd()) continue;
    std::size_t columns = 0;
    while (const auto value = reader.number()) {
      table.values.push_back(*value);
      ++columns;
    }
    if (columns == 0 && table.rows == 0) continue;
    if (!reader.atEnd() || (table.rows > 0 && columns != table.columns)) {
      problem = fmt::format("line {} is no row of {} numbers", line, table.columns);
      return false;
    }
    table.columns = columns;
    ++table.rows;
    if (table.values.size() > mostTableNumbers) {
      problem = fmt::format("it has more than {} numbers", mostTableNumbers);
      return false;
    }
  }
  if (table.rows == 0) problem = "there are no numbers in it";
  return table.rows > 0;
}

}  // namespace dashpot::model
