#include "base/svg.hpp"

#include "base/axis.hpp"
#include "base/printable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace dashpot {

namespace {

// Pixels.
constexpr double fontSize = 13, titleSize = 15, lineHeight = 18;
constexpr double edge = 14, tickLength = 4, labelGap = 7, sampleLength = 24, sampleGap = 7;
constexpr double pixelsPerTickX = 90, pixelsPerTickY = 32;
constexpr const char* dashes[] = {"", "7 4", "2 3", "9 3 2 3"};
constexpr const char *gridColour = "#e4e4e4", *axisColour = "#555555", *markColour = "#999999";

double textWidth(std::string_view text) { return svgTextWidth(text, fontSize); }

/// The beginning and the end of a text that is too long: names differ at both.
std::string elided(const std::string& text, double room) {
  if (textWidth(text) <= room) return text;
  std::vector<std::string_view> characters;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t length = std::max<std::size_t>(1, characterLength(rest));
    characters.push_back(rest.substr(0, length));
    rest.remove_prefix(length);
  }
  const auto kept = static_cast<std::size_t>(static_cast<double>(characters.size()) * room / textWidth(text));
  const std::size_t head = kept / 3, tail = kept - std::min(kept, head + 1);
  std::string result;
  for (std::size_t i = 0; i < head; ++i) result += characters[i];
  result += "…";
  for (std::size_t i = characters.size() - tail; i < characters.size(); ++i) result += characters[i];
  return result;
}

enum class Anchor { start, middle, end };

/// From values to pixels.
struct Scale {
  double first = 0, last = 1, from = 0, to = 1;
  bool isLog = false;

  [[nodiscard]] double operator()(double value) const {
    const double share = isLog ? (std::log10(value) - std::log10(first)) / (std::log10(last) - std::log10(first))
                               : (value - first) / (last - first);
    constexpr double farOutside = 1e5;
    return std::clamp(from + share * (to - from), -farOutside, farOutside);
  }
};

struct Box {
  double left = 0, top = 0, right = 0, bottom = 0;
  [[nodiscard]] double width() const { return right - left; }
  [[nodiscard]] double height() const { return bottom - top; }
};

struct Point {
  double x = 0, y = 0;
};

/// As much of a line as a screen can show: of the points that follow one another in half a pixel column, the first, the
/// lowest, the highest and the last.
class Envelope {
 public:
  void add(Point p) {
    const double column = std::floor(2 * p.x);
    if (count_ > 0 && column != column_) finish();
    if (count_ == 0) column_ = column, points_[0] = points_[1] = points_[2] = p, order_[1] = order_[2] = 0;
    if (p.y < points_[1].y) points_[1] = p, order_[1] = count_;
    if (p.y > points_[2].y) points_[2] = p, order_[2] = count_;
    points_[3] = p;
    ++count_;
  }
  void finish() {
    if (count_ == 0) return;
    put(points_[0]);
    if (order_[1] > order_[2]) std::swap(points_[1], points_[2]);
    put(points_[1]), put(points_[2]), put(points_[3]);
    count_ = 0;
  }
  /// The next point begins another line.
  void lift() {
    finish();
    isDown_ = false;
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  void put(Point p) {
    const double x = std::round(10 * p.x) / 10, y = std::round(10 * p.y) / 10;
    if (isDown_ && x == last_.x && y == last_.y) return;
    fmt::format_to(std::back_inserter(path_), "{}{:g},{:g}", isDown_ ? ' ' : 'M', x, y);
    isDown_ = true;
    last_ = {x, y};
  }

  Point points_[4];
  std::size_t order_[3] = {}, count_ = 0;
  double column_ = 0;
  bool isDown_ = false;
  Point last_;
  std::string path_;
};

class Drawing {
 public:
  explicit Drawing(const Figure& figure) : figure_(figure) {}

  std::string run() {
    fmt::format_to(out(),
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
                   "font-family=\"Helvetica,Arial,sans-serif\" font-size=\"{2}\" fill=\"#222222\">\n"
                   "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
                   figure_.width, figure_.height, fontSize);
    const double middle = figure_.width / 2.0;
    if (!figure_.title.empty())
      text(middle, edge + titleSize, elided(figure_.title, figure_.width - 2 * edge), Anchor::middle,
           fmt::format(R"( font-size="{}" font-weight="bold")", titleSize));
    const std::vector<Box> boxes = layout();
    for (std::size_t i = 0; i < boxes.size(); ++i) panel(figure_.panels[i], boxes[i], i);
    if (figure_.panels.empty()) text(middle, figure_.height / 2.0, "no data", Anchor::middle);
    return std::move(text_) + "</svg>\n";
  }

