#include "equations/derivatives.hpp"

#include "equations/auxiliaries.hpp"
#include "symbolic/differentiate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

namespace dashpot::equations {

namespace {

/// Differentiating an expression by each of its variables takes time with the square of its size.
constexpr std::size_t manyNodes = 200;

class Gradients {
 public:
  /// By column, ascending: the variables, then time, then the inputs.
  using Gradient = std::vector<std::pair<std::uint32_t, Expr>>;

  /// `made` takes the steps that derivatives need.
  Gradients(SolvableSystem& model, const std::vector<VariableId>& columns, std::vector<Step>& made, Wanted wanted,
            symbolic::FunctionDerivatives& functions)
      : withTime_(wanted != Wanted::jacobian),
        model_(model),
        pool_(model.flat.pool),
        columns_(columns),
        made_(made),
        partial_(pool_, &functions),
        walker_(pool_),
        auxiliaries_(pool_, model.variables, made),
        timeColumn_(static_cast<std::uint32_t>(columns.size())) {
    for (std::uint32_t j = 0; j < timeColumn_; ++j) of(columns[j]) = {{j, pool_.constant(1.0)}};
    if (!withTime_) return;
    for (std::uint32_t k = 0; k < model.inputs.size(); ++k)
      if (model.flat[model.inputs[k]].type == model::Type::real)
        of(model.inputs[k]) = {{timeColumn_ + 1 + k, pool_.constant(1.0)}};
  }

  [[nodiscard]] std::uint32_t timeColumn() const { return timeColumn_; }

  void propagate(const Step& step) {
    std::visit([this](const auto& s) { follow(s); }, step);
  }

  Gradient gradient(Expr e) {
    Gradient& terms = terms_;
    terms.clear();
    if (walker_.reachable(e).size() <= manyNodes)
      collect(e, false, terms);
    else
      for (const auto& [summand, isNegative] : summands(e)) collect(summand, isNegative, terms);
    if (!std::ranges::is_sorted(terms, {}, &Gradient::value_type::first))
      std::ranges::stable_sort(terms, {}, &Gradient::value_type::first);
    Gradient result;
    for (const auto& [column, term] : terms)
      if (!result.empty() && result.back().first == column)
        result.back().second = symbolic::add(pool_, result.back().second, term);
      else
        result.emplace_back(column, term);
    return result;
  }

  /// Of every variable that has one.
  [[nodiscard]] std::vector<VariableSlope> all() const {
    std::vector<VariableSlope> result;
    for (std::size_t i = 0; i < gradients_.size(); ++i)
      for (const auto& [column, value] : gradients_[i])
        if (column < timeColumn_)
          result.push_back({static_cast<VariableId>(i), VariableSlope::Of::unknown, column, value});
        else if (column > timeColumn_)
          result.push_back({static_cast<VariableId>(i), VariableSlope::Of::input, column - timeColumn_ - 1, value});
    return result;
  }

 private:
  /// What a column stands for; none: time.
  [[nodiscard]] VariableId variableOf(std::uint32_t column) const {
    if (column > timeColumn_) return model_.inputs[column - timeColumn_ - 1];
    return column == timeColumn_ ? VariableId::none : columns_[column];
  }

  [[nodiscard]] std::string slopeByTime(VariableId variable) const {
    return fmt::format("$d({})/d(time)", model_.nameOf(variable));
  }

  Gradient& of(VariableId variable) {
    if (symbolic::index(variable) >= gradients_.size()) gradients_.resize(model_.variables.size());
    return gradients_[symbolic::index(variable)];
  }

  /// The terms of a long sum, as at a node where thousands of components meet: each depends on few variables, the sum
  /// on all of them.
  [[nodiscard]] std::vector<std::pair<Expr, bool>> summands(Expr e) const {
    std::vector<std::pair<Expr, bool>> found, open{{e, false}};
    while (!open.empty()) {
      const auto [at, isNegative] = open.back();
      open.pop_back();
      const auto [a, b, c] = pool_.operands(at);
      switch (pool_.op(at)) {
        case symbolic::Op::add: open.insert(open.end(), {{b, isNegative}, {a, isNegative}}); break;
        case symbolic::Op::subtract: open.insert(open.end(), {{b, !isNegative}, {a, isNegative}}); break;
        case symbolic::Op::negate: open.emplace_back(a, !isNegative); break;
        default: found.emplace_back(at, isNegative);
      }
    }
    return found;
  }

  void collect(Expr e, bool isNegative, Gradient& terms) {
    const auto slopeBy = [&](Expr leaf) {
      const Expr slope = partial_(e, leaf);
      return slope == Expr::none || !isNegative ? slope : symbolic::negate(pool_, slope);
    };
    nodes_ = walker_.reachable(e);
    for (const Expr leaf : nodes_) {
      const symbolic::Op op = pool_.op(leaf);
      if (op == symbolic::Op::time && withTime_) {
        if (const Expr slope = slopeBy(leaf); slope != Expr::none) terms.emplace_back(timeColumn_, slope);
      } else if (op == symbolic::Op::variable) {
        const std::size_t variable = symbolic::index(pool_.variable(leaf));
        if (variable >= gradients_.size() || gradients_[variable].empty()) continue;
        const Expr slope = slopeBy(leaf);
        if (slope == Expr::none) continue;
        for (const auto& [column, value] : gradients_[variable])
          terms.emplace_back(column, symbolic::multiply(pool_, slope, value));
      }
    }
  }

