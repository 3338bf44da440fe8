#include "analysis/frequency_error.hpp"

#include "analysis/error_measures.hpp"
#include "integrators/linear_parts/transition_matrix.hpp"
#include "linalg/decompositions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace dashpot::analysis {
namespace {

using Complex = std::complex<double>;
using Eigen::Index;
using Eigen::MatrixXcd;
using Eigen::MatrixXd;
using integrators::InputModel;
using integrators::LinearBlock;

bool stable(const MatrixXd& phi) { return phi.allFinite() && linalg::spectralRadius(phi) <= 1 + 1e-9; }

/// |1 - H/G| with H = C (z - Phi)^-1 drive + D.
double deviation(const LinearBlock& block, const MatrixXd& phi, const MatrixXcd& drive, double w, Complex z) {
  if (!stable(phi)) return std::numeric_limits<double>::infinity();
  const MatrixXcd shifted = z * MatrixXcd::Identity(phi.rows(), phi.cols()) - phi;
  const Complex discrete = (block.C * shifted.partialPivLu().solve(drive))(0, 0) + block.D(0, 0);
  return std::abs(1.0 - discrete / block.transferFunction({0, w})(0, 0));
}

/// The longest step up to half a period that meets the bound together with all shorter ones.
template <class Error>
double longest(double w, double shortest, double rho, const Error& error) {
  const double most = std::numbers::pi / w;
  double low = std::min(shortest, most);
  while (error(low) > rho && low > 1e-12 * most) low /= 4;
  double high = low;
  while (high < most && error(high) <= rho) {
    low = high;
    high = std::min(high * 1.1, most);
  }
  if (error(high) <= rho) return high;
  for (int k = 0; k < 40; ++k) {
    const double middle = std::sqrt(low * high);
    (error(middle) <= rho ? low : high) = middle;
  }
  return low;
}

}  // namespace

double steadyStateError(const LinearBlock& block, const InputModel& model, double w, double h) {
  integrators::TransitionMatrix transition(block.A, block.B.leftCols(1), model.degree);
  const auto& step = transition.at(h);
  const MatrixXd weights = integrators::derivativeWeights(model);
  const Complex z = std::polar(1.0, w * h);
  MatrixXcd drive = MatrixXcd::Zero(block.A.rows(), 1);
  for (int j = 0; j <= model.degree; ++j) {
    Complex input = 0;
    for (int i = 0; i <= model.degree; ++i)
      input += weights(j, i) * std::polar(1.0, w * h * integrators::sampleNode(model, i));
    drive += step.Theta.col(j) * (input / std::pow(h, j));
  }
  return deviation(block, step.Phi, drive, w, z);
}

double rungeKuttaSteadyStateError(const LinearBlock& block, double w, double h) {
  const MatrixXd identity = MatrixXd::Identity(block.A.rows(), block.A.cols());
  const MatrixXd a = h * block.A, a2 = a * a, a3 = a2 * a;
  const MatrixXd phi = identity + a + a2 / 2 + a3 / 6 + a2 * a2 / 24;
  const MatrixXd b = h / 6 * block.B.leftCols(1);
  const MatrixXd start = (identity + a + a2 / 2 + a3 / 4) * b, middle = (4 * identity + 2 * a + a2 / 2) * b;
  const MatrixXcd drive = start + middle * std::polar(1.0, w * h / 2) + b * std::polar(1.0, w * h);
  return deviation(block, phi, drive, w, std::polar(1.0, w * h));
}

double longRunError(double rho) { return 100 * 2 / std::numbers::pi / publishedRms * rho; }

double longestSteadyStep(const LinearBlock& block, const InputModel& model, double w, double rho) {
  return longest(w, 1e-3 / w, rho, [&](double h) { return steadyStateError(block, model, w, h); });
}

double longestRungeKuttaStep(const LinearBlock& block, double w, double rho) {
  const auto poles = block.poles();
  double fastest = 0;
  for (const Complex pole : poles) fastest = std::max(fastest, std::abs(pole));
  const double shortest = std::min(1e-3 / w, fastest > 0 ? 0.1 / fastest : 1e-3 / w);
  // At the border of stability the error of the start never dies out: every mode must decay as it should, or fast
  // enough.
  constexpr double fastEnough = 0.9;
  const auto settles = [&](double h) {
    return std::ranges::all_of(poles, [&](Complex pole) {
      const Complex z = h * pole;
      const double growth = std::abs(1.0 + z * (1.0 + z / 2.0 * (1.0 + z / 3.0 * (1.0 + z / 4.0))));
      return growth <= std::max(fastEnough, std::exp(z.real()) * (1 + 1e-3));
    });
  };
  return longest(w, shortest, rho, [&](double h) {
    return settles(h) ? rungeKuttaSteadyStateError(block, w, h) : std::numeric_limits<double>::infinity();
  });
}

}  // namespace dashpot::analysis
