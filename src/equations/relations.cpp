#include "equations/relations.hpp"

#include <algorithm>
#include <unordered_set>

namespace dashpot::equations {

using symbolic::Op;

RelationExtractor::RelationExtractor(Pool& pool, std::function<bool(VariableId)> isKnownBeforeRun,
                                     std::vector<Mode>& modes)
    : pool_(pool),
      isKnownBeforeRun_(std::move(isKnownBeforeRun)),
      modes_(modes),
      walker_(pool),
      withModes_(pool),
      withoutNoEvent_(pool) {}

/// Relations and noEvent() nodes that are reached without passing through a noEvent(), operands first.
std::vector<Expr> RelationExtractor::outsideNoEvent(Expr root) const {
  std::vector<Expr> found, stack{root};
  std::unordered_set<Expr> seen{root};
  while (!stack.empty()) {
    const Expr e = stack.back();
    stack.pop_back();
    const Op op = pool_.op(e);
    if (isRelation(op) || op == Op::noEvent) found.push_back(e);
    if (op == Op::noEvent) continue;
    for (const Expr operand : pool_.operands(e))
      if (operand != Expr::none && seen.insert(operand).second) stack.push_back(operand);
  }
  std::ranges::sort(found);
  return found;
}

bool RelationExtractor::varies(Expr e) {
  return std::ranges::any_of(walker_.reachable(e), [&](Expr at) {
    const Op op = pool_.op(at);
    return op == Op::time || op == Op::mode || (op == Op::variable && !isKnownBeforeRun_(pool_.variable(at)));
  });
}

Expr RelationExtractor::operator()(Expr e, const model::Origin& origin) {
  for (const Expr part : outsideNoEvent(e)) {
    if (!done_.emplace(part, true).second) continue;
    const auto [left, right, none] = pool_.operands(part);
    if (pool_.op(part) == Op::noEvent) {
      for (const Expr inner : walker_.leaves(left, Op::noEvent))
        withoutNoEvent_.replace(inner, withoutNoEvent_(pool_.operands(inner)[0]));
      withModes_.replace(part, withoutNoEvent_(left));
    } else if (varies(part)) {
      const auto number = static_cast<std::uint32_t>(modes_.size());
      modes_.push_back({pool_.op(part), withModes_(left), withModes_(right), origin});
      withModes_.replace(part, pool_.mode(number));
    }
  }
  return withModes_(e);
}

}  // namespace dashpot::equations
