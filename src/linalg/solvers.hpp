// Linear solvers for W = alpha M - J, and the choice among them.
//
//   dense    up to a few dozen unknowns, or no zeros worth skipping
//   banded   the non-zeros lie in a narrow band
//   sparse   everything else: KLU (Davis and Palamadai Natarajan 2010) with refactorisation on the first pivot sequence,
//            by dense blocks where factors fill much (Duff and Reid 1983)
#pragma once

#include "dashpot/problem.hpp"
#include "linalg/dense_lu.hpp"
#include "linalg/small_inverse.hpp"
#include "linalg/sparsity.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace dashpot::linalg {

enum class SolverKind { dense, banded, sparse };

/// The pattern of W, and which solver suits it.
SparsityPattern matrixPattern(int n, const SparsityPattern& jacobian, const MassMatrix& mass);
SolverKind chooseSolver(int n, const SparsityPattern& pattern);

/// Floating-point operations of one factorisation and one solution with it, estimated from the pattern of W.
struct LuCost {
  double factor = 0;
  double solve = 0;
};
LuCost luCost(int n, const SparsityPattern& pattern);

/// Entries of M as (place in W, value).
struct MassEntries {
  std::vector<int> places;
  std::vector<double> values;
};

/// Complex systems are solved for three or four right-hand sides only, for which an inverse does not pay.
template <class Scalar, int N>
inline constexpr bool isInverted = N == 2 || (std::is_same_v<Scalar, double> && N > 0 && N <= 4);
template <class Scalar, int N>
using SmallFactors =
    std::conditional_t<isInverted<Scalar, N>, SmallInverse<Scalar, std::max(N, 1)>, DenseLu<Scalar, N>>;

/// Dense solver whose size is known at compile time (N > 0): small systems must not pay for generality.
template <int N>
class SmallDenseSolver final : public LinearSolver {
 public:
  SmallDenseSolver(int n, const SparsityPattern& jacobian, const MassMatrix& mass);

  bool factor(double alpha, std::span<const double> jacobian) override { return fill<double>(lu_, alpha, jacobian); }
  void solve(std::span<double> b) override { lu_.solve(b.data()); }
  /// The same in registers, for few unknowns.
  [[gnu::always_inline]] void solveInRegisters(std::array<double, N>& b) const {
    if constexpr (isInverted<double, N>)
      lu_.solve(b);
    else
      lu_.solve(b.data());
  }
  bool factor(std::complex<double> alpha, std::span<const double> jacobian) override {
    if (!complexLu_) complexLu_ = std::make_unique<Factors<std::complex<double>>>(factorsOf<std::complex<double>>(n_));
    return fill<std::complex<double>>(*complexLu_, alpha, jacobian);
  }
  void solve(std::span<std::complex<double>> b) override { complexLu_->solve(b.data()); }

 private:
  template <class Scalar>
  using Factors = SmallFactors<Scalar, N>;

  template <class Scalar>
  static Factors<Scalar> factorsOf(int n) {
    if constexpr (isInverted<Scalar, N>)
      return {};
    else
      return Factors<Scalar>(n);
  }

  template <class Scalar>
  bool fill(Factors<Scalar>& lu, Scalar alpha, std::span<const double> jacobian) {
    if constexpr (isInverted<Scalar, N>) {
      typename Factors<Scalar>::Matrix w;
      if (jacobianIsDense_ && massIsIdentity_) {  // no place is looked up: all of it stays in registers
        fillDense(w.data(), alpha, jacobian);
        return lu.factor(w);
      }
      typename Factors<Scalar>::Matrix inMemory;
      fill(inMemory.data(), alpha, jacobian);
#pragma GCC unroll 16
      for (int k = 0; k < N * N; ++k) w[k] = inMemory[k];
      return lu.factor(w);
    } else {
      fill(lu.data(), alpha, jacobian);
      return lu.factor();
    }
  }

  template <class Scalar>
  [[gnu::always_inline]] void fill(Scalar* w, Scalar alpha, std::span<const double> jacobian) {
    const int n = N > 0 ? N : n_;
    if (jacobianIsDense_ && massIsIdentity_) return fillDense(w, alpha, jacobian);
    std::fill(w, w + n * n, Scalar(0));
    if (jacobianIsDense_)
      for (int k = 0; k < n * n; ++k) w[k] = -jacobian[k];
    else
      for (std::size_t k = 0; k < jacobianPlaces_.size(); ++k) w[jacobianPlaces_[k]] = -jacobian[k];
    if (massIsIdentity_)
      for (int i = 0; i < n; ++i) w[i * n + i] += alpha;
    else
      for (std::size_t k = 0; k < mass_.places.size(); ++k) w[mass_.places[k]] += alpha * mass_.values[k];
  }

  template <class Scalar>
  [[gnu::always_inline]] void fillDense(Scalar* w, Scalar alpha, std::span<const double> jacobian) {
    const int n = N > 0 ? N : n_;
#pragma GCC unroll 16
    for (int k = 0; k < n * n; ++k) w[k] = -jacobian[k];
#pragma GCC unroll 8
    for (int i = 0; i < n; ++i) w[i * n + i] += alpha;
  }

  int n_;
  Factors<double> lu_;
  std::unique_ptr<Factors<std::complex<double>>> complexLu_;
  bool jacobianIsDense_;
  std::vector<int> jacobianPlaces_;  // of the non-zeros of a sparse J
  MassEntries mass_;
  bool massIsIdentity_;
};

/// The largest size for which SmallDenseSolver<n> is compiled.
inline constexpr int maxSmallSize = 8;

std::unique_ptr<LinearSolver> makeSolver(int n, const SparsityPattern& jacobian, const MassMatrix& mass);
std::unique_ptr<LinearSolver> makeSolver(SolverKind kind, int n, const SparsityPattern& jacobian,
                                         const MassMatrix& mass);

}  // namespace dashpot::linalg
