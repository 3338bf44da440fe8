#include "integrators/linear_parts/linear_block.hpp"

#include "linalg/decompositions.hpp"

#include <fmt/format.h>

#include <cmath>

namespace dashpot::integrators {
namespace {

using Eigen::Index;
using Eigen::MatrixXcd;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Failure = Unexpected<std::string>;

/// Coefficients without leading zeros.
std::span<const double> withoutLeadingZeros(std::span<const double> coefficients) {
  while (!coefficients.empty() && coefficients.front() == 0) coefficients = coefficients.subspan(1);
  return coefficients;
}

bool finite(std::span<const double> values) {
  return std::ranges::all_of(values, [](double v) { return std::isfinite(v); });
}

/// Matrices along the diagonal.
MatrixXd blockDiagonal(const std::vector<MatrixXd>& parts) {
  Index rows = 0, columns = 0;
  for (const MatrixXd& part : parts) {
    rows += part.rows();
    columns += part.cols();
  }
  MatrixXd whole = MatrixXd::Zero(rows, columns);
  Index row = 0, column = 0;
  for (const MatrixXd& part : parts) {
    whole.block(row, column, part.rows(), part.cols()) = part;
    row += part.rows();
    column += part.cols();
  }
  return whole;
}

}  // namespace

std::string LinearBlock::complaint() const {
  if (A.rows() == 0 || A.rows() != A.cols()) return fmt::format("A is {} x {}, not square", A.rows(), A.cols());
  if (B.rows() != A.rows()) return fmt::format("B has {} rows for {} states", B.rows(), A.rows());
  if (C.cols() != A.rows()) return fmt::format("C has {} columns for {} states", C.cols(), A.rows());
  if (D.rows() != C.rows() || D.cols() != B.cols())
    return fmt::format("D is {} x {} for {} outputs and {} inputs", D.rows(), D.cols(), C.rows(), B.cols());
  if (!A.allFinite() || !B.allFinite() || !C.allFinite() || !D.allFinite()) return "an entry is not finite";
  return {};
}

std::vector<std::complex<double>> LinearBlock::poles() const {
  const Eigen::VectorXcd eigenvalues = linalg::eigenvalues(A);
  return {eigenvalues.begin(), eigenvalues.end()};
}

MatrixXcd LinearBlock::transferFunction(std::complex<double> s) const {
  const MatrixXcd shifted = s * MatrixXcd::Identity(A.rows(), A.cols()) - A;
  return C * shifted.partialPivLu().solve(B.cast<std::complex<double>>()) + D.cast<std::complex<double>>();
}

LinearBlock firstOrderBlock(double timeConstant) {
  const double rate = 1 / timeConstant;
  return {MatrixXd::Constant(1, 1, -rate), MatrixXd::Constant(1, 1, rate), MatrixXd::Ones(1, 1), MatrixXd::Zero(1, 1)};
}

LinearBlock secondOrderBlock(double damping, double naturalFrequency) {
  const double square = naturalFrequency * naturalFrequency;
  LinearBlock block{MatrixXd(2, 2), MatrixXd(2, 1), MatrixXd(1, 2), MatrixXd::Zero(1, 1)};
  block.A << 0, 1, -square, -2 * damping * naturalFrequency;
  block.B << 0, square;
  block.C << 1, 0;
  return block;
}

LinearBlock stateBlock(MatrixXd A, MatrixXd B) {
  const Index n = A.rows(), m = B.cols();
  return {std::move(A), std::move(B), MatrixXd::Identity(n, n), MatrixXd::Zero(n, m)};
}

Expected<LinearBlock, std::string> transferFunctionBlock(std::span<const double> numerator,
                                                         std::span<const double> denominator) {
  numerator = withoutLeadingZeros(numerator);
  denominator = withoutLeadingZeros(denominator);
  if (denominator.size() < 2) return Failure{"the denominator of a transfer function needs a power of s"};
  if (numerator.size() > denominator.size())
    return Failure{"a transfer function with more zeros than poles is no block: it differentiates its input"};
  if (!finite(numerator) || !finite(denominator)) return Failure{"a coefficient is not finite"};
  // Controllable canonical form: x_1' = x_2, .., x_n' = u - sum a_k x_k.
  const auto n = static_cast<Index>(denominator.size()) - 1;
  LinearBlock block{MatrixXd::Zero(n, n), MatrixXd::Zero(n, 1), MatrixXd::Zero(1, n), MatrixXd::Zero(1, 1)};
  const double leading = denominator.front();
  const auto numeratorOf = [&](Index power) {
    const auto size = static_cast<Index>(numerator.size());
    return power < size ? numerator[static_cast<std::size_t>(size - 1 - power)] / leading : 0.0;
  };
  block.D(0, 0) = numeratorOf(n);
  for (Index k = 0; k < n; ++k) {
    const double a = denominator[static_cast<std::size_t>(n - k)] / leading;
    block.A(n - 1, k) = -a;
    if (k + 1 < n) block.A(k, k + 1) = 1;
    block.C(0, k) = numeratorOf(k) - block.D(0, 0) * a;
  }
  block.B(n - 1, 0) = 1;
  return block;
}

Expected<LinearBlock, std::string> closedLoopBlock(const MatrixXd& A, const VectorXd& b, double K, const VectorXd& k,
                                                   const MatrixXd& C) {
  if (b.size() != A.rows() || k.size() != A.rows())
    return Failure{fmt::format("b and k need {} entries, one per state", A.rows())};
  LinearBlock block{A - K * b * k.transpose(), K * b, C, MatrixXd::Zero(C.rows(), 1)};
  if (auto complaint = block.complaint(); !complaint.empty()) return Failure{std::move(complaint)};
  return block;
}

Expected<LinearBlock, std::string> connect(std::span<const LinearBlock> blocks, const MatrixXd& connection) {
  std::vector<MatrixXd> a, b, c, d;
  for (const LinearBlock& block : blocks) {
    if (auto complaint = block.complaint(); !complaint.empty()) return Failure{std::move(complaint)};
    a.push_back(block.A);
    b.push_back(block.B);
    c.push_back(block.C);
    d.push_back(block.D);
  }
  const LinearBlock all{blockDiagonal(a), blockDiagonal(b), blockDiagonal(c), blockDiagonal(d)};
  if (connection.rows() != all.inputs() || connection.cols() != all.outputs())
    return Failure{fmt::format("the connection is {} x {}, but there are {} inputs and {} outputs", connection.rows(),
                               connection.cols(), all.inputs(), all.outputs())};
  // u = K (C x + D u) + v, so u = (I - K D)^-1 (K C x + v).
  const Eigen::FullPivLU<MatrixXd> loop(MatrixXd::Identity(all.inputs(), all.inputs()) - connection * all.D);
  if (!loop.isInvertible()) return Failure{"a loop of the connection has no state in it and no solution"};
  const MatrixXd fromStates = loop.solve(connection * all.C), fromInputs = loop.inverse();
  return LinearBlock{all.A + all.B * fromStates, all.B * fromInputs, all.C + all.D * fromStates, all.D * fromInputs};
}

LinearPart partOf(const LinearBlock& block, std::vector<int> states, VectorFunction inputs) {
  LinearPart part{.states = std::move(states)};
  part.a.assign(block.A.data(), block.A.data() + block.A.size());
  part.b.assign(block.B.data(), block.B.data() + block.B.size());
  part.inputs = std::move(inputs);
  return part;
}

}  // namespace dashpot::integrators
