// Rosenbrock and implicit Runge-Kutta methods with a fixed step. J is evaluated and factored once per step; simplified
// Newton iteration runs until its update is below the tolerance asked for, so that the number of iterations, and with
// it the count, is that of the problem. The norm and the pivots are free; everything else is counted.
#include "analysis/counted_algebra.hpp"
#include "analysis/counted_method.hpp"
#include "base/place.hpp"
#include "integrators/implicit_runge_kutta/scheme.hpp"
#include "tableaux/implicit_rk.hpp"
#include "tableaux/rosenbrock.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace dashpot::analysis {
namespace {

using integrators::ImplicitScheme;
using tableaux::ImplicitTable;
using tableaux::RosenbrockTable;
using Numbers = CountedNumbers;

constexpr int maxIterations = 50;

/// The base of all of them: the state, J and alpha M - J.
class CountedLinearised : public CountedMethod {
 public:
  explicit CountedLinearised(const CountedProblem& problem)
      : problem_(problem), y_(problem.initial.begin(), problem.initial.end()), n_(y_.size()) {}

  Numbers state() const override { return y_; }

 protected:
  using Matrix = CountedLu<Counted>::Matrix;

  Numbers slopeAt(double t, const Numbers& y) const {
    Numbers f(n_);
    problem_.rhs(t, y, f);
    return f;
  }

  void evaluateJacobian(double t) {
    jacobian_.assign(n_, Numbers(n_));
    if (problem_.jacobian) {
      problem_.jacobian(t, y_, [this](int row, int column, Counted value) {
        Counted& entry = jacobian_[at(row)][at(column)];
        entry = isZero(entry) ? value : entry + value;
      });
      return;
    }
    const Numbers base = slopeAt(t, y_);
    for (std::size_t j = 0; j < n_; ++j) {
      const double delta = 1e-8 * std::max(1e-5, size(y_[j]));
      Numbers moved = y_;
      moved[j] += delta;
      const Numbers f = slopeAt(t, moved);
      for (std::size_t i = 0; i < n_; ++i) jacobian_[i][j] = (f[i] - base[i]) * (1 / delta);
    }
  }

  /// alpha M - J
  template <class Number, class Alpha>
  typename CountedLu<Number>::Matrix shifted(const Alpha& alpha) const {
    typename CountedLu<Number>::Matrix matrix(n_, std::vector<Number>(n_));
    for (std::size_t i = 0; i < n_; ++i)
      for (std::size_t j = 0; j < n_; ++j)
        if (!isZero(jacobian_[i][j])) matrix[i][j] = Number(-jacobian_[i][j]);
    forEachMass([&](std::size_t row, std::size_t column, double m) {
      Number& entry = matrix[row][column];
      entry = entry - Number(alpha) * Number(-m);
    });
    return matrix;
  }

  /// target += factor M x
  void addMassTimes(double factor, const Numbers& x, Numbers& target) const {
    forEachMass([&](std::size_t row, std::size_t column, double m) { target[row] += (factor * m) * x[column]; });
  }

  void add(double weight, const Numbers& x, Numbers& target) const {
    for (std::size_t i = 0; i < n_; ++i) target[i] += weight * x[i];
  }

  bool small(double update) const { return update <= problem_.newtonTolerance; }
  /// Free: every code measures in its own way.
  double measured(const Counted& update, std::size_t component) const {
    const double scale = problem_.scale.empty() ? 1.0 : problem_.scale[component];
    return size(update) / (scale + size(y_[component]));
  }

  const CountedProblem& problem_;
  Numbers y_;
  std::size_t n_;
  Matrix jacobian_;

 private:
  template <class Visit>
  void forEachMass(Visit&& visit) const {
    const MassMatrix& mass = problem_.mass;
    if (mass.kind == MassMatrix::Kind::sparse) {
      for (std::size_t column = 0; column < n_; ++column)
        for (int k = mass.pattern.columnStart[column]; k < mass.pattern.columnStart[column + 1]; ++k)
          visit(at(mass.pattern.rows[at(k)]), column, mass.values[at(k)]);
      return;
    }
    for (std::size_t i = 0; i < n_; ++i) {
      const double m = mass.kind == MassMatrix::Kind::diagonal ? mass.values[i] : 1.0;
      if (m != 0) visit(i, i, m);
    }
  }
};

/// The transformed form of tableaux/rosenbrock.hpp. Equal arguments share their evaluation.
class CountedRosenbrock final : public CountedLinearised {
 public:
  CountedRosenbrock(const RosenbrockTable& table, const CountedProblem& problem)
      : CountedLinearised(problem), table_(table) {}

