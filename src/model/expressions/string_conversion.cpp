#include "model/expressions/string_conversion.hpp"

#include "model/expressions/evaluation.hpp"
#include "model/expressions/expressions.hpp"
#include "model/expressions/operator_records.hpp"
#include "model/expressions/translation_context.hpp"

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

std::optional<Value> stringOf(TranslationContext& context, Expressions& expressions, Evaluation& evaluation,
                              OperatorRecords& operatorRecords, const ScopedExpression& at,
                              const std::vector<CallArgument>& arguments) {
  const bool hasValue = !arguments.empty() && arguments.front().name == Symbol::none;
  auto value = hasValue ? expressions.translate(arguments.front().value) : std::nullopt;
  if (hasValue && !value) return std::nullopt;
  if (value && value->isOperatorRecord()) return operatorRecords.text(at, arguments);
  const CallArgument* shown = nullptr;
  std::array<const CallArgument*, optionNames.size()> options{};
  for (const CallArgument& argument : arguments) {
    if (argument.name == Symbol::none) {
      if (shown)
        return context.report("arguments", argument.value.where(), "only the first argument of String has no name");
      shown = &argument;
      continue;
    }
    const auto found = std::ranges::find(optionNames, context.symbols().text(argument.name));
    if (found == optionNames.end())
      return context.report("arguments", argument.value.where(),
                            fmt::format("String has no input '{}'", context.symbols().text(argument.name)));
    const CallArgument*& option = options[static_cast<std::size_t>(found - optionNames.begin())];
    if (option)
      return context.report("arguments", argument.value.where(), fmt::format("the input '{}' is given twice", *found));
    option = &argument;
  }
  if (!shown) return context.report("arguments", at.where(), "String needs a value to write");
  if (!value) value = expressions.translate(shown->value);
  if (!value) return std::nullopt;
  if (!value->isScalar())
    return context.typeError(shown->value.where(),
                             fmt::format("String needs a scalar, but this is {}", describe(context.model(), *value)));
  if (value->isString()) return value;

  const bool isReal = value->type.type == Type::real, isNumber = value->type.isNumber();
  const bool hasOptions = options[significantDigits] || options[minimumLength] || options[leftJustified];
  if (options[significantDigits] && !isReal)
    return context.typeError(options[significantDigits]->value.where(),
                             "only a Real is written with significant digits");
  if (options[format] && (!isNumber || hasOptions))
    return context.typeError(options[format]->value.where(), isNumber
                                                                 ? "a format cannot be combined with other settings"
                                                                 : "only a number is written with a format");
  ValueFormat layout;
  if (options[format]) {
    const auto specification = evaluation.evaluateString(options[format]->value, "a format");
    if (!specification) return std::nullopt;
    if (const std::string problem = problemWith(*specification, !isReal); !problem.empty())
      return context.typeError(options[format]->value.where(), problem);
    layout.specification = *specification;
  } else {
    const auto count = [&](Option option, std::int32_t otherwise) -> std::optional<std::int32_t> {
      if (!options[option]) return otherwise;
      const auto n = evaluation.evaluateInteger(options[option]->value, fmt::format("'{}'", optionNames[option]));
      if (n && (*n < 0 || *n > longest))
        return context.report("arguments", options[option]->value.where(),
                              fmt::format("'{}' must lie between 0 and {}", optionNames[option], longest));
      return n;
    };
    const auto digits = count(significantDigits, 6), width = count(minimumLength, 0);
    std::optional<bool> isLeft = true;
    if (options[leftJustified]) isLeft = evaluation.evaluateCondition(options[leftJustified]->value);
    if (!digits || !width || !isLeft) return std::nullopt;
    layout.specification = fmt::format("{}{}{}", *isLeft ? "-" : "", *width == 0 ? "" : std::to_string(*width),
                                       isReal ? fmt::format(".{}g", *digits) : "d");
  }
  if (value->type.type == Type::boolean) layout.names = {"false", "true"};
  if (value->type.type == Type::enumeration) {
    layout.names = context.model().enumerations[value->type.enumeration].literals;
    layout.first = 1;
  }
  Value result{.type = {Type::string}, .variability = value->variability};
  const auto known = evaluation.constantValue(value->scalar());
  if (known)
    result.texts = {Message{{written(layout, *known)}}};
  else
    result.texts = {Message{{Shown{value->scalar(), std::move(layout)}}}};
  return result;
}

}  // namespace dashpot::model
