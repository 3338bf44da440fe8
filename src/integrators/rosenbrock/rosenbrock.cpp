// Rosenbrock methods: one Jacobian, one LU and s solves per step, no iteration.
// Any table of tableaux/rosenbrock.hpp becomes a method; the formulas are given there.
//
// The estimate in stiff and algebraic components need not shrink with the step: where a method is not stiffly accurate
// it keeps a part that is independent of h, and where F jumps an algebraic unknown jumps with it, however small the
// step. Then a step could be rejected for ever. As in RADAU5 (Hairer and Wanner II, IV.8.20) the filtered estimate W^-1
// M e / (h gamma) helps, in which these parts are damped and the others kept. It counts after eight rejections; where
// the method is not stiffly accurate after two, but then it does not excuse more than a hundred times the tolerance.
// Where values between steps matter it counts from the beginning, beside the estimate itself: see followedEstimate.
#include "tableaux/rosenbrock.hpp"

#include "integrators/method.hpp"
#include "integrators/one_step_method.hpp"
#include "integrators/rosenbrock/stage_plan.hpp"
#include "integrators/system/error_measure.hpp"
#include "integrators/system/initial_slope.hpp"
#include "integrators/system/jacobian.hpp"
#include "linalg/polynomials.hpp"
#include "linalg/solvers.hpp"
#include "linalg/weighted_sum.hpp"
#include "tableaux/rodas_tables.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <type_traits>
#include <vector>

namespace dashpot::integrators {
namespace {

using tableaux::RosenbrockDense;
using tableaux::RosenbrockTable;

/// The factor by which the filter may excuse an estimate of a method that is not stiffly accurate.
constexpr double mostExcused = 100;

struct Prepared {
  StagePlan withError, withoutError;
  RosenbrockDense extension;
};

/// Once per table: it costs as much as some dozens of steps.
const Prepared& preparedFor(const RosenbrockTable& table) {
  static const std::vector<Prepared> tables = [] {
    std::vector<Prepared> all;
    for (const RosenbrockTable& each : tableaux::rosenbrockTables())
      all.push_back({planFor(each, true), planFor(each, false), tableaux::continuousExtension(each)});
    return all;
  }();
  return tables[static_cast<std::size_t>(&table - tableaux::rosenbrockTables().data())];
}

/// A table that is known when the program is compiled: sums are written out, with coefficients as constants.
template <const RosenbrockTable& table>
struct Known {
  static_assert(!table.lastStageIsNextFirst);
  static constexpr bool isKnown = true;
  static constexpr StagePlan plan = planFor(table, true);
};
struct AnyTable {
  static constexpr bool isKnown = false;
};

/// N > 0: size known at compile time, dense algebra inlined. N = 0: any size, any linear solver.
template <int N, class Table>
class Rosenbrock final : public OneStepMethod {
  using Solver = std::conditional_t<(N > 0), linalg::SmallDenseSolver<std::max(N, 1)>, LinearSolver>;

 public:
  Rosenbrock(const RosenbrockTable& table, System& system, const Options& options, std::unique_ptr<Solver> solver)
      : table_(table),
        system_(system),
        errorWanted_(options.step == 0 && table.embeddedOrder > 0),
        followsErrors_(errorWanted_ && options.accurateBetween),
        plan_(errorWanted_ ? preparedFor(table).withError : preparedFor(table).withoutError),
        dense_(preparedFor(table).extension),
        jacobian_(system, options),
        timeDerivative_(system, options),
        measure_(system.size(), options.tolerances),
        identity_(system.problem().mass.kind == MassMatrix::Kind::identity),
        stifflyAccurate_(isStifflyAccurate(table)),
        n_(system.size()),
        slope0_(system.size()),
        solver_(std::move(solver)) {
    const auto n = static_cast<std::size_t>(n_);
    stages_.resize(n * static_cast<std::size_t>(table.stages));
    slope_.resize(n);
    argument_.resize(n);
    combination_.resize(n);
    error_.resize(n);
    polynomial_.resize(n * static_cast<std::size_t>(dense_.degree));
  }

