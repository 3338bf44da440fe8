#include "problems/linear_systems.hpp"

#include "linalg/expm.hpp"
#include "problems/assemble.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::problems {
namespace {

using tableaux::ExtendedComplex;
using tableaux::Polynomial;

using Matrix = Eigen::MatrixXd;

/// Writes `block` at (row, column), unless it was left empty.
template <class Block>
void place(Matrix& whole, const Block& block, int row, int column) {
  if (block.size() > 0) whole.block(row, column, block.rows(), block.cols()) = block;
}

Vector inputVector(const Eigen::VectorXd& b) { return {b.begin(), b.end()}; }

}  // namespace

double Sinusoid::value(double t) const { return sine * std::sin(omega * t) + cosine * std::cos(omega * t); }
double Sinusoid::slope(double t) const { return derivative().value(t); }

LinearSystem LinearSecondOrder::split() const {
  const int m = positions(), q = firstOrder(), n = 2 * m + q;
  LinearSystem result{Matrix::Zero(n, n), Eigen::VectorXd::Zero(n), {}, Eigen::RowVectorXd::Zero(n), l};
  result.a.block(0, m, m, m).setIdentity();
  place(result.a, A, m, 0);
  place(result.a, B, m, m);
  place(result.a, c, m, 2 * m);
  place(result.a, e, 2 * m, 0);
  place(result.a, g, 2 * m, m);
  place(result.a, f, 2 * m, 2 * m);
  if (d.size() > 0) {
    if (inputByDerivative) {
      result.bSlope = Eigen::VectorXd::Zero(n);
      result.bSlope.segment(m, m) = d;
    } else {
      result.b.segment(m, m) = d;
    }
  }
  if (p.size() > 0) result.b.segment(2 * m, q) = p;
  if (j.size() > 0) result.out.segment(0, m) = j;
  if (i.size() > 0) result.out.segment(m, m) = i;
  if (k.size() > 0) result.out.segment(2 * m, q) = k;
  return result;
}

SparseRows::SparseRows(const LinearSystem& system, Sinusoid input, const std::vector<PositionVelocity>& pairs)
    : input_(input), rows_(static_cast<std::size_t>(system.size())) {
  for (const PositionVelocity& pair : pairs) rows_[static_cast<std::size_t>(pair.position)].copyOf = pair.velocity;
  for (int r = 0; r < system.size(); ++r) {
    Row& row = rows_[static_cast<std::size_t>(r)];
    if (row.copyOf >= 0) continue;
    for (int column = 0; column < system.size(); ++column)
      if (system.a(r, column) != 0) row.entries.emplace_back(static_cast<std::size_t>(column), system.a(r, column));
    row.input = system.b.size() > 0 ? system.b[r] : 0;
    row.inputSlope = system.bSlope.size() > 0 ? system.bSlope[r] : 0;
  }
}

Problem problemOf(const LinearSystem& system, const Sinusoid& input, std::vector<PositionVelocity> pairs) {
  const int n = system.size();
  const SparseRows rows(system, input, pairs);
  const auto stamps = [a = system.a](double, ConstView, auto&& add) {
    for (int column = 0; column < a.cols(); ++column)
      for (int row = 0; row < a.rows(); ++row)
        if (a(row, column) != 0) add(row, column, a(row, column));
  };
  const Vector b = inputVector(system.b), bSlope = inputVector(system.bSlope);
  const auto timeDerivative = [=](double t, ConstView, View ft) {
    const double first = input.derivative().value(t), second = input.derivative().derivative().value(t);
    for (std::size_t i = 0; i < ft.size(); ++i)
      ft[i] = (b.empty() ? 0 : b[i] * first) + (bSlope.empty() ? 0 : bSlope[i] * second);
  };
  Problem problem = driven(n, [rows](double t, ConstView y, View f) { rows(t, y, f); }, sparseJacobian(n, stamps),
                           timeDerivative, {});
  problem.pairs = std::move(pairs);
  return problem;
}

Problem problemOf(const LinearSecondOrder& system, const Sinusoid& input) {
  std::vector<PositionVelocity> pairs;
  for (int k = 0; k < system.positions(); ++k) pairs.push_back({k, system.positions() + k});
  return problemOf(system.split(), input, std::move(pairs));
}

Vector consistentVelocities(const Problem& original, double t0, ConstView y0, std::span<const int> components) {
  Vector f(y0.size()), result;
  original.rhs(t0, y0, f);
  for (const int component : components) result.push_back(f[static_cast<std::size_t>(component)]);
  return result;
}

