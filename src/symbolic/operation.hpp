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
  pre,       // the value of a discrete variable before the event
  initial,   // true during initialisation
  terminal,  // true at the end of the run
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
  floor,
  ceil,
  // two operands
  add,
  subtract,
  multiply,
  divide,
  power,
  atan2,
  min,
  max,
  div,       // the quotient without its fraction
  mod,       // a - floor(a/b)*b
  rem,       // a - div(a, b)*b
  homotopy,  // a; b is what may stand for it while the initial system is being solved
  sample,    // true at time a and every b thereafter
  less,
  lessEqual,
  greater,
  greaterEqual,
  equal,
  notEqual,
  logicalAnd,
  logicalOr,
  // three operands
  conditional,  // if a then b else c
  delay,        // a as it was b ago; b never exceeds c
  // functions
  call,     // of a function, with a list of arguments; its results are elements
  element,  // one result of a call
  indexed,  // inside functions: an element of an array, at an index that is computed
};

constexpr int opCount = static_cast<int>(Op::indexed) + 1;

constexpr bool isLeaf(Op op) { return op <= Op::mode; }
constexpr bool isUnary(Op op) { return op >= Op::negate && op <= Op::ceil; }
constexpr bool isBinary(Op op) { return op >= Op::add && op <= Op::logicalOr; }
constexpr bool isRelation(Op op) { return op >= Op::less && op <= Op::notEqual; }
/// Gives true or false, whatever its operands are; a conditional or a variable may do so as well.
constexpr bool isBoolean(Op op) {
  return op == Op::boolean || op == Op::initial || op == Op::terminal || op == Op::mode || op == Op::sample ||
         op == Op::logicalNot || isRelation(op) || op == Op::logicalAnd || op == Op::logicalOr;
}
constexpr bool isTernary(Op op) { return op == Op::conditional || op == Op::delay; }
/// Of the operations above; a call has as many as its list is long.
constexpr int operandCount(Op op) {
  return isUnary(op) || op == Op::element || op == Op::indexed ? 1 : isBinary(op) ? 2 : isTernary(op) ? 3 : 0;
}

/// The name in text forms: "add", "sqrt".
[[nodiscard]] std::string_view name(Op op);
/// How Modelica writes it: "+", "sqrt"; empty for leaves and conditionals.
[[nodiscard]] std::string_view modelicaSpelling(Op op);

/// The value of an operation; truth values are 1 and 0. Outside the domain of a function the result is not a number.
[[nodiscard]] double apply(Op op, double a, double b = 0.0, double c = 0.0);

/// Why a result is not finite although the operands are: "square root of a negative number"; empty: it just overflowed.
[[nodiscard]] std::string_view domainViolation(Op op, double a, double b);

}  // namespace dashpot::symbolic