  std::string step(double t, double h) override {
    evaluateJacobian(t);
    CountedLu<Counted> lu;
    if (!lu.factor(shifted<Counted>(Counted(1 / (h * table_.gamma))))) return "the matrix of the step is singular";
    // The last stage of ode23s serves the estimate only, which a fixed step does not need.
    const int stages = table_.stages - (table_.lastStageIsNextFirst ? 1 : 0);
    std::vector<Numbers> u;
    Numbers slope;
    const Numbers byTime = timeDerivative(t, h);
    for (int i = 0; i < stages; ++i) {
      const bool sameArgument =
          i > 0 && table_.a[at(i)] == table_.a[at(i - 1)] && table_.alpha[at(i)] == table_.alpha[at(i - 1)];
      if (!sameArgument) {
        Numbers argument = y_;
        for (int j = 0; j < i; ++j)
          if (table_.a[at(i)][at(j)] != 0) add(table_.a[at(i)][at(j)], u[at(j)], argument);
        slope = slopeAt(t + table_.alpha[at(i)] * h, argument);
      }
      Numbers rhs = slope;
      for (int j = 0; j < i; ++j)
        if (table_.c[at(i)][at(j)] != 0) addMassTimes(table_.c[at(i)][at(j)] / h, u[at(j)], rhs);
      if (!byTime.empty() && table_.gammaSum[at(i)] != 0) add(table_.gammaSum[at(i)] * h, byTime, rhs);
      lu.solve(rhs);
      u.push_back(std::move(rhs));
    }
    for (int i = 0; i < stages; ++i)
      if (table_.m[at(i)] != 0) add(table_.m[at(i)], u[at(i)], y_);
    return {};
  }

 private:
  /// A difference, where F depends on t.
  Numbers timeDerivative(double t, double h) const {
    if (problem_.autonomous) return {};
    const double delta = 1e-6 * h;
    Numbers later = slopeAt(t + delta, y_);
    const Numbers now = slopeAt(t, y_);
    for (std::size_t i = 0; i < n_; ++i) later[i] = (later[i] - now[i]) * (1 / delta);
    return later;
  }

  const RosenbrockTable& table_;
};

/// Stage by stage, as integrators/implicit_runge_kutta/sdirk.cpp: M (Y - base) = h a_ii F(Y).
class CountedDirk final : public CountedLinearised {
 public:
  CountedDirk(ImplicitTable table, const CountedProblem& problem)
      : CountedLinearised(problem), table_(std::move(table)) {}

  std::string step(double t, double h) override {
    evaluateJacobian(t);
    const auto a = [this](int i, int j) { return static_cast<double>(table_.a(i, j)); };
    CountedLu<Counted> lu;
    double factoredFor = 0;
    std::vector<Numbers> slopes;
    Numbers stage;
    for (int i = 0; i < table_.stages(); ++i) {
      Numbers base = y_;
      for (int j = 0; j < i; ++j)
        if (a(i, j) != 0) add(h * a(i, j), slopes[at(j)], base);
      const double time = t + static_cast<double>(table_.c(i)) * h;
      if (a(i, i) == 0) {
        if (lastSlope_.empty()) lastSlope_ = initialSlope(t);
        slopes.push_back(lastSlope_);
        continue;
      }
      if (a(i, i) != factoredFor && !lu.factor(shifted<Counted>(Counted(1 / (h * a(i, i))))))
        return "the matrix of the step is singular";
      factoredFor = a(i, i);
      stage = base;
      if (!slopes.empty()) add(h * a(i, i), slopes.back(), stage);
      Numbers increment(n_);
      for (std::size_t k = 0; k < n_; ++k) increment[k] = stage[k] - base[k];
      if (!iterate(time, 1 / (h * a(i, i)), lu, stage, increment)) return "Newton's iteration does not converge";
      for (Counted& k : increment) k = k * (1 / (h * a(i, i)));
      slopes.push_back(std::move(increment));
    }
    if (table_.stifflyAccurate()) {
      y_ = stage;
      lastSlope_ = slopes.back();
    } else {
      for (int i = 0; i < table_.stages(); ++i)
        if (table_.b(i) != 0) add(h * static_cast<double>(table_.b(i)), slopes[at(i)], y_);
    }
    return {};
  }

 private:
  /// y' where no step before has left it; as in the integrator, algebraic unknowns start as if at rest.
  Numbers initialSlope(double t) const {
    const MassMatrix& mass = problem_.mass;
    if (mass.kind == MassMatrix::Kind::sparse) return Numbers(n_);
    Numbers slope = slopeAt(t, y_);
    if (mass.kind == MassMatrix::Kind::diagonal)
      for (std::size_t i = 0; i < n_; ++i) slope[i] = mass.values[i] != 0 ? slope[i] / mass.values[i] : Counted(0.0);
    return slope;
  }

  bool iterate(double t, double alpha, const CountedLu<Counted>& lu, Numbers& stage, Numbers& increment) const {
    for (int iteration = 0; iteration < maxIterations; ++iteration) {
      Numbers update = slopeAt(t, stage);
      addMassTimes(-alpha, increment, update);
      lu.solve(update);
      double largest = 0;
      for (std::size_t k = 0; k < n_; ++k) {
        stage[k] += update[k];
        increment[k] += update[k];
        largest = std::max(largest, measured(update[k], k));
      }
      if (small(largest)) return true;
    }
    return false;
  }