double output(const LinearSystem& system, const Sinusoid& input, double t, ConstView state) {
  const Eigen::Map<const Eigen::VectorXd> x(state.data(), system.size());
  return system.out.dot(x) + system.through * input.value(t);
}

Vector stateByExponential(const LinearSystem& system, const Sinusoid& input, ConstView initial, double t) {
  const int n = system.size();
  // Two more states, sin(omega t) and cos(omega t), carry the input.
  Matrix whole = Matrix::Zero(n + 2, n + 2);
  whole.topLeftCorner(n, n) = system.a;
  const Sinusoid slope = input.derivative();
  if (system.b.size() > 0) whole.block(0, n, n, 2) += system.b * Eigen::RowVector2d(input.sine, input.cosine);
  if (system.bSlope.size() > 0) whole.block(0, n, n, 2) += system.bSlope * Eigen::RowVector2d(slope.sine, slope.cosine);
  whole(n, n + 1) = input.omega;
  whole(n + 1, n) = -input.omega;
  Eigen::VectorXd start(n + 2);
  for (int i = 0; i < n; ++i) start[i] = initial[static_cast<std::size_t>(i)];
  start[n] = 0;
  start[n + 1] = 1;
  const Eigen::VectorXd end = linalg::expm(t * whole) * start;
  return {end.begin(), end.begin() + n};
}

TransferFunction transferFunction(const LinearSystem& system) {
  using Extended = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
  const int n = system.size();
  const Extended a = system.a.cast<long double>();
  const Eigen::Matrix<long double, Eigen::Dynamic, 1> b = system.b.cast<long double>();
  const Eigen::Matrix<long double, 1, Eigen::Dynamic> out = system.out.cast<long double>();
  TransferFunction result{Polynomial(static_cast<std::size_t>(n), 0.0L), Polynomial(static_cast<std::size_t>(n) + 1)};
  // adj(s I - a) = sum of s^(n-1-k) R_k,  R_0 = I,  R_k = a R_(k-1) + q_k I,  q_k = -trace(a R_(k-1)) / k.
  Extended r = Extended::Identity(n, n);
  result.denominator[static_cast<std::size_t>(n)] = 1;
  for (int k = 1; k <= n; ++k) {
    result.numerator[static_cast<std::size_t>(n - k)] = (out * r * b)(0, 0);
    const Extended product = a * r;
    const long double q = -product.trace() / k;
    result.denominator[static_cast<std::size_t>(n - k)] = q;
    r = product + q * Extended::Identity(n, n);
  }
  Polynomial direct = result.denominator;
  for (long double& coefficient : direct) coefficient *= system.through;
  result.numerator = tableaux::sum(result.numerator, direct);
  const auto largest = [](const Polynomial& p) {
    long double most = 0;
    for (const long double value : p) most = std::max(most, std::abs(value));
    return most;
  };
  constexpr long double rounding = 1e-15L;
  while (result.denominator.size() > 1 && std::abs(result.denominator[0]) < rounding * largest(result.denominator) &&
         std::abs(result.numerator[0]) < rounding * largest(result.numerator)) {
    result.denominator.erase(result.denominator.begin());
    result.numerator.erase(result.numerator.begin());
  }
  return result;
}

ResidueSolution::ResidueSolution(const TransferFunction& plant, const Sinusoid& input) {
  // U(s) = (sine omega + cosine s) / (s^2 + omega^2)
  const long double omega = input.omega;
  const Polynomial inputNumerator{input.sine * omega, input.cosine};
  const Polynomial numerator = tableaux::product(plant.numerator, inputNumerator);
  const Polynomial denominator = tableaux::product(plant.denominator, {omega * omega, 0, 1});
  Polynomial slope;
  for (std::size_t k = 1; k < denominator.size(); ++k) slope.push_back(static_cast<long double>(k) * denominator[k]);
  std::vector<ExtendedComplex> poles = tableaux::roots(plant.denominator);
  poles.emplace_back(0, omega);
  poles.emplace_back(0, -omega);
  for (const ExtendedComplex pole : poles)
    terms_.push_back({pole, tableaux::evaluate(numerator, pole) / tableaux::evaluate(slope, pole)});
}

double ResidueSolution::operator()(double t) const {
  ExtendedComplex sum = 0;
  for (const Term& term : terms_) sum += term.residue * std::exp(term.pole * static_cast<long double>(t));
  return static_cast<double>(sum.real());
}

}  // namespace dashpot::problems
