#include "results/plot.hpp"

#include "base/gnuplot.hpp"
#include "base/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace dashpot::results {

namespace {

constexpr int width = 900, panelHeight = 320;
constexpr std::size_t mostEventMarks = 200;

struct Panel {
  std::string unit;
  std::vector<std::size_t> columns;
};

Unit shownUnit(const Column& column) { return unitForDisplay(column.unit, column.displayUnit); }

std::vector<Panel> panelsOf(const Table& table) {
  std::vector<Panel> panels;
  for (std::size_t i = 0; i < table.columns().size(); ++i) {
    const std::string unit(shownUnit(table.columns()[i]).name);
    auto panel = std::ranges::find(panels, unit, &Panel::unit);
    if (panel == panels.end()) panel = panels.insert(panels.end(), {unit, {}});
    panel->columns.push_back(i);
  }
  return panels;
}

void dataBlock(std::string& script, const Table& table, std::size_t column) {
  auto out = std::back_inserter(script);
  const Unit unit = shownUnit(table.columns()[column]);
  fmt::format_to(out, "$column{} << end_of_data\n", column);
  for (std::size_t k = 0; k < table.times().size(); ++k)
    fmt::format_to(out, "{} {}\n", table.times()[k],
                   std::isfinite(table[column][k]) ? fmt::format("{}", unit.fromSi(table[column][k])) : "NaN");
  script += "end_of_data\n";
}

void drawPanel(std::string& script, const Panel& panel, const Table& table) {
  auto out = std::back_inserter(script);
  fmt::format_to(out, "set ylabel {}\nplot ", gnuplotString(panel.unit.empty() ? "" : "[" + panel.unit + "]"));
  for (std::size_t k = 0; k < panel.columns.size(); ++k)
    fmt::format_to(out, "{}$column{} with lines linewidth 1.5 title {} noenhanced", k == 0 ? "" : ", ",
                   panel.columns[k], gnuplotString(table.columns()[panel.columns[k]].name));
  script += '\n';
}

Diagnostic failure(std::string message) { return {Severity::error, "cannot-plot", std::move(message), {}, {}, {}, {}}; }

}  // namespace

std::string plotScript(const Table& table, const std::string& title) {
  const std::vector<Panel> panels = panelsOf(table);
  std::string script;
  auto out = std::back_inserter(script);
  for (std::size_t i = 0; i < table.columns().size(); ++i) dataBlock(script, table, i);
  script +=
      "set grid\nset lmargin screen 0.12\nset rmargin screen 0.76\nset key outside right top\nset xlabel 'time [s]'\n";
  if (table.eventTimes().size() <= mostEventMarks)
    for (const double t : table.eventTimes())
      fmt::format_to(out, "set arrow from {}, graph 0 to {}, graph 1 nohead dashtype 3 linecolor rgb '#999999'\n", t,
                     t);
  fmt::format_to(out, "set multiplot layout {},1 title {} noenhanced\n", std::max<std::size_t>(1, panels.size()),
                 gnuplotString(title));
  for (const Panel& panel : panels) drawPanel(script, panel, table);
  script += "unset multiplot\n";
  return script;
}

std::optional<Diagnostic> plot(const Table& table, const std::string& title, const std::filesystem::path& file) {
  if (table.columns().empty() || table.times().empty()) return failure("there is nothing to plot");
  const int height = panelHeight * static_cast<int>(std::max<std::size_t>(1, panelsOf(table).size()));
  return draw(plotScript(table, title), file, width, height);
}

}  // namespace dashpot::results
