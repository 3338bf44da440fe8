// editing/figures.cpp: the plots that are kept with a model, Documentation(figures = {Figure(...)}), Modelica 3.6,
// section 18.3.1.
#include "editing/annotation_entries.hpp"
#include "editing/class_annotation.hpp"
#include "syntax/parse.hpp"

#include <fmt/format.h>

namespace dashpot::editing {

namespace {

/// name = "text", behind others; nothing for an empty text.
void addText(std::string& arguments, std::string_view name, const std::string& text) {
  if (!text.empty()) arguments += fmt::format("{}{} = {}", arguments.empty() ? "" : ", ", name, syntax::quoted(text));
}

void addRaw(std::string& arguments, std::string_view name, const std::string& text) {
  arguments += fmt::format("{}{} = {}", arguments.empty() ? "" : ", ", name, text);
}

std::string curveText(const Curve& curve, const std::string& x) {
  std::string arguments;
  if (!x.empty()) addRaw(arguments, "x", x);
  addRaw(arguments, "y", curve.y);
  addText(arguments, "legend", curve.legend);
  return "Curve(" + arguments + ')';
}

template <class Item, class Text>
std::string listText(const std::vector<Item>& items, const std::string& separator, const Text& text) {
  std::string list;
  for (const Item& item : items) list += (list.empty() ? "" : separator) + text(item);
  return '{' + list + '}';
}

std::string plotText(const Plot& plot) {
  std::string arguments;
  addText(arguments, "title", plot.title);
  addRaw(arguments, "curves",
         listText(plot.curves, ", ", [&](const Curve& curve) { return curveText(curve, plot.x); }));
  return "Plot(" + arguments + ')';
}

std::string figureText(const Figure& figure) {
  std::string arguments;
  addText(arguments, "title", figure.title);
  addText(arguments, "identifier", figure.identifier);
  addRaw(arguments, "plots", listText(figure.plots, ", ", plotText));
  return "Figure(" + arguments + ')';
}

/// What cannot be plotted.
std::optional<Diagnostic> objectionTo(const std::vector<Figure>& figures) {
  for (const Figure& figure : figures)
    for (const Plot& plot : figure.plots) {
      std::vector<std::string> expressions;
      if (!plot.x.empty()) expressions.push_back(plot.x);
      for (const Curve& curve : plot.curves) expressions.push_back(curve.y);
      for (const std::string& each : expressions)
        if (!Fragment(each).isExpression())
          return refusal("bad-value", {}, fmt::format("'{}' is no variable or expression that can be plotted", each));
    }
  return std::nullopt;
}

Edits withoutFigures(const File& file, const syntax::Argument& documentation, const syntax::Argument& figures) {
  const std::vector<Span> items = spansOf(file.tree(), documentation.modification.arguments);
  for (std::size_t i = 0; i < items.size(); ++i)
    if (items[i].begin == figures.span.begin) return removeItem(file, items, i);
  return {};
}

}  // namespace

Outcome setFigures(const File& file, std::string_view type, const std::vector<Figure>& figures) {
  const auto scope = findScope(file, type);
  if (!scope) return Unexpected{scope.error()};
  if (auto objection = objectionTo(figures)) return Unexpected{std::move(*objection)};
  const syntax::Argument* documentation = annotationEntry(file, scope->node.annotation, "Documentation");
  const syntax::Argument* there =
      documentation ? annotationEntry(file, documentation->modification, "figures") : nullptr;
  if (figures.empty()) return there ? Outcome(Change{withoutFigures(file, *documentation, *there)}) : Change{};
  const std::string indent = bodyIndent(file, scope->node, layoutOf(file, scope->node)) + "    ";
  const std::string value = listText(figures, "," + lineBreak(file.text()) + indent, figureText);
  if (!documentation) return Change{{addClassEntry(*scope, "Documentation(figures = " + value + ')')}};
  const ArgumentLayout place = layoutOf(file, *documentation);
  if (isEmpty(place.arguments)) return Change{{{place.head, place.head, "(figures = " + value + ')'}}};
  if (!there)
    return Change{{addArgument(file, place.arguments, spansOf(file.tree(), documentation->modification.arguments),
                               "figures = " + value)}};
  const ArgumentLayout old = layoutOf(file, *there);
  if (there->modification.value == syntax::ExpressionId::none)
    return Change{{{old.beforeValue, old.beforeValue, " = " + value}}};
  if (file.text(old.value) == value) return Change{};
  return Change{{{old.value.begin, old.value.end, value}}};
}

}  // namespace dashpot::editing
