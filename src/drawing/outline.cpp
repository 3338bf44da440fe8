#include "drawing/outline.hpp"

#include "base/svg.hpp"

#include <numbers>

namespace dashpot::drawing {

namespace {

constexpr double degree = std::numbers::pi / 180;

/// Straight halves at both ends, between them quadratic curves from middle to middle with the points as controls.
Path bezierLine(const std::vector<Point>& p) {
  Path path{{'M', {p.front()}}, {'L', {0.5 * (p[0] + p[1])}}};
  for (std::size_t i = 1; i + 1 < p.size(); ++i) path.push_back({'Q', {p[i], 0.5 * (p[i] + p[i + 1])}});
  path.push_back({'L', {p.back()}});
  return path;
}

/// The same all the way round.
Path bezierPolygon(std::vector<Point> p) {
  if (p.front() == p.back()) p.pop_back();
  const auto middle = [&](std::size_t i) { return 0.5 * (p[i % p.size()] + p[(i + 1) % p.size()]); };
  Path path{{'M', {middle(p.size() - 1)}}};
  for (std::size_t i = 0; i < p.size(); ++i) path.push_back({'Q', {p[i], middle(i)}});
  path.push_back({'Z', {}});
  return path;
}

Path rectangle(const Extent& e, double radius) {
  const double r = std::min({radius, e.width() / 2, e.height() / 2});
  const double l = e.left(), b = e.bottom(), t = e.top(), right = e.right();
  if (r <= 0) return {{'M', {{l, b}}}, {'L', {{right, b}}}, {'L', {{right, t}}}, {'L', {{l, t}}}, {'Z', {}}};
  constexpr double arc = 0.5522847498;  // a quarter of a circle as a cubic
  const double k = r * (1 - arc);
  return {{'M', {{l + r, b}}},
          {'L', {{right - r, b}}},
          {'C', {{right - k, b}, {right, b + k}, {right, b + r}}},
          {'L', {{right, t - r}}},
          {'C', {{right, t - k}, {right - k, t}, {right - r, t}}},
          {'L', {{l + r, t}}},
          {'C', {{l + k, t}, {l, t - k}, {l, t - r}}},
          {'L', {{l, b + r}}},
          {'C', {{l, b + k}, {l + k, b}, {l + r, b}}},
          {'Z', {}}};
}

Path ellipse(const Primitive& primitive) {
  const Point centre = primitive.extent.centre();
  const double rx = primitive.extent.width() / 2, ry = primitive.extent.height() / 2;
  const double sweep = std::clamp(primitive.endAngle - primitive.startAngle, -360.0, 360.0) * degree;
  const double start = primitive.startAngle * degree;
  const int pieces = std::max(1, static_cast<int>(std::ceil(std::fabs(sweep) / (std::numbers::pi / 4) - 1e-9)));
  const double step = sweep / pieces, handle = 4.0 / 3 * std::tan(step / 4);
  const auto at = [&](double x, double y) { return Point{centre.x + rx * x, centre.y + ry * y}; };
  Path path{{'M', {at(std::cos(start), std::sin(start))}}};
  for (int i = 0; i < pieces; ++i) {
    const double a = start + i * step, b = a + step;
    path.push_back(
        {'C',
         {at(std::cos(a) - handle * std::sin(a), std::sin(a) + handle * std::cos(a)),
          at(std::cos(b) + handle * std::sin(b), std::sin(b) - handle * std::cos(b)), at(std::cos(b), std::sin(b))}});
  }
  const bool isFull = std::fabs(sweep) >= 2 * std::numbers::pi - 1e-9;
  if (primitive.closure == EllipseClosure::radial && !isFull) path.push_back({'L', {centre}});
  if (primitive.closure != EllipseClosure::none || isFull) path.push_back({'Z', {}});
  return path;
}

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char c : text)
    if (c == '\n')
      lines.emplace_back();
    else
      lines.back() += c;
  return lines;
}

}  // namespace

Path polyline(const std::vector<Point>& points) {
  Path path;
  for (const Point& p : points) path.push_back({path.empty() ? 'M' : 'L', {p}});
  return path;
}

