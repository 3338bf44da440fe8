#include "model/expressions/array_operators.hpp"

#include "model/expressions/varying_texts.hpp"
#include "symbolic/build.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

namespace dashpot::model {

using symbolic::Op;
using syntax::Operator;

namespace {

// Longer texts are a mistake; a function that doubles one and calls itself would eat the memory of the machine.
constexpr std::size_t longestText = 1'000'000;

Op operation(Operator op) {
  switch (op) {
    case Operator::plus:
    case Operator::dotPlus: return Op::add;
    case Operator::minus:
    case Operator::dotMinus: return Op::subtract;
    case Operator::times:
    case Operator::dotTimes: return Op::multiply;
    case Operator::divide:
    case Operator::dotDivide: return Op::divide;
    case Operator::power:
    case Operator::dotPower: return Op::power;
    case Operator::less: return Op::less;
    case Operator::lessEqual: return Op::lessEqual;
    case Operator::greater: return Op::greater;
    case Operator::greaterEqual: return Op::greaterEqual;
    case Operator::equal: return Op::equal;
    case Operator::notEqual: return Op::notEqual;
    case Operator::logicalAnd: return Op::logicalAnd;
    case Operator::logicalOr: return Op::logicalOr;
    case Operator::logicalNot: return Op::logicalNot;
    case Operator::none: break;
  }
  return Op::add;
}

bool isDotted(Operator op) { return op >= Operator::dotPlus && op <= Operator::dotPower; }

std::string shape(const Dimensions& dimensions) {
  return dimensions.empty() ? "a scalar" : fmt::format("[{}]", fmt::join(dimensions, ", "));
}

OperatorResult shapeMismatch(Operator op, const Value& a, const Value& b) {
  return refuse(
      fmt::format("'{}' cannot combine {} and {}", syntax::spelling(op), shape(a.dimensions), shape(b.dimensions)));
}

OperatorResult logic(FlatModel& model, Pool& pool, Operator op, const Value& a, const Value& b) {
  for (int side = 0; side < 2; ++side)
    if (const Value& v = side == 0 ? a : b; v.record || v.type.type != Type::boolean)
      return refuse(fmt::format("'{}' needs a truth value, but this is {}", syntax::spelling(op), describe(model, v)),
                    side);
  if (a.dimensions != b.dimensions) return shapeMismatch(op, a, b);
  return {elementwise(pool, operation(op), {Type::boolean}, a, b)};
}

/// String(e) == "red" of an enumeration or truth value asks for the values with that name. Empty: it is no such text.
std::optional<Expr> namesText(Pool& pool, const Value& a, const std::string& text) {
  const auto& pieces = a.texts.front().pieces;
  const Shown* shown = pieces.size() == 1 ? std::get_if<Shown>(&pieces.front()) : nullptr;
  if (!shown || shown->format.names.empty()) return std::nullopt;
  const bool isTruth = shown->format.first == 0;
  Expr result = pool.boolean(false);
  for (std::size_t i = 0; i < shown->format.names.size(); ++i) {
    const double number = shown->format.first + static_cast<double>(i);
    if (written(shown->format, number) != text) continue;
    const Expr isIt = !isTruth ? symbolic::build(pool, Op::equal, shown->value, pool.constant(number))
                      : i == 1 ? shown->value
                               : symbolic::build(pool, Op::logicalNot, shown->value);
    result = symbolic::build(pool, Op::logicalOr, result, isIt);
  }
  return result;
}

/// String(i) == "12" of an Integer asks for its value. Empty: it is no such text.
std::optional<Expr> writesInteger(Pool& pool, const Value& a, const std::string& text) {
  const auto& pieces = a.texts.front().pieces;
  const Shown* shown = pieces.size() == 1 ? std::get_if<Shown>(&pieces.front()) : nullptr;
  if (!shown || !shown->format.names.empty() || shown->format.specification != "-d") return std::nullopt;
  double number = 0.0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool isWritten = read.ec == std::errc() && written(shown->format, number) == text;
  return isWritten ? symbolic::build(pool, Op::equal, shown->value, pool.constant(number)) : pool.boolean(false);
}

/// Whether two texts that vary are the same. Empty: they are made of values that vary.
std::optional<Expr> sameText(FlatModel& model, Pool& pool, const Value& a, const Value& b) {
  if (&pool != &model.pool) return std::nullopt;
  const auto left = textNumber(model, a.texts.front()), right = textNumber(model, b.texts.front());
  return left && right ? std::optional(symbolic::build(pool, Op::equal, *left, *right)) : std::nullopt;
}

/// Texts are compared where they are known; whether they are the same, also where they vary.
OperatorResult compareTexts(FlatModel& model, Pool& pool, Operator op, const Value& a, const Value& b) {
  const auto known = [](const Value& v) -> const std::string* {
    static const std::string nothing;
    const auto& pieces = v.texts.front().pieces;
    return pieces.empty() ? &nothing : pieces.size() == 1 ? std::get_if<std::string>(&pieces.front()) : nullptr;
  };
  const std::string* left = known(a);
  const std::string* right = known(b);
  if ((!left || !right) && (op == Operator::equal || op == Operator::notEqual)) {
    std::optional<Expr> same;
    const bool isString =
        &pool == &model.pool && (isVaryingString(model, a.texts.front()) || isVaryingString(model, b.texts.front()));
    if (isString) same = sameText(model, pool, a, b);
    if (!same && (left || right)) same = namesText(pool, left ? b : a, left ? *left : *right);
    if (!same && (left || right)) same = writesInteger(pool, left ? b : a, left ? *left : *right);
    if (!same) same = sameText(model, pool, a, b);
    if (same)
      return {Value{.type = {Type::boolean},
                    .variability = std::min(Variability::discrete, std::max(a.variability, b.variability)),
                    .scalars = {op == Operator::equal ? *same : symbolic::build(pool, Op::logicalNot, *same)}}};
  }
  if (!left || !right) return refuse(fmt::format("'{}' needs texts that are known beforehand", syntax::spelling(op)));
  const int order = left->compare(*right);
  const bool truth = op == Operator::equal       ? order == 0
                     : op == Operator::notEqual  ? order != 0
                     : op == Operator::less      ? order < 0
                     : op == Operator::lessEqual ? order <= 0
                     : op == Operator::greater   ? order > 0
                                                 : order >= 0;
  return {Value{.type = {Type::boolean}, .scalars = {pool.boolean(truth)}}};
}

OperatorResult relation(FlatModel& model, Pool& pool, Operator op, const Value& a, const Value& b) {
  for (int side = 0; side < 2; ++side)
    if (const Value& v = side == 0 ? a : b; !v.isScalar())
      return refuse(fmt::format("'{}' compares scalars, but this is {}", syntax::spelling(op), describe(model, v)),
                    side);
  const bool comparable = a.type == b.type || (a.type.isNumber() && b.type.isNumber());
  if (!comparable)
    return refuse(
        fmt::format("'{}' compares {} with {}", syntax::spelling(op), describe(model, a), describe(model, b)));
  if (a.isString()) return compareTexts(model, pool, op, a, b);
  Value result = elementwise(pool, operation(op), {Type::boolean}, a, b);
  result.variability = std::min(result.variability, Variability::discrete);  // it changes at events
  return {result};
}

OperatorResult concatenate(const Value& a, const Value& b) {
  Value result = a;
  result.variability = std::max(a.variability, b.variability);
  auto& pieces = result.texts.front().pieces;
  for (const auto& piece : b.texts.front().pieces) {
    const auto* text = std::get_if<std::string>(&piece);
    auto* last = pieces.empty() ? nullptr : std::get_if<std::string>(&pieces.back());
    if (text && last)
      *last += *text;
    else
      pieces.push_back(piece);
  }
  const auto* whole = std::get_if<std::string>(&pieces.back());
  if (whole && whole->size() > longestText) return refuse("this text would have more than a million characters");
  return {result};
}

/// m*actualStream(h) is continuous where the flow m changes its direction (Modelica 3.6, section 15.3), so that the
/// choice makes no event there. It is known by the order in which actualStream compares: 0 < m.
Expr withoutEventAtZero(Pool& pool, Expr factor, Expr choice) {
  if (pool.op(choice) != Op::conditional) return choice;
  const Expr condition = pool.operands(choice)[0];
  const bool isOfFactor = pool.op(condition) == Op::less && pool.operands(condition)[1] == factor &&
                          pool.isConstant(pool.operands(condition)[0], 0.0);
  return isOfFactor ? symbolic::build(pool, Op::noEvent, choice) : choice;
}

Expr times(Pool& pool, Expr a, Expr b) {
  return symbolic::multiply(pool, withoutEventAtZero(pool, b, a), withoutEventAtZero(pool, a, b));
}

OperatorResult matrixPower(Pool& pool, const Value& a, const Value& b) {
  const bool square = a.dimensions.size() == 2 && a.dimensions[0] == a.dimensions[1];
  if (!square || !b.isScalar() || !pool.isConstant(b.scalar()) || pool.value(b.scalar()) < 0 ||
      pool.value(b.scalar()) != static_cast<int>(pool.value(b.scalar())))
    return refuse("'^' needs numbers, or a square matrix and a power that is a constant natural number");
  Value result{.type = {Type::real}, .variability = a.variability, .dimensions = a.dimensions};
  for (std::int32_t i = 0; i < a.dimensions[0]; ++i)
    for (std::int32_t j = 0; j < a.dimensions[1]; ++j) result.scalars.push_back(pool.constant(i == j ? 1.0 : 0.0));
  for (int k = 0; k < static_cast<int>(pool.value(b.scalar())); ++k)
    result = k == 0 ? a : product(pool, {Type::real}, result, a);
  result.type = {Type::real};
  return {result};
}

OperatorResult arithmetic(FlatModel& model, Pool& pool, Operator op, const Value& a, const Value& b) {
  if (op == Operator::plus && a.isString() && b.isString() && a.isScalar() && b.isScalar()) return concatenate(a, b);
  for (int side = 0; side < 2; ++side)
    if (const Value& v = side == 0 ? a : b; v.record || !v.type.isNumber())
      return refuse(fmt::format("'{}' needs a number, but this is {}", syntax::spelling(op), describe(model, v)), side);
  const Op scalarOp = operation(op);
  const bool isReal = scalarOp == Op::divide || scalarOp == Op::power;
  const ScalarType type = isReal ? ScalarType{Type::real} : commonNumber(a.type, b.type);
  const bool oneIsScalar = a.dimensions.empty() || b.dimensions.empty();
  const bool sameShape = a.dimensions == b.dimensions;
  if (isDotted(op))
    return sameShape || oneIsScalar ? OperatorResult{elementwise(pool, scalarOp, type, a, b)} : shapeMismatch(op, a, b);
  switch (op) {
    case Operator::plus:
    case Operator::minus:
      if (!sameShape) return shapeMismatch(op, a, b);
      return {elementwise(pool, scalarOp, type, a, b)};
    case Operator::times: {
      if (oneIsScalar) return {elementwise(pool, scalarOp, type, a, b)};
      const bool fits = a.dimensions.size() <= 2 && b.dimensions.size() <= 2 && a.dimensions.back() == b.dimensions[0];
      return fits ? OperatorResult{product(pool, type, a, b)} : shapeMismatch(op, a, b);
    }
    case Operator::divide:
      if (!b.dimensions.empty())
        return refuse(fmt::format("'/' divides by a scalar, but this is {}", describe(model, b)), 1);
      return {elementwise(pool, scalarOp, type, a, b)};
    default:
      if (sameShape && oneIsScalar) return {elementwise(pool, scalarOp, type, a, b)};
      return matrixPower(pool, a, b);
  }
}

}  // namespace

ScalarType commonNumber(ScalarType a, ScalarType b) {
  return {a.type == Type::integer && b.type == Type::integer ? Type::integer : Type::real};
}

Value elementwise(Pool& pool, Op op, ScalarType type, const Value& a) {
  Value result{.type = type, .variability = a.variability, .dimensions = a.dimensions};
  result.scalars.reserve(a.scalars.size());
  for (const Expr e : a.scalars) result.scalars.push_back(symbolic::build(pool, op, e));
  return result;
}

Value elementwise(Pool& pool, Op op, ScalarType type, const Value& a, const Value& b) {
  const bool aIsScalar = a.dimensions.empty(), bIsScalar = b.dimensions.empty();
  Value result{.type = type,
               .variability = std::max(a.variability, b.variability),
               .dimensions = aIsScalar ? b.dimensions : a.dimensions};
  const std::size_t n = count(result.dimensions);
  result.scalars.reserve(n);
  for (std::size_t i = 0; i < n; ++i) {
    const Expr x = a.scalars[aIsScalar ? 0 : i], y = b.scalars[bIsScalar ? 0 : i];
    result.scalars.push_back(op == Op::multiply ? times(pool, x, y) : symbolic::build(pool, op, x, y));
  }
  return result;
}

Value product(Pool& pool, ScalarType type, const Value& a, const Value& b) {
  const bool aIsVector = a.dimensions.size() == 1, bIsVector = b.dimensions.size() == 1;
  const auto inner = static_cast<std::size_t>(b.dimensions[0]);
  const auto rows = static_cast<std::size_t>(aIsVector ? 1 : a.dimensions[0]);
  const auto columns = static_cast<std::size_t>(bIsVector ? 1 : b.dimensions[1]);
  Value result{.type = type, .variability = std::max(a.variability, b.variability)};
  if (!aIsVector) result.dimensions.push_back(a.dimensions[0]);
  if (!bIsVector) result.dimensions.push_back(b.dimensions[1]);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j) {
      Expr sum = Expr::none;
      for (std::size_t k = 0; k < inner; ++k)
        sum = symbolic::addTerms(pool, sum, times(pool, a.scalars[i * inner + k], b.scalars[k * columns + j]));
      result.scalars.push_back(symbolic::termOrZero(pool, sum));
    }
  return result;
}

OperatorResult unary(FlatModel& model, Pool& pool, Operator op, const Value& a) {
  const bool logical = op == Operator::logicalNot;
  const bool fits = !a.record && (logical ? a.type.type == Type::boolean : a.type.isNumber());
  if (!fits)
    return refuse(fmt::format("'{}' needs {}, but this is {}", syntax::spelling(op),
                              logical ? "a truth value" : "a number", describe(model, a)),
                  0);
  if (logical) return {elementwise(pool, Op::logicalNot, a.type, a)};
  const bool negative = op == Operator::minus || op == Operator::dotMinus;
  return {negative ? elementwise(pool, Op::negate, a.type, a) : a};
}

OperatorResult binary(FlatModel& model, Pool& pool, Operator op, const Value& a, const Value& b) {
  if (op == Operator::logicalAnd || op == Operator::logicalOr) return logic(model, pool, op, a, b);
  if (symbolic::isRelation(operation(op))) return relation(model, pool, op, a, b);
  return arithmetic(model, pool, op, a, b);
}

}  // namespace dashpot::model
