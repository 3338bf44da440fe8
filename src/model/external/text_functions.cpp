#include "model/external/text_functions.hpp"

#include "model/expressions/translator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>

namespace dashpot::model {

namespace {

using Arguments = std::vector<Value>;

bool isSpace(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool isDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool isLetter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

/// A text and the place, from 0, at which it is to be read.
struct TextPlace {
  std::string text;
  std::size_t at = 0;
};

std::optional<TextPlace> placeOf(KnownValues& values, const Arguments& arguments, SourceRange where) {
  auto text = values.text(arguments[0], where);
  const auto first = values.scalar(arguments[1], where);
  if (!text || !first) return std::nullopt;
  const double length = static_cast<double>(text->size());
  return TextPlace{std::move(*text), static_cast<std::size_t>(std::clamp(*first - 1.0, 0.0, length))};
}

std::size_t pastSpace(const std::string& text, std::size_t at) {
  while (at < text.size() && isSpace(text[at])) ++at;
  return at;
}

std::size_t pastDigits(const std::string& text, std::size_t at) {
  while (at < text.size() && isDigit(text[at])) ++at;
  return at;
}

Value position(const KnownValues& values, std::size_t at) {
  return values.number(static_cast<double>(at) + 1.0, Type::integer);
}

ExternalResults length(KnownValues& values, const Arguments& arguments, SourceRange where) {
  const auto text = values.text(arguments[0], where);
  if (!text) return std::nullopt;
  return std::vector{values.number(static_cast<double>(text->size()), Type::integer)};
}

ExternalResults substring(KnownValues& values, const Arguments& arguments, SourceRange where) {
  const auto text = values.text(arguments[0], where);
  const auto first = values.scalar(arguments[1], where), last = values.scalar(arguments[2], where);
  if (!text || !first || !last) return std::nullopt;
  if (!(*first >= 1.0 && *last <= static_cast<double>(text->size()) && *first <= *last + 1.0))
    return values.translator().context.report(
        "subscript", where,
        fmt::format("characters {} to {} of a text of {} are asked for", *first, *last, text->size()));
  return std::vector{KnownValues::words(
      text->substr(static_cast<std::size_t>(*first) - 1, static_cast<std::size_t>(*last - *first + 1.0)))};
}

/// 1, 2 or 3: less, equal or greater.
ExternalResults compare(KnownValues& values, const Arguments& arguments, SourceRange where) {
  auto a = values.text(arguments[0], where), b = values.text(arguments[1], where);
  const auto isExact = values.scalar(arguments[2], where);
  if (!a || !b || !isExact) return std::nullopt;
  if (*isExact == 0.0)
    for (std::string* s : {&*a, &*b})
      std::ranges::transform(*s, s->begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const int order = a->compare(*b);
  return std::vector{values.number(order < 0 ? 1.0 : order == 0 ? 2.0 : 3.0, Type::integer)};
}

/// The hash function of Arash Partow, with the library's first value, as a signed number of 32 bits.
ExternalResults hash(KnownValues& values, const Arguments& arguments, SourceRange where) {
  const auto text = values.text(arguments[0], where);
  if (!text) return std::nullopt;
  std::uint32_t h = 0xAAAAAAAA;
  for (std::size_t i = 0; i < text->size(); ++i) {
    const auto c = static_cast<std::uint32_t>(static_cast<unsigned char>((*text)[i]));
    h ^= i % 2 == 0 ? (h << 7) ^ (c * (h >> 3)) : ~((h << 11) + (c ^ (h >> 5)));
  }
  return std::vector{values.number(static_cast<std::int32_t>(h), Type::integer)};
}

ExternalResults skipWhiteSpace(KnownValues& values, const Arguments& arguments, SourceRange where) {
  const auto place = placeOf(values, arguments, where);
  if (!place) return std::nullopt;
  return std::vector{position(values, pastSpace(place->text, place->at))};
}

// Of a text that is none of these, scanning ends where it began.

/// The end of [sign] digits; the beginning if there is none.
std::size_t pastInteger(const std::string& text, std::size_t at, bool isUnsigned) {
  const std::size_t begin = at;
  if (at < text.size() && (text[at] == '+' || text[at] == '-')) {
    if (isUnsigned) return begin;
    ++at;
  }
  const std::size_t end = pastDigits(text, at);
  return end == at ? begin : end;
}

/// The end of a number: [sign] (digits [. [digits]] | . digits) [(e | E) [sign] digits].
std::size_t pastReal(const std::string& text, std::size_t begin, bool isUnsigned) {
  std::size_t at = begin;
  if (at < text.size() && (text[at] == '+' || text[at] == '-')) {
    if (isUnsigned) return begin;
    ++at;
  }
  const std::size_t whole = pastDigits(text, at);
  std::size_t end = whole;
  bool hasDigits = whole > at;
  if (end < text.size() && text[end] == '.') {
    const std::size_t fraction = pastDigits(text, end + 1);
    hasDigits |= fraction > end + 1;
    end = fraction;
  }
  if (!hasDigits) return begin;
  if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
    const std::size_t exponent = pastInteger(text, end + 1, false);
    if (exponent > end + 1) end = exponent;
  }
  return end;
}

double valueOf(std::string_view digits) {
  if (digits.starts_with('+')) digits.remove_prefix(1);
  double value = 0.0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

template <bool isReal>
ExternalResults scanNumber(KnownValues& values, const Arguments& arguments, SourceRange where) {
  const auto place = placeOf(values, arguments, where);
  const auto isUnsigned = values.scalar(arguments[2], where);
  if (!place || !isUnsigned) return std::nullopt;
  const std::size_t begin = pastSpace(place->text, place->at);
  std::size_t end =
      isReal ? pastReal(place->text, begin, *isUnsigned != 0.0) : pastInteger(place->text, begin, *isUnsigned != 0.0);
  // 2.5 does not begin with an Integer.
  const auto goesOn = [&](char c) { return c == '.' || c == 'e' || c == 'E'; };
  if (!isReal && end < place->text.size() && goesOn(place->text[end])) end = begin;
  const Type type = isReal ? Type::real : Type::integer;
  if (end == begin) return std::vector{position(values, place->at), values.number(0.0, type)};
  return std::vector{position(values, end),
                     values.number(valueOf(std::string_view(place->text).substr(begin, end - begin)), type)};
}

/// "..." without its quotation marks.
ExternalResults scanString(KnownValues& values, const Arguments& arguments, SourceRange where) {
  const auto place = placeOf(values, arguments, where);
  if (!place) return std::nullopt;
  const std::string& text = place->text;
  const std::size_t begin = pastSpace(text, place->at);
  const std::vector none{position(values, place->at), KnownValues::words("")};
  if (begin >= text.size() || text[begin] != '"') return none;
  std::size_t end = begin + 1;
  while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
  if (end >= text.size()) return none;
  return std::vector{position(values, end + 1), KnownValues::words(text.substr(begin + 1, end - begin - 1))};
}

ExternalResults scanIdentifier(KnownValues& values, const Arguments& arguments, SourceRange where) {
  const auto place = placeOf(values, arguments, where);
  if (!place) return std::nullopt;
  const std::string& text = place->text;
  const std::size_t begin = pastSpace(text, place->at);
  if (begin >= text.size() || !isLetter(text[begin]))
    return std::vector{position(values, place->at), KnownValues::words("")};
  std::size_t end = begin;
  while (end < text.size() && (isLetter(text[end]) || isDigit(text[end]) || text[end] == '_')) ++end;
  return std::vector{position(values, end), KnownValues::words(text.substr(begin, end - begin))};
}

}  // namespace

std::span<const KnownFunction> textFunctions() {
  static constexpr auto all = std::to_array<KnownFunction>({
      {"ModelicaStrings_length", 1, length},
      {"ModelicaStrings_substring", 3, substring},
      {"ModelicaStrings_compare", 3, compare},
      {"ModelicaStrings_hashString", 1, hash},
      {"ModelicaStrings_skipWhiteSpace", 2, skipWhiteSpace},
      {"ModelicaStrings_scanReal", 3, scanNumber<true>},
      {"ModelicaStrings_scanInteger", 3, scanNumber<false>},
      {"ModelicaStrings_scanString", 2, scanString},
      {"ModelicaStrings_scanIdentifier", 2, scanIdentifier},
  });
  return all;
}

}  // namespace dashpot::model
