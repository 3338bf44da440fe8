#include "integrators/second_order/pairs.hpp"

#include "integrators/hermite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace dashpot::integrators {
namespace {

/// F at (t, y), or nothing where it is not defined: the run itself will say so.
bool evaluates(const Problem& problem, double t, ConstView y, Vector& f) {
  f.resize(y.size());
  try {
    return problem.rhs(t, y, f) == Evaluation::ok;
  } catch (...) {
    return false;
  }
}

std::string complaintAboutPlaces(const Problem& problem) {
  if (problem.pairs.empty()) return "the problem names no position/velocity pairs";
  std::vector<bool> taken(static_cast<std::size_t>(problem.size));
  for (const PositionVelocity& pair : problem.pairs)
    for (const int place : {pair.position, pair.velocity}) {
      if (place < 0 || place >= problem.size) return fmt::format("a pair refers to component {}", place);
      if (taken[static_cast<std::size_t>(place)]) return fmt::format("component {} occurs in two pairs", place);
      taken[static_cast<std::size_t>(place)] = true;
    }
  return {};
}

}  // namespace

PairLayout::PairLayout(const Problem& problem) {
  std::vector<bool> paired(static_cast<std::size_t>(problem.size));
  for (const PositionVelocity& pair : problem.pairs) {
    x.push_back(pair.position);
    v.push_back(pair.velocity);
    paired[static_cast<std::size_t>(pair.position)] = paired[static_cast<std::size_t>(pair.velocity)] = true;
  }
  for (int i = 0; i < problem.size; ++i)
    if (!paired[static_cast<std::size_t>(i)]) w.push_back(i);
}

void setSlopesOfPositions(const PairLayout& layout, ConstView y, View f) {
  for (std::size_t k = 0; k < layout.x.size(); ++k)
    f[static_cast<std::size_t>(layout.x[k])] = y[static_cast<std::size_t>(layout.v[k])];
}

void interpolatePairs(const PairLayout& layout, double theta, double h, ConstView y0, ConstView f0, ConstView y1,
                      ConstView f1, View y) {
  for (std::size_t k = 0; k < layout.x.size(); ++k) {
    const auto x = static_cast<std::size_t>(layout.x[k]), v = static_cast<std::size_t>(layout.v[k]);
    const QuinticPoint p = quintic(theta, h, y0[x], y0[v], f0[v], y1[x], y1[v], f1[v]);
    y[x] = p.position;
    y[v] = p.velocity;
  }
  for (const int place : layout.w) {
    const auto w = static_cast<std::size_t>(place);
    y[w] = cubic(theta, h, y0[w], f0[w], y1[w], f1[w]);
  }
}

bool feelsVelocities(const Problem& problem, double t, ConstView y) {
  const PairLayout layout(problem);
  if (!layout.w.empty()) return true;
  Vector moved(y.begin(), y.end()), f, other;
  double factor = 1;
  for (const int v : layout.v) {
    double& velocity = moved[static_cast<std::size_t>(v)];
    factor = factor > 1 ? 0.7 : factor * 1.31;  // no symmetry of the equations goes with these changes
    velocity = velocity * factor + 1e-3 * factor * (1 + std::abs(velocity));
  }
  if (!evaluates(problem, t, y, f) || !evaluates(problem, t, moved, other)) return false;
  return std::ranges::any_of(
      layout.v, [&](int v) { return f[static_cast<std::size_t>(v)] != other[static_cast<std::size_t>(v)]; });
}

std::string complaintAboutPairs(const Problem& problem, std::string_view method, double t, ConstView y) {
  if (const std::string complaint = complaintAboutPlaces(problem); !complaint.empty())
    return fmt::format("'{}' integrates second-order equations, but {}", method, complaint);
  Vector f;
  if (evaluates(problem, t, y, f))
    for (const PositionVelocity& pair : problem.pairs)
      if (f[static_cast<std::size_t>(pair.position)] != y[static_cast<std::size_t>(pair.velocity)])
        return fmt::format("component {} is given as the velocity of component {}, but is not its derivative",
                           pair.velocity, pair.position);
  const bool forPositionsOnly = method == "godunov" || method.starts_with("nystrom");
  if (forPositionsOnly && feelsVelocities(problem, t, y))
    return fmt::format(
        "'{}' is for x'' = f(t, x), but here velocities or first-order unknowns matter; use verlet, godunov-hybrid or "
        "newmark",
        method);
  return {};
}

ReducedJacobian::ReducedJacobian(System& system, const Options& options, const PairLayout& layout)
    : whole_(system, options), size_(static_cast<int>(layout.v.size() + layout.w.size())) {
  using Kind = Source::Kind;
  struct Role {
    int index;
    Kind kind;
  };
  std::vector<Role> roles(static_cast<std::size_t>(system.size()));
  for (std::size_t k = 0; k < layout.x.size(); ++k) {
    roles[static_cast<std::size_t>(layout.x[k])] = {static_cast<int>(k), Kind::position};
    roles[static_cast<std::size_t>(layout.v[k])] = {static_cast<int>(k), Kind::velocity};
  }
  for (std::size_t k = 0; k < layout.w.size(); ++k)
    roles[static_cast<std::size_t>(layout.w[k])] = {static_cast<int>(layout.v.size() + k), Kind::firstOrder};

  const std::vector<linalg::Place> places = linalg::places(system.size(), whole_.pattern());
  std::map<std::pair<int, int>, std::size_t> positions;  // (column, row), in the order of the pattern
  for (const linalg::Place& place : places)
    if (roles[static_cast<std::size_t>(place.row)].kind != Kind::position)
      positions.try_emplace(
          {roles[static_cast<std::size_t>(place.column)].index, roles[static_cast<std::size_t>(place.row)].index});
  pattern_.columnStart.assign(static_cast<std::size_t>(size_) + 1, 0);
  for (auto& [place, position] : positions) {
    position = pattern_.rows.size();
    pattern_.rows.push_back(place.second);
    ++pattern_.columnStart[static_cast<std::size_t>(place.first) + 1];
  }
  for (std::size_t j = 1; j < pattern_.columnStart.size(); ++j) pattern_.columnStart[j] += pattern_.columnStart[j - 1];
  for (std::size_t k = 0; k < places.size(); ++k) {
    const Role row = roles[static_cast<std::size_t>(places[k].row)];
    const Role column = roles[static_cast<std::size_t>(places[k].column)];
    if (row.kind != Kind::position) sources_.push_back({k, positions.at({column.index, row.index}), column.kind});
  }
  values_.resize(pattern_.rows.size());
}

ConstView ReducedJacobian::values(double perVelocity, double firstOrderFactor) {
  std::ranges::fill(values_, 0.0);
  const double factors[] = {perVelocity, 1.0, firstOrderFactor};
  const ConstView whole = whole_.values();
  for (const Source& source : sources_)
    values_[source.to] += factors[static_cast<std::size_t>(source.kind)] * whole[source.from];
  return values_;
}

}  // namespace dashpot::integrators
