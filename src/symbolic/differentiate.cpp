#include "symbolic/differentiate.hpp"

#include "symbolic/chain_rule.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <unordered_set>

namespace dashpot::symbolic {

namespace {

// Equations share little, and what is derived again is found in the pool: a memory that stays in the processor's is
// faster than one that forgets nothing, and for short expressions none is needed.
constexpr std::size_t mostRemembered = 1 << 14;
constexpr std::size_t fewNodes = 64;

std::uint64_t key(Expr e, Expr leaf) { return static_cast<std::uint64_t>(e) << 32 | static_cast<std::uint64_t>(leaf); }

/// One result of a call: the same result of the derivative function.
Expr elementTangent(Pool& pool, Expr at, const std::function<Expr(Expr)>& known, FunctionDerivatives* functions) {
  const Expr call = pool.operands(at)[0];
  const std::uint32_t result = pool[at].b;
  std::vector<Expr> arguments(pool.arguments(call).begin(), pool.arguments(call).end());
  std::vector<Expr> tangents;
  for (const Expr argument : arguments) tangents.push_back(known(argument));
  const bool isAtRest = std::ranges::all_of(tangents, [](Expr e) { return e == Expr::none; });
  if (isAtRest && !(functions && functions->hidesMotion(pool, pool.function(call), arguments))) return Expr::none;
  if (functions == nullptr) throw std::logic_error("bug: a call is differentiated without a table of functions");
  return functions->tangent(pool, pool.function(call), arguments, tangents, result);
}

}  // namespace

Expr nodeTangent(Pool& pool, Expr at, const std::function<Expr(Expr)>& known, FunctionDerivatives* functions) {
  const Op op = pool.op(at);
  if (op == Op::element) return elementTangent(pool, at, known, functions);
  if (op == Op::call || op == Op::indexed || op == Op::delay) return Expr::none;  // a call counts by its elements
  const auto operands = pool.operands(at);
  Tangents tangents{Expr::none, Expr::none, Expr::none};
  for (std::size_t i = 0; i < operands.size(); ++i)
    if (operands[i] != Expr::none) tangents[i] = known(operands[i]);
  return chainRule(pool, at, tangents);
}

Expr Differentiator::operator()(Expr e, Expr leaf) {
  const std::vector<Expr>& order = walker_.reachable(e);
  return order.size() <= fewNodes ? ofShort(order, leaf) : ofLong(order, leaf);
}

Expr Differentiator::tangent(Expr at, Expr leaf, const std::function<Expr(Expr)>& known) {
  if (at == leaf) return pool_.constant(1.0);
  return isLeaf(pool_.op(at)) ? Expr::none : nodeTangent(pool_, at, known, functions_);
}

/// `order` ascends, so that an operand is found by bisection.
Expr Differentiator::ofShort(const std::vector<Expr>& order, Expr leaf) {
  std::array<Expr, fewNodes> tangents;
  const std::function<Expr(Expr)> known = [&](Expr operand) {
    return tangents[static_cast<std::size_t>(std::ranges::lower_bound(order, operand) - order.begin())];
  };
  for (std::size_t i = 0; i < order.size(); ++i) tangents[i] = tangent(order[i], leaf, known);
  return tangents[order.size() - 1];
}

Expr Differentiator::ofLong(const std::vector<Expr>& order, Expr leaf) {
  if (memo_.size() > mostRemembered) memo_.clear();
  const std::function<Expr(Expr)> known = [&](Expr operand) { return memo_.at(key(operand, leaf)); };
  for (const Expr at : order)
    if (!memo_.contains(key(at, leaf))) memo_.emplace(key(at, leaf), tangent(at, leaf, known));
  return known(order.back());
}

/// The expressions that the derivative of e needs, operands first: all below it, but for arguments whose derivatives a
/// rule for d/dt does not take.
std::vector<Expr> Tangent::needed(Expr e) {
  if (!functions_ || !functions_->isAlongTime()) return walker_.reachable(e);
  std::vector<Expr> found{e};
  std::unordered_set<Expr> seen{e};
  const auto add = [&](Expr operand) {
    if (operand != Expr::none && seen.insert(operand).second) found.push_back(operand);
  };
  // NOLINTNEXTLINE(modernize-loop-convert): the list grows meanwhile
  for (std::size_t next = 0; next < found.size(); ++next) {
    const Expr at = found[next];
    if (pool_.op(at) == Op::call) {
      const std::vector<bool> isTaken = functions_->differentiatedInputs(pool_.function(at));
      const auto arguments = pool_.arguments(at);
      for (std::size_t i = 0; i < arguments.size(); ++i)
        if (isTaken[i]) add(arguments[i]);
    } else {
      for (const Expr operand : pool_.operands(at)) add(operand);
    }
  }
  std::ranges::sort(found);  // operands are older than what uses them
  return found;
}

Expr Tangent::operator()(Expr e) {
  if (const auto found = memo_.find(e); found != memo_.end()) return found->second;
  const std::vector<Expr> order = needed(e);
  const std::function<Expr(Expr)> known = [&](Expr operand) {
    const auto found = memo_.find(operand);
    return found == memo_.end() ? Expr::none : found->second;  // one that nobody asks for
  };
  for (const Expr at : order) {
    if (memo_.contains(at)) continue;
    const Expr result =
        isLeaf(pool_.op(at)) || pool_.op(at) == Op::indexed ? ofLeaf_(at) : nodeTangent(pool_, at, known, functions_);
    memo_.emplace(at, result);
  }
  return known(e);
}

}  // namespace dashpot::symbolic
