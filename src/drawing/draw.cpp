#include "drawing/draw.hpp"

#include "drawing/bitmaps.hpp"
#include "drawing/diagram_reader.hpp"
#include "drawing/ends.hpp"
#include "drawing/layout.hpp"
#include "drawing/routing.hpp"
#include "drawing/value_labels.hpp"

#include <fmt/format.h>

namespace dashpot::drawing {

namespace {

/// Components keep their sizes and turns.
void forgetPlacesAndLines(Diagram& diagram) {
  for (Component& component : diagram.components) {
    if (component.isInherited || !component.isPlaced) continue;
    const Point middle = component.placement.extent.centre();
    component.placement.extent = {component.placement.extent.first - middle,
                                  component.placement.extent.second - middle};
    component.isPlaced = false;
    component.hasSize = true;
  }
  for (Connection& connection : diagram.connections)
    if (!connection.isInherited) connection.line.points.clear();
}

}  // namespace

Diagram draw(model::ClassTable& classes, const Sources& sources, model::ClassRef type, const Options& options) {
  WrittenValues values(classes, sources, options.valueAtInstant);
  Diagram diagram = DiagramReader(values).read(type);
  if (options.changed.isAll) forgetPlacesAndLines(diagram);
  numberSets(diagram);
  locateEnds(diagram);
  placeComponents(diagram);
  locateEnds(diagram);
  styleLines(diagram);
  routeConnections(diagram, options.changed);
  placeConnectionTexts(diagram);
  findJunctions(diagram);
  embedBitmaps(diagram, sources, options.library);
  if (options.valueAtInstant) labelValues(diagram, values);
  return diagram;
}

Diagram drawIcon(model::ClassTable& classes, const Sources& sources, model::ClassRef type, const Options& options) {
  WrittenValues values(classes, sources, options.valueAtInstant);
  Diagram diagram = DiagramReader(values).readIcon(type);
  locateEnds(diagram);
  embedBitmaps(diagram, sources, options.library);
  return diagram;
}

std::vector<std::string> check(const Diagram& diagram) {
  std::vector<std::string> violations;
  const auto& components = diagram.components;
  for (const Connection& connection : diagram.connections) {
    for (const ConnectionEnd& end : connection.ends) {
      const bool exists =
          !end.isKnown() || (end.component < components.size() &&
                             (end.port == nowhere || end.port < components[end.component].ports.size()));
      if (!exists) violations.push_back(fmt::format("'{}' refers to no component", end.text));
    }
    const std::vector<Point>& points = connection.line.points;
    if (!connection.isRouted || connection.hasLine) continue;
    if (points.size() < 2 || points.front() != connection.ends[0].position ||
        points.back() != connection.ends[1].position)
      violations.push_back(fmt::format("the line from {} does not end at its ports", connection.ends[0].text));
    for (std::size_t i = 1; i < points.size(); ++i)
      if (points[i].x != points[i - 1].x && points[i].y != points[i - 1].y)
        violations.push_back(fmt::format("the line from {} is slanted", connection.ends[0].text));
  }
  for (std::size_t i = 0; i < components.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if ((!components[i].isPlaced || !components[k].isPlaced) && components[i].box().overlaps(components[k].box()))
        violations.push_back(fmt::format("{} and {} overlap", components[k].name, components[i].name));
  return violations;
}

}  // namespace dashpot::drawing
