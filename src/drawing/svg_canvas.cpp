#include "drawing/svg_canvas.hpp"

#include "base/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace dashpot::drawing {

namespace {

constexpr double thinnest = 0.7;  // pixels
constexpr std::string_view fonts = "Helvetica,Arial,'Liberation Sans','DejaVu Sans',sans-serif";

std::string hex(Colour c) { return fmt::format("#{:02x}{:02x}{:02x}", c.red, c.green, c.blue); }

Colour mixed(Colour a, Colour b, double share) {
  const auto mix = [&](std::uint8_t x, std::uint8_t y) {
    return static_cast<std::uint8_t>(std::lround(x + share * (y - x)));
  };
  return {mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue)};
}

/// Two decimals at most, without zeros at the end.
std::string number(double value) {
  const double rounded = std::round(value * 100) / 100 + 0.0;
  return fmt::format("{:g}", rounded == 0 ? 0.0 : std::fabs(rounded) < 1e5 ? rounded : std::round(rounded));
}

std::string point(Point p) { return number(p.x) + "," + number(p.y); }

std::string matrix(const Affine& a) {
  return fmt::format("matrix({:.6g} {:.6g} {:.6g} {:.6g} {:.6g} {:.6g})", a.xx, a.yx, a.xy, a.yy, a.dx, a.dy);
}

/// Fonts that a model names: only what cannot end the attribute.
std::string fontFamily(const std::string& name) {
  const auto isPlain = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == ' ' || c == '-'; };
  if (name.empty() || !std::ranges::all_of(name, isPlain)) return "";
  return fmt::format(" font-family=\"'{}',{}\"", name, fonts);
}

std::string dashes(LinePattern pattern, double width) {
  const double u = std::max(width, 1.0);
  const auto list = [&](std::initializer_list<double> lengths) {
    std::string text;
    for (const double l : lengths) text += (text.empty() ? "" : " ") + number(l * u);
    return fmt::format(R"( stroke-dasharray="{}" stroke-linecap="butt")", text);
  };
  switch (pattern) {
    case LinePattern::dash: return list({5, 3});
    case LinePattern::dot: return list({1, 2});
    case LinePattern::dashDot: return list({7, 2.5, 1.2, 2.5});
    case LinePattern::dashDotDot: return list({7, 2.5, 1.2, 2.5, 1.2, 2.5});
    default: return "";
  }
}

/// The type of an image whose bytes are given as base64, by how they begin; empty: none that is allowed.
std::string_view imageType(std::string_view base64) {
  if (base64.starts_with("iVBORw0KGg")) return "image/png";
  if (base64.starts_with("/9j/")) return "image/jpeg";
  if (base64.starts_with("PHN2Z") || base64.starts_with("PD94bWwg")) return "image/svg+xml";
  return {};
}

}  // namespace

// ------------------------------------------------------------------------------------------------------------ extent

void SvgCanvas::cover(Point pixel, double margin) {
  const Extent at = Extent{pixel, pixel}.grownBy(margin);
  pixels_ = isEmpty_ ? at : pixels_.joinedWith(at);
  isEmpty_ = false;
}

void SvgCanvas::cover(const Extent& region) {
  cover(root_(region.first));
  cover(root_(region.second));
}

Extent SvgCanvas::drawn() const {
  const double scale = 1 / root_.xx;
  return {{pixels_.left() * scale, -pixels_.top() * scale}, {pixels_.right() * scale, -pixels_.bottom() * scale}};
}

std::string SvgCanvas::finish(double margin) const {
  // Coordinates on the grid are whole pixels; half a pixel aside a thin line fills one row of them, not two by halves.
  const double left = std::floor(pixels_.left() - margin) - 0.5, top = std::floor(pixels_.bottom() - margin) - 0.5;
  const double width = std::ceil(pixels_.right() + margin - left), height = std::ceil(pixels_.top() + margin - top);
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{2}\" height=\"{3}\" viewBox=\"{0} {1} {2} {3}\" "
      "font-family=\"{4}\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n"
      "<rect x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" fill=\"white\"/>\n{5}{6}</svg>\n",
      number(left), number(top), number(width), number(height), fonts,
      defs_.empty() ? "" : "<defs>\n" + defs_ + "</defs>\n", body_);
}

void SvgCanvas::begin(std::string_view title, double opacity) {
  body_ += opacity < 1 ? fmt::format("<g opacity=\"{:g}\">", opacity) : "<g>";
  if (!title.empty()) body_ += "<title>" + svgText(title) + "</title>";
  body_ += "\n";
}

// -------------------------------------------------------------------------------------------------------- primitives

void SvgCanvas::draw(const Graphics& graphics, const Affine& map) {
  for (const Layer& layer : graphics.layers)
    for (const Primitive& primitive : layer.primitives) draw(primitive, map * layer.map);
}

