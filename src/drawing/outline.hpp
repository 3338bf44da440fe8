// drawing/outline.hpp
//
// The geometry of primitives: outlines made of straight lines and Bezier curves, which stay what they are under an
// affine map; where a text stands and how large it is; and the region that a picture takes.
#pragma once

#include "drawing/graphics.hpp"

#include <string>
#include <vector>

namespace dashpot::drawing {

/// One piece of a path: 'M' and 'L' have one point, 'Q' two, 'C' three, 'Z' none.
struct PathPiece {
  char command = 'M';
  Point points[3] = {};
  [[nodiscard]] std::size_t count() const { return command == 'Z' ? 0 : command == 'C' ? 3 : command == 'Q' ? 2 : 1; }
};
using Path = std::vector<PathPiece>;

/// Of a line, polygon, rectangle or ellipse, relative to its origin.
[[nodiscard]] Path outline(const Primitive& primitive);

/// Straight from point to point.
[[nodiscard]] Path polyline(const std::vector<Point>& points);

/// From the coordinates of a primitive's points to those of its layer.
[[nodiscard]] inline Affine ownMap(const Primitive& primitive) {
  return shiftBy(primitive.origin) * rotationBy(primitive.rotation);
}

/// A text on the page, in the coordinates that `map` leads to. It is never mirrored nor upside down: its angle is
/// between -90 (excluded) and 90 degrees.
struct PlacedText {
  std::vector<std::string> lines;
  Point centre;
  double width = 0, height = 0;  // of the region it is to fit; no width: only the height counts
  double angle = 0;              // degrees, counter-clockwise
  double fontSize = 0;
};

/// `perPoint`: how long a typographic point is, in the coordinates that `map` leads to.
[[nodiscard]] PlacedText placeText(const Primitive& primitive, const Affine& map, double perPoint);

/// The region that the letters of a text take.
[[nodiscard]] Extent textExtent(const Primitive& primitive, const Affine& map);

/// The region of all that is visible, in the coordinates that `map` leads to; null if there is nothing.
[[nodiscard]] Extent visualExtent(const Graphics& graphics, const Affine& map);

/// One point in diagrams, whose unit is a millimetre.
inline constexpr double pointInMillimetres = 25.4 / 72;

}  // namespace dashpot::drawing
