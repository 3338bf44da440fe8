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

/// Icons in rows, on one scale: a wide one takes two cells, and a row is as high as its highest.
class Sheet {
 public:
  explicit Sheet(const std::string& title) {
    canvas_.label({columns * cellWidth / 2, 40}, 1.5 * headingSize, title, {0, 0, 0}, false, true);
  }

  void heading(const std::string& text) {
    finishRow();
    y_ -= headingSize;
    canvas_.label({columns * cellWidth / 2, y_}, headingSize, text, {70, 70, 70}, false, true);
    y_ -= 2 * headingSize;
  }

  void add(Diagram icon, const std::string& caption) {
    dropNames(icon);
    const Extent& e = icon.icon.system.extent;
    const double scale = std::min(usualScale, largest / std::max(e.width(), e.height()));
    const int cells = scale * e.width() + 0.2 * cellWidth > cellWidth ? 2 : 1;
    if (column_ + cells > columns) finishRow();
    row_.push_back({std::move(icon), caption, scale, (column_ + 0.5 * cells) * cellWidth});
    column_ += cells;
  }

  std::string finish() {
    finishRow();
    return canvas_.finish(marginPixels);
  }

 private:
  static constexpr double cellWidth = 160, captionSize = 12, headingSize = 15;  // pixels
  static constexpr double usualScale = 0.42, largest = 1.8 * cellWidth;         // pixels per unit; pixels
  static constexpr int columns = 8;

  struct Entry {
    Diagram icon;
    std::string caption;
    double scale, x;
    [[nodiscard]] double height() const { return scale * icon.icon.system.extent.height(); }
  };

  void finishRow() {
    double height = 0;
    for (const Entry& entry : row_) height = std::max(height, entry.height());
    for (const Entry& entry : row_) {
      const Point centre{entry.x, y_ - height / 2};
      canvas_.begin(entry.icon.className);
      drawIcon(canvas_, entry.icon,
               shiftBy(centre) * Affine{entry.scale, 0, 0, entry.scale, 0, 0} *
                   shiftBy(-1.0 * entry.icon.icon.system.extent.centre()));
      canvas_.end();
      canvas_.label({centre.x, y_ - height - 2.4 * captionSize}, captionSize, entry.caption, {0, 0, 0}, false);
    }
    if (!row_.empty()) y_ -= height + 5 * captionSize;
    row_.clear();
    column_ = 0;
  }

  SvgCanvas canvas_{1, 3.5};
  std::vector<Entry> row_;
  int column_ = 0;
  double y_ = 0;
};

}  // namespace

std::string sheetSvg(const std::vector<Diagram>& icons, const std::string& title) {
  // A package whose classes others interrupt is drawn as a whole.
  std::vector<std::string> packages;
  for (const Diagram& icon : icons)
    if (std::ranges::find(packages, packageOf(icon.className)) == packages.end())
      packages.push_back(packageOf(icon.className));
  Sheet sheet(title);
  for (const std::string& package : packages) {
    sheet.heading(package);
    for (const Diagram& icon : icons)
      if (packageOf(icon.className) == package)
        sheet.add(icon, icon.className.substr(package.empty() ? 0 : package.size() + 1));
  }
  return sheet.finish();
}

}  // namespace dashpot::drawing
