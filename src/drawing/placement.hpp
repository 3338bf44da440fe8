// drawing/placement.hpp
//
// Where a component stands (Modelica 3.6, section 18.6.3): its icon is mapped to `extent`, corner to corner, so that
// swapped corners flip it; then it is turned about {0, 0}; then it is shifted by `origin`.
#pragma once

#include "drawing/graphics.hpp"

#include <optional>

namespace dashpot::drawing {

struct Transformation {
  Point origin;
  bool hasOrigin = false;  // it is written: an editor keeps the form that it finds
  Extent extent{{-10, -10}, {10, 10}};
  double rotation = 0;
  SourceRange where;  // of transformation(...)
};

struct Placement {
  bool isVisible = true, isIconVisible = true;
  Transformation inDiagram, inIcon;  // equal where the latter is not given
  bool hasIconTransformation = false;
  SourceRange where;
};

/// From the coordinates of an icon to those of what it is placed in.
[[nodiscard]] inline Affine placed(const Transformation& transformation, const CoordinateSystem& icon) {
  return shiftBy(transformation.origin) * rotationBy(transformation.rotation) *
         mapping(icon.extent.normalised(), transformation.extent);
}

enum class Side : std::uint8_t { left, right, bottom, top };

[[nodiscard]] inline Point outward(Side side) {
  switch (side) {
    case Side::left: return {-1, 0};
    case Side::right: return {1, 0};
    case Side::bottom: return {0, -1};
    case Side::top: return {0, 1};
  }
  return {};
}

/// The side of a region that is nearest to a point, in parts of its width and height.
[[nodiscard]] inline Side nearestSide(const Extent& region, Point at) {
  const double halfWidth = std::max(region.width() / 2, 1e-9), halfHeight = std::max(region.height() / 2, 1e-9);
  const Point p{(at.x - region.centre().x) / halfWidth, (at.y - region.centre().y) / halfHeight};
  if (std::fabs(p.x) >= std::fabs(p.y)) return p.x < 0 ? Side::left : Side::right;
  return p.y < 0 ? Side::bottom : Side::top;
}

/// The side that a direction points to.
[[nodiscard]] inline Side sideOf(Point direction) {
  if (std::fabs(direction.x) >= std::fabs(direction.y)) return direction.x < 0 ? Side::left : Side::right;
  return direction.y < 0 ? Side::bottom : Side::top;
}

}  // namespace dashpot::drawing
