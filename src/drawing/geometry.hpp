// drawing/geometry.hpp: points, extents and affine maps in Modelica's coordinates: x to the right, y upwards, angles in
// degrees counter-clockwise.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

namespace dashpot::drawing {

struct Point {
  double x = 0, y = 0;
  bool operator==(const Point&) const = default;
  friend Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
  friend Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
  friend Point operator*(double factor, Point p) { return {factor * p.x, factor * p.y}; }
};

[[nodiscard]] inline double length(Point p) { return std::hypot(p.x, p.y); }

/// Two corners in the order in which they were given: swapped ones mean a flip.
struct Extent {
  Point first, second;
  bool operator==(const Extent&) const = default;

  [[nodiscard]] double left() const { return std::min(first.x, second.x); }
  [[nodiscard]] double right() const { return std::max(first.x, second.x); }
  [[nodiscard]] double bottom() const { return std::min(first.y, second.y); }
  [[nodiscard]] double top() const { return std::max(first.y, second.y); }
  [[nodiscard]] double width() const { return right() - left(); }
  [[nodiscard]] double height() const { return top() - bottom(); }
  [[nodiscard]] Point centre() const { return 0.5 * (first + second); }
  /// Both corners are one point.
  [[nodiscard]] bool isNull() const { return first == second; }
  /// The same region with its lower left corner first.
  [[nodiscard]] Extent normalised() const { return {{left(), bottom()}, {right(), top()}}; }
  [[nodiscard]] Extent grownBy(double margin) const {
    return {{left() - margin, bottom() - margin}, {right() + margin, top() + margin}};
  }
  [[nodiscard]] Extent joinedWith(const Extent& other) const {
    return {{std::min(left(), other.left()), std::min(bottom(), other.bottom())},
            {std::max(right(), other.right()), std::max(top(), other.top())}};
  }
  /// Whether the insides have a point in common.
  [[nodiscard]] bool overlaps(const Extent& other) const {
    return left() < other.right() && other.left() < right() && bottom() < other.top() && other.bottom() < top();
  }
};

/// (x, y) to (xx x + xy y + dx, yx x + yy y + dy)
struct Affine {
  double xx = 1, xy = 0, yx = 0, yy = 1, dx = 0, dy = 0;

  [[nodiscard]] Point operator()(Point p) const { return {xx * p.x + xy * p.y + dx, yx * p.x + yy * p.y + dy}; }
  /// A difference of two points.
  [[nodiscard]] Point direction(Point d) const { return {xx * d.x + xy * d.y, yx * d.x + yy * d.y}; }
  /// The smallest upright region around what an extent becomes.
  [[nodiscard]] Extent box(const Extent& e) const {
    const Point a = (*this)(e.first), b = (*this)({e.second.x, e.first.y}), c = (*this)(e.second),
                d = (*this)({e.first.x, e.second.y});
    return Extent{a, c}.joinedWith({b, d});
  }
  /// First the right one, then the left one.
  friend Affine operator*(const Affine& a, const Affine& b) {
    const Point x = a.direction({b.xx, b.yx}), y = a.direction({b.xy, b.yy}), d = a({b.dx, b.dy});
    return {x.x, y.x, x.y, y.y, d.x, d.y};
  }
};

[[nodiscard]] inline Affine shiftBy(Point p) { return {1, 0, 0, 1, p.x, p.y}; }

/// About {0, 0}; exact for multiples of a right angle.
[[nodiscard]] inline Affine rotationBy(double degrees) {
  const double turn = std::remainder(degrees, 360.0);
  const double c = turn == 0                ? 1
                   : std::fabs(turn) == 90  ? 0
                   : std::fabs(turn) == 180 ? -1
                                            : std::cos(turn * std::numbers::pi / 180);
  const double s = turn == 90                            ? 1
                   : turn == -90                         ? -1
                   : turn == 0 || std::fabs(turn) == 180 ? 0
                                                         : std::sin(turn * std::numbers::pi / 180);
  return {c, -s, s, c, 0, 0};
}

/// Takes the corners of one extent to those of another; a side of no length keeps its scale.
[[nodiscard]] inline Affine mapping(const Extent& from, const Extent& to) {
  const double width = from.second.x - from.first.x, height = from.second.y - from.first.y;
  const double sx = width == 0 ? 1 : (to.second.x - to.first.x) / width,
               sy = height == 0 ? 1 : (to.second.y - to.first.y) / height;
  return {sx, 0, 0, sy, to.first.x - sx * from.first.x, to.first.y - sy * from.first.y};
}

}  // namespace dashpot::drawing
