#include "base/source.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot {

SourceRange join(SourceRange first, SourceRange second) {
  if (!first.known()) return second;
  if (!second.known() || first.source != second.source) return first;
  return {first.source, std::min(first.begin, second.begin), std::max(first.end, second.end)};
}

SourceText::SourceText(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {
  lineStarts_.push_back(0);
  for (std::uint32_t i = 0; i < text_.size(); ++i)
    if (text_[i] == '\n') lineStarts_.push_back(i + 1);
}

LineColumn SourceText::lineColumn(std::uint32_t offset) const {
  const auto after = std::upper_bound(lineStarts_.begin(), lineStarts_.end(), offset);
  const auto line = static_cast<std::uint32_t>(after - lineStarts_.begin());
  return {line, offset - lineStarts_[line - 1] + 1};
}

std::string_view SourceText::line(std::uint32_t number) const {
  const std::string_view all = text_;
  const std::uint32_t begin = lineStarts_[number - 1];
  std::size_t end = number < lineStarts_.size() ? lineStarts_[number] : all.size();
  while (end > begin && (all[end - 1] == '\n' || all[end - 1] == '\r')) --end;
  return all.substr(begin, end - begin);
}

SourceId Sources::add(std::string name, std::string text) {
  texts_.emplace_back(std::move(name), std::move(text));
  return static_cast<SourceId>(texts_.size() - 1);
}

std::string Sources::describe(SourceRange range) const {
  if (!range.known()) return "(no location)";
  const SourceText& source = (*this)[range.source];
  const auto [line, column] = source.lineColumn(range.begin);
  return fmt::format("{}:{}:{}", source.name(), line, column);
}

std::string Sources::describeLine(SourceRange range) const {
  if (!range.known()) return "(no location)";
  const SourceText& source = (*this)[range.source];
  return fmt::format("{}:{}", source.name(), source.lineColumn(range.begin).line);
}

std::string_view Sources::text(SourceRange range) const {
  if (!range.known()) return {};
  return std::string_view((*this)[range.source].text()).substr(range.begin, range.end - range.begin);
}

}  // namespace dashpot
