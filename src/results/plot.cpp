#include "results/plot.hpp"

#include "results/legible.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::results {

namespace {

constexpr int width = 1000, smallestPanel = 200, lineOfLegend = 18, margins = 110;
constexpr std::size_t mostEventLines = 60;
constexpr std::size_t mostOnTerminal = 7;  // gnuplot draws with as many different characters
static_assert(curveColours == paletteSize);

struct UnitPanel {
  std::string unit;
  bool isBoolean = false;
  std::vector<const Curves::Curve*> curves;
};

std::vector<UnitPanel> panelsOf(const Curves& curves) {
  std::vector<UnitPanel> panels;
  for (const Curves::Curve& curve : curves.curves()) {
    const std::string unit(shownUnit(curve.column).name);
    const bool isBoolean = curve.column.isBoolean;
    auto panel =
        std::ranges::find_if(panels, [&](const UnitPanel& p) { return p.unit == unit && p.isBoolean == isBoolean; });
    if (panel == panels.end()) panel = panels.insert(panels.end(), {unit, isBoolean, {}});
    panel->curves.push_back(&curve);
  }
  return panels;
}

Panel drawn(const UnitPanel& panel) {
  Panel result{.yLabel = panel.unit.empty() ? "" : "[" + panel.unit + "]"};
  if (panel.isBoolean) result.yRange = {{-0.05, 1.05}}, result.yTicks = {{0.0, "false"}, {1.0, "true"}};
  for (const Curves::Curve* curve : panel.curves) {
    const Unit unit = shownUnit(curve->column);
    Curve& line = result.curves.emplace_back();
    line.title = curve->column.name;
    line.x = curve->times;
    for (const double value : curve->values) line.y.push_back(unit.fromSi(value));
  }
  return result;
}

std::string titleWithEvents(const std::string& title, const Curves& curves) {
  if (curves.eventCount() == 0) return title;
  const bool areMarked = curves.eventTimes().size() <= mostEventLines;
  return fmt::format("{}   ({} event{}{})", title, curves.eventCount(), curves.eventCount() == 1 ? "" : "s",
                     areMarked ? ", dotted" : "");
}

Diagnostic nothingToPlot() { return {Severity::error, "cannot-plot", "there is nothing to plot", {}, {}, {}, {}}; }

}  // namespace

Figure figureOf(const Curves& curves, const std::string& title) {
  Figure figure{.title = titleWithEvents(title, curves), .xLabel = "time [s]", .width = width};
  if (curves.eventTimes().size() <= mostEventLines) figure.marks = curves.eventTimes();
  std::size_t entries = 0;
  for (const UnitPanel& panel : panelsOf(curves)) {
    figure.panels.push_back(drawn(panel));
    entries = std::max(entries, panel.curves.size());
  }
  const int panelHeight = std::max(smallestPanel, lineOfLegend * static_cast<int>(entries + 2));
  figure.height = margins + panelHeight * static_cast<int>(figure.panels.size());
  return figure;
}

std::optional<Diagnostic> plot(const Curves& curves, const std::string& title, const std::filesystem::path& file) {
  if (curves.empty()) return nothingToPlot();
  return draw(figureOf(curves, title), file);
}

Expected<std::string, Diagnostic> plotAsText(const Curves& curves, const std::string& title, int columns, int rows) {
  if (curves.empty()) return Unexpected{nothingToPlot()};
  Figure figure = figureOf(curves, title);
  const std::size_t shown = std::min(figure.panels.front().curves.size(), mostOnTerminal),
                    count = curves.curves().size();
  figure.title = shown == count ? title : fmt::format("{} ({} of {} variables)", title, shown, count);
  return drawAsText(figure, columns, rows);
}

}  // namespace dashpot::results
