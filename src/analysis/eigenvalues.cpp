#include "analysis/eigenvalues.hpp"

#include "linalg/decompositions.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace dashpot::analysis {

namespace {

using Eigen::Index;
using Eigen::MatrixXcd;
using Eigen::MatrixXd;

constexpr double smallestShare = 0.01;
// Rounding makes eigenvalues of this size, relative to the largest, out of zeros.
constexpr double zeroTolerance = 1e-13;

std::vector<Participation> participations(const LinearModel& model, const MatrixXcd& right, const MatrixXcd& left,
                                          Index mode) {
  std::vector<Participation> list;
  double sum = 0;
  for (Index k = 0; k < right.rows(); ++k) {
    const double part = std::abs(left(mode, k) * right(k, mode));
    list.push_back({model.states[static_cast<std::size_t>(k)], std::isfinite(part) ? part : 0.0});
    sum += list.back().share;
  }
  for (Participation& p : list) p.share = sum > 0 ? p.share / sum : 0.0;
  std::erase_if(list, [](const Participation& p) { return p.share < smallestShare; });
  std::ranges::stable_sort(list, std::greater<>(), &Participation::share);
  return list;
}

}  // namespace

double Eigenmode::dampedFrequency() const { return std::abs(eigenvalue.imag()) / (2 * std::numbers::pi); }

Eigen::VectorXd balance(MatrixXd& matrix) {
  const Index n = matrix.rows();
  Eigen::VectorXd scale = Eigen::VectorXd::Ones(n);
  constexpr double radix = 2, enough = 0.95;
  for (bool isDone = false; !isDone;) {
    isDone = true;
    for (Index i = 0; i < n; ++i) {
      double column = matrix.col(i).lpNorm<1>() - std::abs(matrix(i, i));
      double row = matrix.row(i).lpNorm<1>() - std::abs(matrix(i, i));
      if (!(column > 0 && row > 0)) continue;
      const double before = column + row;
      double factor = 1;
      while (column < row / radix) column *= radix * radix, factor *= radix;
      while (column >= row * radix) column /= radix * radix, factor /= radix;
      if ((column + row) / factor >= enough * before) continue;
      isDone = false;
      scale[i] *= factor;
      matrix.col(i) *= factor;
      matrix.row(i) /= factor;
    }
  }
  return scale;
}

Spectrum spectrumOf(const LinearModel& model) {
  Spectrum spectrum;
  if (model.a.rows() == 0) return spectrum;
  MatrixXd balanced = model.a;
  (void)balance(balanced);
  const Eigen::EigenSolver<MatrixXd> solver(balanced);
  const Eigen::VectorXcd& values = solver.eigenvalues();
  const MatrixXcd right = solver.eigenvectors();
  // A scaling of the states changes left and right eigenvectors in opposite ways: their products stay.
  const MatrixXcd left = right.fullPivLu().inverse();
  spectrum.largest = values.cwiseAbs().maxCoeff();

  double slowest = INFINITY, fastest = 0;
  for (Index i = 0; i < values.size(); ++i) {
    std::complex<double> lambda = values[i];
    if (lambda.imag() < 0) continue;
    const bool isZero = std::abs(lambda) <= zeroTolerance * spectrum.largest;
    if (isZero) lambda = 0;
    Eigenmode mode{.eigenvalue = lambda, .isPair = lambda.imag() > 0};
    mode.naturalFrequency = std::abs(lambda) / (2 * std::numbers::pi);
    mode.damping = isZero ? 0 : -lambda.real() / std::abs(lambda);
    mode.timeConstant = lambda.real() == 0 ? INFINITY : -1 / lambda.real();
    mode.states = participations(model, right, left, i);
    const int count = values[i].imag() > 0 ? 2 : 1;
    if (isZero) spectrum.zeros += count;
    if (isZero && count == 2) mode.isPair = true;
    if (lambda.real() < 0) slowest = std::min(slowest, -lambda.real()), fastest = std::max(fastest, -lambda.real());
    spectrum.isStable = spectrum.isStable && lambda.real() <= zeroTolerance * spectrum.largest;
    spectrum.modes.push_back(std::move(mode));
  }
  if (fastest > 0) spectrum.stiffnessRatio = fastest / slowest;
  std::ranges::stable_sort(spectrum.modes, std::greater<>(),
                           [](const Eigenmode& mode) { return std::abs(mode.eigenvalue); });
  return spectrum;
}

}  // namespace dashpot::analysis
