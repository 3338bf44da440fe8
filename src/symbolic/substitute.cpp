#include "symbolic/substitute.hpp"

namespace dashpot::symbolic {

Expr Substitution::operator()(Expr e) {
  if (const auto found = rebuilt_.find(e); found != rebuilt_.end()) return found->second;
  const std::vector<Expr> order = walker_.reachable(e);
  for (const Expr at : order) {
    if (rebuilt_.contains(at)) continue;
    rebuilt_.emplace(at, rebuild(at));
  }
  return rebuilt_.at(e);
}

Expr Substitution::rebuild(Expr at) {
  const Op op = pool_.op(at);
  if (op == Op::call) {
    std::vector<Expr> arguments;
    for (const Expr argument : pool_.arguments(at)) arguments.push_back(rebuilt_.at(argument));
    return pool_.call(pool_.function(at), arguments);
  }
  const auto [a, b, c] = pool_.operands(at);
  const auto now = [&](Expr operand) { return operand == Expr::none ? operand : rebuilt_.at(operand); };
  if (now(a) == a && now(b) == b && now(c) == c) return at;
  if (op == Op::element) return pool_.element(now(a), pool_[at].b);
  if (op == Op::indexed) return pool_.indexed(static_cast<VariableId>(pool_[at].b), pool_[at].c, now(a));
  return build(pool_, op, now(a), now(b), now(c));
}

}  // namespace dashpot::symbolic
