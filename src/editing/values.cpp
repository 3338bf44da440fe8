#include "editing/values.hpp"

#include "base/nearest.hpp"
#include "base/trimmed.hpp"
#include "base/unit_expression.hpp"
#include "base/units.hpp"
#include "model/classes/catalogue.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace dashpot::editing {

namespace {

using model::ClassRef;

bool isAttributeOfItsUnit(std::string_view name) {
  constexpr std::array<std::string_view, 4> names{"start", "min", "max", "nominal"};
  return std::ranges::find(names, name) != names.end();
}

/// annotation(absoluteValue = false) at the type, or at one it is made of.
bool isOfDifferences(Meanings& meanings, ClassRef type) {
  for (int depth = 0; type != ClassRef::none && depth < model::WrittenClasses::depthLimit; ++depth) {
    const syntax::Tree& tree = meanings.tree(type);
    const syntax::Class& node = meanings.classes()[type].node();
    for (const syntax::ArgumentId id : tree.items(node.annotation.arguments)) {
      const syntax::Argument& entry = tree[id];
      if (entry.kind != syntax::ArgumentKind::element || entry.modification.value == syntax::ExpressionId::none)
        continue;
      const Symbol name = tree[tree.at(tree[entry.name].parts, 0)].name;
      const syntax::Expression& value = tree[entry.modification.value];
      if (meanings.classes().symbols().text(name) == "absoluteValue" && value.kind == syntax::ExpressionKind::boolean)
        return !value.flag;
    }
    type = node.form == syntax::ClassForm::shortClass ? meanings.shortBase(type) : ClassRef::none;
  }
  return false;
}

std::string doubtAbout(const std::string& name, const model::CatalogueComponent& owner) {
  std::vector<std::string> known;
  for (const model::CatalogueParameter& parameter : owner.parameters) known.push_back(parameter.name);
  const auto meant = nearest(name, known);
  return fmt::format("{} has no '{}' that is known here{}", owner.name, name,
                     meant ? fmt::format("; did you mean '{}'?", *meant) : "");
}

}  // namespace

ValueFacts factsAbout(const Scope& scope, const std::vector<std::string>& path) {
  const File& file = scope.file;
  Meanings meanings(file.classes(), file.sources(), file.tree());
  std::vector<std::string> names = path;
  if (names.size() > 1 && isAttributeOfItsUnit(names.back())) {
    const std::vector<std::string> owner(names.begin(), names.end() - 1);
    Meaning meaning{.scope = scope.ref};
    for (const std::string& name : owner)
      meaning = meaning.known() ? meanings.component(meanings.typeOf(meaning), file.symbols().intern(name)) : Meaning{};
    // A component of ours may be called `start`, too.
    const bool isPredefined = meaning.known() && meanings.withoutShortForms(meanings.typeOf(meaning)) == ClassRef::none;
    if (isPredefined) names = owner;
  }
  ClassRef owner = scope.ref;
  for (std::size_t i = 0; i + 1 < names.size(); ++i) {
    const Meaning meaning = meanings.component(owner, file.symbols().intern(names[i]));
    owner = meaning.known() ? meanings.typeOf(meaning) : ClassRef::none;
    if (owner == ClassRef::none) return {};
  }
  const Meaning declared = meanings.component(owner, file.symbols().intern(names.back()));
  const model::CatalogueComponent described =
      model::Catalogue(file.classes(), file.library(), file.sources()).describe(owner);
  const bool isPredefined = meanings.withoutShortForms(owner) == ClassRef::none;  // with attributes, not elements
  if (!declared.known()) return {.doubt = isPredefined ? "" : doubtAbout(names.back(), described)};
  ValueFacts facts{.isKnown = true};
  facts.isDifference = isOfDifferences(meanings, meanings.typeOf(declared));
  for (const auto& list : {described.parameters, described.constants})
    for (const model::CatalogueParameter& parameter : list) {
      if (parameter.name != names.back()) continue;
      facts.unit = parameter.unit;
      facts.isInteger = parameter.builtin == "Integer";
      if (parameter.builtin == "enumeration") facts.enumeration = parameter.type;
      for (const model::CatalogueLiteral& literal : parameter.literals) facts.literals.push_back(literal.name);
    }
  for (const model::CatalogueVariable& variable : described.variables)
    if (variable.name == names.back()) facts.unit = variable.unit;
  return facts;
}

// ------------------------------------------------------------------------------------------------------------- values

