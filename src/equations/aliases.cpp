#include "equations/aliases.hpp"

#include <optional>

namespace dashpot::equations {

namespace {

using model::FlatModel;
using symbolic::Expr;
using symbolic::Op;
using symbolic::Pool;
using symbolic::VariableId;

struct SignedVariable {
  VariableId variable;
  bool negated;
};

/// x or -x of a variable that the equations determine, or of an input.
std::optional<SignedVariable> signedVariable(const FlatModel& model, Expr e) {
  bool negated = false;
  if (model.pool.op(e) == Op::negate) {
    negated = true;
    e = model.pool.operands(e)[0];
  }
  if (model.pool.op(e) != Op::variable) return std::nullopt;
  const VariableId id = model.pool.variable(e);
  const model::Variability variability = model[id].variability;
  if (variability == model::Variability::constant || variability == model::Variability::parameter) return std::nullopt;
  return SignedVariable{id, negated};
}

struct Pair {
  VariableId a, b;
  bool negated;  // a = -b
};

bool isZero(const Pool& pool, Expr e) { return pool.isConstant(e) && pool.value(e) == 0.0; }

std::optional<Pair> aliasPair(const FlatModel& model, Expr left, Expr right) {
  const Pool& pool = model.pool;
  if (isZero(pool, left)) std::swap(left, right);
  bool sum = false;
  if (isZero(pool, right)) {
    const Op op = pool.op(left);
    if (op != Op::add && op != Op::subtract) return std::nullopt;
    sum = op == Op::add;
    const auto [a, b, c] = pool.operands(left);
    left = a, right = b;
  }
  const auto a = signedVariable(model, left);
  const auto b = signedVariable(model, right);
  if (!a || !b || a->variable == b->variable) return std::nullopt;
  return Pair{a->variable, b->variable, (a->negated != b->negated) != sum};
}

class AliasFinder {
 public:
  AliasFinder(const FlatModel& model, const std::vector<bool>& isState, const std::vector<bool>& isDiscrete)
      : model_(model), isState_(isState), isDiscrete_(isDiscrete), entries_(model.variables.size()) {
    for (std::size_t i = 0; i < entries_.size(); ++i) entries_[i].of = static_cast<VariableId>(i);
  }

  AliasSet run() {
    std::vector<bool> isConsumed(model_.equations.size(), false);
    for (std::size_t i = 0; i < isConsumed.size(); ++i)
      if (const auto pair = aliasPair(model_, model_.equations[i].left, model_.equations[i].right))
        isConsumed[i] = merge(*pair);
    for (std::size_t i = 0; i < entries_.size(); ++i) entries_[i] = root(static_cast<VariableId>(i));
    return {std::move(entries_), std::move(isConsumed)};
  }

 private:
  AliasSet::Entry& entry(VariableId id) { return entries_[symbolic::index(id)]; }

  /// The representative of v's set and v's sign in it; the path to it is shortened for the next time.
  AliasSet::Entry root(VariableId v) {
    VariableId top = v;
    bool negated = false;
    while (entry(top).of != top) {
      negated ^= entry(top).negated;
      top = entry(top).of;
    }
    bool rest = negated;
    while (entry(v).of != v) {
      const AliasSet::Entry old = entry(v);
      entry(v) = {top, rest};
      rest ^= old.negated;
      v = old.of;
    }
    return {top, negated};
  }

  [[nodiscard]] int preference(VariableId id) const {
    const model::Attributes& a = model_[id].attributes;
    if (isInput(id)) return 4;
    if (isState_[symbolic::index(id)]) return 3;
    if (a.start != Expr::none) return a.fixed.value_or(false) ? 2 : 1;
    return 0;
  }

  [[nodiscard]] bool isInput(VariableId id) const { return model_[id].causality == model::Causality::input; }

  bool merge(const Pair& pair) {
    const auto a = root(pair.a);
    const auto b = root(pair.b);
    if (a.of == b.of) return false;  // says the same again, or the opposite: sorting will find out
    const bool aDiscrete = isDiscrete_[symbolic::index(a.of)], bDiscrete = isDiscrete_[symbolic::index(b.of)];
    if (aDiscrete != bDiscrete || model_[a.of].type != model_[b.of].type) return false;
    if ((isInput(a.of) && isInput(b.of)) || (isInput(a.of) && isState_[symbolic::index(b.of)]) ||
        (isInput(b.of) && isState_[symbolic::index(a.of)]))
      return false;
    const int pa = preference(a.of), pb = preference(b.of);
    const bool keepA = pa > pb || (pa == pb && a.of < b.of);
    const bool negated = pair.negated ^ a.negated ^ b.negated;
    entry(keepA ? b.of : a.of) = {keepA ? a.of : b.of, negated};
    return true;
  }

  const FlatModel& model_;
  const std::vector<bool>& isState_;
  const std::vector<bool>& isDiscrete_;
  std::vector<AliasSet::Entry> entries_;
};

}  // namespace

AliasSet findAliases(const FlatModel& model, const std::vector<bool>& isState, const std::vector<bool>& isDiscrete) {
  return AliasFinder(model, isState, isDiscrete).run();
}

AliasSet noAliases(const FlatModel& model) {
  AliasSet result;
  for (std::size_t i = 0; i < model.variables.size(); ++i)
    result.entries.push_back({.of = static_cast<symbolic::VariableId>(i), .negated = false});
  result.isConsumed.assign(model.equations.size(), false);
  return result;
}

}  // namespace dashpot::equations
