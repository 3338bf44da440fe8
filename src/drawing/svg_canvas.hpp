// drawing/svg_canvas.hpp
//
// Primitives as scalable vector graphics. Geometry is mapped to pixels here, so that widths of lines and sizes of arrows,
// which are millimetres, do not scale with a component. The result refers to nothing outside of itself.
#pragma once

#include "drawing/graphics.hpp"
#include "drawing/outline.hpp"

#include <map>
#include <string>
#include <string_view>

namespace dashpot::drawing {

class SvgCanvas {
 public:
  /// `unit`: pixels per unit of the coordinates that are drawn in; `millimetre`: pixels per millimetre of lines.
  SvgCanvas(double unit, double millimetre) : root_{unit, 0, 0, -unit, 0, 0}, millimetre_(millimetre) {}

  void draw(const Graphics& graphics, const Affine& map);
  void draw(const Primitive& primitive, const Affine& map);
  void dot(Point at, double radius, Colour colour);
  /// A text in pixels that stands on its own: a caption, a value. Its middle is at a point.
  void label(Point at, double pixels, std::string_view text, Colour colour, bool hasGround, bool isBold = false);

  /// What follows belongs together, and is shown under this name when pointed at.
  void begin(std::string_view title, double opacity = 1);
  void end() { body_ += "</g>\n"; }

  /// What is drawn so far, in units.
  [[nodiscard]] Extent drawn() const;
  /// Makes the picture at least this large, in units.
  void cover(const Extent& region);

  /// The whole picture.
  [[nodiscard]] std::string finish(double marginPixels) const;

 private:
  void shape(const Primitive& primitive, const Affine& map);
  void border(const Primitive& primitive, const Affine& map);
  void text(const Primitive& primitive, const Affine& map);
  void bitmap(const Primitive& primitive, const Affine& map);
  void arrow(Arrow kind, Point tip, Point from, double size, const std::string& strokeStyle, Colour colour);
  [[nodiscard]] std::string fillOf(const Primitive& primitive, const Affine& map);
  [[nodiscard]] std::string hatch(const Primitive& primitive);
  [[nodiscard]] std::string gradient(const Primitive& primitive, const Affine& map);
  [[nodiscard]] std::string stroke(const Primitive& primitive) const;
  [[nodiscard]] double widthOf(double millimetres) const;
  [[nodiscard]] std::string data(const Path& path, const Affine& map);
  void cover(Point pixel, double margin = 0);

  Affine root_;
  double millimetre_;
  std::string defs_, body_;
  std::map<std::string, std::string> known_;  // definitions by their content
  bool isEmpty_ = true;
  Extent pixels_;
};

}  // namespace dashpot::drawing
