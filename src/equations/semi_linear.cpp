#include "equations/semi_linear.hpp"

#include "symbolic/build.hpp"

#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace dashpot::equations {

namespace {

using symbolic::Expr;
using symbolic::Op;
using symbolic::Pool;
using symbolic::VariableId;

/// y or -y is semiLinear(x, positive, negative), x and y being variables that stand for their aliases.
struct SemiLinear {
  std::size_t equation;
  VariableId x, y;
  bool isNegated;
  Expr positive, negative;
};

/// Those without a partner, by x, y and sign.
using OpenSemiLinears = std::map<std::tuple<VariableId, VariableId, bool>, SemiLinear>;

struct SignedTerm {
  VariableId variable;
  bool isNegated;
};

class Reader {
 public:
  Reader(const model::FlatModel& model, const AliasSet& aliases)
      : model_(model), pool_(model.pool), aliases_(aliases) {}

  std::optional<SemiLinear> read(std::size_t equation) const {
    const auto& [left, right, kind, origin, pattern] = model_.equations[equation];
    if (auto found = read(left, right, equation)) return found;
    return read(right, left, equation);
  }

  [[nodiscard]] std::optional<SignedTerm> variable(Expr e) const {
    const bool isNegated = pool_.op(e) == Op::negate;
    if (isNegated) e = pool_.operands(e)[0];
    if (pool_.op(e) != Op::variable) return std::nullopt;
    const AliasSet::Entry& root = aliases_.entries[symbolic::index(pool_.variable(e))];
    return SignedTerm{root.of, root.negated != isNegated};
  }

 private:
  std::optional<SemiLinear> read(Expr result, Expr law, std::size_t equation) const {
    if (pool_.op(law) != Op::conditional) return std::nullopt;
    const auto [condition, then, otherwise] = pool_.operands(law);
    if (pool_.op(condition) != Op::greaterEqual || !pool_.isConstant(pool_.operands(condition)[1], 0.0))
      return std::nullopt;
    const Expr flow = pool_.operands(condition)[0];
    const auto slope = [&](Expr product) {
      const bool fits = pool_.op(product) == Op::multiply && pool_.operands(product)[1] == flow;
      return fits ? pool_.operands(product)[0] : Expr::none;
    };
    const Expr positive = slope(then), negative = slope(otherwise);
    const auto x = variable(flow), y = variable(result);
    if (!x || !y || positive == Expr::none || negative == Expr::none) return std::nullopt;
    // semiLinear(-x, a, b) = -semiLinear(x, b, a)
    return SemiLinear{.equation = equation,
                      .x = x->variable,
                      .y = y->variable,
                      .isNegated = x->isNegated != y->isNegated,
                      .positive = x->isNegated ? negative : positive,
                      .negative = x->isNegated ? positive : negative};
  }

  const model::FlatModel& model_;
  const Pool& pool_;
  const AliasSet& aliases_;
};

bool isSameUnknown(const model::FlatModel& model, const Reader& reader, Expr a, Expr b) {
  const auto first = reader.variable(a), second = reader.variable(b);
  return first && second && first->variable == second->variable && first->isNegated == second->isNegated &&
         model[first->variable].variability == model::Variability::continuous &&
         model[first->variable].causality != model::Causality::input;
}

/// The variables that an equation says are zero.
std::set<VariableId> findZeros(const model::FlatModel& model, const Reader& reader) {
  std::set<VariableId> zeros;
  for (const model::Equation& equation : model.equations)
    for (const auto& [side, other] : {std::pair{equation.left, equation.right}, {equation.right, equation.left}})
      if (const auto found = reader.variable(side); found && model.pool.isConstant(other, 0.0))
        zeros.insert(found->variable);
  return zeros;
}

/// x = 0, y = 0, y = semiLinear(x, a, b): the last one becomes a = b.
void equateSlopes(model::FlatModel& model, const Reader& reader, const OpenSemiLinears& open) {
  if (open.empty()) return;
  const std::set<VariableId> zeros = findZeros(model, reader);
  for (const auto& [key, one] : open) {
    if (!zeros.contains(one.x) || !zeros.contains(one.y)) continue;
    model.equations[one.equation].left = one.positive;
    model.equations[one.equation].right = one.negative;
  }
}

}  // namespace

void joinSemiLinear(model::FlatModel& model, const AliasSet& aliases) {
  const Reader reader(model, aliases);
  OpenSemiLinears open;
  Pool& pool = model.pool;
  for (std::size_t i = 0; i < model.equations.size(); ++i) {
    const auto second = reader.read(i);
    if (!second) continue;
    const auto [at, isNew] = open.try_emplace({second->x, second->y, second->isNegated}, *second);
    if (isNew) continue;
    const SemiLinear first = at->second;
    const bool isForward = isSameUnknown(model, reader, first.negative, second->positive);
    if (!isForward && !isSameUnknown(model, reader, second->negative, first.positive)) continue;
    open.erase(at);
    const Expr between = isForward ? first.negative : second->negative;
    const Expr a = isForward ? first.positive : second->positive;
    const Expr b = isForward ? second->negative : first.negative;
    const Expr x = pool.variable(first.x), y = pool.variable(first.y);
    const Expr isPositive = symbolic::build(pool, Op::greaterEqual, x, pool.constant(0.0));
    model::Equation& node = model.equations[first.equation];
    node.left = between;
    node.right = symbolic::conditional(pool, isPositive, a, b);
    model::Equation& flow = model.equations[i];
    flow.left = first.isNegated ? symbolic::negate(pool, y) : y;
    flow.right =
        symbolic::conditional(pool, isPositive, symbolic::multiply(pool, a, x), symbolic::multiply(pool, b, x));
  }
  equateSlopes(model, reader, open);
}

}  // namespace dashpot::equations
