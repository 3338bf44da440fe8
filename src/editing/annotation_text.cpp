#include "editing/annotation_text.hpp"

#include "editing/layout.hpp"
#include "editing/statements.hpp"

#include <fmt/format.h>

namespace dashpot::editing {

std::string pointText(Point point) { return fmt::format("{{{}, {}}}", numberText(point.x), numberText(point.y)); }

std::string pointsText(const std::vector<Point>& points) {
  std::string text = "{";
  for (const Point point : points) text += (text.size() > 1 ? ", " : "") + pointText(point);
  return text + '}';
}

std::string transformationText(const Placement& placement) {
  std::string text = fmt::format("transformation(origin = {}, extent = {}", pointText(placement.origin),
                                 pointsText({placement.from, placement.to}));
  if (placement.rotation != 0.0) text += ", rotation = " + numberText(placement.rotation);
  return text + ')';
}

std::string placementText(const Placement& placement) { return "Placement(" + transformationText(placement) + ')'; }

std::string lineArguments(const Line& line) {
  std::string text;
  if (!line.points.empty()) text = "points = " + pointsText(line.points);
  if (line.color) {
    const auto& [red, green, blue] = *line.color;
    text += fmt::format("{}color = {{{}, {}, {}}}", text.empty() ? "" : ", ", red, green, blue);
  }
  return text;
}

std::string lineText(const Line& line) {
  const std::string arguments = lineArguments(line);
  return arguments.empty() ? "" : "Line(" + arguments + ')';
}

std::string annotationOpening(const Scope& scope) {
  const std::string_view text = scope.file.text();
  const auto openingOf = [&](Span owner, const syntax::Modification& annotation) -> std::string {
    const std::uint32_t begin = annotationAtEnd(scope.file, owner, annotation).whole.begin;
    return beginsLine(text, begin) ? lineBreak(text) + indentOf(text, begin) : " ";
  };
  std::string opening = " ";
  for (const syntax::ElementId id : scope.tree().items(scope.node.elements)) {
    const syntax::Element& element = scope.tree()[id];
    if (element.kind != syntax::ElementKind::component) continue;
    const syntax::Component& component = scope.tree()[element.component];
    if (!component.annotation.empty()) opening = openingOf(component.span, component.annotation);
  }
  return opening;
}

}  // namespace dashpot::editing