 private:
  [[nodiscard]] bool isStacked() const { return figure_.arrangement == Figure::Arrangement::stacked; }
  [[nodiscard]] bool hasXLabels(std::size_t panel) const { return !isStacked() || panel + 1 == figure_.panels.size(); }

  [[nodiscard]] Axis xAxis(const Panel& panel, double width) const {
    const auto [first, last] = xRangeOf(figure_, panel);
    const int count = static_cast<int>(width / pixelsPerTickX);
    return figure_.logX ? logarithmicAxis(first, last, count) : linearAxis(first, last, count);
  }

  [[nodiscard]] static Axis yAxis(const Panel& panel, double height) {
    Axis axis;
    for (const auto& [at, label] : panel.yTicks) axis.ticks.push_back({at, label});
    if (!panel.yTicks.empty()) return axis;
    const auto [first, last] = yRangeOf(panel);
    const int count = std::max(2, static_cast<int>(height / pixelsPerTickY));
    return panel.logY ? logarithmicAxis(first, last, count) : linearAxis(first, last, count, panel.yStep);
  }

  /// Where the panels lie: room for titles above, labels to the left and below, legends to the right.
  [[nodiscard]] std::vector<Box> layout() {
    const std::size_t count = figure_.panels.size();
    if (count == 0) return {};
    const double columns = isStacked() ? 1 : static_cast<double>(count),
                 rows = isStacked() ? static_cast<double>(count) : 1;
    const double top = edge + (figure_.title.empty() ? 0 : titleSize + 10);
    const double below = edge + lineHeight + tickLength + (figure_.xLabel.empty() ? 0 : lineHeight + 4);
    const double height = (figure_.height - top - below) / rows;
    double labels = 0, legend = 0;
    bool isHeaded = false;
    for (const Panel& panel : figure_.panels) {
      for (const Axis::Tick& tick : yAxis(panel, height).ticks)
        labels = std::max(labels, textWidth(tick.label) + (tick.isPowerOfTen ? fontSize : 0));
      for (const Curve& curve : panel.curves)
        if (!curve.title.empty() && curve.hasPoints()) legend = std::max(legend, textWidth(curve.title));
      isHeaded = isHeaded || !panel.title.empty() || !panel.yLabel.empty();
    }
    constexpr double largestLegend = 0.4;  // of the width
    legendRoom_ = std::min(legend, largestLegend * figure_.width / columns);
    const double right = legend > 0 ? legendRoom_ + sampleLength + 2 * sampleGap + edge / 2 : 2 * edge;
    const double left = std::max(labels + tickLength + labelGap, 30.0) + edge,
                 width = (figure_.width - edge / 2) / columns;
    const double head = isHeaded ? lineHeight + 8 : 8;
    std::vector<Box> boxes;
    for (std::size_t i = 0; i < count; ++i) {
      const double x = isStacked() ? 0 : static_cast<double>(i) * width,
                   y = isStacked() ? static_cast<double>(i) * height : 0;
      Box box{x + left, top + y + head, x + width - right, top + y + height};
      box.right = std::max(box.right, box.left + 40), box.bottom = std::max(box.bottom, box.top + 20);
      if (figure_.panels[i].equalScales) shrinkToEqualScales(box, figure_.panels[i]);
      boxes.push_back(box);
    }
    return boxes;
  }

  void shrinkToEqualScales(Box& box, const Panel& panel) const {
    const auto [x0, x1] = xRangeOf(figure_, panel);
    const auto [y0, y1] = yRangeOf(panel);
    const double unit = std::min(box.width() / std::fabs(x1 - x0), box.height() / std::fabs(y1 - y0));
    const double spareX = box.width() - unit * std::fabs(x1 - x0), spareY = box.height() - unit * std::fabs(y1 - y0);
    box.left += spareX / 2, box.right -= spareX / 2, box.top += spareY / 2, box.bottom -= spareY / 2;
  }