void SvgCanvas::draw(const Primitive& primitive, const Affine& map) {
  if (!primitive.isVisible) return;
  switch (primitive.kind) {
    case PrimitiveKind::text: return text(primitive, map);
    case PrimitiveKind::bitmap: return bitmap(primitive, map);
    default: return shape(primitive, map);
  }
}

double SvgCanvas::widthOf(double millimetres) const { return std::max(thinnest, millimetres * millimetre_); }

std::string SvgCanvas::data(const Path& path, const Affine& map) {
  std::string text;
  for (const PathPiece& piece : path) {
    text += piece.command;
    for (std::size_t i = 0; i < piece.count(); ++i) {
      const Point p = map(piece.points[i]);
      cover(p);
      text += (i > 0 ? " " : "") + point(p);
    }
  }
  return text;
}

std::string SvgCanvas::stroke(const Primitive& primitive) const {
  if (primitive.pattern == LinePattern::none) return " stroke=\"none\"";
  const double width = widthOf(primitive.thickness);
  return fmt::format(R"( stroke="{}" stroke-width="{}"{})", hex(primitive.lineColour), number(width),
                     dashes(primitive.pattern, width));
}

void SvgCanvas::shape(const Primitive& primitive, const Affine& map) {
  const Affine whole = root_ * map * ownMap(primitive);
  Path path = outline(primitive);
  if (path.size() < 2) return;
  if (primitive.kind != PrimitiveKind::line) {
    body_ +=
        fmt::format("<path d=\"{}\" fill=\"{}\"{}/>\n", data(path, whole), fillOf(primitive, whole), stroke(primitive));
    return border(primitive, whole);
  }
  if (primitive.pattern == LinePattern::none) return;

  double total = 0;
  for (std::size_t i = 1; i < primitive.points.size(); ++i)
    total += length(whole(primitive.points[i]) - whole(primitive.points[i - 1]));
  constexpr double mostOfTheLine = 0.6;
  const double size = std::min(primitive.arrowSize * millimetre_, mostOfTheLine * total);
  // A line ends inside of a filled arrow, not at its tip, where it would show.
  const auto shortened = [&](Point tip, Point from) {
    const double span = length(tip - from);
    const double keep = span > 0 ? std::max(0.0, span - 0.7 * size) / span : 0;
    return from + keep * (tip - from);
  };
  const std::size_t last = primitive.points.size() - 1;
  std::string text;
  const Point head = whole(primitive.points[0]), second = whole(primitive.points[1]),
              tail = whole(primitive.points[last]), secondLast = whole(primitive.points[last - 1]);
  for (std::size_t k = 0; k < path.size(); ++k) {
    const PathPiece& piece = path[k];
    text += piece.command;
    for (std::size_t i = 0; i < piece.count(); ++i) {
      Point p = whole(piece.points[i]);
      cover(p);
      if (k == 0 && primitive.arrows[0] == Arrow::filled) p = shortened(head, second);
      if (k + 1 == path.size() && primitive.arrows[1] == Arrow::filled) p = shortened(tail, secondLast);
      text += (i > 0 ? " " : "") + point(p);
    }
  }
  body_ += fmt::format("<path d=\"{}\" fill=\"none\"{}/>\n", text, stroke(primitive));
  const std::string style =
      fmt::format(R"( stroke="{}" stroke-width="{}")", hex(primitive.lineColour), number(widthOf(primitive.thickness)));
  arrow(primitive.arrows[0], head, second, size, style, primitive.lineColour);
  arrow(primitive.arrows[1], tail, secondLast, size, style, primitive.lineColour);
}

void SvgCanvas::arrow(Arrow kind, Point tip, Point from, double size, const std::string& style, Colour colour) {
  const double span = length(tip - from);
  if (kind == Arrow::none || span == 0) return;
  const Point back = (size / span) * (from - tip), side{-back.y / 3, back.x / 3};
  const Point a = tip + back + side, b = tip + back - side;
  cover(a);
  cover(b);
  switch (kind) {
    case Arrow::filled:
      body_ += fmt::format("<path d=\"M{}L{}L{}Z\" fill=\"{}\" stroke=\"none\"/>\n", point(a), point(tip), point(b),
                           hex(colour));
      break;
    case Arrow::open:
      body_ += fmt::format("<path d=\"M{}L{}L{}\" fill=\"none\"{}/>\n", point(a), point(tip), point(b), style);
      break;
    default: body_ += fmt::format("<path d=\"M{}L{}\" fill=\"none\"{}/>\n", point(a), point(tip), style);
  }
}

