#include "symbolic/solve.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <unordered_set>
#include <utility>

namespace dashpot::symbolic {

namespace {

class Inverter {
 public:
  Inverter(Pool& pool, Walker& walker, Expr x, std::span<const Function> functions)
      : p_(pool), walker_(walker), x_(x), functions_(functions) {}

  /// Takes operation after operation off `side` until x is left.
  std::optional<Expr> run(Expr side, Expr value) {
    const auto isAbove = [&](Expr operand) { return hasX(operand); };
    for (const Expr e : walker_.reachable(side)) {  // operands first
      const bool isAboveX = p_.op(e) == Op::call ? std::ranges::any_of(p_.arguments(e), isAbove)
                                                 : std::ranges::any_of(p_.operands(e), isAbove);
      if (e == x_ || isAboveX) above_.insert(e);
    }
    while (side != x_) {
      const auto next = step(side, value);
      if (!next) return std::nullopt;
      std::tie(side, value) = *next;
    }
    return value;
  }

 private:
  using Reduced = std::optional<std::pair<Expr, Expr>>;  // what is left, and what it equals

  [[nodiscard]] bool hasX(Expr e) const { return above_.contains(e); }
  /// `value` where `holds`, else the square root or logarithm that names what is wrong.
  Expr where(Expr holds, Expr value, Expr otherwise) { return conditional(p_, holds, value, otherwise); }

  Reduced step(Expr side, Expr value) {
    const Op op = p_.op(side);
    const auto [a, b, c] = p_.operands(side);
    if (op == Op::element && p_.op(a) == Op::call) return called(a, value);
    if (isUnary(op)) return unary(op, a, value);
    if (!isBinary(op)) return std::nullopt;
    if (op == Op::multiply && isTurbulent(a, b)) return turbulent(p_.op(a) == Op::abs ? b : a, value);
    const bool inA = hasX(a), inB = hasX(b);
    if (inA && inB) return std::nullopt;
    return inA ? left(op, a, b, value) : right(op, a, b, value);
  }

  /// f(..., a, ...) = value, by the inverse that f has for that argument.
  Reduced called(Expr call, Expr value) {
    const std::vector<Expr> arguments(p_.arguments(call).begin(), p_.arguments(call).end());
    const auto isAbove = [&](Expr argument) { return hasX(argument); };
    const auto found = std::ranges::find_if(arguments, isAbove);
    if (index(p_.function(call)) >= functions_.size() || std::ranges::count_if(arguments, isAbove) != 1)
      return std::nullopt;
    const std::vector<InverseRule>& rules = functions_[index(p_.function(call))].inverses;
    const auto rule =
        std::ranges::find(rules, static_cast<std::uint32_t>(found - arguments.begin()), &InverseRule::input);
    if (rule == rules.end()) return std::nullopt;
    std::vector<Expr> given;
    for (const std::uint32_t slot : rule->arguments) given.push_back(slot < arguments.size() ? arguments[slot] : value);
    return {{*found, p_.element(p_.call(rule->function, given), 0)}};
  }

  Reduced unary(Op op, Expr a, Expr value) {
    const Expr zero = p_.constant(0.0);
    const Expr halfPi = p_.constant(std::numbers::pi / 2);
    const auto within = [&](Expr bound, Op relation) { return build(p_, relation, build(p_, Op::abs, value), bound); };
    switch (op) {
      case Op::negate: return {{a, negate(p_, value)}};
      case Op::noEvent: return {{a, value}};
      case Op::exp: return {{a, build(p_, Op::log, value)}};
      case Op::log: return {{a, build(p_, Op::exp, value)}};
      case Op::log10: return {{a, build(p_, Op::power, p_.constant(10.0), value)}};
      case Op::sqrt:
        return {{a, where(build(p_, Op::greaterEqual, value, zero), multiply(p_, value, value),
                          build(p_, Op::sqrt, value))}};
      case Op::atan:
        return {{a, where(within(halfPi, Op::less), build(p_, Op::tan, value),
                          build(p_, Op::log, subtract(p_, halfPi, build(p_, Op::abs, value))))}};
      case Op::asin:
        return {{a, where(within(halfPi, Op::lessEqual), build(p_, Op::sin, value),
                          build(p_, Op::log, subtract(p_, halfPi, build(p_, Op::abs, value))))}};
      default: return std::nullopt;
    }
  }

  /// op(a, b) = value, x in a.
  Reduced left(Op op, Expr a, Expr b, Expr value) {
    switch (op) {
      case Op::add: return {{a, subtract(p_, value, b)}};
      case Op::subtract: return {{a, add(p_, value, b)}};
      case Op::multiply: return {{a, divide(p_, value, b)}};
      case Op::divide: return {{a, multiply(p_, value, b)}};
      case Op::power: return oddRoot(a, b, value);
      default: return std::nullopt;
    }
  }

  /// op(a, b) = value, x in b.
  Reduced right(Op op, Expr a, Expr b, Expr value) {
    switch (op) {
      case Op::add: return {{b, subtract(p_, value, a)}};
      case Op::subtract: return {{b, subtract(p_, a, value)}};
      case Op::multiply: return {{b, divide(p_, value, a)}};
      case Op::divide: return {{b, divide(p_, a, value)}};
      default: return std::nullopt;
    }
  }

  /// a^3 = value, and other odd whole numbers.
  Reduced oddRoot(Expr a, Expr exponent, Expr value) {
    if (!p_.isConstant(exponent)) return std::nullopt;
    const double n = p_.value(exponent);
    if (!(n > 0) || n != std::trunc(n) || std::fmod(n, 2.0) != 1.0) return std::nullopt;
    const Expr root = build(p_, Op::power, build(p_, Op::abs, value), p_.constant(1.0 / n));
    return {{a, multiply(p_, build(p_, Op::sign, value), root)}};
  }

  /// a |a|: the pressure drop of turbulent flow.
  bool isTurbulent(Expr a, Expr b) const {
    return (p_.op(b) == Op::abs && p_.operands(b)[0] == a) || (p_.op(a) == Op::abs && p_.operands(a)[0] == b);
  }
  Reduced turbulent(Expr a, Expr value) {
    return {{a, multiply(p_, build(p_, Op::sign, value), build(p_, Op::sqrt, build(p_, Op::abs, value)))}};
  }

  Pool& p_;
  Walker& walker_;
  Expr x_;
  std::span<const Function> functions_;
  std::unordered_set<Expr> above_;  // x and what contains it
};

}  // namespace

std::optional<Expr> solveFor(Pool& pool, Walker& walker, Expr left, Expr right, Expr x,
                             std::span<const Function> functions) {
  if (const auto isolated = isolate(pool, walker, left, right, x)) {
    if (isolated->value == Expr::none) return pool.constant(0.0);
    return divide(pool, isolated->value, isolated->coefficient);
  }
  const bool inLeft = walker.contains(left, x), inRight = walker.contains(right, x);
  if (inLeft == inRight) return std::nullopt;
  Inverter inverter(pool, walker, x, functions);
  return inLeft ? inverter.run(left, right) : inverter.run(right, left);
}

}  // namespace dashpot::symbolic
