#include "linalg/solvers.hpp"

#include "base/kept_number.hpp"
#include "linalg/banded_lu.hpp"
#include "linalg/klu.hpp"
#include "linalg/tridiagonal_lu.hpp"

#include <algorithm>

namespace dashpot::linalg {
namespace {

SparsityPattern patternOf(int n, const MassMatrix& mass) {
  return mass.kind == MassMatrix::Kind::sparse ? mass.pattern : diagonalPattern(n);
}

/// Values of M on patternOf(M).
std::vector<double> valuesOf(int n, const MassMatrix& mass) {
  return mass.kind == MassMatrix::Kind::identity ? std::vector<double>(n, 1.0) : mass.values;
}

MassEntries denseEntries(int n, const MassMatrix& mass) {
  return {placesIn(n, patternOf(n, mass), {}), valuesOf(n, mass)};
}

/// Solvers that scatter J and M to fixed places of one array of values.
template <template <class> class Factors>
class ScatteredSolver final : public LinearSolver {
 public:
  ScatteredSolver(int n, const SparsityPattern& jacobian, const MassMatrix& mass)
      : n_(n), pattern_(matrixPattern(n, jacobian, mass)), real_(n, pattern_) {
    for (const Place p : linalg::places(n, jacobian)) jacobianPlaces_.push_back(real_.placeOf(p));
    for (const Place p : linalg::places(n, patternOf(n, mass))) mass_.places.push_back(real_.placeOf(p));
    mass_.values = valuesOf(n, mass);
  }

  bool factor(double alpha, std::span<const double> jacobian) override { return fill(real_, alpha, jacobian); }
  void solve(std::span<double> b) override { real_.solve(b.data()); }
  bool factor(std::complex<double> alpha, std::span<const double> jacobian) override {
    if (!complex_) complex_ = std::make_unique<Factors<std::complex<double>>>(n_, pattern_);
    return fill(*complex_, alpha, jacobian);
  }
  void solve(std::span<std::complex<double>> b) override { complex_->solve(b.data()); }

  std::vector<double> savePivots() const override {
    std::vector<double> saved;
    if constexpr (requires { real_.pivotMatrix(); }) {
      saved.push_back(static_cast<double>(real_.pivotMatrix().size()));
      saved.insert(saved.end(), real_.pivotMatrix().begin(), real_.pivotMatrix().end());
      if (complex_)
        for (const std::complex<double> entry : complex_->pivotMatrix())
          saved.push_back(entry.real()), saved.push_back(entry.imag());
    }
    return saved;
  }
  void restorePivots(std::span<const double> saved) override {
    if constexpr (requires { real_.pivotMatrix(); }) {
      if (saved.empty()) return;
      const std::size_t count = keptNumber(saved[0], std::size_t{0}, saved.size());
      if (saved.size() < 1 + count) return;
      real_.choosePivotsFor(saved.subspan(1, count));
      const std::span<const double> rest = saved.subspan(1 + count);
      if (rest.empty()) return;
      std::vector<std::complex<double>> entries(rest.size() / 2);
      for (std::size_t i = 0; i < entries.size(); ++i) entries[i] = {rest[2 * i], rest[2 * i + 1]};
      if (!complex_) complex_ = std::make_unique<Factors<std::complex<double>>>(n_, pattern_);
      complex_->choosePivotsFor(entries);
    }
  }

 private:
  template <class Scalar>
  bool fill(Factors<Scalar>& factors, Scalar alpha, std::span<const double> jacobian) {
    factors.clear();
    Scalar* const w = factors.data();
    for (std::size_t k = 0; k < jacobianPlaces_.size(); ++k) w[jacobianPlaces_[k]] = -jacobian[k];
    for (std::size_t k = 0; k < mass_.places.size(); ++k) w[mass_.places[k]] += alpha * mass_.values[k];
    return factors.factor();
  }

  int n_;
  SparsityPattern pattern_;
  Factors<double> real_;
  std::unique_ptr<Factors<std::complex<double>>> complex_;
  std::vector<std::size_t> jacobianPlaces_;
  struct {
    std::vector<std::size_t> places;
    std::vector<double> values;
  } mass_;
};

template <class Scalar>
class BandedFactors {
 public:
  BandedFactors(int n, const SparsityPattern& pattern) : BandedFactors(n, bandwidth(n, pattern)) {}
  std::size_t placeOf(Place p) const { return lu_.indexOf(p.row, p.column); }
  void clear() { lu_.clear(); }
  Scalar* data() { return lu_.data(); }
  bool factor() { return lu_.factor(); }
  void solve(Scalar* b) { lu_.solve(b); }

 private:
  BandedFactors(int n, Bandwidth band) : lu_(n, band.lower, band.upper) {}
  BandedLu<Scalar> lu_;
};

/// Of a band of one diagonal on each side; where rows have to be exchanged, by the general elimination.
template <class Scalar>
class TridiagonalFactors {
 public:
  TridiagonalFactors(int n, const SparsityPattern&) : n_(n), lu_(n), exchanging_(n, 1, 1) {}
  std::size_t placeOf(Place p) const { return lu_.indexOf(p.row, p.column); }
  void clear() { lu_.clear(); }
  Scalar* data() { return lu_.data(); }
  bool factor() {
    exchanges_ = !lu_.factor();
    if (!exchanges_) return true;
    exchanging_.clear();
    for (int column = 0; column < n_; ++column)
      for (int row = std::max(column - 1, 0); row <= std::min(column + 1, n_ - 1); ++row)
        exchanging_.data()[exchanging_.indexOf(row, column)] = lu_.data()[lu_.indexOf(row, column)];
    return exchanging_.factor();
  }
  void solve(Scalar* b) {
    if (exchanges_)
      exchanging_.solve(b);
    else
      lu_.solve(b);
  }

