// The stability region as a picture: |R| on a grid, and the curve |R| = 1 by marching squares.
#include "analysis/stability.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace dashpot::analysis {
namespace {

// Near poles |R| is huge; what counts is only that it is large.
constexpr double ceiling = 1e3;

/// Side of a grid cell that a contour crosses: from grid point (row, column) to the right or upwards.
struct Side {
  int row, column;
  bool upwards;
  auto operator<=>(const Side&) const = default;
};

/// The curve crosses each side at most once, and a side belongs to two cells: so it has at most two neighbours.
using Links = std::map<Side, std::vector<Side>>;

Links linkSides(const RegionSamples& samples, double level) {
  Links links;
  const auto inside = [&](int row, int column) { return samples.at(row, column) <= level; };
  const auto link = [&](Side a, Side b) {
    links[a].push_back(b);
    links[b].push_back(a);
  };
  for (int row = 0; row + 1 < samples.rows; ++row)
    for (int column = 0; column + 1 < samples.columns; ++column) {
      const bool corners[] = {inside(row, column), inside(row, column + 1), inside(row + 1, column + 1),
                              inside(row + 1, column)};
      const Side sides[] = {
          {row, column, false}, {row, column + 1, true}, {row + 1, column, false}, {row, column, true}};
      std::vector<Side> crossed;
      for (int k = 0; k < 4; ++k)
        if (corners[k] != corners[(k + 1) % 4]) crossed.push_back(sides[k]);
      if (crossed.size() == 2) link(crossed[0], crossed[1]);
      if (crossed.size() == 4) {  // a saddle: cut off the first corner and the one across
        link(crossed[3], crossed[0]);
        link(crossed[1], crossed[2]);
      }
    }
  return links;
}

std::pair<double, double> crossing(const RegionSamples& samples, const Side& side, double level) {
  const int row = side.upwards ? side.row + 1 : side.row;
  const int column = side.upwards ? side.column : side.column + 1;
  const double a = samples.at(side.row, side.column) - level;
  const double b = samples.at(row, column) - level;
  const double share = a == b ? 0.5 : a / (a - b);
  const Complex point = samples.point(side.row, side.column) * (1 - share) + samples.point(row, column) * share;
  return {point.real(), point.imag()};
}

/// Takes one curve out of the links, from the given side onwards.
std::vector<Side> takeCurve(Links& links, Side side) {
  std::vector<Side> curve{side};
  while (true) {
    auto& neighbours = links[side];
    if (neighbours.empty()) return curve;
    const Side next = neighbours.back();
    neighbours.pop_back();
    auto& back = links[next];
    back.erase(std::ranges::find(back, side));
    curve.push_back(next);
    side = next;
  }
}

}  // namespace

Complex RegionSamples::point(int row, int column) const {
  return {box.left + (box.right - box.left) * column / (columns - 1),
          box.bottom + (box.top - box.bottom) * row / (rows - 1)};
}

RegionSamples sampleRegion(const std::function<double(Complex)>& magnitudeAt, const Box& box, int columns, int rows) {
  RegionSamples samples{.box = box, .columns = columns, .rows = rows, .magnitudes = {}};
  samples.magnitudes.reserve(static_cast<std::size_t>(columns * rows));
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      const double magnitude = magnitudeAt(samples.point(row, column));
      samples.magnitudes.push_back(magnitude < ceiling ? magnitude : ceiling);  // also when it is not a number
    }
  return samples;
}

RegionSamples sampleRegion(const tableaux::StabilityFunction& r, const Box& box, int columns, int rows) {
  return sampleRegion([&](Complex z) { return std::abs(r.rational()(z)); }, box, columns, rows);
}

std::vector<Polyline> contour(const RegionSamples& samples, double level) {
  Links links = linkSides(samples, level);
  std::vector<Polyline> curves;
  const auto take = [&](Side start) {
    Polyline curve;
    for (const Side& side : takeCurve(links, start)) curve.push_back(crossing(samples, side, level));
    curves.push_back(std::move(curve));
  };
  std::vector<Side> sides;
  for (const auto& [side, neighbours] : links) sides.push_back(side);
  for (const Side& side : sides)
    if (links[side].size() == 1) take(side);  // curves that end at the border
  for (const Side& side : sides)
    if (links[side].size() == 2) take(side);  // closed ones
  return curves;
}

Box interestingBox(const std::vector<tableaux::StabilityFunction>& functions) {
  constexpr double reach = 40;  // farther out nothing of the methods in use has its border
  constexpr double usual = 6;   // shown when the border goes on for ever (trapezoidal rule)
  constexpr int points = 241;
  Box box{-1, 1, -1, 1};
  for (const auto& r : functions)
    for (const Polyline& curve : contour(sampleRegion(r, {-reach, reach, -reach, reach}, points, points))) {
      const bool closed = curve.front() == curve.back();
      for (const auto& [x, y] : curve) {
        const double limit = closed ? reach : usual;
        box.left = std::min(box.left, std::max(x, -limit));
        box.right = std::max(box.right, std::min(x, limit));
        box.top = std::max(box.top, std::min(std::abs(y), limit));
      }
    }
  const double room = 0.15 * std::max(box.right - box.left, box.top);
  return {box.left - room, box.right + room, -box.top - room, box.top + room};
}

}  // namespace dashpot::analysis
