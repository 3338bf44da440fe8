#include "base/diagnostic.hpp"

#include "base/printable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace dashpot {

namespace {

constexpr std::size_t longestShownLine = 200;

/// A byte that continues a character of several bytes (UTF-8).
bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return !continues(c); }));
}

/// White space as wide as the text, tabs kept, so that a caret after it stands below its character.
std::string blankOf(std::string_view text) {
  std::string blank;
  for (const char c : text)
    if (!continues(c)) blank += c == '\t' ? '\t' : ' ';
  return blank;
}

/// With a question mark for each character that is not printable, so that a caret below stands where it should.
std::string withoutControls(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const std::size_t length = std::max<std::size_t>(1, characterLength(text));
    const std::string_view character = text.substr(0, length);
    shown += isPrintable(character, Lines::many) ? character : "?";
    text.remove_prefix(length);
  }
  return shown;
}

/// The source line and a caret line below it.
std::string excerpt(SourceRange where, const Sources& sources) {
  const SourceText& source = sources[where.source];
  const auto [number, column] = source.lineColumn(where.begin);
  const std::string_view line = source.line(number);
  if (line.size() > longestShownLine) return {};
  const std::size_t start = std::min<std::size_t>(column - 1, line.size());
  const std::size_t length = std::max<std::size_t>(1, characters(line.substr(start, where.end - where.begin)));
  return fmt::format("{:>5} | {}\n      | {}^{}\n", number, withoutControls(line), blankOf(line.substr(0, start)),
                     std::string(length - 1, '~'));
}

}  // namespace

std::string render(const Diagnostic& diagnostic, const Sources& sources) {
  std::string text;
  auto out = std::back_inserter(text);
  if (diagnostic.where.known()) fmt::format_to(out, "{}: ", sources.describe(diagnostic.where));
  fmt::format_to(out, "{}: {}\n", diagnostic.severity == Severity::error ? "error" : "warning", diagnostic.message);
  if (diagnostic.where.known()) text += excerpt(diagnostic.where, sources);
  for (const std::string& line : diagnostic.details) fmt::format_to(out, "  {}\n", line);
  for (const std::string& note : diagnostic.notes) fmt::format_to(out, "note: {}\n", note);
  for (const std::string& hint : diagnostic.hints) fmt::format_to(out, "hint: {}\n", hint);
  return isPrintable(text, Lines::many) ? text : printable(text, Lines::many);
}

Diagnostic& Diagnostics::error(std::string code, SourceRange where, std::string message) {
  return all_.emplace_back(Diagnostic{Severity::error, std::move(code), std::move(message), where, {}, {}, {}});
}

Diagnostic& Diagnostics::warning(std::string code, SourceRange where, std::string message) {
  return all_.emplace_back(Diagnostic{Severity::warning, std::move(code), std::move(message), where, {}, {}, {}});
}

void Diagnostics::sortFrom(std::size_t first) {
  std::stable_sort(all_.begin() + static_cast<std::ptrdiff_t>(first), all_.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.where.begin < b.where.begin; });
}

bool Diagnostics::hasErrors() const { return errorCount() > 0; }

std::size_t Diagnostics::errorCount() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(all_, [](const Diagnostic& d) { return d.severity == Severity::error; }));
}

std::string render(const Diagnostics& diagnostics, const Sources& sources) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics.all()) text += render(diagnostic, sources);
  return text;
}

}  // namespace dashpot