/// Light and dark edges; light comes from the upper left.
void SvgCanvas::border(const Primitive& primitive, const Affine& map) {
  if (primitive.kind != PrimitiveKind::rectangle || primitive.border == BorderPattern::none) return;
  const Extent e = primitive.extent.normalised();
  const Colour ground = primitive.fill == FillPattern::none ? Colour{200, 200, 200} : primitive.fillColour;
  Colour light = mixed(ground, {255, 255, 255}, 0.7), dark = mixed(ground, {0, 0, 0}, 0.45);
  if (primitive.border != BorderPattern::raised) std::swap(light, dark);
  const double width = std::max(1.5, widthOf(0.5));
  const auto edge = [&](std::initializer_list<Point> points, Colour colour) {
    body_ += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"/>\n",
                         data(polyline(points), map), hex(colour), number(width));
  };
  edge({{e.left(), e.bottom()}, {e.left(), e.top()}, {e.right(), e.top()}}, light);
  edge({{e.left(), e.bottom()}, {e.right(), e.bottom()}, {e.right(), e.top()}}, dark);
}

// ------------------------------------------------------------------------------------------------------------- fills

std::string SvgCanvas::fillOf(const Primitive& primitive, const Affine& map) {
  switch (primitive.fill) {
    case FillPattern::none: return "none";
    case FillPattern::solid: return hex(primitive.fillColour);
    case FillPattern::horizontalCylinder:
    case FillPattern::verticalCylinder:
    case FillPattern::sphere: return gradient(primitive, map);
    default: return hatch(primitive);
  }
}

/// Lines in the colour of the outline on the colour of the filling.
std::string SvgCanvas::hatch(const Primitive& primitive) {
  constexpr int pitch = 8;
  std::string lines;
  const auto has = [&](std::initializer_list<FillPattern> patterns) {
    return std::ranges::find(patterns, primitive.fill) != patterns.end();
  };
  if (has({FillPattern::horizontal, FillPattern::cross})) lines += "M0,4H8";
  if (has({FillPattern::vertical, FillPattern::cross})) lines += "M4,0V8";
  if (has({FillPattern::forward, FillPattern::crossDiag})) lines += "M-2,2L2,-2M0,8L8,0M6,10L10,6";
  if (has({FillPattern::backward, FillPattern::crossDiag})) lines += "M-2,6L2,10M0,0L8,8M6,-2L10,2";
  const std::string content =
      fmt::format(R"(<rect width="{0}" height="{0}" fill="{1}"/><path d="{2}" stroke="{3}" stroke-width="0.8"/>)",
                  pitch, hex(primitive.fillColour), lines, hex(primitive.lineColour));
  auto& id = known_[content];
  if (id.empty()) {
    id = fmt::format("fill{}", known_.size());
    fmt::format_to(std::back_inserter(defs_),
                   "<pattern id=\"{0}\" width=\"{1}\" height=\"{1}\" patternUnits=\"userSpaceOnUse\">{2}</pattern>\n",
                   id, pitch, content);
  }
  return "url(#" + id + ")";
}

/// From the colour of the outline at the rim to that of the filling in the middle, before the item is turned.
std::string SvgCanvas::gradient(const Primitive& primitive, const Affine& map) {
  Extent e = primitive.extent.normalised();
  if (primitive.kind == PrimitiveKind::polygon) {
    e = {primitive.points.front(), primitive.points.front()};
    for (const Point& p : primitive.points) e = e.joinedWith({p, p});
  }
  const std::string rim = hex(primitive.lineColour), middle = hex(primitive.fillColour);
  std::string content;
  if (primitive.fill == FillPattern::sphere) {
    const Affine own = map * shiftBy(e.centre()) * Affine{e.width() / 2, 0, 0, e.height() / 2, 0, 0};
    content = fmt::format(
        "gradientUnits=\"userSpaceOnUse\" cx=\"0\" cy=\"0\" r=\"1\" gradientTransform=\"{}\">"
        "<stop offset=\"0\" stop-color=\"{}\"/><stop offset=\"1\" stop-color=\"{}\"/></radialGradient>",
        matrix(own), middle, rim);
  } else {
    const bool isHorizontal = primitive.fill == FillPattern::horizontalCylinder;
    const Point from = e.first, to = isHorizontal ? Point{from.x, e.second.y} : Point{e.second.x, from.y};
    content = fmt::format(
        "gradientUnits=\"userSpaceOnUse\" x1=\"{0}\" y1=\"{1}\" x2=\"{2}\" y2=\"{3}\" gradientTransform=\"{4}\">"
        "<stop offset=\"0\" stop-color=\"{5}\"/><stop offset=\"0.5\" stop-color=\"{6}\"/>"
        "<stop offset=\"1\" stop-color=\"{5}\"/></linearGradient>",
        number(from.x), number(from.y), number(to.x), number(to.y), matrix(map), rim, middle);
  }
  auto& id = known_[content];
  if (id.empty()) {
    id = fmt::format("fill{}", known_.size());
    const char* const kind = primitive.fill == FillPattern::sphere ? "radialGradient" : "linearGradient";
    defs_ += fmt::format("<{} id=\"{}\" {}\n", kind, id, content);
  }
  return "url(#" + id + ")";
}

