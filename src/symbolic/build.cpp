#include "symbolic/build.hpp"

#include <cmath>

namespace dashpot::symbolic {

namespace {

/// The constant an operation on constants gives, if that is a finite number or a truth value.
Expr fold(Pool& pool, Op op, Expr a, Expr b) {
  const auto isKnown = [&](Expr e) { return pool.op(e) == Op::constant || pool.op(e) == Op::boolean; };
  const auto value = [&](Expr e) { return pool.op(e) == Op::boolean ? static_cast<double>(pool[e].a) : pool.value(e); };
  if (!isKnown(a) || (b != Expr::none && !isKnown(b))) return Expr::none;
  if (op == Op::noEvent) return a;
  const double result = apply(op, value(a), b == Expr::none ? 0.0 : value(b));
  if (isBoolean(op)) return pool.boolean(result != 0.0);
  return std::isfinite(result) ? pool.constant(result) : Expr::none;
}

Expr simplifyBinary(Pool& pool, Op op, Expr a, Expr b) {
  switch (op) {
    case Op::add:
      if (pool.isConstant(b, -0.0)) return a;
      if (pool.isConstant(a, -0.0)) return b;
      if (pool.op(b) == Op::negate) return subtract(pool, a, pool.operands(b)[0]);
      break;
    case Op::subtract:
      if (pool.isConstant(b, 0.0)) return a;
      if (pool.op(b) == Op::negate) return add(pool, a, pool.operands(b)[0]);
      break;
    case Op::multiply:
      if (pool.isConstant(a, 1.0)) return b;
      if (pool.isConstant(b, 1.0)) return a;
      if (pool.isConstant(a, -1.0)) return negate(pool, b);
      if (pool.isConstant(b, -1.0)) return negate(pool, a);
      break;
    case Op::divide:
      if (pool.isConstant(b, 1.0)) return a;
      if (pool.isConstant(b, -1.0)) return negate(pool, a);
      break;
    case Op::power:
      if (pool.isConstant(b, 1.0)) return a;
      if (pool.isConstant(b, 2.0)) return pool.make(Op::multiply, a, a);
      break;
    case Op::logicalAnd:
      if (pool.op(a) == Op::boolean) return pool[a].a ? b : a;
      if (pool.op(b) == Op::boolean) return pool[b].a ? a : b;
      break;
    case Op::logicalOr:
      if (pool.op(a) == Op::boolean) return pool[a].a ? a : b;
      if (pool.op(b) == Op::boolean) return pool[b].a ? b : a;
      break;
    default: break;
  }
  return Expr::none;
}

}  // namespace

Expr build(Pool& pool, Op op, Expr a, Expr b, Expr c) {
  if (op == Op::conditional) {
    if (pool.op(a) == Op::boolean) return pool[a].a ? b : c;
    return b == c ? b : pool.make(op, a, b, c);
  }
  if (op == Op::delay) return pool.make(op, a, b, c);
  if (op == Op::sample) return pool.make(op, a, b);
  if (const Expr folded = fold(pool, op, a, b); folded != Expr::none) return folded;
  if ((op == Op::negate || op == Op::logicalNot) && pool.op(a) == op) return pool.operands(a)[0];
  if (op == Op::noEvent && pool.op(a) == op) return a;
  if (isBinary(op))
    if (const Expr simple = simplifyBinary(pool, op, a, b); simple != Expr::none) return simple;
  return pool.make(op, a, b);
}

Expr addTerms(Pool& pool, Expr a, Expr b) {
  if (a == Expr::none) return b;
  return b == Expr::none ? a : add(pool, a, b);
}

Expr subtractTerms(Pool& pool, Expr a, Expr b) {
  if (b == Expr::none) return a;
  return a == Expr::none ? negate(pool, b) : subtract(pool, a, b);
}

Expr scaleTerm(Pool& pool, Expr factor, Expr term) {
  return term == Expr::none || factor == Expr::none ? Expr::none : multiply(pool, factor, term);
}

Expr negateTerm(Pool& pool, Expr a) { return a == Expr::none ? a : negate(pool, a); }

Expr conditionalTerms(Pool& pool, Expr condition, Expr then, Expr otherwise) {
  if (then == Expr::none && otherwise == Expr::none) return Expr::none;
  return conditional(pool, condition, termOrZero(pool, then), termOrZero(pool, otherwise));
}

Expr termOrZero(Pool& pool, Expr term) { return term == Expr::none ? pool.constant(0.0) : term; }

}  // namespace dashpot::symbolic
