#include "base/gnuplot.hpp"

#include "base/confined_process.hpp"
#include "base/printable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <iterator>

namespace dashpot {
namespace {

constexpr std::size_t mostCharacters = 7;  // by which curves differ on a terminal

std::string range(const char* axis, Range range) {
  return fmt::format("set {}range [{:.15g}:{:.15g}]\n", axis, range.first, range.second);
}

void dataBlock(std::string& script, const Curve& curve, std::string_view name) {
  auto out = std::back_inserter(script);
  fmt::format_to(out, "${} << end_of_curve\n", name);
  bool isGap = true;  // no blank line before the first point: it would not count as one block
  for (std::size_t i = 0; i < curve.size(); ++i) {
    const bool isFinite = std::isfinite(curve.x[i]) && std::isfinite(curve.y[i]);
    if (isFinite)
      fmt::format_to(out, "{:.17g} {:.17g}\n", curve.x[i], curve.y[i]);
    else if (!isGap)
      script += "\n";
    isGap = !isFinite;
  }
  script += "end_of_curve\n";
}

std::string blockName(std::size_t panel, std::size_t curve) { return fmt::format("curve{}_{}", panel, curve); }

std::string drawing(const Curve& curve, std::size_t number, std::string_view block) {
  const std::size_t place = curve.colour > 0 ? static_cast<std::size_t>(curve.colour - 1) : number;
  const bool isPoints = curve.style == Curve::Style::points;
  const char* with = isPoints ? "points" : curve.style == Curve::Style::linePoints ? "linespoints" : "lines";
  const std::size_t dash = curve.style == Curve::Style::dashed ? 2 : 1 + place / paletteSize;
  const std::string look =
      isPoints ? fmt::format("pt 7 ps {:.3g}", curve.pointSize / 7) : fmt::format("lw 1.8 dt {}", dash);
  return fmt::format("${} using 1:2 with {} lc rgb '{}' {} {}", block, with, palette[place % paletteSize], look,
                     curve.title.empty() ? "notitle" : "title " + gnuplotString(curve.title) + " noenhanced");
}

/// The axes of a panel and its curves, of which there are `most` at most.
void drawPanel(std::string& script, const Figure& figure, std::size_t number, std::size_t most) {
  const Panel& panel = figure.panels[number];
  script += range("x", xRangeOf(figure, panel)) + range("y", yRangeOf(panel));
  script += panel.logY ? "set logscale y\nset format y '10^{%T}'\n" : "unset logscale y\nset format y '%g'\n";
  if (panel.equalScales) script += "set size ratio -1\n";
  if (panel.axes) script += "set xzeroaxis lt -1 lw 0.5\nset yzeroaxis lt -1 lw 0.5\n";
  script += "set ytics autofreq\n";
  if (panel.yStep > 0) script += fmt::format("set ytics {:.15g}\n", panel.yStep);
  std::string names;
  for (const auto& [at, label] : panel.yTicks)
    names += fmt::format("{}{} {:.15g}", names.empty() ? "" : ", ", gnuplotString(label), at);
  if (!names.empty()) script += "set ytics (" + names + ")\n";
  std::string drawings;
  std::size_t drawn = 0;
  for (std::size_t i = 0; i < panel.curves.size() && drawn < most; ++i) {
    if (!panel.curves[i].hasPoints()) continue;
    drawings += (drawings.empty() ? "plot " : ", \\\n     ") + drawing(panel.curves[i], i, blockName(number, i));
    ++drawn;
  }
  if (drawings.empty()) drawings = "set label 2 'no data' at graph 0.5, 0.5 center\nplot [0:1] [0:1] NaN notitle";
  script += drawings + "\n";
}

std::string dataBlocks(const Figure& figure) {
  std::string script;
  for (std::size_t p = 0; p < figure.panels.size(); ++p)
    for (std::size_t i = 0; i < figure.panels[p].curves.size(); ++i)
      if (figure.panels[p].curves[i].hasPoints()) dataBlock(script, figure.panels[p].curves[i], blockName(p, i));
  return script;
}

Expected<std::string, Diagnostic> run(const std::string& script) {
  // Without the user's settings: a picture is the same everywhere.
  const auto result = runConfined("gnuplot", {"-d"}, script);
  if (!result && result.error() == ENOENT)
    return Unexpected{
        plotFault("gnuplot, which draws PNG files and plots on terminals, is not installed")
            .hint("install the package gnuplot (Debian: gnuplot-nox), or plot to a file that ends in .svg")};
  if (!result) return Unexpected{plotFault(fmt::format("gnuplot does not start: {}", std::strerror(result.error())))};
  if (result->isSuccess) return result->output;
  constexpr std::size_t longest = 500;
  Diagnostic diagnostic = plotFault("gnuplot failed");
  if (!result->errors.empty()) diagnostic.detail(result->errors.substr(0, longest));
  return Unexpected{std::move(diagnostic)};
}

}  // namespace

Diagnostic plotFault(std::string message) {
  return {.severity = Severity::error,
          .code = "plot",
          .message = std::move(message),
          .details = {},
          .notes = {},
          .hints = {}};
}

std::string gnuplotString(std::string_view text) {
  std::string result = "\"";
  for (const char c : printable(text)) {
    const bool isPlain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == ' ';
    if (isPlain)
      result += c;
    else
      fmt::format_to(std::back_inserter(result), "\\{:03o}", static_cast<unsigned char>(c));
  }
  return result + '"';
}

std::string gnuplotScript(const Figure& figure) {
  const bool isStacked = figure.arrangement == Figure::Arrangement::stacked;
  const auto count = static_cast<double>(figure.panels.size());
  std::size_t longest = 0;
  for (const Panel& panel : figure.panels)
    for (const Curve& curve : panel.curves) longest = std::max(longest, curve.title.size());
  constexpr double character = 8.2, sample = 62;  // pixels
  const double legend = longest == 0 ? 20 : sample + character * static_cast<double>(longest);
  const double right = std::clamp(1.0 - legend / figure.width, 0.5, 0.97);

  std::string script = dataBlocks(figure);
  script += "set encoding utf8\nset grid lt 1 lw 0.6 lc rgb '#dddddd'\nset border 3 lw 1\nset tics nomirror\n";
  if (figure.logX) script += "set logscale x\n";
  for (const double mark : figure.marks)
    script +=
        fmt::format("set arrow from {0:.15g}, graph 0 to {0:.15g}, graph 1 nohead back dt 3 lc rgb '#888888'\n", mark);
  if (isStacked)
    script += fmt::format("set key at screen {:.4f}, graph 1 left top Left reverse samplen 1.5\n", right + 0.012);
  script += fmt::format("set multiplot layout {},{} title {} noenhanced", isStacked ? figure.panels.size() : 1,
                        isStacked ? 1 : figure.panels.size(), gnuplotString(figure.title));
  if (isStacked)
    script += fmt::format(" margins screen 0.1,{:.4f},{:.4f},{:.4f} spacing screen 0,{:.4f}", right,
                          60.0 / figure.height, 1.0 - 60.0 / figure.height, 36.0 / figure.height);
  script += "\n";
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    const Panel& panel = figure.panels[i];
    if (isStacked && static_cast<double>(i) + 1 < count)
      script += "set format x ''\nunset xlabel\n";
    else
      script += fmt::format("set format x '{}'\nset xlabel {} noenhanced\n", figure.logX ? "10^{%T}" : "%g",
                            gnuplotString(figure.xLabel));
    script += fmt::format("set title {} noenhanced\n", gnuplotString(panel.title));
    script += fmt::format("set label 1 {} at graph 0, graph 1 offset character -1, 0.8 left noenhanced\n",
                          gnuplotString(panel.yLabel));
    drawPanel(script, figure, i, panel.curves.size());
  }
  return script + "unset multiplot\n";
}