  void panel(const Panel& panel, const Box& box, std::size_t number) {
    const auto [x0, x1] = xRangeOf(figure_, panel);
    const auto [y0, y1] = yRangeOf(panel);
    const Scale x{x0, x1, box.left, box.right, figure_.logX}, y{y0, y1, box.bottom, box.top, panel.logY};
    axes(panel, box, x, y, hasXLabels(number));
    fmt::format_to(
        out(),
        "<clipPath id=\"panel{}\"><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"/></clipPath>\n",
        number, box.left - 1, box.top - 2, box.width() + 2, box.height() + 4);
    fmt::format_to(out(), "<g clip-path=\"url(#panel{})\" fill=\"none\" stroke-linejoin=\"round\">\n", number);
    for (const double mark : figure_.marks)
      if (mark >= std::min(x0, x1) && mark <= std::max(x0, x1))
        line({x(mark), box.top}, {x(mark), box.bottom}, markColour, " stroke-dasharray=\"1 3\"");
    std::size_t drawn = 0;
    for (std::size_t i = 0; i < panel.curves.size(); ++i) drawn += curve(panel.curves[i], i, x, y) ? 1 : 0;
    text_ += "</g>\n";
    if (drawn == 0) text((box.left + box.right) / 2, (box.top + box.bottom) / 2, "no data", Anchor::middle);
    legend(panel, box);
  }

  void axes(const Panel& panel, const Box& box, const Scale& x, const Scale& y, bool hasXLabels) {
    const Axis below = xAxis(panel, box.width()), beside = yAxis(panel, box.height());
    for (const Axis::Tick& tick : below.ticks) {
      line({x(tick.at), box.top}, {x(tick.at), box.bottom}, gridColour);
      line({x(tick.at), box.bottom}, {x(tick.at), box.bottom + tickLength}, axisColour);
      if (hasXLabels) label({x(tick.at), box.bottom + tickLength + fontSize + 1}, tick, Anchor::middle);
    }
    for (const Axis::Tick& tick : beside.ticks) {
      line({box.left, y(tick.at)}, {box.right, y(tick.at)}, gridColour);
      line({box.left - tickLength, y(tick.at)}, {box.left, y(tick.at)}, axisColour);
      label({box.left - labelGap, y(tick.at) + fontSize / 3}, tick, Anchor::end);
    }
    if (panel.axes && x.first < 0 && x.last > 0) line({x(0), box.top}, {x(0), box.bottom}, axisColour);
    if (panel.axes && y.first < 0 && y.last > 0) line({box.left, y(0)}, {box.right, y(0)}, axisColour);
    line({box.left, box.top}, {box.left, box.bottom}, axisColour);
    line({box.left, box.bottom}, {box.right, box.bottom}, axisColour);
    const double above = box.top - labelGap;
    if (!panel.title.empty()) text((box.left + box.right) / 2, above, panel.title, Anchor::middle);
    if (!panel.yLabel.empty() || beside.exponent != 0)
      times(box.left - tickLength, above, panel.yLabel, beside.exponent, Anchor::start);
    if (hasXLabels && (!figure_.xLabel.empty() || below.exponent != 0))
      times((box.left + box.right) / 2, box.bottom + tickLength + 2 * lineHeight, figure_.xLabel, below.exponent,
            Anchor::middle);
  }

  /// A number, or a power of ten.
  void label(Point at, const Axis::Tick& tick, Anchor anchor) {
    tick.isPowerOfTen ? times(at.x, at.y, "", tick.exponent, anchor, "10") : text(at.x, at.y, tick.label, anchor);
  }

  /// A label with the power of ten that belongs to all numbers of its axis.
  void times(double x, double y, const std::string& label, int exponent, Anchor anchor,
             std::string_view ten = "\u00D7 10") {
    if (exponent == 0 && ten != "10") return text(x, y, label, anchor);
    begin(x, y, anchor);
    fmt::format_to(out(), R"({}<tspan dy="-5" font-size="10">{}</tspan>)", ten, exponent);
    if (!label.empty()) fmt::format_to(out(), R"(<tspan dx="5" dy="5">{}</tspan>)", svgText(label));
    text_ += "</text>\n";
  }

