#include "analysis/stability_pictures.hpp"

#include "tableaux/two_step_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dashpot::analysis {
namespace {

using tableaux::Formula;
using tableaux::TwoStepErrorMethod;

const TwoStepErrorMethod* errorMethodOf(const Formula& formula) { return tableaux::findTwoStepError(formula.name); }

std::vector<tableaux::StabilityFunction> functionsOf(const std::vector<Formula>& formulas) {
  std::vector<tableaux::StabilityFunction> functions;
  for (const Formula& formula : formulas) functions.push_back(tableaux::stabilityFunction(formula));
  return functions;
}

/// The curve |R| = 1 of the samples as one curve with gaps.
Curve border(std::string title, const RegionSamples& samples, Curve::Style style) {
  Curve curve{.title = std::move(title), .x = {}, .y = {}, .style = style};
  for (const auto& line : contour(samples)) {
    for (const auto& [x, y] : line) {
      curve.x.push_back(x);
      curve.y.push_back(y);
    }
    curve.x.push_back(NAN);
    curve.y.push_back(NAN);
  }
  return curve;
}

/// What shows the regions, and as many of the points as leave them legible.
Box boxFor(const std::vector<Formula>& formulas, const std::vector<Complex>& points) {
  constexpr double mostGrowth = 4;  // beyond, the regions would be dots
  Box box = interestingBox(functionsOf(formulas));
  if (points.empty()) return box;
  const double width = mostGrowth * (box.right - box.left), height = mostGrowth * (box.top - box.bottom) / 2;
  for (const Complex z : points) {
    box.left = std::max(std::min(box.left, 1.1 * z.real()), box.right - width);
    box.top = std::min(std::max(box.top, 1.1 * std::abs(z.imag())), height);
  }
  box.bottom = -box.top;
  return box;
}

Plot planePicture(std::string title, const Box& box) {
  return {.title = std::move(title),
          .xLabel = "Re z",
          .yLabel = "Im z",
          .equalScales = true,
          .axes = true,
          .xRange = {{box.left, box.right}},
          .yRange = {{box.bottom, box.top}},
          .height = 800};
}

}  // namespace

void addPoints(Plot& plot, const Overlay& overlay) {
  if (overlay.points.empty()) return;
  Curve drawn{
      .title = overlay.title, .x = {}, .y = {}, .style = Curve::Style::points, .colour = static_cast<int>(paletteSize)};
  for (const Complex z : overlay.points) {
    drawn.x.insert(drawn.x.end(), {z.real(), z.real()});
    drawn.y.insert(drawn.y.end(), {z.imag(), -z.imag()});
  }
  plot.curves.push_back(std::move(drawn));
}

Plot regionPicture(const std::vector<Formula>& formulas, const Overlay& overlay) {
  const std::vector<tableaux::StabilityFunction> functions = functionsOf(formulas);
  const Box box = boxFor(formulas, overlay.points);
  Plot plot = planePicture("Border of the stability region, |R(z)| = 1", box);
  constexpr int many = 401, fewer = 161;  // an error method costs a small LU at each point
  for (std::size_t i = 0; i < functions.size(); ++i) {
    const bool everywhereLeft = isAStable(functions[i].rational());
    plot.curves.push_back(border(formulas[i].name + (everywhereLeft ? " (stable outside)" : ""),
                                 sampleRegion(functions[i], box, many, many), Curve::Style::line));
    if (const TwoStepErrorMethod* const error = errorMethodOf(formulas[i]))
      plot.curves.push_back(
          border("two-step error method of " + formulas[i].name,
                 sampleRegion([&](Complex z) { return stabilityAt(*error, z).radius(); }, box, fewer, fewer),
                 Curve::Style::dashed));
  }
  addPoints(plot, overlay);
  return plot;
}

Plot orderStarPicture(const std::vector<Formula>& formulas, const Overlay& overlay) {
  const Box box = boxFor(formulas, overlay.points);
  Plot plot = planePicture("Order stars, |R(z)| = |exp(z)|", box);
  constexpr int many = 401;
  for (const Formula& formula : formulas) {
    const auto r = tableaux::stabilityFunction(formula);
    plot.curves.push_back(border(
        formula.name, sampleRegion([&](Complex z) { return std::abs(r(z)) / std::exp(z.real()); }, box, many, many),
        Curve::Style::line));
  }
  addPoints(plot, overlay);
  return plot;
}

Plot dampingPicture(const std::vector<Formula>& formulas, const Overlay& overlay) {
  Plot plot{.title = "Damping on the negative real axis",
            .xLabel = "true damping sigma",
            .yLabel = "numerical damping -ln |R(-sigma)|",
            .logX = true,
            .yRange = {{-2, 14}}};
  std::vector<double> sigma;
  constexpr int perDecade = 60;
  for (int i = -perDecade; i <= 4 * perDecade; ++i) sigma.push_back(std::pow(10, static_cast<double>(i) / perDecade));
  const auto add = [&](std::string title, Curve::Style style, const auto& damping) {
    Curve curve{.title = std::move(title), .x = sigma, .y = {}, .style = style};
    for (const double s : sigma) curve.y.push_back(damping(s));
    plot.curves.push_back(std::move(curve));
  };
  add("exact", Curve::Style::points, [](double s) { return s; });
  for (const Formula& formula : formulas) {
    const auto r = tableaux::stabilityFunction(formula);
    add(formula.name, Curve::Style::line, [&](double s) { return -std::log(std::abs(r(-s))); });
    if (const TwoStepErrorMethod* const error = errorMethodOf(formula))
      add("two-step error method of " + formula.name, Curve::Style::dashed,
          [&](double s) { return -std::log(stabilityAt(*error, -s).radius()); });
  }
  for (const Formula& formula : formulas) {
    const auto r = tableaux::stabilityFunction(formula);
    Curve drawn{.title = fmt::format("{}, {}", overlay.title, formula.name),
                .x = {},
                .y = {},
                .style = Curve::Style::points,
                .pointSize = 6};
    for (const Complex z : overlay.points)
      if (z.real() < 0) drawn.x.push_back(-z.real()), drawn.y.push_back(-std::log(std::abs(r(z))));
    if (!drawn.x.empty()) plot.curves.push_back(std::move(drawn));
  }
  return plot;
}

}  // namespace dashpot::analysis
