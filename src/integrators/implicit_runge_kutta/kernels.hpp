// The inner loops of fully implicit methods: changes between stages and modes, component by component, for a number of
// stages known at compile time. Stages lie one after the other, n numbers each; so do pairs of modes.
//
// Two rows of a transformation are computed at once, each with the bits that it would have alone. Numbers that F or a
// solver wrote one by one are read one by one: as a pair they would have to wait until they are in the cache.
#pragma once

#include "integrators/implicit_runge_kutta/scheme.hpp"

#include <algorithm>
#include <complex>

namespace dashpot::integrators {

/// One number per stage and component in the basis of eigenvectors.
struct Modes {
  double* real = nullptr;  // n, where there is a real eigenvalue
  std::complex<double>* pairs = nullptr;
};

/// Two neighbours, wherever they lie: two rows, or a complex number.
using Two [[gnu::vector_size(16), gnu::aligned(8), gnu::may_alias]] = double;

inline Two twoAt(const double* at) { return *reinterpret_cast<const Two*>(at); }
inline void putTwo(double* at, Two value) { *reinterpret_cast<Two*>(at) = value; }
/// A complex number is laid out as its real and its imaginary part (C++ standard, [complex.numbers]).
inline double* numbersOf(std::complex<double>* at) { return reinterpret_cast<double*>(at); }
/// factor * w, in the bits of (a c - b d, a d + b c).
inline Two product(std::complex<double> factor, Two w) {
  return factor.real() * w + Two{-factor.imag(), factor.imag()} * Two{w[1], w[0]};
}

template <int S>
struct ImplicitKernels {
  static constexpr int stageCount = S;
  static constexpr int pairs = S / 2;
  static constexpr bool hasReal = S % 2 == 1;

  /// stages = base + T modes; base may be null.
  static void toStages(const ImplicitScheme& scheme, const Modes& modes, const double* base, double* stages, int n) {
    constexpr int rows = S - 1, rowPairs = rows / 2;  // without the last
    for (int k = 0; k < n; ++k) {
      const std::array<double, S> w = load(modes, k, n);
      const double start = base ? base[k] : 0;
      Two z[std::max(rowPairs, 1)];
      for (Two& two : z) two = Two{start, start};
      for (int j = 0; j < S; ++j)
        for (int p = 0; p < rowPairs; ++p) z[p] += twoAt(&scheme.toStagesByColumn[j][2 * p]) * w[j];
      for (int p = 0; p < rowPairs; ++p) {
        stages[2 * p * n + k] = z[p][0];
        stages[(2 * p + 1) * n + k] = z[p][1];
      }
      if constexpr (rows % 2 == 1) {
        double single = start;
        for (int j = 0; j < S; ++j) single += scheme.toStages[rows - 1][j] * w[j];
        stages[(rows - 1) * n + k] = single;
      }
      double last = start;  // eigenvectors end in 1
      if constexpr (hasReal) last += w[0];
      for (int p = 0; p < pairs; ++p) last += w[hasReal + 2 * p];
      stages[(S - 1) * n + k] = last;
    }
  }

  /// modes = weights * stages, with `count` stages (of another scheme, perhaps).
  static void combine(const ImplicitScheme::Square& weights, const double* stages, int count, const Modes& modes,
                      int n) {
    for (int k = 0; k < n; ++k) {
      std::array<double, S> w{};
      for (int m = 0; m < count; ++m)
        for (int j = 0; j < S; ++j) w[j] += weights[j][m] * stages[m * n + k];
      store(w, modes, k, n);
    }
  }

  /// modes = T^-1 (weights * stages), likewise: for fewer components than stages, where the product of the two matrices
  /// would cost more.
  static void combineAndTransform(const ImplicitScheme& scheme, const ImplicitScheme::Square& weights,
                                  const double* stages, int count, const Modes& modes, int n) {
    for (int k = 0; k < n; ++k) {
      std::array<double, S> z{};
      for (int m = 0; m < count; ++m)
        for (int i = 0; i < S; ++i) z[i] += weights[i][m] * stages[m * n + k];
      std::array<double, S> w{};
      for (int j = 0; j < S; ++j)
        for (int i = 0; i < S; ++i) w[j] += scheme.toModes[j][i] * z[i];
      store(w, modes, k, n);
    }
  }

