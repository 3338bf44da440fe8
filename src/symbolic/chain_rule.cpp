#include "symbolic/chain_rule.hpp"

#include <numbers>

namespace dashpot::symbolic {

namespace {

Expr powerRule(Pool& p, Expr e, Expr a, Expr b, Expr da, Expr db) {
  Expr result = Expr::none;
  if (da != Expr::none)  // b a^(b-1) da
    result = multiply(p, multiply(p, b, build(p, Op::power, a, subtract(p, b, p.constant(1.0)))), da);
  if (db != Expr::none) result = addTerms(p, result, multiply(p, multiply(p, e, build(p, Op::log, a)), db));
  return result;
}

Expr unaryRule(Pool& p, Op op, Expr e, Expr a, Expr da) {
  if (da == Expr::none) return Expr::none;
  const Expr one = p.constant(1.0);
  const auto square = [&](Expr x) { return multiply(p, x, x); };
  switch (op) {
    case Op::negate: return negate(p, da);
    case Op::noEvent: return da;
    case Op::abs: return conditional(p, build(p, Op::greaterEqual, a, p.constant(0.0)), da, negate(p, da));
    case Op::sqrt: return divide(p, da, multiply(p, p.constant(2.0), e));
    case Op::exp: return multiply(p, e, da);
    case Op::log: return divide(p, da, a);
    case Op::log10: return divide(p, da, multiply(p, p.constant(std::numbers::ln10), a));
    case Op::sin: return multiply(p, build(p, Op::cos, a), da);
    case Op::cos: return negate(p, multiply(p, build(p, Op::sin, a), da));
    case Op::tan: return multiply(p, add(p, one, square(e)), da);
    case Op::asin: return divide(p, da, build(p, Op::sqrt, subtract(p, one, square(a))));
    case Op::acos: return negate(p, divide(p, da, build(p, Op::sqrt, subtract(p, one, square(a)))));
    case Op::atan: return divide(p, da, add(p, one, square(a)));
    case Op::sinh: return multiply(p, build(p, Op::cosh, a), da);
    case Op::cosh: return multiply(p, build(p, Op::sinh, a), da);
    case Op::tanh: return multiply(p, subtract(p, one, square(e)), da);
    default: return Expr::none;  // sign, not, floor, ceil: piecewise constant
  }
}

Expr binaryRule(Pool& p, Op op, Expr e, Expr a, Expr b, Expr da, Expr db) {
  if (da == Expr::none && db == Expr::none) return Expr::none;
  switch (op) {
    case Op::add: return addTerms(p, da, db);
    case Op::subtract: return subtractTerms(p, da, db);
    case Op::multiply: return addTerms(p, da == Expr::none ? da : multiply(p, da, b), scaleTerm(p, a, db));
    case Op::divide: {  // (da - (a/b) db) / b
      const Expr numerator = subtractTerms(p, da, scaleTerm(p, e, db));
      return divide(p, numerator, b);
    }
    case Op::power: return powerRule(p, e, a, b, da, db);
    case Op::atan2: {  // atan2(a, b): (b da - a db) / (a^2 + b^2)
      const Expr numerator = subtractTerms(p, scaleTerm(p, b, da), scaleTerm(p, a, db));
      return divide(p, numerator, add(p, multiply(p, a, a), multiply(p, b, b)));
    }
    case Op::mod: return subtractTerms(p, da, scaleTerm(p, build(p, Op::floor, divide(p, a, b)), db));
    case Op::rem: return subtractTerms(p, da, scaleTerm(p, build(p, Op::div, a, b), db));
    case Op::homotopy: return build(p, Op::homotopy, termOrZero(p, da), termOrZero(p, db));
    case Op::min: return conditionalTerms(p, build(p, Op::less, b, a), db, da);
    case Op::max: return conditionalTerms(p, build(p, Op::greater, b, a), db, da);
    default: return Expr::none;  // div, relations, and, or: piecewise constant
  }
}

}  // namespace

Expr chainRule(Pool& pool, Expr at, const Tangents& tangents) {
  const Op op = pool.op(at);
  const auto [a, b, c] = pool.operands(at);
  if (isUnary(op)) return unaryRule(pool, op, at, a, tangents[0]);
  if (isBinary(op)) return binaryRule(pool, op, at, a, b, tangents[0], tangents[1]);
  if (op == Op::conditional) return conditionalTerms(pool, a, tangents[1], tangents[2]);
  return Expr::none;
}

}  // namespace dashpot::symbolic
