#include "problems/stencils.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dashpot::problems {
namespace {

using Kind = Boundary::Kind;

/// Grid lines are numbered from 0, the first with unknowns or the Dirichlet line before it.
struct Lines {
  int firstUnknown;  // 1 behind a Dirichlet line
  int count;         // of all lines
};

Lines linesOf(const Axis& axis) {
  const int before = axis.lower.kind == Kind::dirichlet ? 1 : 0;
  const int after = axis.upper.kind == Kind::dirichlet ? 1 : 0;
  return {before, axis.points + before + after};
}

/// The unknown, or the known value, that line `line` stands for; lines beyond the ends are wrapped or reflected.
void addLine(const Axis& axis, int line, double weight, StencilRow& row) {
  if (weight == 0) return;
  const Lines lines = linesOf(axis);
  if (axis.periodic()) {
    line = (line % lines.count + lines.count) % lines.count;
  } else {
    if (line < 0) line = -line;
    if (line >= lines.count) line = 2 * (lines.count - 1) - line;
  }
  const int unknown = line - lines.firstUnknown;
  if (unknown < 0) {
    row.known.push_back({weight, axis.lower.value});
    return;
  }
  if (unknown >= axis.points) {
    row.known.push_back({weight, axis.upper.value});
    return;
  }
  const auto same = std::ranges::find(row.entries, unknown, &StencilRow::Entry::column);
  if (same != row.entries.end())
    same->weight += weight;
  else
    row.entries.push_back({unknown, weight});
}

/// Lines of a window that must not cross a Dirichlet end; it is shifted, and widened when one-sided formulas need that.
struct Window {
  int from;
  int to;
};

Window fit(const Axis& axis, Window window, bool widenWhenShifted) {
  const int last = linesOf(axis).count - 1;
  if (axis.lower.kind == Kind::dirichlet && window.from < 0) {
    window.to += -window.from + (widenWhenShifted ? 1 : 0);
    window.from = 0;
  }
  if (axis.upper.kind == Kind::dirichlet && window.to > last) {
    window.from -= window.to - last + (widenWhenShifted ? 1 : 0);
    window.to = last;
  }
  return window;
}

StencilRow rowFrom(const Axis& axis, int line, Window window, int derivative) {
  std::vector<double> nodes;
  for (int k = window.from; k <= window.to; ++k) nodes.push_back(k - line);
  const std::vector<double> weights = differenceWeights(nodes, 0, derivative);
  const double scale = std::pow(axis.spacing(), -derivative);
  StencilRow row;
  for (int k = window.from; k <= window.to; ++k)
    addLine(axis, k, scale * weights[static_cast<std::size_t>(k - window.from)], row);
  return row;
}

StencilRow secondDerivativeRow(const Axis& axis, int i) {
  const int line = i + linesOf(axis).firstUnknown;
  const int reach = axis.order / 2;
  return rowFrom(axis, line, fit(axis, {line - reach, line + reach}, true), 2);
}

bool onSymmetryPlane(const Axis& axis, int i) {
  return (i == 0 && axis.lower.kind == Kind::neumann) || (i == axis.points - 1 && axis.upper.kind == Kind::neumann);
}

StencilRow firstDerivativeRow(const Axis& axis, int i, Bias bias) {
  if (onSymmetryPlane(axis, i)) return {};
  const int line = i + linesOf(axis).firstUnknown;
  const int wide = axis.order == 4 ? 2 : 1;    // upwind side of a biased formula
  const int narrow = axis.order == 4 ? 1 : 0;  // its downwind side
  const int reach = axis.order / 2;
  Window window{line - reach, line + reach};
  if (bias == Bias::backward) window = {line - wide, line + narrow};
  if (bias == Bias::forward) window = {line - narrow, line + wide};
  return rowFrom(axis, line, fit(axis, window, false), 1);
}

/// The row of an operator along one axis, in the numbering of the grid.
StencilRow placed(const StencilRow& row, int start, int stride) {
  StencilRow result = row;
  for (StencilRow::Entry& entry : result.entries) entry.column = start + stride * entry.column;
  return result;
}

template <class RowOfX, class RowOfY>
std::vector<StencilRow> rowsOf(const Grid& grid, RowOfX&& rowOfX, RowOfY&& rowOfY) {
  const int nx = grid.x.points;
  std::vector<StencilRow> rows;
  for (int i = 0; i < grid.points(); ++i) {
    StencilRow row = placed(rowOfX(i % nx), i - i % nx, 1);
    if (grid.y) row.add(placed(rowOfY(i / nx), i % nx, nx), 1);
    rows.push_back(std::move(row));
  }
  return rows;
}

void scale(std::vector<StencilRow>& rows, double factor) {
  for (StencilRow& row : rows) {
    for (StencilRow::Entry& entry : row.entries) entry.weight *= factor;
    for (StencilRow::Known& known : row.known) known.weight *= factor;
  }
}

std::optional<std::string> complaintAbout(const Axis& axis, std::string_view name) {
  if (axis.order != 2 && axis.order != 4)
    return fmt::format("differences of order {} are not known: there are 2 and 4", axis.order);
  if (!(axis.right > axis.left) || !std::isfinite(axis.left) || !std::isfinite(axis.right))
    return fmt::format("the interval in {} is empty", name);
  if (axis.periodic() != (axis.upper.kind == Kind::periodic))
    return fmt::format("in {}, either both ends are periodic or none is", name);
  const int fewest = axis.order == 4 ? 6 : 3;
  if (axis.points < fewest)
    return fmt::format("{} grid points in {} are too few: order {} needs {}", axis.points, name, axis.order, fewest);
  return std::nullopt;
}

}  // namespace

