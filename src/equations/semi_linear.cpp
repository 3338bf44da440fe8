#include "equations/semi_linear.hpp"

#include "symbolic/build.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

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

/// Those of one x, y and sign, in the order of the model.
using SemiLinears = std::map<std::tuple<VariableId, VariableId, bool>, std::vector<SemiLinear>>;

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
void equateSlopes(model::FlatModel& model, const std::set<VariableId>& zeros, const SemiLinear& alone) {
  if (!zeros.contains(alone.x) || !zeros.contains(alone.y)) return;
  model.equations[alone.equation].left = alone.positive;
  model.equations[alone.equation].right = alone.negative;
}

/// The laws of a group, each chain y = semiLinear(x, a, s1), y = semiLinear(x, s1, s2), ..., y = semiLinear(x, sN, b)
/// in its order.
std::vector<std::vector<SemiLinear>> findChains(const model::FlatModel& model, const Reader& reader,
                                                std::vector<SemiLinear> laws) {
  std::vector<std::vector<SemiLinear>> chains;
  const auto follows = [&](const SemiLinear& first, const SemiLinear& second) {
    return first.equation != second.equation && isSameUnknown(model, reader, first.negative, second.positive);
  };
  while (!laws.empty()) {
    const auto isHead = [&](const SemiLinear& law) {
      return std::ranges::none_of(laws, [&](const SemiLinear& other) { return follows(other, law); });
    };
    auto next = std::ranges::find_if(laws, isHead);
    if (next == laws.end()) next = laws.begin();  // a ring begins anywhere
    std::vector<SemiLinear>& chain = chains.emplace_back();
    while (next != laws.end()) {
      chain.push_back(*next);
      laws.erase(next);
      next = std::ranges::find_if(laws, [&](const SemiLinear& law) { return follows(chain.back(), law); });
    }
  }
  return chains;
}

/// s1 = if x >= 0 then a else b; s2 = s1; ...; y = semiLinear(x, a, b)
void joinChain(model::FlatModel& model, const std::vector<SemiLinear>& chain) {
  Pool& pool = model.pool;
  const SemiLinear& first = chain.front();
  const Expr a = first.positive, b = chain.back().negative;
  const Expr x = pool.variable(first.x), y = pool.variable(first.y);
  const Expr isPositive = symbolic::build(pool, Op::greaterEqual, x, pool.constant(0.0));
  for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
    model::Equation& between = model.equations[chain[i].equation];
    between.left = chain[i].negative;
    between.right = i == 0 ? symbolic::conditional(pool, isPositive, a, b) : first.negative;
  }
  model::Equation& flow = model.equations[chain.back().equation];
  flow.left = first.isNegated ? symbolic::negate(pool, y) : y;
  flow.right = symbolic::conditional(pool, isPositive, symbolic::multiply(pool, a, x), symbolic::multiply(pool, b, x));
}

}  // namespace

void joinSemiLinear(model::FlatModel& model, const AliasSet& aliases) {
  const Reader reader(model, aliases);
  SemiLinears laws;
  for (std::size_t i = 0; i < model.equations.size(); ++i)
    if (const auto law = reader.read(i)) laws[{law->x, law->y, law->isNegated}].push_back(*law);
  if (laws.empty()) return;
  const std::set<VariableId> zeros = findZeros(model, reader);
  for (auto& [key, group] : laws)
    for (const std::vector<SemiLinear>& chain : findChains(model, reader, std::move(group)))
      if (chain.size() == 1)
        equateSlopes(model, zeros, chain.front());
      else
        joinChain(model, chain);
}

}  // namespace dashpot::equations
