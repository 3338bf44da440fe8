// model/equations/clock_graph.hpp
//
// Which clocks are the same, and how the others are related (Modelica 3.6, section 16.7): clocks are nodes; some are one
// and the same, some tick by a rational factor slower or faster than others, or by a part of an interval later. From
// what is said of a few follows when all of them tick.
//
// Within a family of related clocks, a clock ticks at t0 + (shift + k factor) I, k = 0, 1, ..., where I is the interval
// and t0 the first tick of the first one. The clock that is given ticks at the start. The ticks of all are among those of
// the common grid, whose interval is the greatest common divisor of all factors, and of all shifts from that clock.
#pragma once

#include "base/disjoint_sets.hpp"
#include "base/source.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dashpot::model {

/// A fraction in lowest terms; the denominator is positive.
struct Fraction {
  std::int64_t numerator = 0, denominator = 1;
  bool operator==(const Fraction&) const = default;
};

[[nodiscard]] Fraction fraction(std::int64_t numerator, std::int64_t denominator);
[[nodiscard]] Fraction operator+(Fraction a, Fraction b);
[[nodiscard]] Fraction operator-(Fraction a, Fraction b);
[[nodiscard]] Fraction operator*(Fraction a, Fraction b);
[[nodiscard]] Fraction operator/(Fraction a, Fraction b);
[[nodiscard]] bool operator<(Fraction a, Fraction b);
/// The largest fraction that both are whole multiples of.
[[nodiscard]] Fraction commonDivisor(Fraction a, Fraction b);

class ClockGraph {
 public:
  using Node = std::size_t;

  Node add() { return clocks_.add(); }
  /// Both tick together.
  void join(Node a, Node b) { clocks_.unite(a, b); }
  /// `to` ticks with the factor-fold interval of `from`, and its first tick is shift intervals of `from` later.
  void relate(Node from, Node to, Fraction factor, Fraction shift, SourceRange where);
  /// As `relate`, with a factor that must come out as a whole number (`isFaster`: as the inverse of one).
  void relateByAnyFactor(Node from, Node to, bool isFaster, SourceRange where);
  /// The interval is known, in seconds.
  void setInterval(Node node, Fraction seconds, SourceRange where);

  /// The clock that stands for all that tick together with it.
  [[nodiscard]] Node root(Node node) { return clocks_.of(node); }

  struct Placed {
    std::size_t family = 0;
    Fraction factor = {1, 1}, shift = {};
  };
  struct Family {
    std::vector<Node> members;        // roots
    std::optional<Fraction> seconds;  // interval of the first clock, if it is known as a fraction
  };
  /// A contradiction between what is said of clocks, and where.
  struct Contradiction {
    std::string problem;
    SourceRange where = {};
  };
  /// Empty: all clocks have their places.
  std::optional<Contradiction> solve();

  [[nodiscard]] const std::vector<Family>& families() const { return families_; }
  [[nodiscard]] const Placed& placeOf(Node node) { return placed_[root(node)]; }
  /// The interval of the common grid, in intervals of the first clock; the clock at `origin` ticks at the start.
  [[nodiscard]] Fraction gridOf(const Family& family, const Placed& origin) const;

 private:
  struct Relation {
    Node from, to;
    std::optional<Fraction> factor;  // empty: any
    bool isFaster = false;
    Fraction shift = {};
    SourceRange where = {};
  };
  std::optional<Contradiction> place(Node first);
  std::optional<Contradiction> placeByInterval();
  std::optional<Contradiction> check();

  DisjointSets clocks_;  // those that tick together
  std::vector<Relation> relations_;
  struct Interval {
    Node node;
    Fraction seconds;
    SourceRange where;
  };
  std::vector<Interval> intervals_;
  std::vector<Placed> placed_;
  std::vector<bool> isPlaced_;
  std::vector<Family> families_;
};

}  // namespace dashpot::model
