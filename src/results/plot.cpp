#include "results/plot.hpp"

#include "base/gnuplot.hpp"
#include "results/legible.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace dashpot::results {

namespace {

constexpr int width = 1000, smallestPanel = 230, lineOfLegend = 19, margins = 110;
constexpr std::size_t mostEventLines = 60;

// Okabe and Ito 2008: distinguishable also by colour-blind people.
constexpr const char* palette[curveColours] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                               "#E69F00", "#56B4E9", "#000000"};
constexpr std::size_t characters = 7;  // that gnuplot draws with on a terminal

struct Panel {
  std::string unit;
  bool isBoolean = false;
  std::vector<std::size_t> curves;
};

std::vector<Panel> panelsOf(const Curves& curves) {
  std::vector<Panel> panels;
  for (std::size_t i = 0; i < curves.curves().size(); ++i) {
    const Column& column = curves.curves()[i].column;
    const std::string unit(shownUnit(column).name);
    auto panel =
        std::ranges::find_if(panels, [&](const Panel& p) { return p.unit == unit && p.isBoolean == column.isBoolean; });
    if (panel == panels.end()) panel = panels.insert(panels.end(), {unit, column.isBoolean, {}});
    panel->curves.push_back(i);
  }
  return panels;
}

int panelHeight(const std::vector<Panel>& panels) {
  std::size_t entries = 0;
  for (const Panel& panel : panels) entries = std::max(entries, panel.curves.size());
  return std::max(smallestPanel, lineOfLegend * static_cast<int>(entries + 1));
}

void dataBlock(std::string& script, const Curves::Curve& curve, std::size_t number) {
  auto out = std::back_inserter(script);
  const Unit unit = shownUnit(curve.column);
  fmt::format_to(out, "$curve{} << end_of_data\n", number);
  for (std::size_t k = 0; k < curve.times.size(); ++k)
    fmt::format_to(out, "{} {}\n", curve.times[k],
                   std::isfinite(curve.values[k]) ? fmt::format("{}", unit.fromSi(curve.values[k])) : "NaN");
  script += "end_of_data\n";
}

/// A curve that does not change gets a range around it; gnuplot would complain.
void setRange(std::string& script, const Panel& panel, const Curves& curves) {
  double low = INFINITY, high = -INFINITY;
  for (const std::size_t i : panel.curves) {
    const Unit unit = shownUnit(curves.curves()[i].column);
    for (const double value : curves.curves()[i].values)
      if (std::isfinite(value)) low = std::min(low, unit.fromSi(value)), high = std::max(high, unit.fromSi(value));
  }
  if (panel.isBoolean) low = 0.0, high = 1.0;
  if (!(low <= high)) low = high = 0.0;
  const double room = high - low > 1e-12 * std::fabs(high) ? 0.05 * (high - low) : std::max(0.1 * std::fabs(high), 0.1);
  script += fmt::format("set yrange [{:.15g}:{:.15g}]\n", low - room, high + room);
}

void drawPanel(std::string& script, const Panel& panel, const Curves& curves) {
  auto out = std::back_inserter(script);
  setRange(script, panel, curves);
  script += panel.isBoolean ? "set ytics ('false' 0, 'true' 1)\n" : "set ytics autofreq\n";
  // The unit stands above its axis, where it is read without turning the head.
  fmt::format_to(out, "set label 1 {} at graph 0, graph 1 offset character -1, 0.8 right noenhanced\nplot ",
                 gnuplotString(panel.unit.empty() ? "" : "[" + panel.unit + "]"));
  for (std::size_t k = 0; k < panel.curves.size(); ++k)
    fmt::format_to(out, "{}$curve{} with lines linewidth 1.8 linecolor rgb '{}' dashtype {} title {} noenhanced",
                   k == 0 ? "" : ", ", panel.curves[k], palette[k % std::size(palette)], 1 + k / std::size(palette),
                   gnuplotString(curves.curves()[panel.curves[k]].column.name));
  script += '\n';
}

std::string marks(const Curves& curves) {
  std::string script;
  if (curves.eventTimes().size() > mostEventLines) return script;
  for (const double t : curves.eventTimes())
    script += fmt::format(
        "set arrow from {0}, graph 0 to {0}, graph 1 nohead back dashtype 3 linewidth 1 linecolor rgb '#888888'\n", t);
  return script;
}

