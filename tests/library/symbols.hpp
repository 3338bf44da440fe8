// The symbols of the hydraulic components as what is seen of them, for tests of their geometry and of what they mean.
#pragma once

#include "drawing/draw.hpp"
#include "drawing/outline.hpp"
#include "library/shelf.hpp"
#include "syntax/parse.hpp"

#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dashpot::testing::symbols {

using drawing::Diagram;
using drawing::Extent;
using drawing::LinePattern;
using drawing::Point;
using drawing::Port;
using drawing::Primitive;
using drawing::PrimitiveKind;

inline constexpr double moduleLength = 20;  // M
inline constexpr double near = 1e-6;
using Values = std::map<std::string, double>;

inline bool isNear(Point a, Point b) { return drawing::length(a - b) < near; }

/// The hydraulic part of the library, ready to be drawn.
class Workshop {
 public:
  Workshop() {
    EXPECT_TRUE(library_.addRoot(std::string(testing::sourceTree) + "/library"));
    classes_.use(library_, diagnostics_);
  }

  Diagram icon(const std::string& name, const Values& values = {}) {
    return drawing::drawIcon(classes_, sources_, classes_.findQualified(name), at(values));
  }

  /// The icon of a component that is declared so: "Valves.CheckValve c(p_crack = 0)".
  drawing::Graphics declared(const std::string& text) {
    static int count = 0;
    const std::string name = "Circuit" + std::to_string(++count);
    const SourceId source =
        sources_.add(name + ".mo", "model " + name + " import Dashpot.Hydraulics.*; " + text + "; end " + name + ";");
    trees_.push_back(std::make_unique<syntax::Tree>(syntax::parse(source, sources_, symbols_, diagnostics_)));
    classes_.add(*trees_.back(), diagnostics_);
    return drawing::draw(classes_, sources_, classes_.findQualified(name)).components.front().icon;
  }

  /// All that a palette shows.
  std::vector<Diagram> all() {
    std::vector<Diagram> icons;
    for (const auto& component : Shelf::get().components())
      if (component.name.starts_with("Dashpot.Hydraulics.")) icons.push_back(icon(component.name));
    return icons;
  }

 private:
  static drawing::Options at(const Values& values) {
    if (values.empty()) return {};
    return {[values](const std::string& name) {
      const auto found = values.find(name);
      return found == values.end() ? std::nullopt : std::optional(found->second);
    }};
  }

  Sources sources_;
  dashpot::Symbols symbols_;
  Diagnostics diagnostics_;
  model::Library library_{sources_, symbols_};
  model::ClassTable classes_{symbols_};
  std::vector<std::unique_ptr<syntax::Tree>> trees_;
};

/// What is seen, in the coordinates of the icon.
struct Shape {
  const Primitive* primitive;
  drawing::Affine map;

  [[nodiscard]] PrimitiveKind kind() const { return primitive->kind; }
  [[nodiscard]] Extent extent() const { return map.box(primitive->extent); }
  [[nodiscard]] std::vector<Point> points() const {
    std::vector<Point> points;
    for (const Point& p : primitive->points) points.push_back(map(p));
    return points;
  }
  [[nodiscard]] bool isLine(LinePattern pattern = LinePattern::solid) const {
    return kind() == PrimitiveKind::line && primitive->pattern == pattern;
  }
};

inline std::vector<Shape> shapes(const drawing::Graphics& icon) {
  std::vector<Shape> seen;
  for (const drawing::Layer& layer : icon.layers)
    for (const Primitive& p : layer.primitives)
      if (p.isVisible) seen.push_back({&p, layer.map * drawing::ownMap(p)});
  return seen;
}

// Shapes refer to the icon, which has to outlive them.
std::vector<Shape> shapes(drawing::Graphics&&) = delete;

inline std::vector<Shape> lines(const drawing::Graphics& icon, LinePattern pattern) {
  std::vector<Shape> found = shapes(icon);
  std::erase_if(found, [&](const Shape& s) { return !s.isLine(pattern); });
  return found;
}

std::vector<Shape> lines(drawing::Graphics&&, LinePattern) = delete;

inline bool is(const Port& port, const std::string& kind) {
  return port.type.starts_with("Dashpot.Interfaces." + kind);
}
inline bool isHydraulic(const Diagram& icon) {
  return std::ranges::any_of(icon.ports, [](const Port& port) { return is(port, "HydraulicPort"); });
}

/// Rectangles or whole ellipses of a size, in modules.
inline std::size_t countOf(const drawing::Graphics& icon, PrimitiveKind kind, double width, double height) {
  return static_cast<std::size_t>(std::ranges::count_if(shapes(icon), [&](const Shape& s) {
    return s.kind() == kind && std::fabs(s.extent().width() - width * moduleLength) < near &&
           std::fabs(s.extent().height() - height * moduleLength) < near && s.primitive->endAngle == 360;
  }));
}

}  // namespace dashpot::testing::symbols
