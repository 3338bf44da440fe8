#include "equations/constant_propagation.hpp"

#include "symbolic/call_inlining.hpp"
#include "symbolic/constant_terms.hpp"
#include "symbolic/partial_evaluation.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

namespace dashpot::equations {

namespace {

using model::FlatModel;
using model::Variability;
using symbolic::Expr;
using symbolic::Op;
using symbolic::Pool;
using symbolic::VariableId;

class Propagation {
 public:
  explicit Propagation(FlatModel& model)
      : model_(model),
        pool_(model.pool),
        walker_(model.pool),
        inlined_(model.pool, model.functions),
        terms_(model.pool) {}

  void run() {
    findAssigned();
    takeParameters();
    findUses();
    for (std::uint32_t i = 0; i < model_.equations.size(); ++i) waiting_.push_back(i);
    while (!waiting_.empty()) {
      const std::uint32_t i = waiting_.front();
      waiting_.pop_front();
      simplify(i);
    }
  }

 private:
  using Value = std::pair<VariableId, Expr>;

  /// What happens at events is no equation.
  void findAssigned() {
    isAssigned_.assign(model_.variables.size(), false);
    for (const model::WhenClause& clause : model_.whenClauses)
      for (const model::WhenBranch& branch : clause.branches)
        for (const model::Action& action : branch.actions)
          if (action.target != VariableId::none) isAssigned_[symbolic::index(action.target)] = true;
  }

  /// Those that cannot be set, and have a number whatever the others are that they are computed from: a rotation about
  /// the first axis has the zeros of its matrix for any angle.
  void takeParameters() {
    for (std::size_t i = 0; i < model_.variables.size(); ++i) {
      const auto id = static_cast<VariableId>(i);
      if (model_[id].type != model::Type::real) continue;
      if (const auto value = parameter(id)) terms_.know(id, pool_.constant(*value));
    }
  }

  /// One that is protected counts if it is computed from others; it is final then.
  std::optional<double> parameter(VariableId id) {
    model::Variable& v = model_.variables[symbolic::index(id)];
    if (v.variability > Variability::parameter || v.binding == Expr::none || !v.attributes.fixed.value_or(true))
      return std::nullopt;
    const bool isFixed = v.variability == Variability::constant || v.isFinal;
    if (pool_.isConstant(v.binding)) return isFixed ? std::optional(pool_.value(v.binding)) : std::nullopt;
    if (!isFixed && !v.isProtected) return std::nullopt;
    const auto [known, isNew] =
        numbers_.try_emplace(id, std::nullopt);  // of one that is defined by itself there is none
    if (!isNew) return known->second;
    symbolic::PartialEvaluator evaluate(model_.functions, [this](VariableId other) { return parameter(other); });
    const auto value = evaluate(pool_, v.binding);
    if (value && v.variability == Variability::parameter) v.isFinal = true;
    return numbers_[id] = value;
  }

  /// Variables of the equation, until one satisfies the condition; those on both sides come twice.
  template <class Condition>
  bool anyVariable(const model::Equation& equation, const Condition& holds) {
    for (const Expr side : {equation.left, equation.right})
      for (const Expr leaf : walker_.reachable(side))
        if ((pool_.op(leaf) == Op::variable || pool_.op(leaf) == Op::derivative) && holds(pool_.variable(leaf)))
          return true;
    return false;
  }

  /// Counts the equations with each variable, then writes them down one variable behind the other.
  void findUses() {
    firstUse_.assign(model_.variables.size() + 1, 0);
    std::vector<std::uint32_t> last(model_.variables.size(), 0xffffffff);  // the equation that was counted last
    const auto forUses = [&](const auto& visit) {
      for (std::uint32_t i = 0; i < model_.equations.size(); ++i)
        anyVariable(model_.equations[i], [&](VariableId id) {
          if (std::exchange(last[symbolic::index(id)], i) != i) visit(symbolic::index(id), i);
          return false;
        });
    };
    forUses([&](std::size_t variable, std::uint32_t) { ++firstUse_[variable + 1]; });
    for (std::size_t v = 0; v < model_.variables.size(); ++v) firstUse_[v + 1] += firstUse_[v];
    uses_.resize(firstUse_.back());
    std::vector<std::uint32_t> next(firstUse_.begin(), firstUse_.end() - 1);
    last.assign(last.size(), 0xffffffff);
    forUses([&](std::size_t variable, std::uint32_t i) { uses_[next[variable]++] = i; });
  }

  [[nodiscard]] std::span<const std::uint32_t> equationsWith(VariableId id) const {
    const std::size_t v = symbolic::index(id);
    return std::span(uses_).subspan(firstUse_[v], firstUse_[v + 1] - firstUse_[v]);
  }

  [[nodiscard]] bool isUnknown(VariableId id) const {
    const model::Variable& v = model_[id];
    return v.variability > Variability::parameter && !terms_.isKnown(id);
  }

  void simplify(std::uint32_t i) {
    model::Equation simple = model_.equations[i];
    simple.left = terms_(simple.left);
    simple.right = terms_(simple.right);
    if (!anyVariable(simple, [&](VariableId id) { return isUnknown(id); })) return;
    model_.equations[i] = simple;
    const auto value = constantIn(terms_(inlined_(simple.left)), terms_(inlined_(simple.right)));
    if (!value) return;
    model_.equations[i].left = pool_.variable(value->first);
    model_.equations[i].right = value->second;
    terms_.know(value->first, value->second);
    for (const std::uint32_t other : equationsWith(value->first))
      if (other != i) waiting_.push_back(other);
  }

  /// The variable that the equation sets to a number or a truth value.
  std::optional<Value> constantIn(Expr left, Expr right) {
    for (const auto& [side, other] : {std::pair(left, right), std::pair(right, left)}) {
      if (pool_.op(other) == Op::boolean && pool_.op(side) == Op::variable && mayBeConstant(pool_.variable(side)))
        return Value{pool_.variable(side), other};
      if (!pool_.isConstant(other)) continue;
      const bool isNegated = pool_.op(side) == Op::negate;
      const Expr name = isNegated ? pool_.operands(side)[0] : side;
      if (pool_.op(name) != Op::variable || !mayBeConstant(pool_.variable(name))) continue;
      const double value = pool_.value(other);
      return Value{pool_.variable(name), pool_.constant(value == 0.0 ? 0.0 : isNegated ? -value : value)};
    }
    return std::nullopt;
  }

  [[nodiscard]] bool mayBeConstant(VariableId id) const {
    const model::Variable& v = model_[id];
    const bool isOfType =
        v.type == model::Type::boolean || (v.type == model::Type::real && v.variability == Variability::continuous);
    return isOfType && v.variability > Variability::parameter && v.causality != model::Causality::input &&
           !isAssigned_[symbolic::index(id)] && !terms_.isKnown(id);
  }

  FlatModel& model_;
  Pool& pool_;
  symbolic::Walker walker_;
  symbolic::FormulaInlining inlined_;
  symbolic::ConstantTerms terms_;
  std::vector<std::uint32_t> firstUse_, uses_;                     // equations by variable, in compressed rows
  std::vector<bool> isAssigned_;                                   // in when-clauses, by variable
  std::unordered_map<VariableId, std::optional<double>> numbers_;  // of parameters that are computed
  std::deque<std::uint32_t> waiting_;
};

}  // namespace

void propagateConstants(FlatModel& model) { Propagation(model).run(); }

}  // namespace dashpot::equations
