#include "language_server/document.hpp"

#include <algorithm>

namespace dashpot::language_server {

namespace {

/// The bytes of the character that begins here: those that UTF-8 says, if they are there; else one.
std::size_t characterSize(std::string_view text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  const std::size_t size = first < 0x80   ? 1
                           : first < 0xC2 ? 1
                           : first < 0xE0 ? 2
                           : first < 0xF0 ? 3
                           : first < 0xF5 ? 4
                                          : 1;
  if (at + size > text.size()) return 1;
  for (std::size_t i = 1; i < size; ++i)
    if ((static_cast<unsigned char>(text[at + i]) & 0xC0U) != 0x80U) return 1;
  return size;
}

/// Characters outside the basic plane have four bytes, and two units in UTF-16.
std::uint32_t unitsOf(Encoding encoding, std::size_t size) {
  return encoding == Encoding::utf8 ? static_cast<std::uint32_t>(size) : size == 4 ? 2 : 1;
}

}  // namespace

std::uint32_t lengthIn(Encoding encoding, std::string_view text) {
  std::uint32_t length = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = characterSize(text, at);
    length += unitsOf(encoding, size);
    at += size;
  }
  return length;
}

LineIndex::LineIndex(std::string_view text) : starts_{0} {
  for (std::size_t at = text.find_first_of("\r\n"); at != std::string_view::npos; at = text.find_first_of("\r\n", at)) {
    at += text.substr(at, 2) == "\r\n" ? 2 : 1;
    starts_.push_back(static_cast<std::uint32_t>(at));
  }
}

std::uint32_t LineIndex::lineOf(std::size_t offset) const {
  const auto after = std::ranges::upper_bound(starts_, offset);
  return static_cast<std::uint32_t>(after - starts_.begin() - 1);
}

Text::Text(std::string text, Encoding encoding) : encoding_(encoding) {
  LineIndex lines(text);
  content_ = std::make_shared<const Content>(Content{std::move(text), std::move(lines)});
}

std::string_view Text::line(std::size_t number) const {
  const std::size_t begin = lineStart(number);
  std::size_t end = number + 1 < lineCount() ? lineStart(number + 1) : string().size();
  while (end > begin && (string()[end - 1] == '\n' || string()[end - 1] == '\r')) --end;
  return std::string_view(string()).substr(begin, end - begin);
}

std::size_t Text::offsetAt(Position position) const {
  if (position.line >= lineCount()) return string().size();
  const std::string_view characters = line(position.line);
  std::size_t at = 0;
  for (std::uint32_t units = 0; at < characters.size();) {
    const std::size_t size = characterSize(characters, at);
    units += unitsOf(encoding_, size);
    if (units > position.character) break;
    at += size;
  }
  return lineStart(position.line) + at;
}

Position Text::positionAt(std::size_t offset) const {
  offset = std::min(offset, string().size());
  const std::uint32_t number = lineOf(offset);
  const std::string_view characters = line(number);
  const std::size_t bytes = std::min(offset - lineStart(number), characters.size());
  std::uint32_t units = 0;
  for (std::size_t at = 0; at < bytes;) {
    const std::size_t size = characterSize(characters, at);
    if (at + size > bytes) break;
    units += unitsOf(encoding_, size);
    at += size;
  }
  return {number, units};
}

Text changed(const Text& before, const std::vector<Change>& changes) {
  Text text = before;
  for (const Change& change : changes) {
    if (!change.range) {
      text = Text(change.text, before.encoding());
      continue;
    }
    std::size_t begin = text.offsetAt(change.range->start), end = text.offsetAt(change.range->end);
    if (end < begin) std::swap(begin, end);
    std::string whole = text.string();
    whole.replace(begin, end - begin, change.text);
    text = Text(std::move(whole), before.encoding());
  }
  return text;
}

}  // namespace dashpot::language_server
