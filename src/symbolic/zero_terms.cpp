#include "symbolic/zero_terms.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace dashpot::symbolic {

namespace {

bool isZero(const Pool& pool, Expr e) { return pool.isConstant(e) && pool.value(e) == 0.0; }

/// One factor is zero; whether the other is always a number is another question.
bool isZeroProduct(const Pool& pool, Expr e) {
  return pool.op(e) == Op::multiply && (isZero(pool, pool.operands(e)[0]) || isZero(pool, pool.operands(e)[1]));
}

class Remover {
 public:
  explicit Remover(Pool& pool) : pool_(pool) {}

  /// Expr::none: nothing is left of it.
  Expr term(Expr e) const {
    const auto found = changed_.find(e);
    return found == changed_.end() ? e : found->second;
  }

  /// Operands have been visited.
  void visit(Expr e) {
    const Op op = pool_.op(e);
    if (op == Op::call) return;  // its arguments are values of their own
    const auto [a, b, c] = pool_.operands(e);
    if (isPlain(op, a, b)) plain_.insert(e);
    if (isZeroProduct(pool_, e) && plain_.contains(e)) {
      changed_[e] = Expr::none;
      return;
    }
    const auto isChanged = [&](Expr operand) { return operand != Expr::none && changed_.contains(operand); };
    if (!isChanged(a) && !isChanged(b) && !isChanged(c)) return;
    changed_[e] = rebuilt(op, a, b, c);
  }

 private:
  [[nodiscard]] bool isPlain(Op op, Expr a, Expr b) const {
    switch (op) {
      case Op::variable:
      case Op::constant: return true;
      case Op::negate: return plain_.contains(a);
      case Op::add:
      case Op::subtract:
      case Op::multiply: return plain_.contains(a) && plain_.contains(b);
      default: return false;
    }
  }

  Expr rebuilt(Op op, Expr a, Expr b, Expr c) {
    switch (op) {
      case Op::add: return addTerms(pool_, term(a), term(b));
      case Op::subtract: return subtractTerms(pool_, term(a), term(b));
      case Op::negate: return negateTerm(pool_, term(a));
      case Op::multiply:
        if (term(a) == Expr::none || term(b) == Expr::none) return Expr::none;
        return multiply(pool_, term(a), term(b));
      case Op::divide: return term(a) == Expr::none ? Expr::none : divide(pool_, term(a), value(b));
      case Op::conditional: return conditionalTerms(pool_, value(a), term(b), term(c));
      default: return build(pool_, op, value(a), value(b), value(c));
    }
  }

  Expr value(Expr e) { return e == Expr::none ? e : termOrZero(pool_, term(e)); }

  Pool& pool_;
  std::unordered_map<Expr, Expr> changed_;
  std::unordered_set<Expr> plain_;  // sums of products of variables
};

}  // namespace

Expr withoutZeroTerms(Pool& pool, Walker& walker, Expr e) {
  const std::vector<Expr>& nodes = walker.reachable(e);
  if (std::ranges::none_of(nodes, [&](Expr node) { return isZeroProduct(pool, node); })) return e;
  Remover remover(pool);
  for (const Expr node : std::vector<Expr>(nodes)) remover.visit(node);
  return termOrZero(pool, remover.term(e));
}

}  // namespace dashpot::symbolic