  void follow(const Assignment& step) {
    Gradient result = gradient(step.value);
    for (auto& [column, value] : result)
      value = column == timeColumn_ ? auxiliaries_.name(
                                          value, [&] { return slopeByTime(step.target); }, step.equation)
                                    : auxiliaries_.nameSlope(value, step.target, variableOf(column), step.equation);
    of(step.target) = std::move(result);
  }

  void follow(const LinearSolve& step) {
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
        const VariableId slope =
            column == timeColumn_ ? auxiliaries_.add(slopeByTime(z)) : auxiliaries_.addSlope(z, variableOf(column));
        unknowns.push_back(slope);
        of(z).emplace_back(column, pool_.variable(slope));  // columns ascend
      }
      derivative.rightSides.push_back(std::move(values));
    }
    made_.push_back(std::move(derivative));
  }

  bool withTime_;
  SolvableSystem& model_;
  Pool& pool_;
  const std::vector<VariableId>& columns_;
  std::vector<Step>& made_;
  symbolic::Differentiator partial_;
  symbolic::Walker walker_;
  Auxiliaries auxiliaries_;
  std::uint32_t timeColumn_;
  std::vector<Gradient> gradients_;  // by variable
  Gradient terms_;
  std::vector<Expr> nodes_;
};

void sortByColumns(std::vector<JacobianEntry>& entries) {
  std::ranges::sort(entries, [](const JacobianEntry& a, const JacobianEntry& b) {
    return std::pair{a.column, a.row} < std::pair{b.column, b.row};
  });
}

}  // namespace

void differentiate(SolvableSystem& model, SortedSystem& system, Wanted wanted,
                   symbolic::FunctionDerivatives& functions) {
  Gradients gradients(model, system.unknowns, system.derivativeSteps, wanted, functions);
  for (const Step& step : system.steps) gradients.propagate(step);
  if (wanted != Wanted::jacobian) system.timeDerivative.assign(system.rows.size(), Expr::none);
  const std::uint32_t timeColumn = gradients.timeColumn();
  for (std::uint32_t i = 0; i < system.rows.size(); ++i)
    for (const auto& [column, value] : gradients.gradient(system.rows[i].value))
      if (column == timeColumn)
        system.timeDerivative[i] = value;
      else if (column < timeColumn)
        system.jacobian.push_back({i, column, value});
      else
        system.inputJacobian.push_back({i, column - timeColumn - 1, value});
  sortByColumns(system.jacobian);
  sortByColumns(system.inputJacobian);
  if (wanted == Wanted::all) system.gradients = gradients.all();
}

void differentiateByParameters(SolvableSystem& model, std::vector<VariableId> parameters,
                               const std::vector<VariableId>& given) {
  ParameterDerivatives& part = model.parameterDerivatives;
  part = {.parameters = std::move(parameters), .steps = {}, .entries = {}};
  symbolic::FunctionDerivatives functions(model.flat.functions);
  Gradients gradients(model, part.parameters, part.steps, Wanted::jacobian, functions);
  const auto isIn = [](const std::vector<VariableId>& list, VariableId id) {
    return std::ranges::find(list, id) != list.end();
  };
  for (const Assignment& step : model.parameters)
    if (!isIn(part.parameters, step.target) && !isIn(given, step.target)) gradients.propagate(step);
  for (const Step& step : model.simulation.steps) gradients.propagate(step);
  for (std::uint32_t i = 0; i < model.simulation.rows.size(); ++i)
    for (const auto& [column, value] : gradients.gradient(model.simulation.rows[i].value))
      part.entries.push_back({i, column, value});
  sortByColumns(part.entries);
}

Expected<std::vector<VariableId>, std::string> findParameters(const SolvableSystem& model,
                                                              std::span<const std::string> names) {
  std::vector<VariableId> result;
  for (const std::string& name : names) {
    std::size_t i = 0;
    while (i < model.flat.variables.size() && model.nameOf(static_cast<VariableId>(i)) != name) ++i;
    const auto id = static_cast<VariableId>(i);
    if (i == model.flat.variables.size() || model[id].role != Role::parameter)
      return Unexpected{fmt::format("there is no parameter '{}'", name)};
    if (model.flat[id].type != model::Type::real)
      return Unexpected{fmt::format("'{}' is not a Real parameter: nothing can be differentiated by it", name)};
    if (model.flat[id].isFinal) return Unexpected{fmt::format("'{}' is final: it follows from other parameters", name)};
    result.push_back(id);
  }
  return result;
}

}  // namespace dashpot::equations