  void begin() override {
    slope0_.forget();
    jacobianKnown_ = false;
  }

  Trial attempt(double t, ConstView y, double h, View y1) override {
    const System::Series evaluations(system_, table_.stages + 1);
    attempts_ = jacobianKnown_ ? attempts_ + 1 : 1;
    polynomialKnown_ = false;
    if (const Evaluation e = linearise(t, y, h); e != Evaluation::ok) return failedTrial(e);
    ++system_.statistics().lu;
    if (!solver_->factor(1 / (h * table_.gamma), jacobian_.values())) return {.outcome = Trial::Outcome::singular};
    if (const Evaluation e = runStages(t, y, h); e != Evaluation::ok) return failedTrial(e);
    sum(plan().result.terms, 1, baseOf(plan().result, y), y1.data());
    double error = errorWanted_ ? estimate(y, y1) : 0.0;
    if (followsErrors_ && error <= 1) error = std::max(error, followedEstimate(h, y, y1));
    if (!(error > 1) || attempts_ <= (stifflyAccurate_ ? 8 : 2)) return {Trial::Outcome::computed, error};
    const double filtered = filteredEstimate(h, y, y1);
    return {Trial::Outcome::computed, stifflyAccurate_ ? filtered : std::max(filtered, error / mostExcused)};
  }

  void accept() override {
    jacobianKnown_ = false;
    if (table_.lastStageIsNextFirst && errorWanted_)
      slope0_.exchange(slope_);
    else
      slope0_.forget();
  }

  /// Wherever a step is looked at once, it is looked at again: so its stages are gathered by powers of theta first.
  void interpolate(double theta, ConstView y0, ConstView, View y) override {
    if (!polynomialKnown_) formPolynomial();
    // Horner's rule, for four components at a time, and for those that are left alone.
    using Four = Eigen::Array<double, 4, 1>;
    const int n = size();
    const int degree = dense_.degree;
    int k = 0;
    for (; k + 4 <= n; k += 4) {
      const double* const coefficient = polynomial_.data() + k;
      Four result = Eigen::Map<const Four>(coefficient + (degree - 1) * n) * theta;
      for (int d = degree - 2; d >= 0; --d) result = (result + Eigen::Map<const Four>(coefficient + d * n)) * theta;
      Eigen::Map<Four>(y.data() + k) = result + Eigen::Map<const Four>(y0.data() + k);
    }
    for (; k < n; ++k) {
      const double* const coefficient = polynomial_.data() + k;
      double result = coefficient[(degree - 1) * n] * theta;
      for (int d = degree - 2; d >= 0; --d) result = (result + coefficient[d * n]) * theta;
      y[k] = result + y0[k];
    }
  }

  void interpolateMany(ConstView thetas, ConstView y0, ConstView, View y) override {
    if (!polynomialKnown_) formPolynomial();
    linalg::evaluateByFours(polynomial_, dense_.degree, y0, thetas, y.data());
  }

  /// Those of rodas4 and rodas5p are at 0.21 to 0.64 of the step, and at its end.
  [[nodiscard]] double betweenStages() const override { return 0.85; }
  [[nodiscard]] bool keepsFactors() const override { return true; }
  bool solveWithFactors(View r) override {
    ++system_.statistics().solves;
    solver_->solve(r);
    return true;
  }

  Evaluation initialSlope(double t, ConstView y, View f) override { return slope0_.at(system_, t, y, f); }

  ConstView errorVector() const override { return errorWanted_ ? ConstView(error_) : ConstView{}; }
  int errorOrder() const override { return errorWanted_ ? std::min(table_.order, table_.embeddedOrder) + 1 : 0; }

  const JacobianEvaluator* jacobian() const override { return &jacobian_; }

