#include "model/equations/clock_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <numeric>

namespace dashpot::model {

Fraction fraction(std::int64_t numerator, std::int64_t denominator) {
  const std::int64_t divisor = std::gcd(numerator, denominator);
  if (divisor == 0) return {};
  const std::int64_t sign = denominator < 0 ? -1 : 1;
  return {sign * numerator / divisor, sign * denominator / divisor};
}

Fraction operator+(Fraction a, Fraction b) {
  return fraction(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
}
Fraction operator-(Fraction a, Fraction b) { return a + Fraction{-b.numerator, b.denominator}; }
Fraction operator*(Fraction a, Fraction b) {
  return fraction(a.numerator * b.numerator, a.denominator * b.denominator);
}
Fraction operator/(Fraction a, Fraction b) {
  return fraction(a.numerator * b.denominator, a.denominator * b.numerator);
}
bool operator<(Fraction a, Fraction b) { return a.numerator * b.denominator < b.numerator * a.denominator; }

Fraction commonDivisor(Fraction a, Fraction b) {
  // gcd(a/b, c/d) = gcd(a d, c b)/(b d)
  return fraction(std::gcd(a.numerator * b.denominator, b.numerator * a.denominator), a.denominator * b.denominator);
}

void ClockGraph::relate(Node from, Node to, Fraction factor, Fraction shift, SourceRange where) {
  relations_.push_back({.from = from, .to = to, .factor = factor, .shift = shift, .where = where});
}

void ClockGraph::relateByAnyFactor(Node from, Node to, bool isFaster, SourceRange where) {
  relations_.push_back({.from = from, .to = to, .factor = {}, .isFaster = isFaster, .where = where});
}

void ClockGraph::setInterval(Node node, Fraction seconds, SourceRange where) {
  intervals_.push_back({node, seconds, where});
}

/// All clocks that are related to this one by known factors.
std::optional<ClockGraph::Contradiction> ClockGraph::place(Node first) {
  const std::size_t family = families_.size();
  families_.push_back({});
  placed_[first] = {.family = family};
  isPlaced_[first] = true;
  std::deque<Node> open{first};
  while (!open.empty()) {
    const Node at = open.front();
    open.pop_front();
    families_[family].members.push_back(at);
    for (const Relation& relation : relations_) {
      if (!relation.factor) continue;
      const Node from = root(relation.from), to = root(relation.to);
      if (from != at && to != at) continue;
      const Placed& known = placed_[at];
      Placed other{.family = family};
      if (from == at) {
        other.factor = known.factor * *relation.factor;
        other.shift = known.shift + known.factor * relation.shift;
      } else {
        other.factor = known.factor / *relation.factor;
        other.shift = known.shift - other.factor * relation.shift;
      }
      const Node target = from == at ? to : from;
      if (isPlaced_[target]) {
        if (placed_[target].factor == other.factor && placed_[target].shift == other.shift) continue;
        return Contradiction{"the clocks on both sides tick at different times", relation.where};
      }
      placed_[target] = other;
      isPlaced_[target] = true;
      open.push_back(target);
    }
  }
  return std::nullopt;
}

/// Clocks whose factor is not said: the intervals of both sides, in seconds, tell it.
std::optional<ClockGraph::Contradiction> ClockGraph::placeByInterval() {
  const auto secondsOf = [&](Node node) -> std::optional<Fraction> {
    const Placed& placed = placed_[node];
    const auto& first = families_[placed.family].seconds;
    return first ? std::optional(*first * placed.factor) : std::nullopt;
  };
  for (const Relation& relation : relations_) {
    if (relation.factor) continue;
    const Node from = root(relation.from), to = root(relation.to);
    if (placed_[from].family == placed_[to].family) continue;
    const auto a = secondsOf(from), b = secondsOf(to);
    if (!a || !b)
      return Contradiction{"the factor between the clocks on both sides follows from nothing", relation.where};
    // The other family joins this one.
    const std::size_t kept = placed_[from].family, gone = placed_[to].family;
    const Fraction scale = placed_[from].factor * (*b / *a) / placed_[to].factor;
    const Fraction offset = placed_[from].shift - placed_[to].shift * scale;
    for (const Node node : families_[gone].members) {
      placed_[node].family = kept;
      placed_[node].shift = placed_[node].shift * scale + offset;
      placed_[node].factor = placed_[node].factor * scale;
      families_[kept].members.push_back(node);
    }
    families_[gone].members.clear();
  }
  return std::nullopt;
}

std::optional<ClockGraph::Contradiction> ClockGraph::check() {
  for (const Relation& relation : relations_) {
    if (relation.factor) continue;
    const Fraction ratio = placed_[root(relation.to)].factor / placed_[root(relation.from)].factor;
    if ((relation.isFaster ? ratio.numerator : ratio.denominator) != 1)
      return Contradiction{
          fmt::format("the clock would have to be {} by {}/{}, which is no whole number",
                      relation.isFaster ? "faster" : "slower", relation.isFaster ? ratio.denominator : ratio.numerator,
                      relation.isFaster ? ratio.numerator : ratio.denominator),
          relation.where};
  }
  return std::nullopt;
}

std::optional<ClockGraph::Contradiction> ClockGraph::solve() {
  placed_.assign(clocks_.size(), {});
  isPlaced_.assign(clocks_.size(), false);
  for (Node node = 0; node < clocks_.size(); ++node) {
    if (root(node) != node || isPlaced_[node]) continue;
    if (auto problem = place(node)) return problem;
  }
  for (const Interval& interval : intervals_) {
    const Placed& placed = placed_[root(interval.node)];
    std::optional<Fraction>& known = families_[placed.family].seconds;
    const Fraction first = interval.seconds / placed.factor;
    if (known && !(*known == first))
      return Contradiction{"this interval contradicts that of a clock which it is related to", interval.where};
    known = first;
  }
  if (auto problem = placeByInterval()) return problem;
  return check();
}

Fraction ClockGraph::gridOf(const Family& family, const Placed& origin) const {
  Fraction grid = origin.factor;
  for (const Node member : family.members) {
    grid = commonDivisor(grid, placed_[member].factor);
    const Fraction later = placed_[member].shift - origin.shift;
    if (later.numerator != 0) grid = commonDivisor(grid, later);
  }
  return grid;
}

}  // namespace dashpot::model
