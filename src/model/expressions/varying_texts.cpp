#include "model/expressions/varying_texts.hpp"

#include "symbolic/build.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::model {

using symbolic::Op;

namespace {

// The enumeration of all texts; as the only name of a format it stands for them.
constexpr std::string_view textsName = "$Texts";

const ValueFormat shownText{.specification = "-d", .names = {std::string(textsName)}, .first = 1};

std::uint32_t enumerationOfTexts(FlatModel& model) {
  const auto found = std::ranges::find(model.enumerations, textsName, &Enumeration::name);
  const auto index = static_cast<std::uint32_t>(found - model.enumerations.begin());
  if (found == model.enumerations.end()) model.enumerations.push_back({std::string(textsName), {}});
  return index;
}

Expr numberOf(FlatModel& model, std::string_view text) {
  auto& literals = model.enumerations[enumerationOfTexts(model)].literals;
  const std::string literal = fmt::format("\"{}\"", text);
  const auto found = std::ranges::find(literals, literal);
  const auto position = static_cast<double>(found - literals.begin()) + 1.0;
  if (found == literals.end()) literals.push_back(literal);
  return model.pool.constant(position);
}

/// The String that an expression stands for as it is, or was before the event; none: it is no such thing.
VariableId stringIn(const FlatModel& model, Expr e) {
  const Op op = model.pool.op(e);
  if (op != Op::variable && op != Op::pre) return VariableId::none;
  const VariableId id = model.pool.variable(e);
  const Variable& variable = model[id];
  const bool isText = variable.type == Type::string || (variable.type == Type::enumeration &&
                                                        model.enumerations[variable.enumeration].name == textsName);
  return isText ? id : VariableId::none;
}

}  // namespace

void makeVarying(FlatModel& model, VariableId string) {
  Variable& variable = model.variables[symbolic::index(string)];
  if (variable.type != Type::string) return;
  variable.type = Type::enumeration;
  variable.enumeration = enumerationOfTexts(model);
  variable.variability = std::min(variable.variability, Variability::discrete);
  variable.attributes.start = numberOf(model, variable.text);
  variable.text = {};
}

bool isVaryingString(const FlatModel& model, const Message& text) {
  const Shown* shown = text.pieces.size() == 1 ? std::get_if<Shown>(&text.pieces.front()) : nullptr;
  return shown && (shown->format == shownText || stringIn(model, shown->value) != VariableId::none);
}

std::optional<Expr> textNumber(FlatModel& model, const Message& text) {
  if (text.pieces.empty()) return numberOf(model, "");
  if (text.pieces.size() > 1) return std::nullopt;
  if (const auto* known = std::get_if<std::string>(&text.pieces.front())) return numberOf(model, *known);
  const Shown& shown = std::get<Shown>(text.pieces.front());
  if (shown.format == shownText) return shown.value;
  if (const VariableId string = stringIn(model, shown.value); string != VariableId::none) {
    makeVarying(model, string);
    return shown.value;
  }
  if (shown.format.names.empty()) return std::nullopt;
  // One of several names: the value chooses.
  const bool isTruth = shown.format.first == 0;
  Expr result = Expr::none;
  for (std::size_t i = shown.format.names.size(); i-- > 0;) {
    const double value = shown.format.first + static_cast<double>(i);
    const Expr number = numberOf(model, written(shown.format, value));
    if (result == Expr::none) {
      result = number;
      continue;
    }
    const Expr isOther =
        isTruth ? shown.value : symbolic::build(model.pool, Op::notEqual, shown.value, model.pool.constant(value));
    result = symbolic::conditional(model.pool, isOther, result, number);
  }
  return result;
}

std::optional<Value> textNumbers(FlatModel& model, const Value& strings) {
  Value result{.variability = strings.variability, .dimensions = strings.dimensions};
  for (const Message& text : strings.texts) {
    const auto number = textNumber(model, text);
    if (!number) return std::nullopt;
    result.scalars.push_back(*number);
  }
  result.type = {Type::enumeration, enumerationOfTexts(model)};
  return result;
}

Value textsOf(const Value& numbers) {
  Value result{.type = {Type::string}, .variability = numbers.variability, .dimensions = numbers.dimensions};
  for (const Expr number : numbers.scalars) result.texts.push_back(Message{{Shown{number, shownText}}});
  return result;
}

void nameTexts(FlatModel& model) {
  const auto found = std::ranges::find(model.enumerations, textsName, &Enumeration::name);
  if (found == model.enumerations.end()) return;
  ValueFormat format = shownText;
  format.names.clear();
  for (const std::string& literal : found->literals) format.names.push_back(literal.substr(1, literal.size() - 2));
  const auto name = [&](Message& message) {
    for (auto& piece : message.pieces)
      if (auto* shown = std::get_if<Shown>(&piece))
        if (shown->format == shownText || stringIn(model, shown->value) != VariableId::none) shown->format = format;
  };
  for (Assertion& assertion : model.assertions) name(assertion.message);
  for (WhenClause& clause : model.whenClauses)
    for (WhenBranch& branch : clause.branches)
      for (Action& action : branch.actions) name(action.message);
}

}  // namespace dashpot::model
