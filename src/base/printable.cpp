#include "base/printable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace dashpot {

namespace {

std::uint32_t byteAt(std::string_view text, std::size_t i) { return static_cast<unsigned char>(text[i]); }

/// The code point of a character of this length.
std::uint32_t decode(std::string_view text, std::size_t length) {
  if (length == 1) return byteAt(text, 0);
  std::uint32_t code = byteAt(text, 0) & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) code = code << 6U | (byteAt(text, i) & 0x3FU);
  return code;
}

bool isControl(std::uint32_t code) {
  const auto isBetween = [code](std::uint32_t first, std::uint32_t last) { return first <= code && code <= last; };
  return code < 0x20 || isBetween(0x7F, 0x9F) ||                  // C0, delete, C1
         isBetween(0x200E, 0x200F) || code == 0x61C ||            // marks of direction
         isBetween(0x2028, 0x202E) || isBetween(0x2066, 0x2069);  // separators of lines; embeddings and isolates
}

/// The length of the piece at the beginning that is shown as it is; 0: there is none.
std::size_t shownLength(std::string_view text, Lines lines) {
  const std::size_t length = characterLength(text);
  if (length == 0) return 0;
  if (lines == Lines::many && (text[0] == '\n' || text[0] == '\t')) return 1;
  return isControl(decode(text, length)) ? 0 : length;
}

}  // namespace

std::size_t characterLength(std::string_view text) {
  if (text.empty()) return 0;
  const std::uint32_t first = byteAt(text, 0);
  if (first < 0x80) return 1;
  const std::size_t length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byteAt(text, i) & 0xC0U) != 0x80U) return 0;
  const std::uint32_t code = decode(text, length);
  constexpr std::uint32_t firstOf[] = {0, 0, 0x80, 0x800, 0x10000}, surrogates = 0xD800, afterSurrogates = 0xE000;
  const bool isSound = code >= firstOf[length] && code <= 0x10FFFF && !(code >= surrogates && code < afterSurrogates);
  return isSound ? length : 0;
}

std::string printable(std::string_view text, Lines lines) {
  std::string shown;
  while (!text.empty()) {
    std::size_t length = shownLength(text, lines);
    if (length > 0) {
      shown += text.substr(0, length);
    } else {
      length = std::max<std::size_t>(1, characterLength(text));
      for (std::size_t i = 0; i < length; ++i) fmt::format_to(std::back_inserter(shown), "\\x{:02X}", byteAt(text, i));
    }
    text.remove_prefix(length);
  }
  return shown;
}

bool isPrintable(std::string_view text, Lines lines) {
  while (!text.empty()) {
    const std::size_t length = shownLength(text, lines);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

}  // namespace dashpot
