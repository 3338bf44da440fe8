// editing/drawn.cpp: places and lines as the drawing has them, written into the text.
#include "drawing/draw.hpp"
#include "editing/annotation_entries.hpp"
#include "editing/lookup.hpp"

#include <algorithm>

namespace dashpot::editing {

namespace {

Point written(drawing::Point p) { return {p.x, p.y}; }
Placement written(const drawing::Transformation& t) {
  return {written(t.origin), written(t.extent.first), written(t.extent.second), t.rotation};
}
Line written(const drawing::Primitive& line) {
  Line result;
  for (const drawing::Point& p : line.points) result.points.push_back(written(p));
  result.color = {line.lineColour.red, line.lineColour.green, line.lineColour.blue};
  return result;
}

drawing::Diagram drawn(const Scope& scope, drawing::Changed changed = {}) {
  return drawing::draw(scope.file.classes(), scope.file.sources(), scope.ref,
                       {.valueAtInstant = {}, .library = nullptr, .changed = std::move(changed)});
}

bool hasPlacement(const Scope& scope, const Own& own) {
  return annotationEntry(scope.file, own.component.annotation, "Placement") ||
         annotationEntry(scope.file, own.element.annotation, "Placement");
}

bool hasAnyPlacement(const Scope& scope) {
  for (const syntax::ElementId id : scope.tree().items(scope.node.elements)) {
    const syntax::Element& element = scope.tree()[id];
    if (element.kind != syntax::ElementKind::component) continue;
    if (hasPlacement(scope, {0, element, scope.tree()[element.component]})) return true;
  }
  return false;
}

bool isNamed(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

/// Adds what a gesture on one component changes: gestures on different ones touch different places of the text.
std::optional<Diagnostic> addTo(Change& change, Outcome&& outcome) {
  if (!outcome) return outcome.error();
  std::ranges::move(outcome->edits, std::back_inserter(change.edits));
  return std::nullopt;
}

/// One that this class declares, so that its place and its lines can be written here.
bool isOwnConnection(const drawing::Connection& connection) {
  return !connection.isInherited && connection.ends[0].isKnown() && connection.ends[1].isKnown();
}

Ends endsOf(const drawing::Connection& connection) { return {connection.ends[0].text, connection.ends[1].text}; }

/// In whatever order.
bool isAmong(const std::vector<Ends>& list, const Ends& ends) {
  return std::ranges::any_of(list, [&](const Ends& other) {
    return other == ends || (other.first == ends.second && other.second == ends.first);
  });
}

}  // namespace

Outcome keepPlaces(const File& file, std::string_view type, const std::vector<std::string>& components) {
  const auto scope = findScope(file, type);
  if (!scope) return Unexpected{scope.error()};
  const auto lacksPlace = [&](const std::string& name) {
    const auto own = ownComponent(*scope, name);
    return own && !hasPlacement(*scope, *own);
  };
  if (hasAnyPlacement(*scope) && std::ranges::none_of(components, lacksPlace)) return Change{};
  const drawing::Diagram diagram = drawn(*scope);
  const bool isAnyPlaced = std::ranges::any_of(diagram.components, &drawing::Component::isPlaced);
  Change change;
  for (const drawing::Component& component : diagram.components) {
    if (component.isPlaced || component.isInherited) continue;
    if (isAnyPlaced && !isNamed(components, component.name)) continue;
    if (auto refused = addTo(change, place(file, type, component.name, written(component.placement))))
      return Unexpected{std::move(*refused)};
  }
  change.edits = sorted(std::move(change.edits));
  if (!change.edits.empty() && !isAnyPlaced)
    change.notes.emplace_back("no component had a place in the text: all got the ones that were drawn");
  return change;
}

Outcome followLines(const File& file, std::string_view type, const Touched& touched) {
  const auto scope = findScope(file, type);
  if (!scope) return Unexpected{scope.error()};
  const drawing::Diagram diagram = drawn(*scope, {.components = touched.components, .connections = touched.anew});
  std::vector<Way> ways;
  for (const drawing::Connection& connection : diagram.connections) {
    if (!isOwnConnection(connection)) continue;
    const Ends ends = endsOf(connection);
    const bool isNew = isAmong(touched.added, ends), isAnew = isAmong(touched.anew, ends);
    const bool hasMoved = connection.hasLine && std::ranges::any_of(connection.ends, [&](const auto& end) {
                            return isNamed(touched.components, diagram.components[end.component].name);
                          });
    if (!isNew && !(connection.isRouted && (isAnew || hasMoved))) continue;
    Way way{ends, written(connection.line)};
    if (connection.hasLine && !isNew) way.line.color.reset();
    ways.push_back(std::move(way));
  }
  for (const Ends& ends : touched.anew)  // the reason why one is not there
    if (std::ranges::none_of(diagram.connections, [&](const auto& c) { return isAmong({ends}, endsOf(c)); }))
      ways.push_back({ends, {}});
  return ways.empty() ? Outcome(Change{}) : reroute(file, type, ways);
}

Outcome arrange(const File& file, std::string_view type) {
  const auto scope = findScope(file, type);
  if (!scope) return Unexpected{scope.error()};
  const drawing::Diagram diagram = drawn(*scope, {.components = {}, .connections = {}, .isAll = true});
  Change change;
  for (const drawing::Component& component : diagram.components) {
    if (component.isInherited) continue;
    if (auto refused = addTo(change, place(file, type, component.name, written(component.placement))))
      return Unexpected{std::move(*refused)};
  }
  std::vector<Way> ways;
  for (const drawing::Connection& connection : diagram.connections)
    if (isOwnConnection(connection) && connection.hasLine)
      ways.push_back({endsOf(connection), written(connection.line)});
  if (auto refused = addTo(change, reroute(file, type, ways))) return Unexpected{std::move(*refused)};
  change.edits = sorted(std::move(change.edits));
  return change;
}

}  // namespace dashpot::editing
