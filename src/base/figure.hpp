// base/figure.hpp
//
// Pictures: a description in, an SVG or PNG file or text for a terminal out.
//
//   Figure figure{.title = "Van der Pol", .xLabel = "time [s]", .panels = {{.yLabel = "y", .curves = {...}}}};
//   if (auto fault = draw(figure, "out.svg")) ...
//
//   svg      drawn here: no other program is needed, and none runs
//   gnuplot  draws PNG files and text; where it is missing, the diagnostic says so and nothing else is lost
#pragma once

#include "base/diagnostic.hpp"
#include "base/expected.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dashpot {

// Okabe and Ito 2008: distinguishable also by colour-blind people.
inline constexpr const char* palette[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"};
inline constexpr std::size_t paletteSize = std::size(palette);

struct Curve {
  enum class Style { line, dashed, points, linePoints };

  std::string title{};  // empty: not in the legend
  std::vector<double> x{};
  std::vector<double> y{};  // not finite: a gap
  Style style = Style::line;
  int colour = 0;          // number in the palette; 0: the next one; beyond its end, with another dash pattern
  double pointSize = 4.0;  // pixels across

  [[nodiscard]] std::size_t size() const { return std::min(x.size(), y.size()); }
  [[nodiscard]] bool hasPoints() const;
};

using Range = std::pair<double, double>;

struct Panel {
  std::string title{};
  std::string yLabel{};  // stands above the axis, where it is read without turning the head
  bool logY = false;
  bool equalScales = false;  // one unit is as long in x as in y
  bool axes = false;         // lines x = 0 and y = 0
  std::optional<Range> xRange{};
  std::optional<Range> yRange{};                         // from first to second: downwards if that is less
  double yStep = 0.0;                                    // between ticks; 0: what suits
  std::vector<std::pair<double, std::string>> yTicks{};  // names in the place of numbers
  std::vector<Curve> curves{};
};

struct Figure {
  enum class Arrangement { stacked, sideBySide };  // stacked: over one common x axis

  std::string title{};
  std::string xLabel{};
  bool logX = false;
  Arrangement arrangement = Arrangement::stacked;
  std::vector<double> marks{};  // dotted lines at these x
  std::vector<Panel> panels{};
  int width = 1000;  // pixels
  int height = 600;
};

/// Draws to a file, SVG or PNG by its suffix. Empty: done.
[[nodiscard]] std::optional<Diagnostic> draw(const Figure& figure, const std::filesystem::path& file);

/// The first panel with characters.
[[nodiscard]] Expected<std::string, Diagnostic> drawAsText(const Figure& figure, int columns, int rows);

/// Where the points of a panel lie, with a little room around them; a range that is given stays as it is.
[[nodiscard]] Range xRangeOf(const Figure& figure, const Panel& panel);
[[nodiscard]] Range yRangeOf(const Panel& panel);

}  // namespace dashpot
