// A table for people: columns as wide as their content, text to the left, numbers to the right.
#pragma once

#include <string>
#include <vector>

namespace dashpot::cli {

class Table {
 public:
  enum class Align { left, right };
  struct Column {
    std::string title;
    Align align = Align::right;
  };

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// One cell per column, made printable; missing ones stay empty.
  void add(std::vector<std::string> cells);
  [[nodiscard]] std::string text() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// "yes" or "no".
[[nodiscard]] std::string yesNo(bool value);
/// A number for a narrow column: up to `digits` significant digits, "inf" and "nan" as such.
[[nodiscard]] std::string number(double value, int digits = 4);

}  // namespace dashpot::cli
