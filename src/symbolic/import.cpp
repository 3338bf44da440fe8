#include "symbolic/import.hpp"

namespace dashpot::symbolic {

Expr Import::operator()(Expr e) {
  if (e == Expr::none) return e;
  if (const auto found = copies_.find(e); found != copies_.end()) return found->second;
  const std::vector<Expr> order = walker_.reachable(e);
  for (const Expr at : order)
    if (!copies_.contains(at)) copies_.emplace(at, copy(at));
  return copies_.at(e);
}

Expr Import::copy(Expr at) {
  const Node& node = from_[at];
  const auto now = [&](Expr operand) { return operand == Expr::none ? operand : copies_.at(operand); };
  switch (node.op) {
    case Op::constant: return to_.constant(from_.value(at));
    case Op::boolean: return to_.boolean(node.a != 0);
    case Op::time: return to_.time();
    case Op::variable: return to_.variable(renumber_(from_.variable(at)));
    case Op::derivative: return to_.derivative(renumber_(from_.variable(at)));
    case Op::pre: return to_.pre(renumber_(from_.variable(at)));
    case Op::initial: return to_.initial();
    case Op::terminal: return to_.terminal();
    case Op::mode: return to_.mode(node.a);
    case Op::element: return to_.element(now(static_cast<Expr>(node.a)), node.b);
    case Op::indexed:
      return to_.indexed(renumber_(static_cast<VariableId>(node.b)), node.c, now(static_cast<Expr>(node.a)));
    case Op::call: {
      std::vector<Expr> arguments;
      for (const Expr argument : from_.arguments(at)) arguments.push_back(now(argument));
      return to_.call(from_.function(at), arguments);
    }
    default: {
      const auto [a, b, c] = from_.operands(at);
      return to_.make(node.op, now(a), now(b), now(c));
    }
  }
}

}  // namespace dashpot::symbolic
