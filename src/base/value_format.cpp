#include "base/value_format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace dashpot {

namespace {

// A longer text is a mistake, and would eat the memory of the machine.
constexpr int widthLimit = 10'000;

struct Parsed {
  bool isLeft = false, hasSign = false, hasBlank = false, isAlternate = false, hasZeros = false;
  int width = 0;
  int precision = -1;  // not given
  char conversion = 'g';
};

int number(std::string_view text, std::size_t& at) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), value);
  const bool isDigits = at < text.size() && text[at] >= '0' && text[at] <= '9';
  if (!isDigits || error != std::errc{}) return isDigits ? widthLimit + 1 : 0;
  at = static_cast<std::size_t>(end - text.data());
  return value;
}

std::optional<Parsed> parse(std::string_view text) {
  Parsed result;
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '-')
      result.isLeft = true;
    else if (text[at] == '+')
      result.hasSign = true;
    else if (text[at] == ' ')
      result.hasBlank = true;
    else if (text[at] == '#')
      result.isAlternate = true;
    else if (text[at] == '0')
      result.hasZeros = true;
    else
      break;
  }
  result.width = number(text, at);
  if (at < text.size() && text[at] == '.') result.precision = number(text, ++at);
  if (at + 1 != text.size() || result.width > widthLimit || result.precision > widthLimit) return std::nullopt;
  result.conversion = text[at];
  return result;
}

constexpr std::string_view realConversions = "feEgG", integerConversions = "dioxXuc";

std::string padded(const std::string& text, const Parsed& how) {
  const auto missing = static_cast<std::size_t>(std::max(0, how.width - static_cast<int>(text.size())));
  return how.isLeft ? text + std::string(missing, ' ') : std::string(missing, ' ') + text;
}

std::string_view signOf(const Parsed& how) { return how.hasSign ? "+" : how.hasBlank ? " " : ""; }

std::string integer(const Parsed& how, double value) {
  const auto whole = static_cast<long long>(std::llround(value));
  if (how.conversion == 'c') return padded(std::string(1, static_cast<char>(whole)), how);
  const char conversion = how.conversion == 'i' || how.conversion == 'u' ? 'd' : how.conversion;
  const std::string digits =
      fmt::format(fmt::runtime(fmt::format("{{:{}{}}}", how.isAlternate ? "#" : "", conversion)), std::abs(whole));
  const int atLeast = how.precision >= 0 ? how.precision : how.hasZeros && !how.isLeft ? how.width - (whole < 0) : 0;
  const auto zeros = static_cast<std::size_t>(std::max(0, atLeast - static_cast<int>(digits.size())));
  return padded(fmt::format("{}{}{}", whole < 0 ? "-" : signOf(how), std::string(zeros, '0'), digits), how);
}

std::string real(const Parsed& how, double value) {
  const std::string layout = fmt::format(
      "{{:{}{}{}{}{}.{}{}}}",
      how.isLeft     ? "<"
      : how.hasZeros ? ""
                     : ">",
      signOf(how), how.isAlternate ? "#" : "", how.hasZeros && !how.isLeft ? "0" : "",
      how.width > 0 ? std::to_string(how.width) : "", how.precision >= 0 ? how.precision : 6, how.conversion);
  return fmt::format(fmt::runtime(layout), value);
}

}  // namespace

std::string problemWith(std::string_view specification, bool isInteger) {
  const auto parsed = parse(specification);
  if (!parsed) return "a format is flags, a width, a precision and one letter, as in \"-12.6g\"";
  if (realConversions.find(parsed->conversion) != std::string_view::npos) return {};
  if (integerConversions.find(parsed->conversion) == std::string_view::npos)
    return fmt::format("'{}' is no way to write a number", parsed->conversion);
  return isInteger ? std::string() : fmt::format("'{}' is a way to write Integers, not a Real", parsed->conversion);
}

std::string written(const ValueFormat& format, double value) {
  const Parsed how = parse(format.specification).value_or(Parsed{});
  if (!format.names.empty()) {
    const double position = std::round(value) - format.first;
    const bool exists = position >= 0.0 && position < static_cast<double>(format.names.size());
    return padded(exists ? format.names[static_cast<std::size_t>(position)] : "?", how);
  }
  const bool isWhole = integerConversions.find(how.conversion) != std::string_view::npos;
  return isWhole && std::isfinite(value) ? integer(how, value) : real(how, value);
}

}  // namespace dashpot
