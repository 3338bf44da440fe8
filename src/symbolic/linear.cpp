#include "symbolic/linear.hpp"

#include <algorithm>
#include <vector>

namespace dashpot::symbolic {

namespace {

std::optional<LinearForm> combine(Pool& p, Op op, Expr at, const LinearForm& a, const LinearForm& b, Expr aWhole,
                                  Expr bWhole) {
  const bool aFree = a.coefficient == Expr::none, bFree = b.coefficient == Expr::none;
  if (aFree && bFree) return LinearForm{Expr::none, at};
  switch (op) {
    case Op::add: return LinearForm{addTerms(p, a.coefficient, b.coefficient), addTerms(p, a.rest, b.rest)};
    case Op::subtract:
      return LinearForm{subtractTerms(p, a.coefficient, b.coefficient), subtractTerms(p, a.rest, b.rest)};
    case Op::multiply:
      if (aFree) return LinearForm{scaleTerm(p, aWhole, b.coefficient), scaleTerm(p, aWhole, b.rest)};
      if (!bFree) return std::nullopt;
      return LinearForm{multiply(p, a.coefficient, bWhole),
                        a.rest == Expr::none ? Expr::none : multiply(p, a.rest, bWhole)};
    case Op::divide:
      if (!bFree) return std::nullopt;
      return LinearForm{divide(p, a.coefficient, bWhole),
                        a.rest == Expr::none ? Expr::none : divide(p, a.rest, bWhole)};
    default: return std::nullopt;
  }
}

}  // namespace

std::optional<LinearForm> linearIn(Pool& pool, Walker& walker, Expr e, Expr x) {
  if (e == x) return LinearForm{pool.constant(1.0), Expr::none};
  const std::vector<Expr>& order = walker.reachable(e);  // ascending, so that each is found by bisection
  const auto placeOf = [&](Expr part) {
    return static_cast<std::size_t>(std::ranges::lower_bound(order, part) - order.begin());
  };
  if (const std::size_t place = placeOf(x); place == order.size() || order[place] != x)
    return LinearForm{Expr::none, e};
  std::vector<LinearForm> forms(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Expr at = order[i];
    const Op op = pool.op(at);
    const auto [a, b, c] = pool.operands(at);
    const auto form = [&](Expr operand) -> const LinearForm& { return forms[placeOf(operand)]; };
    const auto free = [&](Expr operand) { return operand == Expr::none || form(operand).coefficient == Expr::none; };
    if (at == x) {
      forms[i] = {pool.constant(1.0), Expr::none};
    } else if (op == Op::call) {
      if (!std::ranges::all_of(pool.arguments(at), free)) return std::nullopt;
      forms[i] = {Expr::none, at};
    } else if (free(a) && free(b) && free(c)) {
      forms[i] = {Expr::none, at};
    } else if (op == Op::negate) {
      forms[i] = {negateTerm(pool, form(a).coefficient), negateTerm(pool, form(a).rest)};
    } else if (op == Op::noEvent) {
      forms[i] = form(a);
    } else if (op == Op::conditional && free(a)) {
      forms[i] = {conditionalTerms(pool, a, form(b).coefficient, form(c).coefficient),
                  conditionalTerms(pool, a, form(b).rest, form(c).rest)};
    } else if (isBinary(op)) {
      const auto combined = combine(pool, op, at, form(a), form(b), a, b);
      if (!combined) return std::nullopt;
      forms[i] = *combined;
    } else {
      return std::nullopt;
    }
  }
  return forms.back();
}

std::optional<Isolated> isolate(Pool& pool, Walker& walker, Expr left, Expr right, Expr x) {
  const auto l = linearIn(pool, walker, left, x);
  if (!l) return std::nullopt;
  const auto r = linearIn(pool, walker, right, x);
  if (!r) return std::nullopt;
  // On the side where x stands its coefficient keeps its sign: v = R*i gives i = v/R.
  const bool fromLeft = l->coefficient != Expr::none;
  const LinearForm& own = fromLeft ? *l : *r;
  const LinearForm& other = fromLeft ? *r : *l;
  const Expr coefficient = subtractTerms(pool, own.coefficient, other.coefficient);
  if (coefficient == Expr::none || pool.isConstant(coefficient, 0.0)) return std::nullopt;
  const auto withoutZero = [&](Expr rest) {
    return rest != Expr::none && pool.isConstant(rest) && pool.value(rest) == 0.0 ? Expr::none : rest;
  };
  return Isolated{coefficient, subtractTerms(pool, withoutZero(other.rest), withoutZero(own.rest))};
}

}  // namespace dashpot::symbolic