  void save(Vector& memory) const override { slope0_.save(memory); }
  ConstView load(ConstView memory) override { return slope0_.load(memory); }

 private:
  int size() const { return N > 0 ? N : n_; }
  double* stageData(int i) { return stages_.data() + static_cast<std::size_t>(i) * size(); }

  /// F, J and dF/dt at the start of the step; a rejected step keeps them.
  Evaluation linearise(double t, ConstView y, double h) {
    if (const Evaluation e = slope0_.at(system_, t, y); e != Evaluation::ok) return e;
    if (jacobianKnown_) return Evaluation::ok;
    if (const Evaluation e = jacobian_.evaluate(t, y, slope0_.value()); e != Evaluation::ok) return e;
    if (timeDerivative_.present())
      if (const Evaluation e = timeDerivative_.evaluate(t, h, y, slope0_.value()); e != Evaluation::ok) return e;
    jacobianKnown_ = true;
    return Evaluation::ok;
  }

  const StagePlan& plan() const {
    if constexpr (Table::isKnown)
      return Table::plan;
    else
      return plan_;
  }

  /// One number per component, kept in registers where their number is known. Each is read and written alone: numbers
  /// that were written one by one would have to wait in memory until they can be read as a pair.
  using Values = std::array<double, N>;
  [[gnu::always_inline]] static void put(const Values& values, double* target) {
#pragma GCC unroll 8
    for (int k = 0; k < N; ++k) target[k] = values[k];
  }

  Evaluation runStages(double t, ConstView y, double h) {
    const double perStep = 1 / h;
    Values last{};
    if constexpr (Table::isKnown) {
      return stagesFrom<0>(t, y, h, perStep, last);
    } else {
      for (int i = 0; i < plan_.stages; ++i)
        if (const Evaluation e = stage(i, t, y, h, perStep, last); e != Evaluation::ok) return e;
      return Evaluation::ok;
    }
  }

  /// Those of a table that is known, one after the other.
  template <int I>
  [[gnu::always_inline]] Evaluation stagesFrom(double t, ConstView y, double h, double perStep, Values& last) {
    if constexpr (I == Table::plan.stages) {
      return Evaluation::ok;
    } else {
      if (const Evaluation e = stage(std::integral_constant<int, I>{}, t, y, h, perStep, last); e != Evaluation::ok)
        return e;
      return stagesFrom<I + 1>(t, y, h, perStep, last);
    }
  }

  /// Index: a number, or a constant. `last` is the stage before this one, and becomes this one: each stage waits for the
  /// one before, and not for its way through memory.
  template <class Index>
  [[gnu::always_inline]] Evaluation stage(Index i, double t, ConstView y, double h, double perStep, Values& last) {
    const int n = size();
    double* const u = stageData(i);
    const StageSum& argument = plan().argument[i];
    // What stages before this one contribute is there while F is still being evaluated: nothing waits for it then.
    Values combined{};
    if constexpr (N > 0) combined = sumOf(plan().coupling[i], nullptr, i - 1, last);
    if (i == 0) {
      for (int k = 0; k < n; ++k) argument_[k] = y[k], slope_[k] = slope0_.value()[k];
    } else if (argument.from != StageSum::From::previousValue) {
      if constexpr (N > 0)
        put(sumOf(argument.terms, baseOf(argument, y), i - 1, last), argument_.data());
      else
        sum(argument.terms, 1, baseOf(argument, y), argument_.data());
      if (const Evaluation e = system_.rhs(t + table_.alpha[i] * h, argument_, slope_); e != Evaluation::ok) return e;
    }
    const double weight = timeDerivative_.present() ? table_.gammaSum[i] * h : 0.0;
    ++system_.statistics().solves;
    if constexpr (N > 0) {
      if (identity_) {
#pragma GCC unroll 8
        for (int k = 0; k < N; ++k) last[k] = slope_[k] + perStep * combined[k];
      } else {
        Values right;
        std::ranges::copy(slope_, right.begin());
        addMassTimes(system_.problem().mass, perStep, combined, right);
        last = right;
      }
      if (timeDerivative_.present())
#pragma GCC unroll 8
        for (int k = 0; k < N; ++k) last[k] += weight * timeDerivative_.value()[k];
      solver_->solveInRegisters(last);
      put(last, u);
    } else {
      if (identity_) {
        sum(plan().coupling[i], perStep, slope_.data(), u);
      } else {
        sum(plan().coupling[i], 1, nullptr, combination_.data());
        std::copy_n(slope_.data(), n, u);
        addMassTimes(system_.problem().mass, perStep, combination_, View(u, n));
      }
      if (timeDerivative_.present())
        for (int k = 0; k < n; ++k) u[k] += weight * timeDerivative_.value()[k];
      solver_->solve(View(u, n));
    }
    return Evaluation::ok;
  }

