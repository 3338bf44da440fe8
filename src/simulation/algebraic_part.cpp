#include "simulation/algebraic_part.hpp"

#include "base/finite.hpp"
#include "linalg/newton.hpp"
#include "linalg/solvers.hpp"
#include "simulation/algebraic_failure.hpp"
#include "simulation/unknown_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace dashpot::simulation {

namespace {

using codegen::Entry;

}  // namespace

AlgebraicPart::AlgebraicPart(BoundModel& model) : model_(model) {
  const codegen::CompiledModel& compiled = model.model();
  for (std::size_t i = 0; i < compiled.states.isDifferential.size(); ++i)
    if (!compiled.states.isDifferential[i]) which_.push_back(i), sizes_.push_back(model.sizes()[i]);
  if (which_.empty()) return;
  const SparsityPattern& whole = compiled.states.pattern;
  std::vector<int> rowOf(compiled.size(), -1);
  for (std::size_t k = 0; k < which_.size(); ++k) rowOf[which_[k]] = static_cast<int>(k);
  pattern_.columnStart.push_back(0);
  for (const std::size_t j : which_) {
    for (int k = whole.columnStart[j]; k < whole.columnStart[j + 1]; ++k)
      if (const int row = rowOf[static_cast<std::size_t>(whole.rows[static_cast<std::size_t>(k)])]; row >= 0) {
        pattern_.rows.push_back(row);
        places_.push_back(static_cast<std::size_t>(k));
      }
    pattern_.columnStart.push_back(static_cast<int>(pattern_.rows.size()));
  }
  f_.resize(compiled.size());
  jacobian_.resize(whole.rows.size());
  values_.resize(places_.size());
  step_.resize(which_.size());
}

AlgebraicPart::~AlgebraicPart() = default;

Vector AlgebraicPart::unknowns(ConstView y) const {
  Vector result(which_.size());
  for (std::size_t k = 0; k < which_.size(); ++k) result[k] = y[which_[k]];
  return result;
}

void AlgebraicPart::insert(ConstView unknowns, Vector& y) const {
  for (std::size_t k = 0; k < which_.size(); ++k) y[which_[k]] = unknowns[k];
}

AlgebraicSystem AlgebraicPart::system(double t, Vector& y) {
  return {which_.size(),
          [this, t, &y](ConstView trial, View residual) {
            insert(trial, y);
            const Evaluation result = model_.evaluate(Entry::rhs, t, y, f_);
            for (std::size_t k = 0; k < which_.size(); ++k) residual[k] = f_[which_[k]];
            return result;
          },
          pattern_,
          [this, t, &y](ConstView trial, View values) {
            insert(trial, y);
            const Evaluation result = model_.jacobian(t, y, jacobian_);
            for (std::size_t k = 0; k < values.size(); ++k) values[k] = jacobian_[places_[k]];
            return result;
          },
          sizes_};
}

std::optional<Diagnostic> AlgebraicPart::solve(double t, Vector& y, std::string_view phase) {
  if (empty()) return std::nullopt;
  Vector whole = y, x = unknowns(y);
  const NewtonResult result = simulation::solve(system(t, whole), x);
  if (result.status == NewtonStatus::converged) {
    insert(x, y);
    return std::nullopt;
  }
  const codegen::CompiledModel& compiled = model_.model();
  Iteration iteration;
  for (const std::size_t i : which_)
    iteration.names.push_back(compiled.states.names[i]), iteration.origins.push_back(compiled.states.rowOrigins[i]);
  return newtonFailure(model_, fmt::format("{} at time {:.9g}", phase, t), result, iteration, x);
}

double AlgebraicPart::scale(std::size_t k, double value) const {
  const double size = measured_ ? (*measured_)[which_[k]] : sizes_[k];
  return std::fabs(value) + sizeOrUnknown(size);
}

bool AlgebraicPart::factor(double t, ConstView y) {
  if (model_.jacobian(t, y, jacobian_) != Evaluation::ok) return false;
  bool isSame = solverHolds_;  // as where the equations are linear: so are its factors
  for (std::size_t k = 0; k < values_.size(); ++k) {
    const double value = jacobian_[places_[k]];
    isSame = isSame && std::bit_cast<std::uint64_t>(value) == std::bit_cast<std::uint64_t>(values_[k]);
    values_[k] = value;
  }
  if (isSame) return isFactored_ = true;
  if (!solver_) solver_ = linalg::makeSolver(static_cast<int>(which_.size()), pattern_, MassMatrix{});
  return isFactored_ = solverHolds_ = solver_->factor(0.0, values_);
}

/// The equations at `trial_`. What is recorded is z, not G: the last correction is taken.
struct AlgebraicPart::Equations {
  AlgebraicPart& part;
  double t;

  Evaluation evaluate() { return part.model_.evaluate(Entry::rhs, t, part.trial_, part.f_); }
  bool correction(Vector& step) {
    for (std::size_t k = 0; k < part.which_.size(); ++k) step[k] = part.f_[part.which_[k]];
    part.solver_->solve(step);  // with -J
    return allFinite(step);
  }
  double size(const Vector& step) {
    double largest = 0.0;
    for (std::size_t k = 0; k < step.size(); ++k)
      largest = std::max(largest, std::fabs(step[k]) / part.scale(k, part.trial_[part.which_[k]]));
    return largest;
  }
  void add(const Vector& step) {
    for (std::size_t k = 0; k < step.size(); ++k) part.trial_[part.which_[k]] += step[k];
  }
  void finish(const Vector& step) { add(step); }
};

bool AlgebraicPart::correct(double t, View y, double tolerance, int mostFurtherFactors) {
  if (empty()) return true;
  trial_.assign(y.begin(), y.end());
  Equations equations{*this, t};
  const linalg::NewtonLimits limits{.accuracy = tolerance, .mostSteps = 16, .slowContraction = 0.2};
  auto end = linalg::NewtonEnd::stuck;
  if (isFactored_) end = linalg::chord(equations, limits, step_);
  for (int k = 0; k <= mostFurtherFactors && end == linalg::NewtonEnd::stuck && factor(t, trial_); ++k)
    end = linalg::chord(equations, limits, step_);
  if (end == linalg::NewtonEnd::converged) {
    std::ranges::copy(trial_, y.begin());
    return true;
  }
  isFactored_ = false;
  return false;
}

double AlgebraicPart::correctionBy(double t1, ConstView y1, double t2, ConstView y2) {
  const bool isFactored = !empty() && factor(t1, y1);
  isFactored_ = false;
  trial_.assign(y2.begin(), y2.end());
  Equations equations{*this, t2};
  return isFactored && equations.evaluate() == Evaluation::ok && equations.correction(step_) ? equations.size(step_)
                                                                                             : 0.0;
}

Expected<Vector, Diagnostic> solveAlgebraic(BoundModel& model, double t, Vector y) {
  if (auto failure = AlgebraicPart(model).solve(t, y, "the event")) return Unexpected{std::move(*failure)};
  return y;
}

}  // namespace dashpot::simulation
