#include "drawing/draw.hpp"
#include "drawing/ends.hpp"
#include "drawing/svg_canvas.hpp"

#include <algorithm>

namespace dashpot::drawing {

namespace {

constexpr double diagramUnit = 4;                   // pixels; a unit of a diagram is a millimetre
constexpr double iconUnit = 2, iconMillimetre = 8;  // an icon is looked at from nearby
constexpr double marginPixels = 14;
constexpr double absent = 0.3;  // opacity of what a condition takes out

void drawPorts(SvgCanvas& canvas, const std::vector<Port>& ports, const Affine& map) {
  for (const Port& port : ports)
    if (port.isVisible && port.isPresent) canvas.draw(port.icon, map * placed(port.placement, port.icon.system));
}

void drawComponent(SvgCanvas& canvas, const Component& component) {
  if (!component.isVisible) return;
  canvas.begin(component.name + component.dimensions + ": " + component.type, component.isPresent ? 1 : absent);
  canvas.draw(component.icon, component.map());
  drawPorts(canvas, component.ports, component.map());
  canvas.end();
}

void drawConnection(SvgCanvas& canvas, const Connection& connection) {
  if (connection.line.points.size() < 2) return;
  canvas.begin(connection.ends[0].text + " - " + connection.ends[1].text, connection.isPresent ? 1 : absent);
  canvas.draw(connection.line, Affine{});
  for (const Primitive& text : connection.texts) canvas.draw(text, Affine{});
  canvas.end();
}

void drawIcon(SvgCanvas& canvas, const Diagram& icon, const Affine& map) {
  canvas.draw(icon.icon, map);
  drawPorts(canvas, icon.ports, map);
}

}  // namespace

std::string diagramSvg(const Diagram& diagram) {
  SvgCanvas canvas(diagramUnit, diagramUnit);
  canvas.draw(diagram.graphics, Affine{});
  for (const Connection& connection : diagram.connections) drawConnection(canvas, connection);
  constexpr double dotRadius = 0.9;  // units
  for (const Junction& junction : diagram.junctions) canvas.dot(junction.at, dotRadius, junction.colour);
  for (const Component& component : diagram.components) drawComponent(canvas, component);
  constexpr double valueSize = 11;  // pixels
  for (const ValueLabel& value : diagram.values) canvas.label(value.at, valueSize, value.text, {160, 0, 60}, true);
  if (diagram.components.empty() && diagram.graphics.isEmpty()) {
    canvas.begin(diagram.className);
    drawIcon(canvas, diagram, Affine{});
    canvas.end();
  }
  return canvas.finish(marginPixels);
}

std::string iconSvg(const Diagram& diagram) {
  SvgCanvas canvas(iconUnit, iconMillimetre);
  canvas.begin(diagram.className);
  drawIcon(canvas, diagram, Affine{});
  canvas.end();
  canvas.cover(diagram.icon.system.extent);
  return canvas.finish(marginPixels);
}

namespace {

/// %name stands below each icon already.
void dropNames(Diagram& icon) {
  for (Layer& layer : icon.icon.layers)
    std::erase_if(layer.primitives, [](const Primitive& p) { return p.textString == "%name"; });
}

std::string packageOf(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string::npos ? "" : name.substr(0, dot);
}

}  // namespace

std::string sheetSvg(const std::vector<Diagram>& icons, const std::string& title) {
  constexpr double cellWidth = 160, cellHeight = 150, iconSize = 96, captionSize = 12, headingSize = 15;  // pixels
  constexpr int columns = 8;
  SvgCanvas canvas(1, 3.5);
  canvas.label({columns * cellWidth / 2, 40}, 1.5 * headingSize, title, {0, 0, 0}, false, true);
  double y = 0;
  int column = 0;
  std::string package = "\n";
  for (Diagram icon : icons) {
    if (packageOf(icon.className) != package) {
      package = packageOf(icon.className);
      if (column > 0) y -= cellHeight;
      y -= headingSize;
      canvas.label({columns * cellWidth / 2, y}, headingSize, package, {70, 70, 70}, false, true);
      y -= 2 * headingSize;
      column = 0;
    }
    dropNames(icon);
    const Extent& e = icon.icon.system.extent;
    const double scale = iconSize / std::max(e.width(), e.height());
    const Point centre{(column + 0.5) * cellWidth, y - iconSize / 2};
    canvas.begin(icon.className);
    drawIcon(canvas, icon, shiftBy(centre) * Affine{scale, 0, 0, scale, 0, 0} * shiftBy(-1.0 * e.centre()));
    canvas.end();
    const std::string name = icon.className.substr(package.empty() ? 0 : package.size() + 1);
    canvas.label({centre.x, y - iconSize - 1.8 * captionSize}, captionSize, name, {0, 0, 0}, false);
    if (++column == columns) {
      column = 0;
      y -= cellHeight;
    }
  }
  return canvas.finish(marginPixels);
}

}  // namespace dashpot::drawing