  void formPolynomial() {
    const int n = size();
    for (int d = 0; d < dense_.degree; ++d) {
      const double* const weights = dense_.weights.col(d).data();
      double* const coefficient = polynomial_.data() + d * n;
      if constexpr (N > 0) {
        std::array<double, N> sums{};
        for (int i = 0; i < plan().stages; ++i)
#pragma GCC unroll 8
          for (int k = 0; k < N; ++k) sums[k] += weights[i] * stageData(i)[k];
        std::ranges::copy(sums, coefficient);
      } else {
        std::fill_n(coefficient, n, 0.0);
        for (int i = 0; i < plan().stages; ++i) addMultiple(weights[i], stageData(i), coefficient, n);
      }
    }
    polynomialKnown_ = true;
  }

  const double* baseOf(const StageSum& sum, ConstView y) const {
    return sum.from == StageSum::From::state ? y.data() : argument_.data();
  }

  /// base + sum of weighted stages, of which one is at hand; no base: zero.
  [[gnu::always_inline]] Values sumOf(const StageTerms& terms, const double* base, int known, const Values& values) {
    Values sums;
#pragma GCC unroll 8
    for (int k = 0; k < N; ++k) sums[k] = base ? base[k] : 0.0;
#pragma GCC unroll 8
    for (int j = 0; j < terms.count; ++j) {
      const double weight = terms.list[j].weight;
      const bool isKnown = terms.list[j].stage == known;
      const double* const u = stageData(terms.list[j].stage);
#pragma GCC unroll 8
      for (int k = 0; k < N; ++k) sums[k] += weight * (isKnown ? values[k] : u[k]);
    }
    return sums;
  }

  /// target = base + scale * sum of weighted stages; no base: zero. The target is none of the stages that are summed.
  [[gnu::always_inline]] void sum(const StageTerms& terms, double scale, const double* base, double* target) {
    if constexpr (N > 0) {
      put(sumOf(terms, base, -1, {}), target);
    } else {
      std::array<linalg::WeightedVector, tableaux::maxRosenbrockStages> weighted;
      for (int j = 0; j < terms.count; ++j)
        weighted[j] = {scale * terms.list[j].weight, stageData(terms.list[j].stage)};
      linalg::weightedSum({weighted.data(), static_cast<std::size_t>(terms.count)}, base, target,
                          static_cast<std::size_t>(size()));
    }
  }
  static void addMultiple(double weight, const double* __restrict u, double* __restrict target, int n) {
    for (int k = 0; k < n; ++k) target[k] += weight * u[k];
  }

  double estimate(ConstView y, ConstView y1) {
    sum(plan().error, 1, nullptr, error_.data());
    return measure_.template of<N>(error_, y, y1);
  }

