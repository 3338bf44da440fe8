// drawing/graphics.hpp
//
// Graphics as data: what the annotations Icon and Diagram say (Modelica 3.6, section 18.6), with their defaults filled
// in and in Modelica's coordinates. How they look on paper is decided in svg.cpp, or by a browser.
#pragma once

#include "base/source.hpp"
#include "drawing/geometry.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dashpot::drawing {

struct Colour {
  std::uint8_t red = 0, green = 0, blue = 0;
  bool operator==(const Colour&) const = default;
};

// The names of the literals, in the order of the enumeration above them.
enum class LinePattern : std::uint8_t { none, solid, dash, dot, dashDot, dashDotDot };
inline constexpr std::array<std::string_view, 6> linePatternNames{"None", "Solid",   "Dash",
                                                                  "Dot",  "DashDot", "DashDotDot"};

enum class FillPattern : std::uint8_t {
  none,
  solid,
  horizontal,
  vertical,
  cross,
  forward,
  backward,
  crossDiag,
  horizontalCylinder,
  verticalCylinder,
  sphere
};
inline constexpr std::array<std::string_view, 11> fillPatternNames{
    "None",     "Solid",     "Horizontal",         "Vertical",         "Cross", "Forward",
    "Backward", "CrossDiag", "HorizontalCylinder", "VerticalCylinder", "Sphere"};

enum class BorderPattern : std::uint8_t { none, raised, sunken, engraved };
inline constexpr std::array<std::string_view, 4> borderPatternNames{"None", "Raised", "Sunken", "Engraved"};

enum class Smooth : std::uint8_t { none, bezier };
inline constexpr std::array<std::string_view, 2> smoothNames{"None", "Bezier"};

enum class EllipseClosure : std::uint8_t { none, chord, radial };
inline constexpr std::array<std::string_view, 3> ellipseClosureNames{"None", "Chord", "Radial"};

enum class Arrow : std::uint8_t { none, open, filled, half };
inline constexpr std::array<std::string_view, 4> arrowNames{"None", "Open", "Filled", "Half"};

enum class TextAlignment : std::uint8_t { left, centre, right };
inline constexpr std::array<std::string_view, 3> textAlignmentNames{"Left", "Center", "Right"};

struct TextStyle {
  bool bold = false, italic = false, underline = false;
};

enum class PrimitiveKind : std::uint8_t { line, polygon, rectangle, ellipse, text, bitmap };
inline constexpr std::array<std::string_view, 6> primitiveNames{"Line",    "Polygon", "Rectangle",
                                                                "Ellipse", "Text",    "Bitmap"};

/// An attribute that follows variables while a model runs: the second argument of DynamicSelect. The primitive holds
/// the first one.
struct DynamicAttribute {
  std::string attribute;
  std::string expression;              // Modelica, as it is written
  std::vector<std::string> variables;  // that it needs, relative to the class it is written in
};

/// One graphical item. Points are relative to its origin, and turned about it.
struct Primitive {
  PrimitiveKind kind = PrimitiveKind::line;
  bool isVisible = true;
  Point origin;
  double rotation = 0;

  Colour lineColour;  // of a text: the text's
  LinePattern pattern = LinePattern::solid;
  double thickness = 0.25;  // mm, whatever the scale
  Colour fillColour;
  FillPattern fill = FillPattern::none;

  std::vector<Point> points;  // line, polygon
  Smooth smooth = Smooth::none;
  std::array<Arrow, 2> arrows = {};
  double arrowSize = 3;  // mm, whatever the scale

  Extent extent;  // the rest
  BorderPattern border = BorderPattern::none;
  double radius = 0;
  double startAngle = 0, endAngle = 360;  // before the ellipse is stretched
  EllipseClosure closure = EllipseClosure::chord;

  std::string textString;  // as it is written, with its macros
  std::string shown;       // what they mean here
  double fontSize = 0;     // points; 0: as large as the extent allows
  std::string fontName;
  TextStyle style;
  TextAlignment alignment = TextAlignment::centre;

  std::string fileName;     // bitmap
  std::string imageSource;  // its content, base64

  std::vector<DynamicAttribute> dynamics;
  SourceRange where;
};

struct CoordinateSystem {
  Extent extent{{-100, -100}, {100, 100}};
  bool preserveAspectRatio = true;
  double initialScale = 0.1;
  Point grid{2, 2};
};

/// The graphics that one class adds.
struct Layer {
  std::string className;  // qualified
  bool isInherited = false;
  Affine map;  // from its coordinates to those of the class that is drawn: IconMap, DiagramMap
  std::vector<Primitive> primitives;
};

/// An icon or the graphics of a diagram: base classes first.
struct Graphics {
  CoordinateSystem system;
  SourceRange systemWhere;  // of the coordinate system, if the class itself gives one
  std::vector<Layer> layers;

  [[nodiscard]] bool isEmpty() const {
    for (const Layer& layer : layers)
      if (!layer.primitives.empty()) return false;
    return true;
  }
};

}  // namespace dashpot::drawing
