// model/string_conversion.cpp: String(x, ...) (Modelica 3.6, section 3.7.1), and texts that a condition chooses.
#include "model/translate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace dashpot::model {

namespace {

constexpr std::array<std::string_view, 4> optionNames{"significantDigits", "minimumLength", "leftJustified", "format"};
enum Option : std::size_t { significantDigits, minimumLength, leftJustified, format };

// As many as a text may be long.
constexpr std::int32_t longest = 10'000;

}  // namespace

std::optional<Value> Translator::stringOf(const ScopedExpression& at, const std::vector<CallArgument>& arguments) {
  const CallArgument* shown = nullptr;
  std::array<const CallArgument*, optionNames.size()> options{};
  for (const CallArgument& argument : arguments) {
    if (argument.name == Symbol::none) {
      if (shown) return report("arguments", argument.value.where(), "only the first argument of String has no name");
      shown = &argument;
      continue;
    }
    const auto found = std::ranges::find(optionNames, symbols_.text(argument.name));
    if (found == optionNames.end())
      return report("arguments", argument.value.where(),
                    fmt::format("String has no input '{}'", symbols_.text(argument.name)));
    const CallArgument*& option = options[static_cast<std::size_t>(found - optionNames.begin())];
    if (option)
      return report("arguments", argument.value.where(), fmt::format("the input '{}' is given twice", *found));
    option = &argument;
  }
  if (!shown) return report("arguments", at.where(), "String needs a value to write");
  const auto value = translate(shown->value);
  if (!value) return std::nullopt;
  if (!value->isScalar())
    return typeError(shown->value.where(),
                     fmt::format("String needs a scalar, but this is {}", describe(model_, *value)));
  if (value->isString()) return value;

  const bool isReal = value->type.type == Type::real, isNumber = value->type.isNumber();
  const bool hasOptions = options[significantDigits] || options[minimumLength] || options[leftJustified];
  if (options[significantDigits] && !isReal)
    return typeError(options[significantDigits]->value.where(), "only a Real is written with significant digits");
  if (options[format] && (!isNumber || hasOptions))
    return typeError(options[format]->value.where(), isNumber ? "a format cannot be combined with other settings"
                                                              : "only a number is written with a format");
  ValueFormat layout;
  if (options[format]) {
    const auto specification = evaluateString(options[format]->value, "a format");
    if (!specification) return std::nullopt;
    if (const std::string problem = problemWith(*specification, !isReal); !problem.empty())
      return typeError(options[format]->value.where(), problem);
    layout.specification = *specification;
  } else {
    const auto count = [&](Option option, std::int32_t otherwise) -> std::optional<std::int32_t> {
      if (!options[option]) return otherwise;
      const auto n = evaluateInteger(options[option]->value, fmt::format("'{}'", optionNames[option]));
      if (n && (*n < 0 || *n > longest))
        return report("arguments", options[option]->value.where(),
                      fmt::format("'{}' must lie between 0 and {}", optionNames[option], longest));
      return n;
    };
    const auto digits = count(significantDigits, 6), width = count(minimumLength, 0);
    std::optional<bool> isLeft = true;
    if (options[leftJustified]) isLeft = evaluateCondition(options[leftJustified]->value);
    if (!digits || !width || !isLeft) return std::nullopt;
    layout.specification = fmt::format("{}{}{}", *isLeft ? "-" : "", *width == 0 ? "" : std::to_string(*width),
                                       isReal ? fmt::format(".{}g", *digits) : "d");
  }
  if (value->type.type == Type::boolean) layout.names = {"false", "true"};
  if (value->type.type == Type::enumeration) {
    layout.names = model_.enumerations[value->type.enumeration].literals;
    layout.first = 1;
  }
  Value result{.type = {Type::string}, .variability = value->variability};
  const auto known = constantValue(value->scalar());
  if (known)
    result.texts = {Message{{written(layout, *known)}}};
  else
    result.texts = {Message{{Shown{value->scalar(), std::move(layout)}}}};
  return result;
}

}  // namespace dashpot::model