std::string titleWithEvents(const std::string& title, const Curves& curves) {
  if (curves.eventCount() == 0) return title;
  const bool areMarked = curves.eventTimes().size() <= mostEventLines;
  return fmt::format("{}   ({} event{}{})", title, curves.eventCount(), curves.eventCount() == 1 ? "" : "s",
                     areMarked ? ", dotted" : "");
}

std::pair<double, double> timeRange(const Curves& curves) {
  const Vector& times = curves.curves().front().times;
  const auto [first, last] = std::ranges::minmax(times);
  return {first, last > first ? last : first + 1.0};
}

/// Where panels end and their legends begin, as a share of the width.
double rightEdge(const Curves& curves) {
  std::size_t longest = 0;
  for (const Curves::Curve& curve : curves.curves()) longest = std::max(longest, curve.column.name.size());
  constexpr double character = 8.2, sample = 62;  // pixels
  return std::clamp(1.0 - (sample + character * static_cast<double>(longest)) / width, 0.55, 0.9);
}

std::string dataBlocks(const Curves& curves) {
  std::string script;
  for (std::size_t i = 0; i < curves.curves().size(); ++i) dataBlock(script, curves.curves()[i], i);
  return script;
}

Diagnostic nothingToPlot() { return {Severity::error, "cannot-plot", "there is nothing to plot", {}, {}, {}, {}}; }

}  // namespace

std::string plotScript(const Curves& curves, const std::string& title) {
  const std::vector<Panel> panels = panelsOf(curves);
  const int height = margins + panelHeight(panels) * static_cast<int>(panels.size());
  const auto [first, last] = timeRange(curves);
  const double right = rightEdge(curves);
  std::string script = dataBlocks(curves);
  script += fmt::format(
      "set xrange [{:.15g}:{:.15g}]\nset grid linecolor rgb '#dddddd' linetype 1 linewidth 0.6\nset border 3 linewidth "
      "1\n"
      "set tics nomirror\nset key at screen {:.4f}, graph 1 left top Left reverse samplen 1.5\n",
      first, last, right + 0.012);
  script += marks(curves);
  script += fmt::format(
      "set multiplot layout {},1 title {} noenhanced margins screen 0.08,{:.4f},{:.4f},{:.4f} spacing "
      "screen 0,{:.4f}\n",
      panels.size(), gnuplotString(titleWithEvents(title, curves)), right, 55.0 / height, 1.0 - 60.0 / height,
      36.0 / height);
  for (const Panel& panel : panels) {
    const bool isLast = &panel == &panels.back();
    script += isLast ? "set format x '%g'\nset xlabel 'time [s]'\n" : "set format x ''\nunset xlabel\n";
    drawPanel(script, panel, curves);
  }
  script += "unset multiplot\n";
  return script;
}

std::optional<Diagnostic> plot(const Curves& curves, const std::string& title, const std::filesystem::path& file) {
  if (curves.empty()) return nothingToPlot();
  const std::vector<Panel> panels = panelsOf(curves);
  const int height = margins + panelHeight(panels) * static_cast<int>(panels.size());
  return draw(plotScript(curves, title), file, width, height);
}

Expected<std::string, Diagnostic> plotAsText(const Curves& curves, const std::string& title, int columns, int rows) {
  if (curves.empty()) return Unexpected{nothingToPlot()};
  Panel first = panelsOf(curves).front();
  if (first.curves.size() > characters) first.curves.resize(characters);
  const std::size_t count = curves.curves().size();
  const std::string share =
      first.curves.size() == count ? "" : fmt::format(" ({} of {} variables)", first.curves.size(), count);
  std::string script = dataBlocks(curves);
  script +=
      fmt::format("set title {} noenhanced\nset xlabel 'time [s]'\nset key below\n", gnuplotString(title + share));
  setRange(script, first, curves);
  script += fmt::format("set ylabel {} noenhanced\nplot ", gnuplotString(first.unit));
  for (std::size_t k = 0; k < first.curves.size(); ++k)
    script += fmt::format("{}$curve{} with lines title {} noenhanced", k == 0 ? "" : ", ", first.curves[k],
                          gnuplotString(curves.curves()[first.curves[k]].column.name));
  return drawAsText(script + "\n", columns, rows);
}

}  // namespace dashpot::results
