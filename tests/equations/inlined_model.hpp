// A model with an integration formula worked into it, for tests: how it was sorted, and a step of it in numbers.
#pragma once

#include "equations/inlining.hpp"
#include "models/solved.hpp"
#include "symbolic/evaluate.hpp"
#include "symbolic/substitute.hpp"

#include <Eigen/LU>

#include <cmath>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace dashpot::testing {

class InlinedModel : public Solved {
 public:
  InlinedModel(std::string text, std::string_view method, const equations::SolvableOptions& options = {})
      : Solved(std::move(text), "test.mo", options) {
    const auto formula = equations::findStageFormula(method);
    if (!formula || !system) throw std::runtime_error("no formula or no system: " + messages());
    isSound = equations::inlineFormula(*system, *formula, sources, diagnostics);
  }

  [[nodiscard]] const equations::InlinedStep& step() const { return *system->inlined; }
  [[nodiscard]] equations::StepStructure structure() const { return equations::structureOf(step()); }
  [[nodiscard]] std::vector<std::size_t> loopSizes() const {
    std::vector<std::size_t> sizes;
    for (const equations::Block* loop : structure().loops) sizes.push_back(loop->equations.size());
    return sizes;
  }
  [[nodiscard]] std::vector<std::size_t> tornCounts() const {
    std::vector<std::size_t> counts;
    for (const equations::Block* loop : structure().loops) counts.push_back(loop->torn.size());
    return counts;
  }

  bool isSound = false;
};

/// Runs an inlined step by evaluating its expressions.
class StepEvaluator {
 public:
  using Point = std::map<std::string, double>;  // y by names

  explicit StepEvaluator(InlinedModel& model) : system_(*model.system), values_(system_.variables.size(), 0.0) {
    for (const equations::Assignment& parameter : system_.parameters) assign(parameter);
  }

  /// y at t + h.
  Point operator()(double t, double h, const Point& y) {
    time_ = t;
    const equations::InlinedStep& step = *system_.inlined;
    value(step.length) = h;
    for (const auto id : system_.simulation.unknowns) value(id) = y.at(system_.nameOf(id));
    for (const equations::SortedSystem& section : step.sections) run(section);
    Point end;
    for (std::size_t k = 0; k < step.end.size(); ++k)
      end.emplace(system_.nameOf(system_.simulation.unknowns[k]), value(step.end[k]));
    return end;
  }

  double& value(symbolic::VariableId id) { return values_[symbolic::index(id)]; }
  int iterations = 0;  // of Newton, in the last section that had some

 private:
  double evaluate(symbolic::Expr e) {
    if (e == symbolic::Expr::none) return 0.0;
    symbolic::Pool& pool = system_.flat.pool;
    symbolic::Substitution now(pool);
    now.replace(pool.time(), pool.constant(time_));
    symbolic::Evaluator number(system_.flat.functions,
                               [this](symbolic::VariableId id) { return std::optional(value(id)); });
    return number(pool, now(e)).value();
  }

  void assign(const equations::Assignment& step) { value(step.target) = evaluate(step.value); }

  void solve(const equations::LinearSolve& step) {
    const auto n = static_cast<Eigen::Index>(step.size());
    Eigen::MatrixXd matrix(n, n);
    for (Eigen::Index i = 0; i < n; ++i)
      for (Eigen::Index k = 0; k < n; ++k) matrix(i, k) = evaluate(step.matrix[static_cast<std::size_t>(i * n + k)]);
    for (std::size_t c = 0; c < step.unknowns.size(); ++c) {
      Eigen::VectorXd right(n);
      for (Eigen::Index i = 0; i < n; ++i) right(i) = evaluate(step.rightSides[c][static_cast<std::size_t>(i)]);
      const Eigen::VectorXd solution = matrix.partialPivLu().solve(right);
      for (Eigen::Index i = 0; i < n; ++i) value(step.unknowns[c][static_cast<std::size_t>(i)]) = solution(i);
    }
  }

  void perform(const std::vector<equations::Step>& steps) {
    for (const equations::Step& step : steps)
      if (const auto* assignment = std::get_if<equations::Assignment>(&step))
        assign(*assignment);
      else
        solve(equations::linearSolve(step));
  }

  /// Newton with the exact Jacobian, from the values at the start of the step.
  void run(const equations::SortedSystem& section) {
    const auto n = static_cast<Eigen::Index>(section.unknowns.size());
    for (const auto id : section.unknowns) value(id) = value(system_[id].of);
    for (iterations = 0; n > 0; ++iterations) {
      if (iterations == 20) throw std::runtime_error("Newton does not converge");
      perform(section.steps);
      perform(section.derivativeSteps);
      Eigen::MatrixXd jacobian = Eigen::MatrixXd::Zero(n, n);
      for (const auto& entry : section.jacobian) jacobian(entry.row, entry.column) = evaluate(entry.value);
      Eigen::VectorXd residual(n);
      for (Eigen::Index i = 0; i < n; ++i) residual(i) = evaluate(section.rows[static_cast<std::size_t>(i)].value);
      const Eigen::VectorXd update = jacobian.partialPivLu().solve(residual);
      double size = 0;
      for (Eigen::Index i = 0; i < n; ++i) {
        double& z = value(section.unknowns[static_cast<std::size_t>(i)]);
        z -= update(i);
        size = std::max(size, std::abs(update(i)) / (1 + std::abs(z)));
      }
      if (size < 1e-14) break;
    }
    perform(section.steps);
  }

  equations::SolvableSystem& system_;
  std::vector<double> values_;
  double time_ = 0;
};

}  // namespace dashpot::testing
