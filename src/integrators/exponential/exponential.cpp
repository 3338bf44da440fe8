// One driver for all tables. Rosenbrock methods linearise at each step; etdrk4 keeps one L: the linear parts, if the
// problem or the user names any (grouped on request, as for `transition`), else the Jacobian at the start of the run.
//
// Where scaling and squaring loses digits (L in units of 1/h larger than about 1e8), the loss is added to the error
// estimate: the step shrinks instead of the digits.
#include "tableaux/exponential.hpp"

#include "integrators/exponential/phi_operator.hpp"
#include "integrators/linear_parts/linear_block.hpp"
#include "integrators/method.hpp"
#include "integrators/system/error_measure.hpp"
#include "integrators/system/initial_slope.hpp"
#include "integrators/system/jacobian.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::integrators {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using tableaux::ExponentialStage;
using tableaux::ExponentialTable;
using tableaux::ExponentialTerm;

/// All c of the stages, and 1, ascending.
Vector baseTimes(const ExponentialTable& table) {
  Vector times{1};
  for (const ExponentialStage& stage : table.stages) times.push_back(stage.c);
  std::ranges::sort(times);
  times.erase(std::ranges::unique(times).begin(), times.end());
  return times;
}

class Exponential final : public OneStepMethod {
 public:
  Exponential(const ExponentialTable& table, System& system, const Options& options)
      : table_(table),
        system_(system),
        transition_(options.transition),
        measure_(system.size(), options.tolerances),
        errorWanted_(options.step == 0),
        looksAtTheEnd_(errorWanted_ && table.errorLooksAtTheEnd()),
        n_(system.size()),
        stages_(static_cast<Index>(table.stages.size())),
        times_(baseTimes(table)),
        slope0_(n_),
        jacobian_(system, options),
        timeDerivative_(system, options),
        operator_(n_, table.highestPhi(), fixedParts() ? SparsityPattern{} : jacobian_.pattern()),
        remainders_(n_, stages_ + 1),
        dense_(n_, table.highestPhi()),
        stage_(static_cast<std::size_t>(n_)),
        slope_(stage_),
        product_(stage_),
        last_(stage_),
        error_(stage_) {
    if (transition_.parts.empty()) transition_.parts = system.problem().linearParts;
  }

  void begin() override {
    slope0_.forget();
    linearised_ = false;
    matrixKnown_ = false;
  }

  Trial attempt(double t, ConstView y, double h, View y1) override {
    if (const Evaluation e = linearise(t, y, h); e != Evaluation::ok) return failedTrial(e);
    h_ = h;
    operator_.setStep(h);
    const long products = operator_.products(), factorisations = operator_.factorisations();
    const Trial trial = compute(t, y, h, y1);
    system_.statistics().solves += operator_.products() - products;
    system_.statistics().lu += operator_.factorisations() - factorisations;
    return trial;
  }

  void accept() override {
    linearised_ = false;
    if (looksAtTheEnd_)
      slope0_.exchange(last_);
    else
      slope0_.forget();
  }

  void interpolate(double theta, ConstView y0, ConstView y1, View y) override {
    if (theta == 1 || !operator_.applyOnce(dense_, theta, measure_, y0, sum_)) {
      std::ranges::copy(theta == 0 ? y0 : y1, y.begin());
      return;
    }
    for (Index i = 0; i < n_; ++i) y[i] = y0[i] + sum_(i, 0);
  }

  Evaluation initialSlope(double t, ConstView y, View f) override { return slope0_.at(system_, t, y, f); }

  ConstView errorVector() const override { return errorWanted_ ? ConstView(error_) : ConstView{}; }
  int errorOrder() const override { return errorWanted_ ? table_.embeddedOrder + 1 : 0; }

  void save(Vector& memory) const override {
    slope0_.save(memory);
    operator_.save(memory);
    if (table_.rosenbrock) return;
    memory.push_back(matrixKnown_);
    Vector matrix = matrix_;
    matrix.resize(operator_.nonZeros());
    memory.insert(memory.end(), matrix.begin(), matrix.end());
  }
  ConstView load(ConstView memory) override {
    memory = operator_.load(slope0_.load(memory));
    if (table_.rosenbrock) return memory;
    matrixKnown_ = memory[0] != 0;
    matrix_.assign(memory.begin() + 1, memory.begin() + 1 + static_cast<std::ptrdiff_t>(operator_.nonZeros()));
    operator_.setMatrix(matrix_);
    return memory.subspan(1 + operator_.nonZeros());
  }

