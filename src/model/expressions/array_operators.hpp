// model/expressions/array_operators.hpp
//
// The operators of Modelica on values of any shape (Modelica 3.6, section 10.6): + and - between equal shapes, * as
// product of numbers, vectors and matrices, / by a number, ^ of numbers and square matrices; .+ .- .* ./ .^ element by
// element, a scalar with every element; relations between scalars; logic element by element.
#pragma once

#include "model/expressions/value.hpp"
#include "syntax/tree.hpp"

namespace dashpot::model {

/// A value, or why there is none: "'+' needs arrays of the same shape, but these are [2] and [3]".
struct OperatorResult {
  std::optional<Value> value = {};
  std::string problem = {};
  int culprit = -1;  // the operand to blame, if it is one of them: 0 or 1
};

[[nodiscard]] inline OperatorResult refuse(std::string problem, int culprit = -1) {
  return {{}, std::move(problem), culprit};
}

[[nodiscard]] OperatorResult unary(FlatModel& model, Pool& pool, syntax::Operator op, const Value& a);
[[nodiscard]] OperatorResult binary(FlatModel& model, Pool& pool, syntax::Operator op, const Value& a, const Value& b);

/// Element by element; a scalar goes with every element of the other. The shapes have been checked.
[[nodiscard]] Value elementwise(Pool& pool, symbolic::Op op, ScalarType type, const Value& a, const Value& b);
[[nodiscard]] Value elementwise(Pool& pool, symbolic::Op op, ScalarType type, const Value& a);

/// Product of numbers, vectors and matrices whose sizes fit.
[[nodiscard]] Value product(Pool& pool, ScalarType type, const Value& a, const Value& b);

/// Real if one of them is, else Integer.
[[nodiscard]] ScalarType commonNumber(ScalarType a, ScalarType b);

}  // namespace dashpot::model