  bool curve(const Curve& curve, std::size_t number, const Scale& x, const Scale& y) {
    Envelope envelope;
    std::string points;
    bool isDrawn = false;
    for (std::size_t i = 0; i < curve.size(); ++i) {
      const bool isThere = std::isfinite(curve.x[i]) && std::isfinite(curve.y[i]) && (!x.isLog || curve.x[i] > 0) &&
                           (!y.isLog || curve.y[i] > 0);
      if (!isThere) {
        envelope.lift();
        continue;
      }
      isDrawn = true;
      const Point p{x(curve.x[i]), y(curve.y[i])};
      envelope.add(p);
      if (hasDots(curve)) fmt::format_to(std::back_inserter(points), "M{:.1f},{:.1f}h0", p.x, p.y);
    }
    envelope.finish();
    const Look look = lookOf(curve, number);
    if (isDrawn && curve.style != Curve::Style::points)
      fmt::format_to(out(), "<path stroke=\"{}\" stroke-width=\"1.7\"{} d=\"{}\"/>\n", look.colour, look.dash,
                     envelope.path());
    if (!points.empty()) dots(curve, look, points);
    return isDrawn;
  }

  struct Look {
    const char* colour;
    std::string dash;
  };
  static Look lookOf(const Curve& curve, std::size_t number) {
    const std::size_t place = curve.colour > 0 ? static_cast<std::size_t>(curve.colour - 1) : number;
    const std::size_t dash = curve.style == Curve::Style::dashed ? 1 : place / paletteSize % std::size(dashes);
    return {palette[place % paletteSize], dash == 0 ? "" : fmt::format(" stroke-dasharray=\"{}\"", dashes[dash])};
  }
  static bool hasDots(const Curve& curve) {
    return curve.style == Curve::Style::points || curve.style == Curve::Style::linePoints;
  }
  void dots(const Curve& curve, const Look& look, const std::string& points) {
    fmt::format_to(out(), "<path stroke=\"{}\" stroke-width=\"{:.2g}\" stroke-linecap=\"round\" d=\"{}\"/>\n",
                   look.colour, curve.pointSize, points);
  }

  void legend(const Panel& panel, const Box& box) {
    double y = box.top + lineHeight / 2;
    for (std::size_t i = 0; i < panel.curves.size(); ++i) {
      const Curve& curve = panel.curves[i];
      if (curve.title.empty() || !curve.hasPoints()) continue;
      const double x = box.right + sampleGap * 1.5;
      const Look look = lookOf(curve, i);
      if (curve.style != Curve::Style::points)
        fmt::format_to(out(), "<path stroke=\"{}\" stroke-width=\"2\" fill=\"none\"{} d=\"M{:.1f},{:.1f}h{}\"/>\n",
                       look.colour, look.dash, x, y, sampleLength);
      if (hasDots(curve)) dots(curve, look, fmt::format("M{:.1f},{:.1f}h0", x + sampleLength / 2, y));
      text(x + sampleLength + sampleGap, y + fontSize / 3, elided(curve.title, legendRoom_), Anchor::start);
      y += lineHeight;
    }
  }

  void line(Point from, Point to, const char* colour, std::string_view more = "") {
    fmt::format_to(out(), "<path stroke=\"{}\"{} d=\"M{:.1f},{:.1f}L{:.1f},{:.1f}\"/>\n", colour, more, from.x, from.y,
                   to.x, to.y);
  }

  void begin(double x, double y, Anchor anchor, std::string_view more = "") {
    const char* const name = anchor == Anchor::start ? "start" : anchor == Anchor::middle ? "middle" : "end";
    fmt::format_to(out(), R"(<text x="{:.1f}" y="{:.1f}" text-anchor="{}"{}>)", x, y, name, more);
  }
  void text(double x, double y, std::string_view words, Anchor anchor, std::string_view more = "") {
    begin(x, y, anchor, more);
    text_ += svgText(words) + "</text>\n";
  }
  std::back_insert_iterator<std::string> out() { return std::back_inserter(text_); }

  const Figure& figure_;
  double legendRoom_ = 0;
  std::string text_;
};

}  // namespace

std::string svgText(std::string_view text) {
  std::string result;
  for (const char c : printable(text)) switch (c) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      default: result += c;
    }
  return result;
}

double svgTextWidth(std::string_view text, double size) {
  double ems = 0.0;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xC0U) == 0x80U) continue;
    constexpr std::string_view narrow = " .,:;'|!()[]ijlftrI-/", wide = "mwMW@%";
    const bool isCapital = c >= 'A' && c <= 'Z';
    ems += narrow.find(c) != std::string_view::npos ? 0.38
           : wide.find(c) != std::string_view::npos ? 0.96
           : isCapital                              ? 0.70
                                                    : 0.62;
  }
  return ems * size;
}

std::string svg(const Figure& figure) { return Drawing(figure).run(); }

}  // namespace dashpot
