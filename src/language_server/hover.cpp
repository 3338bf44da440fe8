#include "language_server/hover.hpp"

#include "language_server/cursor.hpp"
#include "language_server/markdown.hpp"
#include "language_server/protocol.hpp"
#include "language_server/quantity.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace dashpot::language_server {

namespace {

using model::ClassRef;
using syntax::ExpressionId;
using syntax::Variability;

std::string prefixesOf(const Declaration& declaration) {
  std::string text;
  const auto add = [&](bool isThere, std::string_view word) {
    if (isThere) text += fmt::format("{} ", word);
  };
  const syntax::Component& component = *declaration.component;
  add(declaration.element->isProtected, "protected");
  add(declaration.element->isFinal, "final");
  add(declaration.element->isInner, "inner");
  add(declaration.element->isOuter, "outer");
  add(declaration.element->isReplaceable, "replaceable");
  add(component.connector == syntax::ConnectorPrefix::flow, "flow");
  add(component.connector == syntax::ConnectorPrefix::stream, "stream");
  add(component.variability == Variability::parameter, "parameter");
  add(component.variability == Variability::constant, "constant");
  add(component.variability == Variability::discrete, "discrete");
  add(component.causality == syntax::Causality::input, "input");
  add(component.causality == syntax::Causality::output, "output");
  return text;
}

std::string subscriptsOf(View& view, const Declaration& declaration) {
  std::string text;
  for (const auto& list : {declaration.component->typeSubscripts, declaration.component->subscripts})
    for (const ExpressionId e : declaration.tree->items(list))
      text += (text.empty() ? "" : ", ") + view.written.text(*declaration.tree, e);
  return text.empty() ? text : "[" + text + "]";
}

std::string componentHeadline(View& view, const Declaration& declaration) {
  Names names(view);
  const ClassRef type = names.writtenTypeOf(declaration);
  const std::string typeName = type != ClassRef::none
                                   ? view.classes.qualifiedName(type)
                                   : view.written.text(*declaration.tree, declaration.component->type);
  std::string text = fmt::format("{}{} {}{}", prefixesOf(declaration), typeName, names.nameOf(declaration),
                                 subscriptsOf(view, declaration));
  constexpr std::size_t longestValue = 120;
  if (const std::string value = view.written.text(*declaration.tree, declaration.component->modification.value);
      !value.empty() && value.size() <= longestValue)
    text += " = " + value;
  return text;
}

/// "unit Pa, shown in bar; 210 bar; at least 0"
std::string factsOf(View& view, const Declaration& declaration) {
  Names names(view);
  std::vector<std::string> facts;
  const std::string unit = names.attribute(declaration, "unit"), shownIn = names.attribute(declaration, "displayUnit");
  if (!unit.empty() && isShownDifferently(unit, shownIn))
    facts.push_back(fmt::format("unit `{}`, shown in `{}`", unit, shownIn));
  else if (!unit.empty())
    facts.push_back(fmt::format("unit `{}`", unit));
  if (const auto value = constantValue(*declaration.tree, declaration.component->modification.value);
      value && !unit.empty())
    facts.push_back(fmt::format("value `{}`", shownValue(*value, unit, shownIn)));
  for (const auto& [attribute, words] : {std::pair{"start", "starts at"}, {"min", "at least"}, {"max", "at most"}})
    if (const std::string value = names.attribute(declaration, attribute); !value.empty())
      facts.push_back(fmt::format("{} `{}`", words, value));
  return fmt::format("{}", fmt::join(facts, "; "));
}

std::string literalsOf(View& view, ClassRef type) {
  if (type == ClassRef::none || view.classes[type].node().form != syntax::ClassForm::enumeration) return {};
  Names names(view);
  std::string text;
  for (const Declaration& literal : names.members(type)) {
    text += fmt::format("- `{}`", names.nameOf(literal));
    if (const std::string words = names.descriptionOf(literal); !words.empty()) text += " " + escaped(words);
    text += '\n';
  }
  return text;
}

}  // namespace

std::string headline(View& view, const Declaration& declaration) {
  Names names(view);
  switch (declaration.kind) {
    case Declaration::Kind::component: return componentHeadline(view, declaration);
    case Declaration::Kind::type: {
      const syntax::Class& node = view.classes[declaration.type].node();
      std::string text = fmt::format("{}{} {}", node.isPartial ? "partial " : "", spelling(node.kind),
                                     view.classes.qualifiedName(declaration.type));
      if (node.form == syntax::ClassForm::shortClass)
        text += fmt::format(" = {}", view.written.text(*declaration.tree, node.base));
      return text;
    }
    case Declaration::Kind::literal:
      return fmt::format("{}.{}", view.classes.qualifiedName(declaration.in), names.nameOf(declaration));
    case Declaration::Kind::iterator: return fmt::format("{}: the variable of a loop", names.nameOf(declaration));
    case Declaration::Kind::none: break;
  }
  return {};
}

std::string describeInMarkdown(View& view, const Declaration& declaration) {
  Names names(view);
  std::string text = fmt::format("```modelica\n{}\n```\n", headline(view, declaration));
  const auto paragraph = [&](const std::string& words) {
    if (!words.empty()) text += "\n" + words + "\n";
  };
  paragraph(escaped(names.descriptionOf(declaration)));
  if (declaration.isComponent()) {
    paragraph(factsOf(view, declaration));
    if (const ClassRef type = names.writtenTypeOf(declaration); type != ClassRef::none) {
      const std::string words = names.descriptionOf(names.declarationOf(type));
      if (!words.empty()) paragraph(fmt::format("`{}`: {}", view.name(view.classes[type].node().name), escaped(words)));
      paragraph(literalsOf(view, names.behind(type)));
    }
    if (declaration.in != ClassRef::none) paragraph(fmt::format("of `{}`", view.classes.qualifiedName(declaration.in)));
  }
  if (declaration.isType()) {
    paragraph(literalsOf(view, declaration.type));
    paragraph(markdownFrom(view.catalogue.documentation(declaration.type)));
  }
  return text;
}

nlohmann::json hover(View& view, Position position) {
  const Cursor cursor = Meanings(view).at(view.text().offsetAt(position));
  if (!cursor.meaning) return nullptr;
  return {{"contents", {{"kind", "markdown"}, {"value", describeInMarkdown(view, cursor.meaning)}}},
          {"range", toJson(view.text().range(cursor.name.begin, cursor.name.end))}};
}

}  // namespace dashpot::language_server
