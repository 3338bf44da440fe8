#include "cli/unified_diff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace dashpot::cli {
namespace {

using Lines = std::vector<std::string_view>;

/// With their ends.
Lines linesOf(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return lines;
}

struct Line {
  char sign = ' ';  // ' ', '-' or '+'
  std::string_view text;
};

/// By the longest common subsequence of what is between the common beginning and the common end. Beyond the limit of its
/// table all lines in between count as changed, which is a valid difference, if not the shortest.
std::vector<Line> compare(const Lines& before, const Lines& after) {
  constexpr std::size_t largestTable = 4'000'000;
  const std::size_t most = std::min(before.size(), after.size());
  std::size_t front = 0, back = 0;
  while (front < most && before[front] == after[front]) ++front;
  while (back < most - front && before[before.size() - 1 - back] == after[after.size() - 1 - back]) ++back;
  const std::size_t n = before.size() - front - back, m = after.size() - front - back;

  const bool isTabled = (n + 1) * (m + 1) <= largestTable;
  std::vector<std::uint32_t> common(isTabled ? (n + 1) * (m + 1) : 0);  // of the lines from (i, j) on
  const auto at = [&](std::size_t i, std::size_t j) -> std::uint32_t& { return common[i * (m + 1) + j]; };
  if (isTabled)
    for (std::size_t i = n; i-- > 0;)
      for (std::size_t j = m; j-- > 0;)
        at(i, j) = before[front + i] == after[front + j] ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));

  std::vector<Line> lines;
  for (std::size_t i = 0; i < front; ++i) lines.push_back({' ', before[i]});
  std::size_t i = 0, j = 0;
  while (i < n || j < m) {
    if (isTabled && i < n && j < m && before[front + i] == after[front + j]) {
      lines.push_back({' ', before[front + i++]});
      ++j;
    } else if (i < n && (j == m || !isTabled || at(i + 1, j) >= at(i, j + 1))) {
      lines.push_back({'-', before[front + i++]});
    } else {
      lines.push_back({'+', after[front + j++]});
    }
  }
  for (std::size_t k = before.size() - back; k < before.size(); ++k) lines.push_back({' ', before[k]});
  return lines;
}

}  // namespace

std::string unifiedDiff(std::string_view before, std::string_view after, std::string_view name) {
  constexpr std::size_t context = 3;
  const std::vector<Line> lines = compare(linesOf(before), linesOf(after));
  const auto isChange = [](const Line& line) { return line.sign != ' '; };
  std::string text;
  std::size_t at = 0, oldLine = 1, newLine = 1;  // of lines[at]
  const auto advance = [&](std::size_t to) {
    for (; at < to; ++at) {
      if (lines[at].sign != '+') ++oldLine;
      if (lines[at].sign != '-') ++newLine;
    }
  };
  for (;;) {
    const auto next = std::find_if(lines.begin() + static_cast<std::ptrdiff_t>(at), lines.end(), isChange);
    if (next == lines.end()) return text;
    const auto first = static_cast<std::size_t>(next - lines.begin());
    std::size_t last = first;  // changes that are near each other are shown together
    for (std::size_t k = first; k < lines.size() && k <= last + 2 * context; ++k)
      if (isChange(lines[k])) last = k;
    advance(std::max(at, first > context ? first - context : 0));
    const std::size_t end = std::min(lines.size(), last + context + 1);
    std::string hunk;
    std::size_t oldCount = 0, newCount = 0;
    for (std::size_t k = at; k < end; ++k) {
      oldCount += lines[k].sign != '+' ? 1 : 0;
      newCount += lines[k].sign != '-' ? 1 : 0;
      hunk += lines[k].sign;
      hunk += lines[k].text;
      if (!lines[k].text.ends_with('\n')) hunk += "\n\\ No newline at end of file\n";
    }
    if (text.empty()) text = fmt::format("--- {}\n+++ {}\n", name, name);
    text += fmt::format("@@ -{},{} +{},{} @@\n", oldCount == 0 ? oldLine - 1 : oldLine, oldCount,
                        newCount == 0 ? newLine - 1 : newLine, newCount);
    text += hunk;
    advance(end);
  }
}

}  // namespace dashpot::cli