Path outline(const Primitive& primitive) {
  const bool isSmooth = primitive.smooth == Smooth::bezier && primitive.points.size() > 2;
  switch (primitive.kind) {
    case PrimitiveKind::line: return isSmooth ? bezierLine(primitive.points) : polyline(primitive.points);
    case PrimitiveKind::polygon: {
      if (primitive.points.empty()) return {};
      if (isSmooth) return bezierPolygon(primitive.points);
      Path path = polyline(primitive.points);
      path.push_back({'Z', {}});
      return path;
    }
    case PrimitiveKind::ellipse: return ellipse(primitive);
    case PrimitiveKind::rectangle: return rectangle(primitive.extent, primitive.radius);
    default: return rectangle(primitive.extent, 0);
  }
}

PlacedText placeText(const Primitive& primitive, const Affine& map, double perPoint) {
  constexpr double lineHeight = 1.2, largestShare = 0.87;  // of the font size; of the height that letters take
  PlacedText text{linesOf(primitive.shown), {}, 0, 0, 0, 0};
  const Affine whole = map * ownMap(primitive);
  const Point along = whole.direction({1, 0}), across = whole.direction({0, 1});
  text.centre = whole(primitive.extent.centre());
  text.width = primitive.extent.width() * length(along);
  text.height = primitive.extent.height() * length(across);
  double angle = std::atan2(along.y, along.x) / degree;
  if (angle > 90 + 1e-6) angle -= 180;
  if (angle <= -90 + 1e-6) angle += 180;
  text.angle = angle;

  const auto lines = static_cast<double>(text.lines.size());
  double widest = 0;  // for a font of size 1
  for (const std::string& line : text.lines) widest = std::max(widest, svgTextWidth(line, 1.0));
  const double fitting = text.height * largestShare / (1 + (lines - 1) * lineHeight);
  if (primitive.fontSize > 0) {
    text.fontSize = primitive.fontSize * perPoint;
    if (text.height > 0) text.fontSize = std::min(text.fontSize, fitting);
  } else {
    text.fontSize = fitting;
    if (text.width > 0 && widest > 0) text.fontSize = std::min(text.fontSize, text.width / widest);
  }
  return text;
}

namespace {

struct Growing {
  Extent extent;
  bool isThere = false;
  void add(const Extent& more) {
    extent = isThere ? extent.joinedWith(more) : more.normalised();
    isThere = true;
  }
};

}  // namespace

Extent textExtent(const Primitive& primitive, const Affine& map) {
  const PlacedText text = placeText(primitive, map, pointInMillimetres);
  double widest = 0;
  for (const std::string& line : text.lines) widest = std::max(widest, svgTextWidth(line, text.fontSize));
  const double spare = std::max(0.0, (text.width - widest) / 2);
  const double shift = primitive.alignment == TextAlignment::left    ? -spare
                       : primitive.alignment == TextAlignment::right ? spare
                                                                     : 0;
  const Affine turned = shiftBy(text.centre) * rotationBy(text.angle);
  const double height = std::min(text.height, 1.2 * text.fontSize * static_cast<double>(text.lines.size()));
  return turned.box({{shift - widest / 2, -height / 2}, {shift + widest / 2, height / 2}});
}

Extent visualExtent(const Graphics& graphics, const Affine& map) {
  Growing growing;
  for (const Layer& layer : graphics.layers)
    for (const Primitive& primitive : layer.primitives) {
      if (!primitive.isVisible) continue;
      const Affine whole = map * layer.map;
      if (primitive.kind == PrimitiveKind::text) {
        if (!primitive.shown.empty()) growing.add(textExtent(primitive, whole));
        continue;
      }
      const Affine own = whole * ownMap(primitive);
      if (primitive.kind == PrimitiveKind::line || primitive.kind == PrimitiveKind::polygon)
        for (const Point& p : primitive.points) growing.add({own(p), own(p)});
      else
        growing.add(own.box(primitive.extent));
    }
  return growing.extent;
}

}  // namespace dashpot::drawing