double Axis::spacing() const {
  const int intervals = periodic() ? points : linesOf(*this).count - 1;
  return (right - left) / intervals;
}

double Axis::at(int i) const { return left + (i + linesOf(*this).firstUnknown) * spacing(); }

std::pair<double, double> Grid::at(int i) const { return {x.at(i % x.points), y ? y->at(i / x.points) : 0.0}; }

std::optional<std::string> complaintAbout(const Grid& grid) {
  if (auto complaint = complaintAbout(grid.x, "x")) return complaint;
  if (grid.y)
    if (auto complaint = complaintAbout(*grid.y, "y")) return complaint;
  constexpr double most = 4e6;  // unknowns; beyond that numbers of non-zeros no longer fit
  const double points = static_cast<double>(grid.x.points) * (grid.y ? grid.y->points : 1);
  if (points > most) return fmt::format("{:g} grid points are too many: at most {:g}", points, most);
  return std::nullopt;
}

void StencilRow::add(const StencilRow& other, double factor) {
  for (const Entry& entry : other.entries) {
    const auto same = std::ranges::find(entries, entry.column, &Entry::column);
    if (same != entries.end())
      same->weight += factor * entry.weight;
    else
      entries.push_back({entry.column, factor * entry.weight});
  }
  for (const Known& term : other.known) known.push_back({factor * term.weight, term.value});
}

StencilMatrix::StencilMatrix(std::vector<StencilRow> rows) : size_(static_cast<int>(rows.size())) {
  for (int row = 0; row < size_; ++row) {
    StencilRow& content = rows[static_cast<std::size_t>(row)];
    std::ranges::sort(content.entries, {}, &StencilRow::Entry::column);
    for (const StencilRow::Known& term : content.known)
      if (term.value != 0) known_.push_back({row, term.weight, term.value});
    if (content.entries.empty()) continue;
    if (continuesLastRun(row, content)) {
      ++runs_.back().last;
      continue;
    }
    const auto length = static_cast<int>(content.entries.size());
    runs_.push_back({row, row + 1, static_cast<int>(weights_.size()), length});
    for (const StencilRow::Entry& entry : content.entries) {
      offsets_.push_back(entry.column - row);
      weights_.push_back(entry.weight);
    }
  }
}

bool StencilMatrix::continuesLastRun(int row, const StencilRow& content) const {
  if (runs_.empty() || runs_.back().last != row) return false;
  const Run& run = runs_.back();
  if (run.length != static_cast<int>(content.entries.size())) return false;
  for (int k = 0; k < run.length; ++k) {
    const StencilRow::Entry& entry = content.entries[static_cast<std::size_t>(k)];
    const auto place = static_cast<std::size_t>(run.stencil + k);
    if (entry.column - row != offsets_[place] || entry.weight != weights_[place]) return false;
  }
  return true;
}

StencilMatrix laplacian(const Grid& grid, double factor, int fields, std::span<const double> fieldValues) {
  std::vector<StencilRow> scalar = rowsOf(
      grid, [&](int i) { return secondDerivativeRow(grid.x, i); },
      [&](int j) { return secondDerivativeRow(*grid.y, j); });
  scale(scalar, factor);
  if (fields == 1 && fieldValues.empty()) return StencilMatrix(std::move(scalar));
  std::vector<StencilRow> rows;
  for (const StencilRow& row : scalar)
    for (int field = 0; field < fields; ++field) {
      StencilRow copy = placed(row, field, fields);
      for (StencilRow::Known& known : copy.known) known.value = fieldValues[static_cast<std::size_t>(field)];
      rows.push_back(std::move(copy));
    }
  return StencilMatrix(std::move(rows));
}

StencilMatrix firstDerivative(const Grid& grid, Direction direction, Bias bias, double factor) {
  const bool alongX = direction == Direction::x;
  std::vector<StencilRow> rows = rowsOf(
      grid, [&](int i) { return alongX ? firstDerivativeRow(grid.x, i, bias) : StencilRow{}; },
      [&](int j) { return alongX ? StencilRow{} : firstDerivativeRow(*grid.y, j, bias); });
  scale(rows, factor);
  return StencilMatrix(std::move(rows));
}

std::vector<double> differenceWeights(std::span<const double> nodes, double at, int derivative) {
  const std::size_t n = nodes.size();
  const auto order = static_cast<std::size_t>(derivative);
  // weights[k][d]: of node k for the d-th derivative, from the nodes taken so far.
  std::vector<std::vector<long double>> weights(n, std::vector<long double>(order + 1, 0.0L));
  weights[0][0] = 1;
  long double product = 1;
  for (std::size_t j = 1; j < n; ++j) {
    long double productHere = 1;
    const std::size_t most = std::min(j, order);
    for (std::size_t k = 0; k < j; ++k) {
      const long double gap = static_cast<long double>(nodes[j]) - nodes[k];
      productHere *= gap;
      if (k + 1 == j)
        for (std::size_t d = most + 1; d-- > 0;)
          weights[j][d] = product / productHere *
                          ((d > 0 ? static_cast<long double>(d) * weights[k][d - 1] : 0.0L) -
                           (static_cast<long double>(nodes[k]) - at) * weights[k][d]);
      for (std::size_t d = most + 1; d-- > 0;)
        weights[k][d] = ((static_cast<long double>(nodes[j]) - at) * weights[k][d] -
                         (d > 0 ? static_cast<long double>(d) * weights[k][d - 1] : 0.0L)) /
                        gap;
    }
    product = productHere;
  }
  std::vector<double> result;
  for (const auto& ofNode : weights) result.push_back(static_cast<double>(ofNode[order]));
  return result;
}

}  // namespace dashpot::problems
