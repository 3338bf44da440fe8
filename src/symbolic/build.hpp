// symbolic/build.hpp
//
// Constructors that simplify, and only where the value stays the same for every finite operand, to the last bit:
// constants are folded if the result is finite; 1*x, x/1, x-0, x^1, --x, if true ... . Operands are never reordered,
// and x+0 stays because of x = -0. The one exception is x^2, which becomes x*x: the correctly rounded square.
#pragma once

#include "symbolic/pool.hpp"

#include <span>

namespace dashpot::symbolic {

Expr build(Pool& pool, Op op, Expr a, Expr b = Expr::none, Expr c = Expr::none);

inline Expr negate(Pool& pool, Expr a) { return build(pool, Op::negate, a); }
inline Expr add(Pool& pool, Expr a, Expr b) { return build(pool, Op::add, a, b); }
inline Expr subtract(Pool& pool, Expr a, Expr b) { return build(pool, Op::subtract, a, b); }
inline Expr multiply(Pool& pool, Expr a, Expr b) { return build(pool, Op::multiply, a, b); }
inline Expr divide(Pool& pool, Expr a, Expr b) { return build(pool, Op::divide, a, b); }
inline Expr conditional(Pool& pool, Expr condition, Expr then, Expr otherwise) {
  return build(pool, Op::conditional, condition, then, otherwise);
}

// The same where Expr::none stands for a term that is not there: a structural zero, as derivatives have many.
Expr addTerms(Pool& pool, Expr a, Expr b);
Expr subtractTerms(Pool& pool, Expr a, Expr b);
Expr scaleTerm(Pool& pool, Expr factor, Expr term);
Expr negateTerm(Pool& pool, Expr a);
Expr conditionalTerms(Pool& pool, Expr condition, Expr then, Expr otherwise);
Expr termOrZero(Pool& pool, Expr term);

}  // namespace dashpot::symbolic
