#include "equations/derivatives.hpp"

#include "equations/auxiliaries.hpp"
#include "symbolic/differentiate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

namespace dashpot::equations {

namespace {

class Gradients {
 public:
  Gradients(SolvableSystem& model, SortedSystem& system, WithTime withTime, symbolic::FunctionDerivatives& functions)
      : withTime_(withTime == WithTime::yes),
        model_(model),
        pool_(model.flat.pool),
        system_(system),
        partial_(pool_, &functions),
        walker_(pool_),
        auxiliaries_(pool_, model.variables, system.derivativeSteps),
        timeColumn_(static_cast<std::uint32_t>(system.unknowns.size())) {
    for (std::uint32_t j = 0; j < timeColumn_; ++j) gradients_[system.unknowns[j]] = {{j, pool_.constant(1.0)}};
  }

  void run() {
    if (withTime_)
      for (const Delay& delay : model_.delays) gradients_[delay.value] = {{timeColumn_, pool_.variable(delay.rate)}};
    for (const Step& step : system_.steps) std::visit([this](const auto& s) { propagate(s); }, step);
    std::map<std::pair<std::uint32_t, std::uint32_t>, Expr> byColumn;
    if (withTime_) system_.timeDerivative.assign(system_.rows.size(), Expr::none);
    for (std::uint32_t i = 0; i < system_.rows.size(); ++i) {
      for (const auto& [column, value] : gradient(system_.rows[i].value)) {
        if (column == timeColumn_)
          system_.timeDerivative[i] = value;
        else
          byColumn.emplace(std::pair{column, i}, value);
      }
    }
    for (const auto& [place, value] : byColumn) system_.jacobian.push_back({place.second, place.first, value});
  }

 private:
  using Gradient = std::map<std::uint32_t, Expr>;  // by column; the last one is time

  [[nodiscard]] std::string columnName(std::uint32_t column) const {
    return column == timeColumn_ ? "time" : model_.nameOf(system_.unknowns[column]);
  }

  Gradient gradient(Expr e) {
    Gradient result;
    const std::vector<Expr> nodes = walker_.reachable(e);
    for (const Expr leaf : nodes) {
      const symbolic::Op op = pool_.op(leaf);
      if (op == symbolic::Op::time && withTime_) {
        if (const Expr slope = partial_(e, leaf); slope != Expr::none) accumulate(result, timeColumn_, slope);
      } else if (op == symbolic::Op::variable) {
        const auto inner = gradients_.find(pool_.variable(leaf));
        if (inner == gradients_.end() || inner->second.empty()) continue;
        const Expr slope = partial_(e, leaf);
        if (slope == Expr::none) continue;
        for (const auto& [column, value] : inner->second)
          accumulate(result, column, symbolic::multiply(pool_, slope, value));
      }
    }
    return result;
  }

  void accumulate(Gradient& sum, std::uint32_t column, Expr term) {
    const auto [at, isNew] = sum.try_emplace(column, term);
    if (!isNew) at->second = symbolic::add(pool_, at->second, term);
  }

  void propagate(const Assignment& step) {
    Gradient result = gradient(step.value);
    for (auto& [column, value] : result)
      value = auxiliaries_.name(value, fmt::format("$d({})/d({})", model_.nameOf(step.target), columnName(column)),
                                step.equation);
    gradients_[step.target] = std::move(result);
  }

  void propagate(const LinearSolve& step) {
    const std::size_t n = step.size();
    std::vector<Gradient> matrix, right;
    for (const Expr entry : step.matrix) matrix.push_back(entry == Expr::none ? Gradient{} : gradient(entry));
    for (const Expr entry : step.rightSides[0]) right.push_back(entry == Expr::none ? Gradient{} : gradient(entry));

    std::map<std::uint32_t, std::vector<Expr>> rightSides;  // db - dA z, by column
    const auto entry = [&](std::uint32_t column, std::size_t i) -> Expr& {
      return rightSides.try_emplace(column, std::vector<Expr>(n, Expr::none)).first->second[i];
    };
    for (std::size_t i = 0; i < n; ++i) {
      for (const auto& [column, value] : right[i])
        entry(column, i) = symbolic::addTerms(pool_, entry(column, i), value);
      for (std::size_t k = 0; k < n; ++k)
        for (const auto& [column, value] : matrix[i * n + k])
          entry(column, i) = symbolic::subtractTerms(
              pool_, entry(column, i), symbolic::multiply(pool_, value, pool_.variable(step.unknowns[0][k])));
    }
    if (rightSides.empty()) return;

    LinearSolve derivative{.matrix = step.matrix, .unknowns = {}, .rightSides = {}, .equation = step.equation};
    for (auto& [column, values] : rightSides) {
      auto& unknowns = derivative.unknowns.emplace_back();
      for (const VariableId z : step.unknowns[0]) {
        const VariableId slope = auxiliaries_.add(fmt::format("$d({})/d({})", model_.nameOf(z), columnName(column)));
        unknowns.push_back(slope);
        gradients_[z].emplace(column, pool_.variable(slope));
      }
      derivative.rightSides.push_back(std::move(values));
    }
    system_.derivativeSteps.push_back(std::move(derivative));
  }

  bool withTime_;
  SolvableSystem& model_;
  Pool& pool_;
  SortedSystem& system_;
  symbolic::Differentiator partial_;
  symbolic::Walker walker_;
  Auxiliaries auxiliaries_;
  std::uint32_t timeColumn_;
  std::unordered_map<VariableId, Gradient> gradients_;
};

}  // namespace

void differentiate(SolvableSystem& model, SortedSystem& system, WithTime withTime,
                   symbolic::FunctionDerivatives& functions) {
  Gradients(model, system, withTime, functions).run();
}

}  // namespace dashpot::equations
