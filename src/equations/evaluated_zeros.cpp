#include "equations/evaluated_zeros.hpp"

#include "symbolic/build.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace dashpot::equations {

namespace {

using model::FlatModel;
using model::Variability;
using symbolic::Expr;
using symbolic::Op;
using symbolic::Pool;
using symbolic::VariableId;

class VanishingProducts {
 public:
  explicit VanishingProducts(FlatModel& model) : model_(model), pool_(model.pool), walker_(model.pool) {
    for (bool hasGrown = true; hasGrown;) {
      hasGrown = false;
      for (std::size_t i = 0; i < model_.variables.size(); ++i)
        if (const model::Variable& v = model_.variables[i];
            v.isFinal && v.variability == Variability::parameter && v.type == model::Type::real)
          if (v.binding != Expr::none && vanishes(v.binding))
            hasGrown = zeros_.insert(static_cast<VariableId>(i)).second || hasGrown;
    }
  }

  [[nodiscard]] bool isEmpty() const { return zeros_.empty(); }

  /// The equations without these products. Variables that turn out to be zero make further ones vanish.
  std::vector<model::Equation> remaining() {
    std::vector<model::Equation> result;
    for (bool hasGrown = true; hasGrown;) {
      hasGrown = false;
      reduced_.clear();
      result = model_.equations;
      for (model::Equation& equation : result) {
        equation.left = symbolic::termOrZero(pool_, reduced(equation.left));
        equation.right = symbolic::termOrZero(pool_, reduced(equation.right));
        if (pool_.op(equation.left) == Op::variable && vanishes(equation.right))
          hasGrown = zeros_.insert(pool_.variable(equation.left)).second || hasGrown;
      }
    }
    return result;
  }

 private:
  [[nodiscard]] bool vanishes(Expr e) const {
    if (e == Expr::none) return true;
    if (pool_.isConstant(e)) return pool_.value(e) == 0.0;
    return pool_.op(e) == Op::variable && zeros_.contains(pool_.variable(e));
  }

  /// Expr::none: nothing is left of it. A variable that is zero stays where it stands alone.
  Expr reduced(Expr e) {
    for (const Expr node : std::vector<Expr>(walker_.reachable(e)))
      if (!reduced_.contains(node)) reduced_.emplace(node, visit(node));
    return reduced_.at(e);
  }

  Expr visit(Expr e) {
    const Op op = pool_.op(e);
    const auto [first, second, third] = pool_.operands(e);
    const auto term = [&](Expr operand) {
      const auto found = reduced_.find(operand);
      return found == reduced_.end() ? operand : found->second;
    };
    const Expr a = term(first), b = term(second), c = term(third);
    if (op == Op::multiply && (vanishes(a) || vanishes(b))) return Expr::none;
    if (op == Op::divide && vanishes(a)) return Expr::none;
    if ((a == first && b == second && c == third) || op == Op::call) return e;
    switch (op) {
      case Op::add: return symbolic::addTerms(pool_, a, b);
      case Op::subtract: return symbolic::subtractTerms(pool_, a, b);
      case Op::negate: return symbolic::negateTerm(pool_, a);
      case Op::noEvent: return a == Expr::none ? a : symbolic::build(pool_, op, a);
      case Op::conditional: return symbolic::conditionalTerms(pool_, value(first, a), b, c);
      default: return symbolic::build(pool_, op, value(first, a), value(second, b), value(third, c));
    }
  }

  /// Of an operand, where there is one.
  Expr value(Expr operand, Expr reduced) {
    return operand == Expr::none ? Expr::none : symbolic::termOrZero(pool_, reduced);
  }

  FlatModel& model_;
  Pool& pool_;
  symbolic::Walker walker_;
  std::unordered_set<VariableId> zeros_;
  std::unordered_map<Expr, Expr> reduced_;
};

std::unordered_set<VariableId> differentiated(FlatModel& model, const std::vector<model::Equation>& equations) {
  symbolic::Walker walker(model.pool);
  std::unordered_set<VariableId> result;
  for (const model::Equation& equation : equations)
    for (const Expr side : {equation.left, equation.right})
      for (const Expr leaf : walker.leaves(side, Op::derivative)) result.insert(model.pool.variable(leaf));
  return result;
}

}  // namespace

void leaveOutVanishingDerivatives(FlatModel& model) {
  VanishingProducts products(model);
  if (products.isEmpty()) return;
  std::vector<model::Equation> remaining = products.remaining();
  if (differentiated(model, remaining).size() < differentiated(model, model.equations).size())
    model.equations = std::move(remaining);
}

}  // namespace dashpot::equations
