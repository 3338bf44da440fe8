#include "equations/vanishing_coefficients.hpp"

#include "equations/incidence.hpp"
#include "equations/matching.hpp"
#include "symbolic/partial_evaluation.hpp"

#include <algorithm>
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

  /// Of a parameter, where it is known.
  std::optional<double> parameter(VariableId id) {
    if (!hasValue(id)) return std::nullopt;
    if (const auto known = numbers_.find(id); known != numbers_.end()) return known->second;
    numbers_[id] = std::nullopt;  // of one that is defined by itself there is none
    symbolic::PartialEvaluator evaluator(model_.functions, [this](VariableId other) { return parameter(other); });
    return numbers_[id] = evaluator(pool_, model_[id].binding);
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

/// Follows the steps of the sorted system with what is zero, as far as that decides anything.
class VanishingDivisors {
 public:
  VanishingDivisors(const SolvableSystem& system, VanishingCoefficients& coefficients,
                    const std::vector<KnownValue>& vanishing)
      : system_(system),
        pool_(system.flat.pool),
        walker_(pool_),
        evaluator_(system.flat.functions, [this, &coefficients](VariableId id) {
          const auto known = known_.find(id);
          if (known != known_.end()) return known->second;
          return symbolic::index(id) < system_.flat.variables.size() ? coefficients.parameter(id) : std::nullopt;
        }) {
    for (const KnownValue& one : vanishing) {
      const SystemVariable& variable = system[one.variable];
      known_[variable.role == Role::alias ? variable.of : one.variable] = one.value;
    }
  }

  bool any() {
    return std::ranges::any_of(system_.simulation.steps, [&](const Step& step) {
      const auto* assignment = std::get_if<Assignment>(&step);
      return assignment ? divides(*assignment) : isSingular(linearSolve(step));
    });
  }

 private:
  [[nodiscard]] bool isTouched(Expr e) {
    return e != Expr::none && std::ranges::any_of(walker_.leaves(e, Op::variable),
                                                  [&](Expr leaf) { return known_.contains(pool_.variable(leaf)); });
  }

  bool divides(const Assignment& step) {
    if (known_.contains(step.target) || !isTouched(step.value)) return false;
    std::vector<Expr> divisors;
    for (const Expr e : walker_.reachable(step.value))
      if (pool_.op(e) == Op::divide) divisors.push_back(pool_.operands(e)[1]);
    if (std::ranges::any_of(divisors, [&](Expr e) { return isTouched(e) && evaluator_(pool_, e) == 0.0; })) return true;
    if (const auto value = evaluator_(pool_, step.value)) known_.emplace(step.target, value);
    return false;
  }

  /// By its structure: what stays when zeros are left out.
  bool isSingular(const LinearSolve& step) {
    if (std::ranges::none_of(step.matrix, [&](Expr e) { return isTouched(e); })) return false;
    const std::size_t n = step.size();
    Incidence incidence{.unknownCount = static_cast<std::uint32_t>(n)};
    for (std::size_t i = 0; i < n; ++i) {
      std::vector<std::uint32_t> columns;
      for (std::size_t k = 0; k < n; ++k)
        if (const Expr e = step.matrix[i * n + k]; e != Expr::none && evaluator_(pool_, e) != 0.0)
          columns.push_back(static_cast<std::uint32_t>(k));
      incidence.addRow(std::move(columns));
    }
    return !match(incidence).perfect();
  }

  const SolvableSystem& system_;
  const Pool& pool_;
  symbolic::Walker walker_;
  symbolic::PartialEvaluator evaluator_;
  std::unordered_map<VariableId, std::optional<double>> known_;
};

}  // namespace

std::vector<KnownValue> findVanishingDivisors(const SolvableSystem& system) {
  if (system.flat.functions.empty()) return {};
  VanishingCoefficients coefficients(system.flat);
  std::vector<KnownValue> found = coefficients.run();
  if (found.empty() || !VanishingDivisors(system, coefficients, found).any()) return {};
  return found;
}

}  // namespace dashpot::equations
