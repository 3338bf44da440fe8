#include "symbolic/constant_terms.hpp"

namespace dashpot::symbolic {

bool ConstantTerms::isZero(Expr e) const { return e == Expr::none || (pool_.isConstant(e) && pool_.value(e) == 0.0); }

Expr ConstantTerms::operator()(Expr e) {
  const std::vector<Expr> parts(walker_.reachable(e));
  if (simplified_.size() < pool_.size()) simplified_.resize(pool_.size());
  for (const Expr node : parts) simplified_[index(node)] = visit(node);
  return termOrZero(pool_, of(e));
}

/// A variable, its value, or nothing for what is zero and for the rate of what does not change.
Expr ConstantTerms::leaf(Expr e) const {
  const Op op = pool_.op(e);
  if (op != Op::variable && op != Op::derivative && op != Op::pre) return e;
  const auto found = known_.find(pool_.variable(e));
  if (found == known_.end()) return e;
  if (op == Op::derivative || (op == Op::variable && isZero(found->second))) return Expr::none;
  return op == Op::variable ? found->second : e;
}

namespace {

/// Whether an operation may have no finite result for finite operands, overflow aside.
bool isPartial(Op op) {
  switch (op) {
    case Op::sqrt:
    case Op::log:
    case Op::log10:
    case Op::asin:
    case Op::acos:
    case Op::divide:
    case Op::power:
    case Op::div:
    case Op::mod:
    case Op::rem:
    case Op::element: return true;
    default: return false;
  }
}

}  // namespace

bool ConstantTerms::isNonZero(Expr e) const { return pool_.isConstant(e) && pool_.value(e) != 0.0; }

bool ConstantTerms::isZeroProduct(Expr e) const {
  const Op op = pool_.op(e);
  if (op != Op::multiply && op != Op::divide && op != Op::negate) return isZero(e);
  const auto operands = pool_.operands(e);
  return isZeroProduct(operands[0]) || (op == Op::multiply && isZeroProduct(operands[1]));
}

bool ConstantTerms::mayGo(Expr product) {
  bool hasValue = true;
  for (const Expr e : walker_.reachable(product)) {
    if (pool_.op(e) == Op::derivative) return true;
    if (isPartial(pool_.op(e))) hasValue = hasValue && pool_.op(e) == Op::divide && isNonZero(pool_.operands(e)[1]);
  }
  return hasValue;
}

Expr ConstantTerms::visit(Expr e) {
  const Op op = pool_.op(e);
  if (isLeaf(op)) return leaf(e);
  const auto value = [&](Expr operand) { return termOrZero(pool_, of(operand)); };
  if (op == Op::call) {
    std::vector<Expr> arguments;
    for (const Expr argument : pool_.arguments(e)) arguments.push_back(argument);
    for (Expr& argument : arguments) argument = value(argument);
    return pool_.call(pool_.function(e), arguments);
  }
  const auto [first, second, third] = pool_.operands(e);
  const auto term = [&](Expr operand) {
    if (operand == Expr::none) return operand;
    const Expr simplified = of(operand);
    return isZero(simplified) ? Expr::none : simplified;
  };
  const Expr a = term(first), b = term(second);
  switch (op) {
    case Op::element: return pool_.element(of(first), pool_[e].b);
    case Op::indexed: return e;
    case Op::multiply:
    case Op::divide: {
      if (of(first) == Expr::none) return Expr::none;
      if (op == Op::multiply && of(second) == Expr::none) return Expr::none;
      const Expr left = value(first), right = value(second), result = build(pool_, op, left, right);
      const bool vanishes = isZeroProduct(left) || (op == Op::multiply && isZeroProduct(right));
      return vanishes && mayGo(result) ? Expr::none : result;
    }
    case Op::noEvent: return a == Expr::none ? a : build(pool_, op, a);
    case Op::conditional: return conditionalTerms(pool_, value(first), b, term(third));
    case Op::add: return addTerms(pool_, a, b);
    case Op::subtract: return subtractTerms(pool_, a, b);
    case Op::negate: return negateTerm(pool_, a);
    default:
      return build(pool_, op, value(first), second == Expr::none ? second : value(second),
                   third == Expr::none ? third : value(third));
  }
}

}  // namespace dashpot::symbolic
