#include "drawing/text_macros.hpp"

#include <cctype>

namespace dashpot::drawing {

namespace {

bool isNameCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

}  // namespace

std::string withoutMacros(std::string_view text, const MacroMeaning& meaning) {
  std::string result;
  std::size_t at = 0;
  while (at < text.size()) {
    if (text[at] != '%' || at + 1 == text.size()) {
      result += text[at++];
      continue;
    }
    if (text[at + 1] == '%') {
      result += '%';
      at += 2;
      continue;
    }
    const bool isBraced = text[at + 1] == '{';
    const std::size_t begin = at + (isBraced ? 2 : 1);
    std::size_t end = begin;
    if (isBraced)
      end = text.find('}', begin);
    else
      while (end < text.size() && isNameCharacter(text[end])) ++end;
    if (end == std::string_view::npos || end == begin) {
      result += text[at++];
      continue;
    }
    const std::string_view name = text.substr(begin, end - begin);
    const std::size_t next = isBraced ? end + 1 : end;
    if (name == "name")
      result += meaning.name;
    else if (name == "class")
      result += meaning.className;
    else if (const auto value = meaning.value ? meaning.value(name) : std::nullopt)
      result += *value;
    else
      result += text.substr(at, next - at);
    at = next;
  }
  return result;
}

}  // namespace dashpot::drawing
