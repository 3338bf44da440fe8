#include "drawing/ends.hpp"

#include "drawing/outline.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace dashpot::drawing {

namespace {

const Graphics& connectorIcon(const Diagram& diagram, const ConnectionEnd& end) {
  const Component& component = diagram.components[end.component];
  return end.port == nowhere ? component.icon : component.ports[end.port].icon;
}

void locate(const Diagram& diagram, ConnectionEnd& end) {
  if (!end.isKnown()) return;
  const Component& component = diagram.components[end.component];
  if (end.port != nowhere) {
    end.position = component.ports[end.port].position;
    end.direction = component.ports[end.port].direction;
    return;
  }
  // A connector of the class itself, at its border: lines go inwards.
  end.position = component.map()(component.icon.system.extent.centre());
  const Side border = nearestSide(diagram.graphics.system.extent, end.position);
  end.direction = sideOf(-1.0 * outward(border));
}

/// The colour of the first outline; white and such would not be seen.
Colour colourOf(const Graphics& icon) {
  for (auto layer = icon.layers.rbegin(); layer != icon.layers.rend(); ++layer)
    for (const Primitive& primitive : layer->primitives) {
      if (primitive.kind == PrimitiveKind::text || primitive.kind == PrimitiveKind::bitmap) continue;
      const Colour c = primitive.lineColour;
      if (c.red + c.green + c.blue < 600) return c;
    }
  return {};
}

/// The side by which lines come to a port. One in the middle of an icon stands at the edge of what is drawn: the ground
/// of a circuit hangs below its port.
Side sideOfPort(const Graphics& icon, Point at) {
  const Extent& system = icon.system.extent;
  const double x = std::fabs(at.x - system.centre().x) / system.width(),
               y = std::fabs(at.y - system.centre().y) / system.height();
  constexpr double nearTheEdge = 0.4;  // in parts of the width and height, from the centre
  if (std::max(x, y) >= nearTheEdge) return nearestSide(system, at);
  Graphics shapes = icon;
  for (Layer& layer : shapes.layers)
    std::erase_if(layer.primitives, [](const Primitive& p) { return p.kind == PrimitiveKind::text; });
  const Extent drawn = visualExtent(shapes, Affine{});
  return shapes.isEmpty() || drawn.width() == 0 || drawn.height() == 0 ? nearestSide(system, at)
                                                                       : nearestSide(drawn, at);
}

/// East, north, west, south and between, so that equal directions are equal numbers.
int compass(Point from, Point to) {
  const Point d = to - from;
  return static_cast<int>(std::lround(std::atan2(d.y, d.x) * 180 / std::numbers::pi + 360)) % 360;
}

bool liesOn(Point p, Point a, Point b) {
  constexpr double near = 1e-6;
  const Point along = b - a, there = p - a;
  const double span = length(along);
  if (span < near) return false;
  const double across = std::fabs(along.x * there.y - along.y * there.x) / span;
  const double share = (along.x * there.x + along.y * there.y) / (span * span);
  return across < near && share > near && share < 1 - near;
}

}  // namespace

void locateEnds(Diagram& diagram) {
  const auto locatePorts = [](std::vector<Port>& ports, const Affine& map, const Graphics& icon) {
    for (Port& port : ports) {
      port.position = map(port.inIcon);
      port.direction = sideOf(map.direction(outward(sideOfPort(icon, port.inIcon))));
    }
  };
  locatePorts(diagram.ports, Affine{}, diagram.icon);
  for (Component& component : diagram.components) locatePorts(component.ports, component.map(), component.icon);
  for (Connection& connection : diagram.connections) {
    connection.isPresent = true;
    for (ConnectionEnd& end : connection.ends) {
      locate(diagram, end);
      if (!end.isKnown()) continue;
      const Component& component = diagram.components[end.component];
      const bool isThere = component.isPresent && (end.port == nowhere || component.ports[end.port].isPresent);
      connection.isPresent = connection.isPresent && isThere;
    }
  }
}

void numberSets(Diagram& diagram) {
  std::vector<std::size_t> parent(diagram.connections.size());
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto root = [&](std::size_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  std::map<std::string, std::size_t> first;
  for (std::size_t i = 0; i < parent.size(); ++i)
    for (const ConnectionEnd& end : diagram.connections[i].ends) {
      const auto [known, isNew] = first.emplace(end.text, i);
      if (!isNew) parent[root(i)] = root(known->second);
    }
  for (std::size_t i = 0; i < parent.size(); ++i) diagram.connections[i].set = root(i);
}

Extent endBox(const Diagram& diagram, const ConnectionEnd& end) {
  const Component& component = diagram.components[end.component];
  if (end.port == nowhere) return component.box();
  const Port& port = component.ports[end.port];
  return (component.map() * placed(port.placement, port.icon.system)).box(port.icon.system.extent);
}

void findJunctions(Diagram& diagram) {
  diagram.junctions.clear();
  std::map<std::size_t, std::vector<const Connection*>> sets;
  for (const Connection& connection : diagram.connections)
    if (connection.isPresent && connection.line.points.size() > 1 && connection.line.smooth == Smooth::none)
      sets[connection.set].push_back(&connection);
  for (const auto& [number, lines] : sets) {
    if (lines.size() < 2) continue;
    const auto less = [](Point a, Point b) { return a.x != b.x ? a.x < b.x : a.y < b.y; };
    std::map<Point, std::set<int>, decltype(less)> ways(less);  // directions in which lines leave a point
    for (const Connection* line : lines) {
      for (const Point& p : line->line.points) ways[p];
      for (const ConnectionEnd& end : line->ends)
        if (end.isKnown() && ways.contains(end.position))
          ways[end.position].insert(compass(end.position, end.position - outward(end.direction)));
    }
    for (const Connection* line : lines) {
      const std::vector<Point>& points = line->line.points;
      for (std::size_t i = 1; i < points.size(); ++i) {
        const Point a = points[i - 1], b = points[i];
        if (a == b) continue;
        ways[a].insert(compass(a, b));
        ways[b].insert(compass(b, a));
        for (auto& [at, directions] : ways)
          if (liesOn(at, a, b)) directions.insert({compass(at, a), compass(at, b)});
      }
    }
    for (const auto& [at, directions] : ways)
      if (directions.size() > 2) diagram.junctions.push_back({at, lines.front()->line.lineColour});
  }
}

void styleLines(Diagram& diagram) {
  constexpr double physicalWidth = 0.5, signalWidth = 0.25;  // mm
  for (Connection& connection : diagram.connections) {
    if (connection.hasLine) continue;
    for (const ConnectionEnd& end : connection.ends) {
      if (!end.isKnown()) continue;
      const Component& component = diagram.components[end.component];
      const std::string& causality = end.port == nowhere ? component.causality : component.ports[end.port].causality;
      connection.line.lineColour = colourOf(connectorIcon(diagram, end));
      connection.line.thickness = causality.empty() ? physicalWidth : signalWidth;
      break;
    }
  }
}

}  // namespace dashpot::drawing