 private:
  bool fixedParts() const {
    return !table_.rosenbrock && !(transition_.parts.empty() && system_.problem().linearParts.empty());
  }

  /// f, L and f_t at the start of the step; a rejected step keeps them.
  Evaluation linearise(double t, ConstView y, double h) {
    if (const Evaluation e = slope0_.at(system_, t, y); e != Evaluation::ok) return e;
    if (linearised_) return Evaluation::ok;
    if (table_.rosenbrock || !matrixKnown_) {
      if (fixedParts())
        takeParts(t, y);
      else if (const Evaluation e = jacobian_.evaluate(t, y, slope0_.value()); e != Evaluation::ok)
        return e;
      if (!fixedParts()) matrix_.assign(jacobian_.values().begin(), jacobian_.values().end());
      operator_.setMatrix(matrix_);
      matrixKnown_ = true;
    }
    if (withTimeDerivative())
      if (const Evaluation e = timeDerivative_.evaluate(t, h, y, slope0_.value()); e != Evaluation::ok) return e;
    linearised_ = true;
    return Evaluation::ok;
  }

  bool withTimeDerivative() const { return table_.rosenbrock && timeDerivative_.present(); }

  /// L with the matrices of the parts in their rows and columns, zero elsewhere.
  void takeParts(double t, ConstView y) {
    const auto n = static_cast<std::size_t>(n_);
    matrix_.assign(n * n, 0.0);
    const auto parts = transition_.group ? groupConnectedParts(transition_.parts, t, y) : transition_.parts;
    for (const LinearPart& part : parts)
      for (std::size_t j = 0; j < part.states.size(); ++j)
        for (std::size_t i = 0; i < part.states.size(); ++i)
          matrix_[static_cast<std::size_t>(part.states[j]) * n + static_cast<std::size_t>(part.states[i])] =
              part.a[j * part.states.size() + i];
  }

  Trial compute(double t, ConstView y, double h, View y1) {
    MatrixXd drive(n_, withTimeDerivative() ? 2 : 1);
    drive.col(0) = Eigen::Map<const VectorXd>(slope0_.value().data(), n_);
    if (withTimeDerivative()) drive.col(1) = Eigen::Map<const VectorXd>(timeDerivative_.value().data(), n_);
    if (!operator_.apply(drive, times_, measure_, y, base_)) return {Trial::Outcome::notConverged, 0};

    for (Index i = 0; i < stages_; ++i) {
      const ExponentialStage& stage = table_.stages[static_cast<std::size_t>(i)];
      VectorXd increment = base_.col(columnOf(stage.c));
      for (const double argument : {0.5, 0.9, 1.0})
        if (!addTerms(stage.terms, argument, y, increment)) return {Trial::Outcome::notConverged, 0};
      for (Index k = 0; k < n_; ++k) stage_[static_cast<std::size_t>(k)] = y[k] + increment(k);
      if (const Evaluation e = system_.rhs(t + stage.c * h, stage_, slope_); e != Evaluation::ok) return failedTrial(e);
      keepRemainder(i, stage.c * h, increment, slope_);
    }

    dense_.setZero();
    dense_.leftCols(drive.cols()) = drive;
    for (const ExponentialTerm& term : table_.result)
      dense_.col(term.phi - 1) += term.weight * std::pow(h, 1 - term.phi) * remainders_.col(term.stage);
    VectorXd increment = base_.col(columnOf(1));
    VectorXd correction = VectorXd::Zero(n_);
    if (!addTerms(table_.result, 1, y, correction)) return {Trial::Outcome::notConverged, 0};
    increment += correction;
    for (Index k = 0; k < n_; ++k) y1[k] = y[k] + increment(k);
    if (!errorWanted_) return {Trial::Outcome::computed, 0};
    return estimate(t, y, h, y1, increment, correction);
  }

