// Plots of one panel: a description in, an SVG or PNG file (by its suffix) or text for a terminal out.
//
//   Plot plot{.title = "Van der Pol", .xLabel = "t", .yLabel = "y"};
//   plot.curves.push_back({.title = "rodas4", .x = times, .y = values});
//   if (auto fault = writePlot(plot, "out.svg")) std::cerr << render(*fault, Sources{});
#pragma once

#include "base/figure.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dashpot::analysis {

using Curve = dashpot::Curve;

struct Plot {
  std::string title{};
  std::string xLabel{};
  std::string yLabel{};
  bool logX = false;
  bool logY = false;
  bool equalScales = false;  // one unit is as long in x as in y
  bool axes = false;         // lines x = 0 and y = 0
  std::optional<std::pair<double, double>> xRange{};
  std::optional<std::pair<double, double>> yRange{};
  std::vector<Curve> curves{};
  int width = 900;  // pixels
  int height = 600;
};

/// Nothing if the file was written; else why not (unknown suffix, no permission, no gnuplot for a PNG).
std::optional<Diagnostic> writePlot(const Plot& plot, const std::filesystem::path& file);

/// The plot drawn with characters.
Expected<std::string, Diagnostic> textPlot(const Plot& plot, int columns, int rows);

}  // namespace dashpot::analysis
