#include "symbolic/substitute.hpp"

namespace dashpot::symbolic {

Expr Substitution::operator()(Expr e) {
  if (const auto found = rebuilt_.find(e); found != rebuilt_.end()) return found->second;
  const std::vector<Expr> order = walker_.reachable(e);
  for (const Expr at : order) {
    if (rebuilt_.contains(at)) continue;
    const auto [a, b, c] = pool_.operands(at);
    const auto now = [&](Expr operand) { return operand == Expr::none ? operand : rebuilt_.at(operand); };
    const bool same = now(a) == a && now(b) == b && now(c) == c;
    rebuilt_.emplace(at, same ? at : build(pool_, pool_.op(at), now(a), now(b), now(c)));
  }
  return rebuilt_.at(e);
}

}  // namespace dashpot::symbolic