  ImplicitTable table_;
  Numbers lastSlope_;  // that of the last stage is the first of the next step
};

/// All stages at once in the basis of integrators/implicit_runge_kutta/scheme.hpp: one real system, and one complex for
/// each pair.
class CountedFullyImplicit final : public CountedLinearised {
 public:
  CountedFullyImplicit(const ImplicitTable& table, const CountedProblem& problem)
      : CountedLinearised(problem), scheme_(table), modes_(at(scheme_.stages), Numbers(n_)) {}

  std::string step(double t, double h) override {
    evaluateJacobian(t);
    CountedLu<Counted> real;
    if (scheme_.hasReal && !real.factor(shifted<Counted>(Counted(scheme_.realEigenvalue / h))))
      return "the matrix of the step is singular";
    std::vector<CountedLu<CountedComplex>> pairs(at(scheme_.pairs));
    for (int p = 0; p < scheme_.pairs; ++p) {
      const std::complex<double> mu = scheme_.eigenvalues[at(p)] / h;
      if (!pairs[at(p)].factor(shifted<CountedComplex>(CountedComplex(mu.real(), mu.imag()))))
        return "the matrix of the step is singular";
    }
    for (Numbers& mode : modes_) std::fill(mode.begin(), mode.end(), Counted(0.0));
    for (int iteration = 0; iteration < maxIterations; ++iteration) {
      const std::vector<Numbers> residuals = residualsAt(t, h);
      double largest = 0;
      const auto correct = [&](std::size_t mode, const Counted& update, std::size_t k) {
        modes_[mode][k] += update;
        largest = std::max(largest, measured(update, k));
      };
      if (scheme_.hasReal) {
        Numbers update = residuals[0];
        real.solve(update);
        for (std::size_t k = 0; k < n_; ++k) correct(0, update[k], k);
      }
      for (int p = 0; p < scheme_.pairs; ++p) {
        const std::size_t first = at((scheme_.hasReal ? 1 : 0) + 2 * p);
        std::vector<CountedComplex> update(n_);
        for (std::size_t k = 0; k < n_; ++k) update[k] = {residuals[first][k], residuals[first + 1][k]};
        pairs[at(p)].solve(update);
        for (std::size_t k = 0; k < n_; ++k) {
          correct(first, update[k].re, k);
          correct(first + 1, update[k].im, k);
        }
      }
      if (small(largest)) {
        y_ = stage(scheme_.stages - 1);
        return {};
      }
    }
    return "Newton's iteration does not converge";
  }

 private:
  Numbers stage(int i) const {
    Numbers result = y_;
    const int last = scheme_.stages - 1;
    for (int j = 0; j <= last; ++j) {
      const double weight = scheme_.toStages[at(i)][at(j)];
      if (weight == 0) continue;
      for (std::size_t k = 0; k < n_; ++k) {
        if (i == last)
          result[k] += modes_[at(j)][k];  // eigenvectors end in 1
        else
          result[k] += weight * modes_[at(j)][k];
      }
    }
    return result;
  }

  /// T^-1 F - mu/h M w
  std::vector<Numbers> residualsAt(double t, double h) const {
    std::vector<Numbers> slopes;
    for (int i = 0; i < scheme_.stages; ++i) slopes.push_back(slopeAt(t + scheme_.c[at(i)] * h, stage(i)));
    std::vector<Numbers> residuals(at(scheme_.stages), Numbers(n_));
    for (int j = 0; j < scheme_.stages; ++j)
      for (int i = 0; i < scheme_.stages; ++i) add(scheme_.toModes[at(j)][at(i)], slopes[at(i)], residuals[at(j)]);
    if (scheme_.hasReal) addMassTimes(-scheme_.realEigenvalue / h, modes_[0], residuals[0]);
    for (int p = 0; p < scheme_.pairs; ++p) {
      const std::size_t re = at((scheme_.hasReal ? 1 : 0) + 2 * p), im = re + 1;
      const std::complex<double> mu = scheme_.eigenvalues[at(p)] / h;
      addMassTimes(-mu.real(), modes_[re], residuals[re]);
      addMassTimes(mu.imag(), modes_[im], residuals[re]);
      addMassTimes(-mu.real(), modes_[im], residuals[im]);
      addMassTimes(-mu.imag(), modes_[re], residuals[im]);
    }
    return residuals;
  }

  ImplicitScheme scheme_;
  std::vector<Numbers> modes_;
};

}  // namespace

std::unique_ptr<CountedMethod> countedImplicit(const std::string& method, const CountedProblem& problem) {
  if (const RosenbrockTable* const table = tableaux::findRosenbrock(method))
    return std::make_unique<CountedRosenbrock>(*table, problem);
  if (const ImplicitTable* const table = tableaux::findImplicit(method)) {
    if (table->diagonallyImplicit()) return std::make_unique<CountedDirk>(*table, problem);
    return std::make_unique<CountedFullyImplicit>(*table, problem);
  }
  return nullptr;
}

}  // namespace dashpot::analysis