  /// rhs = T^-1 slopes - (mu/h) modes: the right-hand sides of Newton's systems for M = I. Without modes: the first
  /// term only.
  static void residuals(const ImplicitScheme& scheme, double h, const double* slopes, const Modes* modes,
                        const Modes& rhs, int n) {
    const double realFactor = scheme.realEigenvalue / h;
    std::array<std::complex<double>, 3> factors;
    for (int p = 0; p < pairs; ++p) factors[p] = scheme.eigenvalues[p] / h;
    for (int k = 0; k < n; ++k) {
      [[maybe_unused]] double real = 0;
      Two g[pairs]{};
      for (int i = 0; i < S; ++i) {
        const double f = slopes[i * n + k];
        if constexpr (hasReal) real += scheme.toModes[0][i] * f;
        for (int p = 0; p < pairs; ++p) g[p] += twoAt(&scheme.toModesByColumn[i][hasReal + 2 * p]) * f;
      }
      if (modes) {
        if constexpr (hasReal) real -= realFactor * modes->real[k];
        for (int p = 0; p < pairs; ++p) g[p] -= product(factors[p], twoAt(numbersOf(&modes->pairs[p * n + k])));
      }
      if constexpr (hasReal) rhs.real[k] = real;
      for (int p = 0; p < pairs; ++p) putTwo(numbersOf(&rhs.pairs[p * n + k]), g[p]);
    }
  }

  /// modes += updates; returns the sum of squares of the updates in units of the scale.
  static double update(const Modes& updates, const double* inverseScale, const Modes& modes, int n) {
    double sum = 0;
    for (int k = 0; k < n; ++k) {
      const double weight = inverseScale[k] * inverseScale[k];
      double square = 0;
      if constexpr (hasReal) {
        const double d = updates.real[k];
        square += d * d;
        modes.real[k] += d;
      }
      for (int p = 0; p < pairs; ++p) {
        const std::complex<double> d = updates.pairs[p * n + k];
        square += d.real() * d.real() + d.imag() * d.imag();
        double* const mode = numbersOf(&modes.pairs[p * n + k]);
        putTwo(mode, twoAt(mode) + Two{d.real(), d.imag()});
      }
      sum += weight * square;
    }
    return sum;
  }

 private:
  static std::array<double, S> load(const Modes& modes, int k, int n) {
    std::array<double, S> w;
    if constexpr (hasReal) w[0] = modes.real[k];
    for (int p = 0; p < pairs; ++p) {
      w[hasReal + 2 * p] = modes.pairs[p * n + k].real();
      w[hasReal + 2 * p + 1] = modes.pairs[p * n + k].imag();
    }
    return w;
  }
  static void store(const std::array<double, S>& w, const Modes& modes, int k, int n) {
    if constexpr (hasReal) modes.real[k] = w[0];
    for (int p = 0; p < pairs; ++p) modes.pairs[p * n + k] = {w[hasReal + 2 * p], w[hasReal + 2 * p + 1]};
  }
};

/// Calls with the kernels for this number of stages. `Odd`: only those of 3, 5 and 7 stages are wanted, which keeps the
/// number of instantiations down.
template <bool Odd, class Function>
decltype(auto) withKernels(int stages, Function&& function) {
  if constexpr (!Odd) {
    if (stages == 2) return function(ImplicitKernels<2>{});
    if (stages == 4) return function(ImplicitKernels<4>{});
  }
  if (stages == 3) return function(ImplicitKernels<3>{});
  if (stages == 5) return function(ImplicitKernels<5>{});
  return function(ImplicitKernels<7>{});
}

}  // namespace dashpot::integrators