Expected<std::string, Diagnostic> pngByGnuplot(const Figure& figure) {
  auto picture = run(fmt::format("set terminal pngcairo size {},{} font 'sans,11'\n", figure.width, figure.height) +
                     gnuplotScript(figure));
  // By which a whole picture is known: gnuplot does not notice when its output gets lost.
  constexpr std::string_view end = "IEND\xAE\x42\x60\x82";
  if (picture && !picture->ends_with(end))
    return Unexpected{plotFault("gnuplot did not finish the picture").hint("the disk of temporary files may be full")};
  return picture;
}

Expected<std::string, Diagnostic> textByGnuplot(const Figure& figure, int columns, int rows) {
  std::string script = fmt::format("set terminal dumb size {},{} ascii\n", columns, rows) + dataBlocks(figure);
  script += fmt::format("set title {} noenhanced\nset xlabel {} noenhanced\nset key below\n",
                        gnuplotString(figure.title), gnuplotString(figure.xLabel));
  if (figure.logX) script += "set logscale x\nset format x '10^{%T}'\n";
  if (figure.panels.empty()) return std::string();
  script += fmt::format("set ylabel {} noenhanced\n", gnuplotString(figure.panels.front().yLabel));
  drawPanel(script, figure, 0, mostCharacters);
  return run(script);
}

}  // namespace dashpot
