// symbolic/operation.hpp
//
// The operations expressions are made of, and what each of them means in floating-point numbers. This one table serves
// constant folding, the printer, differentiation and every code generator, so that all of them agree to the last bit.
#pragma once

#include <cstdint>
#include <string_view>

namespace dashpot::symbolic {

enum class Op : std::uint8_t {
  // leaves
  constant,
  boolean,
  time,
  variable,
  derivative,
  mode,
  // one operand
  negate,
  logicalNot,
  noEvent,
  abs,
  sign,
  sqrt,
  exp,
  log,
  log10,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  // two operands
  add,
  subtract,
  multiply,
  divide,
  power,
  atan2,
  min,
  max,
  less,
  lessEqual,
  greater,
  greaterEqual,
  equal,
  notEqual,
  logicalAnd,
  logicalOr,
  // three operands: if a then b else c
  conditional,
};

constexpr int opCount = static_cast<int>(Op::conditional) + 1;

constexpr bool isLeaf(Op op) { return op <= Op::mode; }
constexpr bool isUnary(Op op) { return op >= Op::negate && op <= Op::tanh; }
constexpr bool isBinary(Op op) { return op >= Op::add && op <= Op::logicalOr; }
constexpr bool isRelation(Op op) { return op >= Op::less && op <= Op::notEqual; }
/// Gives true or false, whatever its operands are; a conditional or a variable may do so as well.
constexpr bool isBoolean(Op op) {
  return op == Op::boolean || op == Op::mode || op == Op::logicalNot || isRelation(op) || op == Op::logicalAnd ||
         op == Op::logicalOr;
}
constexpr int operandCount(Op op) { return isLeaf(op) ? 0 : isUnary(op) ? 1 : isBinary(op) ? 2 : 3; }

/// The name in text forms: "add", "sqrt".
[[nodiscard]] std::string_view name(Op op);
/// How Modelica writes it: "+", "sqrt"; empty for leaves and conditionals.
[[nodiscard]] std::string_view modelicaSpelling(Op op);

/// The value of an operation; truth values are 1 and 0. Outside the domain of a function the result is not a number.
[[nodiscard]] double apply(Op op, double a, double b = 0.0, double c = 0.0);

/// Why a result is not finite although the operands are: "square root of a negative number"; empty: it just overflowed.
[[nodiscard]] std::string_view domainViolation(Op op, double a, double b);

}  // namespace dashpot::symbolic