  Trial estimate(double t, ConstView y, double h, ConstView y1, const VectorXd& increment, const VectorXd& correction) {
    if (looksAtTheEnd_) {
      if (const Evaluation e = system_.rhs(t + h, y1, last_); e != Evaluation::ok) return failedTrial(e);
      keepRemainder(stages_, h, increment, last_);
    }
    VectorXd difference = VectorXd::Zero(n_);
    if (sameAsResult_)
      difference = correction;
    else if (!addTerms(table_.error, 1, y, difference))
      return {Trial::Outcome::notConverged, 0};
    std::ranges::copy(difference, error_.begin());
    const double rounding =
        operator_.roundingError() * measure_({increment.data(), static_cast<std::size_t>(n_)}, y, y1);
    return {Trial::Outcome::computed, measure_(error_, y, y1) + rounding};
  }

  Index columnOf(double c) const { return std::ranges::find(times_, c) - times_.begin(); }

  /// D_i = f(t + s, U) - f(t, y) - L (U - y), for Rosenbrock methods less s f_t.
  void keepRemainder(Index i, double s, const VectorXd& increment, const Vector& slope) {
    operator_.product({increment.data(), static_cast<std::size_t>(n_)}, product_);
    const Vector& slope0 = slope0_.value();
    for (Index k = 0; k < n_; ++k) {
      const auto at = static_cast<std::size_t>(k);
      remainders_(k, i) = slope[at] - slope0[at] - product_[at];
    }
    if (withTimeDerivative()) remainders_.col(i) -= s * Eigen::Map<const VectorXd>(timeDerivative_.value().data(), n_);
  }

  /// sum += h sum weight phi_k(argument h L) D_j over the terms with this argument.
  bool addTerms(const std::vector<ExponentialTerm>& terms, double argument, ConstView y, VectorXd& sum) {
    int highest = 0;
    for (const ExponentialTerm& term : terms)
      if (term.argument == argument) highest = std::max(highest, term.phi);
    if (highest == 0) return true;
    MatrixXd b = MatrixXd::Zero(n_, highest);
    for (const ExponentialTerm& term : terms)
      if (term.argument == argument)
        b.col(term.phi - 1) += term.weight * h_ / std::pow(argument * h_, term.phi) * remainders_.col(term.stage);
    const double times[] = {argument};
    if (!operator_.apply(b, times, measure_, y, sum_)) return false;
    sum += sum_.col(0);
    return true;
  }

  const ExponentialTable& table_;
  System& system_;
  TransitionOptions transition_;
  ErrorMeasure measure_;
  bool errorWanted_;
  bool looksAtTheEnd_;
  bool sameAsResult_ = table_.error.size() == table_.result.size() && table_.stages.size() == 1;
  int n_;
  Index stages_;
  Vector times_;
  InitialSlope slope0_;
  JacobianEvaluator jacobian_;
  TimeDerivative timeDerivative_;
  PhiOperator operator_;
  MatrixXd base_;        // h c phi_1(c h L) f + .. at the times
  MatrixXd remainders_;  // D_i
  MatrixXd dense_;       // y(t + theta h) - y = sum (theta h)^k phi_k(theta h L) dense_k
  MatrixXd sum_;
  Vector matrix_;  // values of L
  Vector stage_, slope_, product_;
  Vector last_;  // F at the end
  Vector error_;
  double h_ = 0;
  bool linearised_ = false;
  bool matrixKnown_ = false;
};

}  // namespace

std::vector<MethodDescriptor> exponentialMethods() {
  std::vector<MethodDescriptor> all;
  for (const ExponentialTable& table : tableaux::exponentialTables()) {
    const auto stages = static_cast<int>(table.stages.size()) + 1;
    // With a fixed L the remainder is explicit: nothing can be said of stability in general.
    const bool linearised = table.rosenbrock;
    all.push_back({.traits = {.name = std::string(table.name),
                              .family = Family::exponential,
                              .order = table.order,
                              .embeddedOrder = table.embeddedOrder,
                              .denseOrder = table.denseOrder,
                              .stages = stages,
                              .rhsPerStep = static_cast<double>(stages),
                              .aStable = linearised,
                              .lStable = linearised,
                              .rInfinity = 0,
                              .alphaDegrees = linearised ? 90.0 : 0.0,
                              .source = std::string(table.source)},
                   .make = [&table](System& system, const Options& options) {
                     return std::make_unique<Exponential>(table, system, options);
                   }});
  }
  return all;
}

}  // namespace dashpot::integrators
