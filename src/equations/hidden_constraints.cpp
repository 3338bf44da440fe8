#include "equations/hidden_constraints.hpp"

#include "symbolic/build.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <span>

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
    findCore(equations);
  }

  std::vector<EquationId> run() {
    for (std::uint32_t row = 0; row < rows_.size(); ++row) eliminate(row);
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

  /// Takes an equation apart into unknowns and what has none in it; false: it is no such sum.
  template <class OnUnknown, class OnRest>
  bool takeApart(EquationId id, const OnUnknown& onUnknown, const OnRest& onRest) {
    const SystemEquation& equation = system_.equations[static_cast<std::size_t>(id)];
    std::vector<std::pair<Expr, std::int64_t>>& open = open_;
    open.assign({{equation.right, -1}, {equation.left, 1}});
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
        onUnknown(static_cast<std::uint32_t>(pool_.variable(e)), factor);
      } else if (op == Op::multiply && wholeNumber(a)) {
        open.emplace_back(b, factor * *wholeNumber(a));
      } else if (hasUnknown(e)) {
        return false;
      } else {
        onRest(e, factor);
      }
      if (std::abs(factor) > largestFactor) return false;
    }
    return true;
  }

  /// The unknowns of a sum that do not cancel in it, ascending; false: it is no sum that is looked at.
  bool unknownsOf(EquationId id, std::vector<std::pair<std::uint32_t, std::int64_t>>& terms) {
    terms.clear();
    if (!takeApart(
            id, [&](std::uint32_t unknown, std::int64_t factor) { terms.emplace_back(unknown, factor); },
            [](Expr, std::int64_t) {}))
      return false;
    std::ranges::sort(terms);
    std::size_t count = 0;
    for (const auto& [unknown, factor] : terms)
      if (count > 0 && terms[count - 1].first == unknown)
        terms[count - 1].second += factor;
      else
        terms[count++] = {unknown, factor};
    terms.resize(count);
    if (count > mostTerms) return false;
    std::erase_if(terms, [](const auto& term) { return term.second == 0; });
    return !terms.empty();
  }

  [[nodiscard]] std::optional<std::int64_t> wholeNumber(Expr e) const {
    if (!pool_.isConstant(e)) return std::nullopt;
    const double value = pool_.value(e);
    if (value != std::trunc(value) || std::fabs(value) > static_cast<double>(largestFactor)) return std::nullopt;
    return static_cast<std::int64_t>(value);
  }

  /// An unknown that stands in one sum alone keeps that sum out of every combination in which all unknowns cancel; so
  /// the sum is set aside, and others follow. What is left, in most models nothing, is looked at.
  void findCore(std::span<const EquationId> equations) {
    std::vector<EquationId> sums;
    std::vector<std::uint32_t> start{0}, unknowns;  // of each sum, in compressed rows
    std::vector<std::pair<std::uint32_t, std::int64_t>> terms;
    for (const EquationId id : equations) {
      if (!unknownsOf(id, terms)) continue;
      sums.push_back(id);
      for (const auto& [unknown, factor] : terms) unknowns.push_back(unknown);
      start.push_back(static_cast<std::uint32_t>(unknowns.size()));
    }
    const auto ofSum = [&](std::uint32_t i) { return std::span(unknowns).subspan(start[i], start[i + 1] - start[i]); };
    // How many sums have an unknown, and the exclusive or of their numbers: that of the last one, when one is left.
    std::vector<std::uint32_t> count(system_.variables.size(), 0), which(system_.variables.size(), 0);
    for (std::uint32_t i = 0; i < sums.size(); ++i)
      for (const std::uint32_t unknown : ofSum(i)) ++count[unknown], which[unknown] ^= i;
    std::vector<std::uint32_t> single;
    for (std::uint32_t unknown = 0; unknown < count.size(); ++unknown)
      if (count[unknown] == 1) single.push_back(unknown);
    std::vector<bool> isAside(sums.size(), false);
    while (!single.empty()) {
      const std::uint32_t unknown = single.back();
      single.pop_back();
      if (count[unknown] == 0) continue;
      const std::uint32_t i = which[unknown];
      isAside[i] = true;
      for (const std::uint32_t other : ofSum(i)) {
        which[other] ^= i;
        if (--count[other] == 1) single.push_back(other);
      }
    }
    for (std::uint32_t i = 0; i < sums.size(); ++i)
      if (!isAside[i]) addRow(sums[i]);
  }

  void addRow(EquationId id) {
    WholeSum& sum = rows_.emplace_back(WholeSum{.equation = id, .unknowns = {}, .rest = {}});
    takeApart(
        id, [&](std::uint32_t unknown, std::int64_t factor) { sum.unknowns[unknown] += factor; },
        [&](Expr e, std::int64_t factor) { sum.rest.emplace_back(e, factor); });
    std::erase_if(sum.unknowns, [](const auto& term) { return term.second == 0; });
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
  std::vector<WholeSum> rows_;  // the core
  std::vector<std::pair<Expr, std::int64_t>> open_;
  std::map<std::uint32_t, Combination> pivots_;  // by the unknown that each is solved for
  std::vector<EquationId> replaced_;
};

}  // namespace

std::vector<EquationId> showHiddenConstraints(SolvableSystem& system, std::span<const EquationId> equations) {
  return ConstraintFinder(system, equations).run();
}

}  // namespace dashpot::equations
