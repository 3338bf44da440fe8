#include "equations/hidden_constraints.hpp"

#include "symbolic/build.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <numeric>
#include <optional>
#include <unordered_map>

namespace dashpot::equations {

namespace {

using symbolic::Op;

// Factors of Kirchhoff's laws are 1 and -1; what grows beyond this while eliminating is left alone.
constexpr std::int64_t largestFactor = 1 << 20;
// A row that fills up beyond this is left alone, so that the work stays bounded.
constexpr std::size_t mostTerms = 1000;

using Factors = std::map<std::uint32_t, std::int64_t>;  // by variable, or by row

/// The sum of factors * unknowns + rest = 0.
struct WholeSum {
  EquationId equation;
  Factors unknowns;
  std::vector<std::pair<Expr, std::int64_t>> rest;
};

class ConstraintFinder {
 public:
  ConstraintFinder(SolvableSystem& system, std::span<const EquationId> equations)
      : system_(system), pool_(system.flat.pool), walker_(pool_) {
    for (const EquationId id : equations)
      if (auto sum = wholeSum(id)) rows_.push_back(std::move(*sum));
  }

  std::vector<EquationId> run() {
    for (const std::uint32_t row : core()) eliminate(row);
    return std::move(replaced_);
  }

 private:
  [[nodiscard]] bool isUnknown(VariableId id) const {
    return system_[id].role == Role::algebraic || system_[id].role == Role::derivative;
  }

  bool hasUnknown(Expr e) {
    return std::ranges::any_of(walker_.leaves(e, Op::variable),
                               [&](Expr leaf) { return isUnknown(pool_.variable(leaf)); });
  }

  std::optional<WholeSum> wholeSum(EquationId id) {
    const SystemEquation& equation = system_.equations[static_cast<std::size_t>(id)];
    WholeSum sum{.equation = id, .unknowns = {}, .rest = {}};
    std::vector<std::pair<Expr, std::int64_t>> open{{equation.right, -1}, {equation.left, 1}};
    while (!open.empty()) {
      const auto [e, factor] = open.back();
      open.pop_back();
      const auto [a, b, c] = pool_.operands(e);
      const Op op = pool_.op(e);
      if (op == Op::add || op == Op::subtract) {
        open.emplace_back(b, op == Op::add ? factor : -factor);
        open.emplace_back(a, factor);
      } else if (op == Op::negate) {
        open.emplace_back(a, -factor);
      } else if (op == Op::variable && isUnknown(pool_.variable(e))) {
        sum.unknowns[static_cast<std::uint32_t>(pool_.variable(e))] += factor;
      } else if (op == Op::multiply && wholeNumber(a)) {
        open.emplace_back(b, factor * *wholeNumber(a));
      } else if (hasUnknown(e)) {
        return std::nullopt;
      } else {
        sum.rest.emplace_back(e, factor);
      }
      if (std::abs(factor) > largestFactor || sum.unknowns.size() > mostTerms) return std::nullopt;
    }
    std::erase_if(sum.unknowns, [](const auto& term) { return term.second == 0; });
    return sum.unknowns.empty() ? std::nullopt : std::optional(std::move(sum));
  }

  [[nodiscard]] std::optional<std::int64_t> wholeNumber(Expr e) const {
    if (!pool_.isConstant(e)) return std::nullopt;
    const double value = pool_.value(e);
    if (value != std::trunc(value) || std::fabs(value) > static_cast<double>(largestFactor)) return std::nullopt;
    return static_cast<std::int64_t>(value);
  }

