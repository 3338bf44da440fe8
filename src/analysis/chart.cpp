#include "analysis/chart.hpp"

#include <cmath>

namespace dashpot::analysis {

Figure chartPicture(const Chart& chart) {
  Figure figure{.title = chart.title,
                .xLabel = chart.xLabel,
                .logX = true,
                .panels = {{.yLabel = chart.yLabel, .logY = true}},
                .width = 900,
                .height = 600};
  for (const Chart::Line& line : chart.lines) {
    Curve curve{.title = line.title,
                .x = chart.x,
                .y = line.y,
                .style = line.isDashed ? Curve::Style::dashed : Curve::Style::line};
    if (curve.hasPoints()) figure.panels.front().curves.push_back(std::move(curve));
  }
  return figure;
}

Vector decades(double first, double last, int perDecade) {
  const double low = std::log10(first);
  const auto count = static_cast<int>(std::lround(perDecade * (std::log10(last) - low)));
  Vector values;
  for (int k = 0; k <= count; ++k) values.push_back(std::pow(10, low + static_cast<double>(k) / perDecade));
  return values;
}

}  // namespace dashpot::analysis