// ----------------------------------------------------------------------------------------------------- texts, images

void SvgCanvas::text(const Primitive& primitive, const Affine& map) {
  // Laid out with y upwards, then brought to pixels.
  const PlacedText placed = placeText(primitive, map, pointInMillimetres * millimetre_ / root_.xx);
  const double size = placed.fontSize * root_.xx;
  if (size < 0.5 || primitive.shown.empty()) return;
  const Point centre = root_(placed.centre);
  const double halfWidth = placed.width * root_.xx / 2;
  const bool isLeft = primitive.alignment == TextAlignment::left, isRight = primitive.alignment == TextAlignment::right;
  const double x = isLeft ? -halfWidth : isRight ? halfWidth : 0;
  constexpr double lineHeight = 1.2, baseline = 0.36;  // of the font size
  const double first = baseline * size - lineHeight * size * (static_cast<double>(placed.lines.size()) - 1) / 2;
  std::string style = fontFamily(primitive.fontName);
  if (primitive.style.bold) style += " font-weight=\"bold\"";
  if (primitive.style.italic) style += " font-style=\"italic\"";
  if (primitive.style.underline) style += " text-decoration=\"underline\"";
  const std::string place = placed.angle == 0
                                ? fmt::format("translate({})", point(centre))
                                : fmt::format("translate({}) rotate({})", point(centre), number(-placed.angle));
  const Affine turned = shiftBy(centre) * rotationBy(-placed.angle);
  for (std::size_t i = 0; i < placed.lines.size(); ++i) {
    const std::string& line = placed.lines[i];
    if (line.empty()) continue;
    const double y = first + static_cast<double>(i) * lineHeight * size;
    const double width = svgTextWidth(line, size), left = isLeft ? x : isRight ? x - width : x - width / 2;
    cover(turned({left, y - 0.8 * size}));
    cover(turned({left + width, y + 0.25 * size}));
    fmt::format_to(
        std::back_inserter(body_),
        "<text transform=\"{}\" x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{}\" fill=\"{}\"{}>{}</text>\n", place,
        number(x), number(y), number(size),
        isLeft    ? "start"
        : isRight ? "end"
                  : "middle",
        hex(primitive.lineColour), style, svgText(line));
  }
}

void SvgCanvas::label(Point at, double pixels, std::string_view text, Colour colour, bool hasGround, bool isBold) {
  const Point centre = root_(at);
  const double halfWidth = svgTextWidth(text, pixels) / 2 + 2;
  cover(centre - Point{halfWidth, 0.7 * pixels});
  cover(centre + Point{halfWidth, 0.7 * pixels});
  if (hasGround)
    body_ += fmt::format(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"2\" fill=\"white\" fill-opacity=\"0.85\"/>\n",
        number(centre.x - halfWidth), number(centre.y - 0.65 * pixels), number(2 * halfWidth), number(1.3 * pixels));
  body_ += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"middle\" fill=\"{}\"{}>{}</text>\n",
                       number(centre.x), number(centre.y + 0.36 * pixels), number(pixels), hex(colour),
                       isBold ? " font-weight=\"bold\"" : "", svgText(text));
}

void SvgCanvas::bitmap(const Primitive& primitive, const Affine& map) {
  const std::string_view type = imageType(primitive.imageSource);
  if (type.empty()) return;
  const auto isBase64 = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '+' || c == '/' || c == '=';
  };
  std::string content;
  std::ranges::copy_if(primitive.imageSource, std::back_inserter(content), isBase64);
  // The image stands upright in pixels: its upper left corner first.
  const Extent e = primitive.extent.normalised();
  const Affine whole = root_ * map * ownMap(primitive) * shiftBy({e.left(), e.top()}) * Affine{1, 0, 0, -1, 0, 0};
  cover(whole({0, 0}));
  cover(whole({e.width(), e.height()}));
  body_ += fmt::format("<image transform=\"{}\" width=\"{}\" height=\"{}\" href=\"data:{};base64,{}\"/>\n",
                       matrix(whole), number(e.width()), number(e.height()), type, content);
}

void SvgCanvas::dot(Point at, double radius, Colour colour) {
  const Point p = root_(at);
  cover(p, radius * root_.xx);
  body_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"/>\n", number(p.x), number(p.y),
                       number(radius * root_.xx), hex(colour));
}

}  // namespace dashpot::drawing
