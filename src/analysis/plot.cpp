#include "analysis/plot.hpp"

namespace dashpot::analysis {
namespace {

Figure figureOf(const Plot& plot) {
  return {.title = plot.title,
          .xLabel = plot.xLabel,
          .logX = plot.logX,
          .panels = {{.yLabel = plot.yLabel,
                      .logY = plot.logY,
                      .equalScales = plot.equalScales,
                      .axes = plot.axes,
                      .xRange = plot.xRange,
                      .yRange = plot.yRange,
                      .curves = plot.curves}},
          .width = plot.width,
          .height = plot.height};
}

}  // namespace

std::optional<Diagnostic> writePlot(const Plot& plot, const std::filesystem::path& file) {
  return draw(figureOf(plot), file);
}

Expected<std::string, Diagnostic> textPlot(const Plot& plot, int columns, int rows) {
  return drawAsText(figureOf(plot), columns, rows);
}

}  // namespace dashpot::analysis
