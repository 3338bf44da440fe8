#include "experiments/picture.hpp"

#include "experiments/settings.hpp"

#include <cmath>

namespace dashpot::experiments {
namespace {

/// x of each column.
std::vector<double> abscissae(const Table& table) {
  std::vector<double> result;
  for (const Line& column : table.columns) {
    Settings settings(column.settings);
    result.push_back(settings.number(table.chart->key, NAN));
  }
  return result;
}

std::vector<double> oursOf(const std::vector<CellResult>& row) {
  std::vector<double> result;
  for (const CellResult& cell : row) result.push_back(cell.ours && !cell.ours->isWord() ? cell.ours->number : NAN);
  return result;
}

/// From distances over dampings to points of the plane of h lambda, the lower half after the upper one.
Curve polarCurve(const std::vector<double>& dampings, const std::vector<double>& distances) {
  Curve curve;
  const auto add = [&](std::size_t k, double sign) {
    const double zeta = dampings[k], distance = distances[k];
    curve.x.push_back(-distance * zeta);
    curve.y.push_back(sign * distance * std::sqrt(std::max(0.0, 1 - zeta * zeta)));
  };
  for (std::size_t k = dampings.size(); k-- > 0;) add(k, 1);
  for (std::size_t k = 0; k < dampings.size(); ++k) add(k, -1);
  return curve;
}

/// Numbers that were published for a row, where there are at least some.
std::optional<Curve> publishedPoints(const Table& table, std::size_t row, const std::vector<double>& x) {
  if (table.published.empty()) return std::nullopt;
  Curve curve{.style = Curve::Style::points, .pointSize = 7};
  for (std::size_t j = 0; j < x.size(); ++j) {
    const auto& cell = table.published[row][j];
    if (!cell || cell->value.isWord() || cell->kind != Expectation::Kind::value) continue;
    curve.x.push_back(x[j]);
    curve.y.push_back(cell->value.number);
  }
  return curve.x.empty() ? std::nullopt : std::optional(curve);
}

}  // namespace

Figure pictureOf(const Table& table, const TableResult& result, const std::string& title) {
  const Chart& chart = *table.chart;
  Figure figure{.title = title, .xLabel = chart.x, .logX = chart.logX, .width = 900, .height = 560};
  Panel panel{.yLabel = chart.y, .logY = chart.logY, .equalScales = chart.isPolar, .axes = chart.isPolar};
  const std::vector<double> x = abscissae(table);
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const std::vector<double> y = oursOf(result.cells[i]);
    Curve curve = chart.isPolar ? polarCurve(x, y) : Curve{.x = x, .y = y};
    curve.title = table.rows[i].label;
    curve.colour = static_cast<int>(i) + 1;
    curve.style = table.rows[i].isPublished ? Curve::Style::dashed
                  : x.size() < 12           ? Curve::Style::linePoints
                                            : Curve::Style::line;
    panel.curves.push_back(std::move(curve));
    if (auto points = chart.isPolar ? std::nullopt : publishedPoints(table, i, x)) {
      points->title = table.rows[i].label + ", published";
      points->colour = static_cast<int>(i) + 1;
      panel.curves.push_back(std::move(*points));
    }
  }
  figure.panels.push_back(std::move(panel));
  return figure;
}

}  // namespace dashpot::experiments