  /// That of W^-1 M e / (h gamma), which is what becomes of the error within h gamma: where e is in a position, a pressure
  /// follows. Along a mode that oscillates e turns from one component to another as h grows, and now and then lies in
  /// that with the widest tolerance alone.
  double followedEstimate(double h, ConstView y, ConstView y1) {
    std::ranges::fill(combination_, 0.0);
    addMassTimes(system_.problem().mass, 1 / (h * table_.gamma), error_, combination_);
    ++system_.statistics().solves;
    solver_->solve(combination_);
    return measure_(combination_, y, y1);
  }

  double filteredEstimate(double h, ConstView y, ConstView y1) {
    const double filtered = followedEstimate(h, y, y1);
    std::swap(error_, combination_);
    return filtered;
  }

  const RosenbrockTable& table_;
  System& system_;
  bool errorWanted_;
  bool followsErrors_;
  const StagePlan& plan_;
  const RosenbrockDense& dense_;
  JacobianEvaluator jacobian_;
  TimeDerivative timeDerivative_;
  ErrorMeasure measure_;
  bool identity_;  // M = I
  bool stifflyAccurate_;
  int n_;
  InitialSlope slope0_;
  std::unique_ptr<Solver> solver_;
  Vector stages_;  // u_1 .. u_s, one after the other
  Vector slope_;   // F at the present stage
  Vector argument_;
  Vector combination_;
  Vector error_;
  Vector polynomial_;  // coefficients of theta, theta^2, ... of the continuous extension, n of each
  bool polynomialKnown_ = false;
  bool jacobianKnown_ = false;
  int attempts_ = 0;  // from the present point
};

template <int N, class Table>
std::unique_ptr<OneStepMethod> makeSized(const RosenbrockTable& table, System& system, const Options& options) {
  const Problem& problem = system.problem();
  const SparsityPattern pattern = problem.jacobian ? problem.jacobian->pattern : SparsityPattern{};
  if constexpr (N <= linalg::maxSmallSize) {
    if (problem.size == N && !problem.linearSolver)
      return std::make_unique<Rosenbrock<N, Table>>(
          table, system, options, std::make_unique<linalg::SmallDenseSolver<N>>(N, pattern, problem.mass));
    return makeSized<N + 1, Table>(table, system, options);
  } else {
    return std::make_unique<Rosenbrock<0, AnyTable>>(table, system, options, makeSolver(problem, pattern));
  }
}

std::unique_ptr<OneStepMethod> makeRosenbrock(const RosenbrockTable& table, System& system, const Options& options) {
  if (table.name == tableaux::rodas3.name) return makeSized<1, Known<tableaux::rodas3>>(table, system, options);
  if (table.name == tableaux::rodas4.name) return makeSized<1, Known<tableaux::rodas4>>(table, system, options);
  if (table.name == tableaux::rodas5p.name) return makeSized<1, Known<tableaux::rodas5p>>(table, system, options);
  return makeSized<1, AnyTable>(table, system, options);
}

}  // namespace

std::vector<MethodDescriptor> rosenbrockMethods() {
  std::vector<MethodDescriptor> all;
  for (const RosenbrockTable& table : tableaux::rosenbrockTables())
    all.push_back(
        {.traits = {.name = std::string(table.name),
                    .family = Family::rosenbrock,
                    .order = table.order,
                    .embeddedOrder = table.embeddedOrder,
                    .denseOrder = interpolatedOrder(table.order, preparedFor(table).extension.order),
                    .daeOrder = table.properties.daeOrder,
                    .takesMass = true,
                    .stifflyAccurate = isStifflyAccurate(table),
                    .stages = table.stages,
                    .rhsPerStep = static_cast<double>(table.rhsPerStep),
                    .aStable = table.properties.aStable(),
                    .lStable = table.properties.lStable,
                    .rInfinity = table.properties.rInfinity,
                    .alphaDegrees = table.properties.alphaDegrees,
                    .variableStep = table.embeddedOrder > 0,
                    .source = std::string(table.source)},
         .make = [&table](System& system, const Options& options) { return makeRosenbrock(table, system, options); }});
  return all;
}

}  // namespace dashpot::integrators
