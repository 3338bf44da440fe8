#include "base/figure.hpp"

#include "base/gnuplot.hpp"
#include "base/svg.hpp"
#include "base/whole_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dashpot {

namespace {

Diagnostic fault(std::string message) {
  return {.severity = Severity::error,
          .code = "plot",
          .message = std::move(message),
          .details = {},
          .notes = {},
          .hints = {}};
}

/// With a little room, so that no curve runs along the frame; a curve that does not change gets a range around it.
Range widened(double low, double high, double share) {
  if (!(low <= high)) return {0.0, 1.0};
  const bool isFlat = !(high - low > 1e-12 * std::max(std::fabs(low), std::fabs(high)));
  const double room = isFlat ? std::max(0.1 * std::fabs(high), 0.1) : share * (high - low);
  return {low - room, high + room};
}

Range logarithmic(double low, double high) {
  if (!(low <= high)) return {1.0, 10.0};
  return low == high ? Range{low / 2, high * 2} : Range{low, high};
}

template <class Coordinates>
void extend(Range& range, const Curve& curve, Coordinates coordinates, bool isLog) {
  for (std::size_t i = 0; i < curve.size(); ++i) {
    const double value = (curve.*coordinates)[i];
    if (!std::isfinite(curve.x[i]) || !std::isfinite(curve.y[i]) || (isLog && value <= 0)) continue;
    range = {std::min(range.first, value), std::max(range.second, value)};
  }
}

}  // namespace

bool Curve::hasPoints() const {
  for (std::size_t i = 0; i < size(); ++i)
    if (std::isfinite(x[i]) && std::isfinite(y[i])) return true;
  return false;
}

Range xRangeOf(const Figure& figure, const Panel& panel) {
  if (panel.xRange) return *panel.xRange;
  Range range{INFINITY, -INFINITY};
  for (const Panel& other : figure.panels) {
    if (&other != &panel && figure.arrangement == Figure::Arrangement::sideBySide) continue;
    for (const Curve& curve : other.curves) extend(range, curve, &Curve::x, figure.logX);
  }
  if (figure.logX) return logarithmic(range.first, range.second);
  return range.first < range.second ? range : widened(range.first, range.second, 0.0);
}

Range yRangeOf(const Panel& panel) {
  if (panel.yRange) return *panel.yRange;
  Range range{INFINITY, -INFINITY};
  for (const Curve& curve : panel.curves) extend(range, curve, &Curve::y, panel.logY);
  constexpr double room = 0.05;
  return panel.logY ? logarithmic(range.first, range.second) : widened(range.first, range.second, room);
}

std::optional<Diagnostic> draw(const Figure& figure, const std::filesystem::path& file) {
  const std::string suffix = file.extension().string();
  if (suffix == ".svg") return writeWhole(svg(figure), file);
  if (suffix != ".png")
    return fault(fmt::format("'{}' is not a plot that can be written", file.string()))
        .hint("end the name in .svg or .png");
  auto picture = pngByGnuplot(figure);
  return picture ? writeWhole(*picture, file) : std::optional(std::move(picture.error()));
}

Expected<std::string, Diagnostic> drawAsText(const Figure& figure, int columns, int rows) {
  return textByGnuplot(figure, columns, rows);
}

}  // namespace dashpot