 private:
  int n_;
  TridiagonalLu<Scalar> lu_;
  BandedLu<Scalar> exchanging_;
  bool exchanges_ = false;
};

template <class Scalar>
class BlockedFactors {
 public:
  BlockedFactors(int n, const SparsityPattern&) : n_(n), lu_(n) {}
  std::size_t placeOf(Place p) const { return static_cast<std::size_t>(p.column) * n_ + p.row; }
  void clear() { std::fill_n(lu_.data(), static_cast<std::size_t>(n_) * n_, Scalar(0)); }
  Scalar* data() { return lu_.data(); }
  bool factor() { return lu_.factor(); }
  void solve(Scalar* b) { lu_.solve(b); }

 private:
  int n_;
  BlockedLu<Scalar> lu_;
};

/// Below this size our plain elimination beats Eigen's blocked one.
constexpr int blockedSize = 64;

template <int N>
std::unique_ptr<LinearSolver> makeSmall(int n, const SparsityPattern& jacobian, const MassMatrix& mass) {
  if constexpr (N > maxSmallSize)
    return std::make_unique<SmallDenseSolver<0>>(n, jacobian, mass);
  else if (n == N)
    return std::make_unique<SmallDenseSolver<N>>(n, jacobian, mass);
  else
    return makeSmall<N + 1>(n, jacobian, mass);
}

}  // namespace

template <int N>
SmallDenseSolver<N>::SmallDenseSolver(int n, const SparsityPattern& jacobian, const MassMatrix& mass)
    : n_(n),
      lu_(factorsOf<double>(n)),
      jacobianIsDense_(jacobian.dense()),
      jacobianPlaces_(jacobianIsDense_ ? std::vector<int>{} : placesIn(n, jacobian, {})),
      mass_(mass.kind == MassMatrix::Kind::identity ? MassEntries{} : denseEntries(n, mass)),
      massIsIdentity_(mass.kind == MassMatrix::Kind::identity) {}

template class SmallDenseSolver<0>;
template class SmallDenseSolver<1>;
template class SmallDenseSolver<2>;
template class SmallDenseSolver<3>;
template class SmallDenseSolver<4>;
template class SmallDenseSolver<5>;
template class SmallDenseSolver<6>;
template class SmallDenseSolver<7>;
template class SmallDenseSolver<8>;

SparsityPattern matrixPattern(int n, const SparsityPattern& jacobian, const MassMatrix& mass) {
  return unite(n, jacobian, patternOf(n, mass));
}

SolverKind chooseSolver(int n, const SparsityPattern& pattern) {
  constexpr int smallestSparse = 24;      // below, elimination that skips zeros is as fast and simpler
  constexpr double densestSparse = 0.25;  // share of non-zeros above which KLU's indexing does not pay
  constexpr double emptiestBand = 0.3;    // share of non-zeros in the band below which KLU fills less
  if (pattern.dense() || n < smallestSparse) return SolverKind::dense;
  const Bandwidth band = bandwidth(n, pattern);
  const double nonZeros = pattern.nonZeros(n);
  const double inBand = static_cast<double>(n) * (band.lower + band.upper + 1);
  if (band.lower + band.upper + 1 < n / 2 && nonZeros > emptiestBand * inBand) return SolverKind::banded;
  return nonZeros < densestSparse * n * n ? SolverKind::sparse : SolverKind::dense;
}

std::unique_ptr<LinearSolver> makeSolver(SolverKind kind, int n, const SparsityPattern& jacobian,
                                         const MassMatrix& mass) {
  switch (kind) {
    case SolverKind::banded: {
      const Bandwidth band = bandwidth(n, matrixPattern(n, jacobian, mass));
      if (band.lower <= 1 && band.upper <= 1)
        return std::make_unique<ScatteredSolver<TridiagonalFactors>>(n, jacobian, mass);
      return std::make_unique<ScatteredSolver<BandedFactors>>(n, jacobian, mass);
    }
    case SolverKind::sparse: return std::make_unique<ScatteredSolver<KluFactors>>(n, jacobian, mass);
    case SolverKind::dense: break;
  }
  if (n >= blockedSize) return std::make_unique<ScatteredSolver<BlockedFactors>>(n, jacobian, mass);
  return makeSmall<1>(n, jacobian, mass);
}

LuCost luCost(int n, const SparsityPattern& pattern) {
  const double size = n;
  switch (chooseSolver(n, pattern)) {
    case SolverKind::dense: return {size * size * size * 2 / 3, 2 * size * size};
    case SolverKind::banded: {
      const Bandwidth band = bandwidth(n, pattern);
      // Pivoting widens the upper band by the lower one.
      const double lower = band.lower, upper = band.lower + band.upper;
      return {2 * size * lower * (upper + 1), 2 * size * (lower + upper + 1)};
    }
    case SolverKind::sparse: {
      const KluFill fill = kluFill(n, pattern);
      return {fill.factorOperations, 2 * fill.nonZeros};
    }
  }
  return {};
}

std::unique_ptr<LinearSolver> makeSolver(int n, const SparsityPattern& jacobian, const MassMatrix& mass) {
  return makeSolver(chooseSolver(n, matrixPattern(n, jacobian, mass)), n, jacobian, mass);
}

}  // namespace dashpot::linalg
