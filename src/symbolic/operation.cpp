#include "symbolic/operation.hpp"

#include "base/exponential.hpp"
#include "base/sine.hpp"
#include "symbolic/whole_power.hpp"

#include <array>
#include <cmath>

namespace dashpot::symbolic {

namespace {

constexpr std::array<std::string_view, opCount> names{
    "constant", "boolean", "time",   "variable",  "derivative", "pre",          "initial",  "terminal",
    "mode",     "negate",  "not",    "noEvent",   "abs",        "sign",         "sqrt",     "exp",
    "log",      "log10",   "sin",    "cos",       "tan",        "asin",         "acos",     "atan",
    "sinh",     "cosh",    "tanh",   "floor",     "ceil",       "add",          "subtract", "multiply",
    "divide",   "power",   "atan2",  "min",       "max",        "div",          "mod",      "rem",
    "homotopy", "sample",  "less",   "lessEqual", "greater",    "greaterEqual", "equal",    "notEqual",
    "and",      "or",      "select", "delay",     "call",       "element",      "indexed",
};

constexpr std::array<std::string_view, opCount> spellings{
    "",        "",      "time", "",     "der",  "pre",   "initial", "terminal", "",       "-",   "not",
    "noEvent", "abs",   "sign", "sqrt", "exp",  "log",   "log10",   "sin",      "cos",    "tan", "asin",
    "acos",    "atan",  "sinh", "cosh", "tanh", "floor", "ceil",    "+",        "-",      "*",   "/",
    "^",       "atan2", "min",  "max",  "div",  "mod",   "rem",     "homotopy", "sample", "<",   "<=",
    ">",       ">=",    "==",   "<>",   "and",  "or",    "",        "delay",    "",       "",    "",
};

constexpr double truth(bool value) { return value ? 1.0 : 0.0; }

/// A small whole number as the exponent, which polynomials are full of, takes a few multiplications, that is a tenth of the
/// time of the general function; rounding adds up to some units in the last place.
double power(double a, double b) {
  if (!isWholePower(b)) return std::pow(a, b);
  auto n = static_cast<unsigned>(std::fabs(b));
  double product = (n & 1u) != 0 ? a : 1.0;
  while ((n >>= 1) != 0) {
    a *= a;
    if ((n & 1u) != 0) product *= a;
  }
  return b < 0.0 ? 1.0 / product : product;
}

}  // namespace

std::string_view name(Op op) { return names[static_cast<std::size_t>(op)]; }
std::string_view modelicaSpelling(Op op) { return spellings[static_cast<std::size_t>(op)]; }

double apply(Op op, double a, double b, double c) {
  switch (op) {
    case Op::constant:
    case Op::boolean:
    case Op::time:
    case Op::variable:
    case Op::derivative:
    case Op::pre:
    case Op::initial:
    case Op::terminal:
    case Op::mode:
    case Op::homotopy: return a;
    case Op::negate: return -a;
    case Op::logicalNot: return truth(a == 0.0);
    case Op::noEvent: return a;
    case Op::abs: return std::fabs(a);
    case Op::sign: return a > 0.0 ? 1.0 : a < 0.0 ? -1.0 : a;  // of zero: that zero; of NaN: NaN
    case Op::sqrt: return std::sqrt(a);
    case Op::exp: return exponential(a);
    case Op::log: return std::log(a);
    case Op::log10: return std::log10(a);
    case Op::sin: return sine(a);
    case Op::cos: return std::cos(a);
    case Op::tan: return std::tan(a);
    case Op::asin: return std::asin(a);
    case Op::acos: return std::acos(a);
    case Op::atan: return std::atan(a);
    case Op::sinh: return std::sinh(a);
    case Op::cosh: return std::cosh(a);
    case Op::tanh: return std::tanh(a);
    case Op::floor: return std::floor(a);
    case Op::ceil: return std::ceil(a);
    case Op::add: return a + b;
    case Op::subtract: return a - b;
    case Op::multiply: return a * b;
    case Op::divide: return a / b;
    case Op::power: return power(a, b);
    case Op::atan2: return std::atan2(a, b);
    // NaN spreads from either operand: max(0, sqrt(x)) must not hide a negative x.
    case Op::min: return b < a || b != b ? b : a;
    case Op::max: return b > a || b != b ? b : a;
    case Op::div: return std::trunc(a / b);
    case Op::mod: return a - std::floor(a / b) * b;
    case Op::rem: return a - std::trunc(a / b) * b;
    case Op::less: return truth(a < b);
    case Op::lessEqual: return truth(a <= b);
    case Op::greater: return truth(a > b);
    case Op::greaterEqual: return truth(a >= b);
    case Op::equal: return truth(a == b);
    case Op::notEqual: return truth(a != b);
    case Op::logicalAnd: return truth(a != 0.0 && b != 0.0);
    case Op::logicalOr: return truth(a != 0.0 || b != 0.0);
    case Op::conditional: return a != 0.0 ? b : c;
    case Op::sample:
    case Op::delay:
    case Op::call:
    case Op::element:
    case Op::indexed: break;  // no functions of numbers alone
  }
  return std::nan("");
}

std::string_view domainViolation(Op op, double a, double b) {
  switch (op) {
    case Op::sqrt: return a < 0 ? "square root of a negative number" : "";
    case Op::log:
    case Op::log10: return a <= 0 ? "logarithm of a number that is not positive" : "";
    case Op::asin:
    case Op::acos: return std::fabs(a) > 1 ? "inverse sine or cosine of a number outside [-1, 1]" : "";
    case Op::divide:
    case Op::div:
    case Op::mod:
    case Op::rem: return b == 0 ? "division by zero" : "";
    case Op::power:
      if (a == 0 && b < 0) return "zero raised to a negative power";
      return a < 0 && b != std::trunc(b) ? "negative number raised to a power that is no integer" : "";
    default: return "";
  }
}

}  // namespace dashpot::symbolic
