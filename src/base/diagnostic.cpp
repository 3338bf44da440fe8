#include "base/diagnostic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace dashpot {

namespace {

constexpr std::size_t longestShownLine = 200;

/// The source line and a caret line below it. Tabs are kept in the padding, so that the caret stands below its
/// character.
std::string excerpt(SourceRange where, const Sources& sources) {
  const SourceText& source = sources[where.source];
  const auto [number, column] = source.lineColumn(where.begin);
  const std::string_view line = source.line(number);
  if (line.size() > longestShownLine) return {};

  const std::size_t start = std::min<std::size_t>(column - 1, line.size());
  const std::size_t length =
      std::max<std::size_t>(1, std::min<std::size_t>(where.end - where.begin, line.size() - start));
  std::string padding(line.substr(0, start));
  std::ranges::replace_if(
      padding, [](char c) { return c != '\t'; }, ' ');
  return fmt::format("{:>5} | {}\n      | {}^{}\n", number, line, padding, std::string(length - 1, '~'));
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
  return text;
}

Diagnostic& Diagnostics::error(std::string code, SourceRange where, std::string message) {
  return all_.emplace_back(Diagnostic{Severity::error, std::move(code), std::move(message), where, {}, {}, {}});
}

Diagnostic& Diagnostics::warning(std::string code, SourceRange where, std::string message) {
  return all_.emplace_back(Diagnostic{Severity::warning, std::move(code), std::move(message), where, {}, {}, {}});
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
