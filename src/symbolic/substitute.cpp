#include "symbolic/substitute.hpp"

#include <algorithm>

namespace dashpot::symbolic {

Expr Substitution::operator()(Expr e) {
  rebuilt_.resize(pool_.size(), Expr::none);
  if (rebuilt_[index(e)] != Expr::none) return rebuilt_[index(e)];
  findUnknown(e);
  for (const Expr at : unknown_) rebuilt_[index(at)] = rebuild(at);
  return rebuilt_[index(e)];
}

void Substitution::findUnknown(Expr root) {
  unknown_.clear();
  stack_.assign(1, root);
  const auto visit = [&](Expr e) {
    if (e != Expr::none && rebuilt_[index(e)] == Expr::none) stack_.push_back(e);
  };
  isFound_.resize(pool_.size(), false);
  while (!stack_.empty()) {
    const Expr e = stack_.back();
    stack_.pop_back();
    if (isFound_[index(e)]) continue;
    isFound_[index(e)] = true;
    unknown_.push_back(e);
    if (pool_.op(e) == Op::call)
      for (const Expr argument : pool_.arguments(e)) visit(argument);
    else
      for (const Expr operand : pool_.operands(e)) visit(operand);
  }
  std::ranges::sort(unknown_);  // operands are older than what uses them
}

Expr Substitution::rebuild(Expr at) {
  const Op op = pool_.op(at);
  if (op == Op::call) {
    std::vector<Expr> arguments;
    for (const Expr argument : pool_.arguments(at)) arguments.push_back(rebuilt_[index(argument)]);
    return pool_.call(pool_.function(at), arguments);
  }
  const auto [a, b, c] = pool_.operands(at);
  const auto now = [&](Expr operand) { return operand == Expr::none ? operand : rebuilt_[index(operand)]; };
  if (now(a) == a && now(b) == b && now(c) == c) return at;
  if (op == Op::element) return pool_.element(now(a), pool_[at].b);
  if (op == Op::indexed) return pool_.indexed(static_cast<VariableId>(pool_[at].b), pool_[at].c, now(a));
  return build(pool_, op, now(a), now(b), now(c));
}

}  // namespace dashpot::symbolic
