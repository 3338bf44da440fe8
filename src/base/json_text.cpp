#include "base/json_text.hpp"

#include "base/printable.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <iterator>

namespace dashpot {

void JsonText::separate() {
  if (needsComma_) text_ += ',';
  needsComma_ = true;
}

JsonText& JsonText::open(char opening, char closing) {
  separate();
  text_ += opening;
  closing_ += closing;
  needsComma_ = false;
  return *this;
}

JsonText& JsonText::close() {
  text_ += closing_.back();
  closing_.pop_back();
  needsComma_ = true;
  return *this;
}

JsonText& JsonText::key(std::string_view name) {
  separate();
  quote(name);
  text_ += ':';
  needsComma_ = false;
  return *this;
}

JsonText& JsonText::value(std::string_view text) {
  separate();
  quote(text);
  return *this;
}

JsonText& JsonText::value(double number) {
  if (!std::isfinite(number)) return raw("null");
  char digits[32];  // the longest is -2.2250738585072014e-308
  const auto [end, status] = std::to_chars(digits, std::end(digits), number);
  return raw({digits, static_cast<std::size_t>(end - digits)});
}

JsonText& JsonText::raw(std::string_view json) {
  separate();
  text_ += json;
  return *this;
}

/// RFC 8259, section 7.
void JsonText::quote(std::string_view text) {
  text_ += '"';
  while (!text.empty()) {
    const auto isPlain = [](char c) { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\'; };
    std::size_t plain = 0;
    while (plain < text.size() && isPlain(text[plain])) ++plain;
    text_ += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    const std::size_t length = characterLength(text);
    const char c = text.front();
    if (length == 0)
      text_ += "\xEF\xBF\xBD";
    else if (length > 1)
      text_ += text.substr(0, length);
    else if (c == '"' || c == '\\')
      (text_ += '\\') += c;
    else if (c == '\n')
      text_ += "\\n";
    else
      fmt::format_to(std::back_inserter(text_), "\\u{:04x}", static_cast<unsigned>(c));
    text.remove_prefix(length == 0 ? 1 : length);
  }
  text_ += '"';
}

}  // namespace dashpot
