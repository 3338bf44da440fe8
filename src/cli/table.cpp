#include "cli/table.hpp"

#include "base/printable.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::cli {
namespace {

/// Characters as a terminal shows them: continuation bytes of UTF-8 take no room.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](unsigned char c) { return (c & 0xC0) != 0x80; }));
}

std::string padded(const std::string& text, std::size_t room, Table::Align align) {
  const std::string blanks(room - width(text), ' ');
  return align == Table::Align::left ? text + blanks : blanks + text;
}

}  // namespace

void Table::add(std::vector<std::string> cells) {
  for (std::string& cell : cells)
    if (!dashpot::isPrintable(cell)) cell = printable(cell);
  rows_.push_back(std::move(cells));
}

std::string Table::text() const {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    widths.push_back(width(columns_[c].title));
    for (const auto& row : rows_)
      if (c < row.size()) widths[c] = std::max(widths[c], width(row[c]));
  }
  std::string result;
  const auto addLine = [&](const auto& cell) {
    std::string line;
    for (std::size_t c = 0; c < columns_.size(); ++c)
      line += (c == 0 ? "" : "  ") + padded(cell(c), widths[c], columns_[c].align);
    line.erase(line.find_last_not_of(' ') + 1);
    result += line + "\n";
  };
  addLine([&](std::size_t c) { return columns_[c].title; });
  addLine([&](std::size_t c) { return std::string(widths[c], '-'); });
  for (const auto& row : rows_) addLine([&](std::size_t c) { return c < row.size() ? row[c] : std::string(); });
  return result;
}

std::string yesNo(bool value) { return value ? "yes" : "no"; }

std::string number(double value, int digits) { return fmt::format("{:.{}g}", value == 0 ? 0.0 : value, digits); }

}  // namespace dashpot::cli
