#include "analysis/plot.hpp"

#include <cmath>

#include <fmt/format.h>

#include "base/gnuplot.hpp"

namespace dashpot::analysis {
namespace {

// Okabe and Ito 2008: distinguishable also by colour-blind people.
constexpr const char* palette[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"};

std::string dataBlock(const Curve& curve, std::size_t number) {
  std::string text = fmt::format("$curve{} << end_of_curve\n", number);
  bool gap = true;  // no blank line before the first point: it would not count as one block
  for (std::size_t i = 0; i < curve.x.size() && i < curve.y.size(); ++i) {
    const bool finite = std::isfinite(curve.x[i]) && std::isfinite(curve.y[i]);
    if (finite)
      text += fmt::format("{:.17g} {:.17g}\n", curve.x[i], curve.y[i]);
    else if (!gap)
      text += "\n";
    gap = !finite;
  }
  return text + "end_of_curve\n";
}

bool hasPoints(const Curve& curve) {
  for (std::size_t i = 0; i < curve.x.size() && i < curve.y.size(); ++i)
    if (std::isfinite(curve.x[i]) && std::isfinite(curve.y[i])) return true;
  return false;
}

std::string drawing(const Curve& curve, std::size_t number) {
  const std::size_t colour = curve.colour > 0 ? static_cast<std::size_t>(curve.colour - 1) : number;
  const bool points = curve.style == Curve::Style::points;
  const char* with = points ? "points" : curve.style == Curve::Style::linePoints ? "linespoints" : "lines";
  const std::string look = points ? "pt 7 ps 0.6" : curve.style == Curve::Style::dashed ? "lw 1.5 dt 2" : "lw 2";
  return fmt::format("$curve{} using 1:2 with {} lc rgb '{}' {} {}", number, with, palette[colour % std::size(palette)],
                     look, curve.title.empty() ? "notitle" : "title " + gnuplotString(curve.title));
}

}  // namespace

std::string gnuplotScript(const Plot& plot) {
  std::string text = fmt::format("set title {} noenhanced\nset xlabel {} noenhanced\nset ylabel {} noenhanced\n",
                                 gnuplotString(plot.title), gnuplotString(plot.xLabel), gnuplotString(plot.yLabel));
  text += "set key noenhanced below center\nset grid lt 1 lw 0.5 lc rgb '#dddddd'\n";
  if (plot.logX) text += "set logscale x\nset format x '10^{%T}'\n";
  if (plot.logY) text += "set logscale y\nset format y '10^{%T}'\n";
  if (plot.equalScales) text += "set size ratio -1\n";
  if (plot.axes) text += "set xzeroaxis lt -1 lw 0.5\nset yzeroaxis lt -1 lw 0.5\n";
  if (plot.xRange) text += fmt::format("set xrange [{:.17g}:{:.17g}]\n", plot.xRange->first, plot.xRange->second);
  if (plot.yRange) text += fmt::format("set yrange [{:.17g}:{:.17g}]\n", plot.yRange->first, plot.yRange->second);

  std::string drawings;
  for (std::size_t i = 0; i < plot.curves.size(); ++i) {
    if (!hasPoints(plot.curves[i])) continue;
    text += dataBlock(plot.curves[i], i);
    drawings += (drawings.empty() ? "plot " : ", \\\n     ") + drawing(plot.curves[i], i);
  }
  if (drawings.empty()) drawings = "set label 'no data' at graph 0.5, 0.5 center\nplot [0:1] [0:1] NaN notitle";
  return text + drawings + "\n";
}

std::optional<Diagnostic> writePlot(const Plot& plot, const std::filesystem::path& file) {
  return draw(gnuplotScript(plot), file, plot.width, plot.height);
}

Expected<std::string, Diagnostic> textPlot(const Plot& plot, int columns, int rows) {
  return drawAsText(gnuplotScript(plot), columns, rows);
}

}  // namespace dashpot::analysis
