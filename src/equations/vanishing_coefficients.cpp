#include "equations/vanishing_coefficients.hpp"

#include "symbolic/partial_evaluation.hpp"

#include <set>
#include <unordered_map>

namespace dashpot::equations {

namespace {

using symbolic::Op;

class VanishingCoefficients {
 public:
  explicit VanishingCoefficients(const model::FlatModel& model)
      : model_(model),
        pool_(model.pool),
        walker_(pool_),
        evaluator_(model.functions, [this](VariableId id) { return parameter(id); }) {}

  std::vector<KnownValue> run() {
    findCoefficients();
    std::vector<KnownValue> found;
    for (std::size_t i = 0; i < model_.equations.size() && !coefficients_.empty(); ++i) {
      const auto& equation = model_.equations[i];
      for (const auto& [name, value] :
           {std::pair(equation.left, equation.right), std::pair(equation.right, equation.left)}) {
        if (pool_.op(name) != Op::variable || pool_.op(value) != Op::element) continue;
        if (!coefficients_.contains(pool_.variable(name)) || evaluator_(pool_, value) != 0.0) continue;
        found.push_back({pool_.variable(name), 0.0, i, parametersOf(value)});
      }
    }
    return found;
  }

 private:
  /// Variables that are multiplied by a derivative, or a sum of them.
  void findCoefficients() {
    for (const model::Equation& equation : model_.equations)
      for (const Expr side : {equation.left, equation.right}) {
        if (walker_.leaves(side, Op::derivative).empty()) continue;
        const std::vector<Expr> parts = walker_.reachable(side);
        for (const Expr e : parts) {
          if (pool_.op(e) != Op::multiply) continue;
          const auto [a, b, c] = pool_.operands(e);
          for (const auto& [one, other] : {std::pair(a, b), std::pair(b, a)})
            if (pool_.op(one) == Op::variable && isUnknown(pool_.variable(one)) &&
                !walker_.leaves(other, Op::derivative).empty())
              coefficients_.insert(pool_.variable(one));
        }
      }
  }

  [[nodiscard]] bool isUnknown(VariableId id) const {
    return model_[id].variability == model::Variability::continuous && model_[id].causality != model::Causality::input;
  }

  [[nodiscard]] bool hasValue(VariableId id) const {
    const model::Variable& v = model_[id];
    return v.variability <= model::Variability::parameter && v.attributes.fixed.value_or(true) &&
           v.binding != Expr::none;
  }

  std::optional<double> parameter(VariableId id) {
    if (!hasValue(id)) return std::nullopt;
    if (const auto known = numbers_.find(id); known != numbers_.end()) return known->second;
    numbers_[id] = std::nullopt;  // of one that is defined by itself there is none
    symbolic::PartialEvaluator evaluator(model_.functions, [this](VariableId other) { return parameter(other); });
    return numbers_[id] = evaluator(pool_, model_[id].binding);
  }

  std::vector<VariableId> parametersOf(Expr value) {
    std::set<VariableId> found;
    std::vector<Expr> open{value};
    while (!open.empty()) {
      const Expr at = open.back();
      open.pop_back();
      for (const Expr leaf : walker_.leaves(at, Op::variable))
        if (const VariableId id = pool_.variable(leaf); hasValue(id) && found.insert(id).second)
          open.push_back(model_[id].binding);
    }
    return {found.begin(), found.end()};
  }

  const model::FlatModel& model_;
  const Pool& pool_;
  symbolic::Walker walker_;
  symbolic::PartialEvaluator evaluator_;
  std::set<VariableId> coefficients_;
  std::unordered_map<VariableId, std::optional<double>> numbers_;
};

}  // namespace

std::vector<KnownValue> findVanishingCoefficients(const model::FlatModel& model) {
  return VanishingCoefficients(model).run();
}

}  // namespace dashpot::equations