namespace {

/// A number and what stands behind it.
struct Typed {
  double number = 0.0;
  std::string_view unit;
};

constexpr std::string_view blanks = " \t\r\n";

std::optional<Typed> numberWithUnit(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  Typed typed;
  const auto [rest, status] = std::from_chars(text.data(), text.data() + text.size(), typed.number);
  if (status != std::errc{} || !std::isfinite(typed.number)) return std::nullopt;
  typed.unit = trimmed(text.substr(static_cast<std::size_t>(rest - text.data())), blanks);
  return typed;
}

/// The unit as an affine map to SI, with the quantity it measures.
std::optional<UnitExpression> unitOf(std::string_view name) {
  if (const auto unit = findUnit(name)) {
    auto expression = parseUnit(unit->si);
    if (!expression) return std::nullopt;
    expression->offset = expression->factor * unit->offset + expression->offset;
    expression->factor *= unit->factor;
    return expression;
  }
  return parseUnit(name);
}

/// Units of one dimension that mean different things: N.m and J, Hz and rad/s.
bool areDifferentQuantities(std::string_view a, std::string_view b) {
  const auto first = findUnit(a), second = findUnit(b);
  return first && second && first->si != second->si;
}

/// 15 digits: without the noise of the last bit, and good to 1e-14.
std::string convertedText(double value) {
  std::string text = fmt::format("{:.15g}", value);
  if (const std::size_t e = text.find('e'); e != std::string::npos) {
    std::string_view exponent = std::string_view(text).substr(e + 1);
    const bool isNegative = exponent.starts_with('-');
    exponent.remove_prefix(1);
    while (exponent.size() > 1 && exponent.front() == '0') exponent.remove_prefix(1);
    text = text.substr(0, e + 1) + (isNegative ? "-" : "") + std::string(exponent);
  }
  return text;
}

Diagnostic badUnit(std::string message) { return refusal("bad-unit", {}, std::move(message)); }

Expected<std::string, Diagnostic> converted(const Typed& typed, std::string_view text, const ValueFacts& facts,
                                            std::string_view what) {
  const auto given = unitOf(typed.unit);
  if (!given) {
    Diagnostic refused = badUnit(
        fmt::format("'{}' is no value for '{}': neither an expression nor a number with a unit we know", text, what));
    if (const auto read = parseQuantity(text); !read) refused.note(read.error());
    return Unexpected{std::move(refused)};
  }
  if (!facts.isKnown)
    return Unexpected{
        badUnit(fmt::format("the unit of '{}' is not known here, so '{}' cannot be converted", what, text))
            .hint("write the number in the unit of the parameter, or name its library")};
  if (facts.unit.empty())
    return Unexpected{badUnit(fmt::format("'{}' has no unit, so '{}' cannot be converted", what, text))
                          .hint("write a plain number, or give the parameter a unit")};
  const auto wanted = unitOf(facts.unit);
  if (!wanted || !wanted->measuresSameAs(*given) || areDifferentQuantities(typed.unit, facts.unit))
    return Unexpected{
        badUnit(fmt::format("'{}' is a value in {}, but '{}' is in {}", text, typed.unit, what, facts.unit))
            .hint(fmt::format("give a number with a unit like {}", facts.unit))};
  const bool hasOffset = !facts.isDifference;
  const double si = given->factor * typed.number + (hasOffset ? given->offset : 0.0);
  const double value = (si - (hasOffset ? wanted->offset : 0.0)) / wanted->factor;
  if (!std::isfinite(value)) return Unexpected{badUnit(fmt::format("'{}' is too large a number", text))};
  return convertedText(value);
}

}  // namespace

Expected<std::string, Diagnostic> valueText(std::string_view typed, const ValueFacts& facts, std::string_view what) {
  const std::string_view text = trimmed(typed, blanks);
  const Fragment fragment(text);
  if (const auto number = numberWithUnit(text); number && !number->unit.empty() && !fragment.isExpression())
    return converted(*number, text, facts, what);
  if (!fragment.isExpression()) {
    Diagnostic refused = refusal("bad-value", {}, fmt::format("'{}' is no value for '{}'", text, what));
    for (const Diagnostic& found : fragment.diagnostics.all()) refused.note(found.message);
    refused.hint("write an expression of Modelica, or a number with a unit: 210 bar");
    return Unexpected{std::move(refused)};
  }
  if (!facts.literals.empty() && fragment.isReference() && fragment.expression().parts.count == 1 &&
      std::ranges::find(facts.literals, text) != facts.literals.end())
    return facts.enumeration + '.' + std::string(text);
  if (const auto number = numberWithUnit(text);
      number && facts.isInteger && number->unit.empty() && number->number != std::round(number->number))
    return Unexpected{
        refusal("bad-value", {}, fmt::format("'{}' is an Integer, and {} is no whole number", what, text))};
  return std::string(text);
}

Expected<std::string, Diagnostic> valueInUnit(std::string_view typed, std::string_view unit) {
  return valueText(typed, {.isKnown = true, .unit = std::string(unit)}, "value");
}

}  // namespace dashpot::editing
