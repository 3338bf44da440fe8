#include "language_server/message.hpp"

#include "base/trimmed.hpp"

#include <fmt/format.h>

#include <charconv>

namespace dashpot::language_server {

namespace {

constexpr std::size_t longestHeaderLine = 4096;

bool equalIgnoringCase(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (std::tolower(static_cast<unsigned char>(a[i])) != std::tolower(static_cast<unsigned char>(b[i]))) return false;
  return true;
}

constexpr std::string_view blanks = " \t";

}  // namespace

std::optional<std::string> MessageReader::fail(std::string reason) {
  error_ = std::move(reason);
  return std::nullopt;
}

std::optional<std::string> MessageReader::headerLine() {
  std::string line;
  for (int c = std::fgetc(in_); c != EOF; c = std::fgetc(in_)) {
    if (c == '\n') {
      if (line.ends_with('\r')) line.pop_back();
      return line;
    }
    if (line.size() >= longestHeaderLine) return fail("a line of the header has no end");
    line += static_cast<char>(c);
  }
  return line.empty() ? std::nullopt : fail("the input ends inside a header");
}

std::optional<std::string> MessageReader::next() {
  std::optional<std::size_t> length;
  bool isBegun = false;
  for (;;) {
    const std::optional<std::string> line = headerLine();
    if (!line) return isBegun && error_.empty() ? fail("the input ends inside a header") : std::nullopt;
    if (line->empty()) {
      if (!isBegun) continue;  // an empty line more than there has to be
      break;
    }
    isBegun = true;
    const std::size_t colon = line->find(':');
    if (colon == std::string::npos) return fail(fmt::format("'{}' is no line of a header", line->substr(0, 60)));
    if (!equalIgnoringCase(trimmed(std::string_view(*line).substr(0, colon), blanks), "Content-Length")) continue;
    const std::string_view number = trimmed(std::string_view(*line).substr(colon + 1), blanks);
    std::size_t value = 0;
    const auto [end, status] = std::from_chars(number.data(), number.data() + number.size(), value);
    if (status != std::errc{} || end != number.data() + number.size() || value > longestMessage)
      return fail(fmt::format("Content-Length is no number up to {}", longestMessage));
    length = value;
  }
  if (!length) return fail("a header has no Content-Length");
  // Memory grows with what arrives, not with what is announced.
  constexpr std::size_t piece = 1 << 20;
  std::string content;
  while (content.size() < *length) {
    const std::size_t had = content.size(), wanted = std::min(piece, *length - had);
    content.resize(had + wanted);
    const std::size_t got = std::fread(content.data() + had, 1, wanted, in_);
    if (got < wanted) return fail("the input ends inside a message");
  }
  return content;
}

std::string framed(std::string_view content) {
  return fmt::format("Content-Length: {}\r\n\r\n{}", content.size(), content);
}

}  // namespace dashpot::language_server