  /// An unknown that stands in one sum alone keeps that sum out of every combination in which all unknowns cancel; so
  /// the sum is set aside, and others follow. What is left, in most models nothing, is looked at.
  std::vector<std::uint32_t> core() {
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> rowsOf;
    for (std::uint32_t i = 0; i < rows_.size(); ++i)
      for (const auto& [unknown, factor] : rows_[i].unknowns) rowsOf[unknown].push_back(i);
    std::unordered_map<std::uint32_t, std::size_t> count;
    std::deque<std::uint32_t> single;
    for (const auto& [unknown, rows] : rowsOf) {
      count[unknown] = rows.size();
      if (rows.size() == 1) single.push_back(unknown);
    }
    std::vector<bool> isAside(rows_.size(), false);
    while (!single.empty()) {
      const std::uint32_t unknown = single.front();
      single.pop_front();
      for (const std::uint32_t i : rowsOf[unknown]) {
        if (isAside[i]) continue;
        isAside[i] = true;
        for (const auto& [other, factor] : rows_[i].unknowns)
          if (--count[other] == 1) single.push_back(other);
      }
    }
    std::vector<std::uint32_t> rows;
    for (std::uint32_t i = 0; i < rows_.size(); ++i)
      if (!isAside[i]) rows.push_back(i);
    return rows;
  }

  struct Combination {
    Factors unknowns;
    Factors rows;  // how often each sum is in it
  };

  /// a*x + b*y without common factors; false: the numbers become too large.
  static bool combine(Factors& x, std::int64_t a, const Factors& y, std::int64_t b) {
    for (auto& [key, factor] : x) factor *= a;
    for (const auto& [key, factor] : y) x[key] += b * factor;
    std::erase_if(x, [](const auto& term) { return term.second == 0; });
    return x.size() <= mostTerms &&
           std::ranges::all_of(x, [](const auto& term) { return std::abs(term.second) <= largestFactor; });
  }

  void eliminate(std::uint32_t row) {
    Combination now{rows_[row].unknowns, {{row, 1}}};
    for (auto at = now.unknowns.begin(); at != now.unknowns.end();) {
      const auto pivot = pivots_.find(at->first);
      if (pivot == pivots_.end()) {
        ++at;
        continue;
      }
      const std::uint32_t unknown = at->first;
      const std::int64_t own = at->second, its = pivot->second.unknowns.at(unknown);
      const std::int64_t common = std::gcd(own, its);
      if (!combine(now.unknowns, its / common, pivot->second.unknowns, -own / common) ||
          !combine(now.rows, its / common, pivot->second.rows, -own / common))
        return;
      at = now.unknowns.begin();
    }
    if (now.unknowns.empty()) return replace(row, now.rows);
    // Small factors keep what follows small.
    const std::uint32_t pivot =
        std::ranges::min_element(now.unknowns, {}, [](const auto& term) { return std::abs(term.second); })->first;
    pivots_.emplace(pivot, std::move(now));
  }

  /// The sum in which all unknowns have cancelled, if it says something about states.
  void replace(std::uint32_t row, const Factors& rows) {
    std::map<Expr, std::int64_t> terms;
    for (const auto& [i, times] : rows)
      for (const auto& [e, factor] : rows_[i].rest) terms[e] += times * factor;
    Expr sum = Expr::none;
    bool hasState = false;
    for (const auto& [e, factor] : terms) {
      if (factor == 0) continue;
      const Expr term = std::abs(factor) == 1
                            ? e
                            : symbolic::multiply(pool_, pool_.constant(static_cast<double>(std::abs(factor))), e);
      sum = factor > 0 ? symbolic::addTerms(pool_, sum, term) : symbolic::subtractTerms(pool_, sum, term);
      for (const Expr leaf : walker_.leaves(e, Op::variable))
        hasState = hasState || system_[pool_.variable(leaf)].role == Role::state;
    }
    if (!hasState) return;
    SystemEquation& equation = system_.equations[static_cast<std::size_t>(rows_[row].equation)];
    equation.left = sum;
    equation.right = pool_.constant(0.0);
    replaced_.push_back(rows_[row].equation);
  }

  SolvableSystem& system_;
  Pool& pool_;
  symbolic::Walker walker_;
  std::vector<WholeSum> rows_;
  std::map<std::uint32_t, Combination> pivots_;  // by the unknown that each is solved for
  std::vector<EquationId> replaced_;
};

}  // namespace

std::vector<EquationId> showHiddenConstraints(SolvableSystem& system, std::span<const EquationId> equations) {
  return ConstraintFinder(system, equations).run();
}

}  // namespace dashpot::equations
