#include "integrators/linear_parts/input_model.hpp"

#include "linalg/decompositions.hpp"

#include <cmath>

namespace dashpot::integrators {

using Eigen::Index;
using Eigen::MatrixXd;

Generator polynomialGenerator(int inputs, int degree) {
  const Index m = inputs, size = m * (degree + 1);
  Generator generator{MatrixXd::Zero(m, size), MatrixXd::Zero(size, size)};
  generator.H.leftCols(m).setIdentity();
  generator.F.topRightCorner(size - m, size - m).setIdentity();
  return generator;
}

Generator exponentialGenerator(double rate) { return {MatrixXd::Ones(1, 1), MatrixXd::Constant(1, 1, rate)}; }

Generator sinusoidGenerator(double frequency) {
  Generator generator{MatrixXd(1, 2), MatrixXd(2, 2)};
  generator.H << 1, 0;
  generator.F << 0, -frequency, frequency, 0;
  return generator;
}

int sampleNode(const InputModel& model, int i) { return (model.fit == InputModel::Fit::interpolate ? 1 : 0) - i; }

MatrixXd derivativeWeights(const InputModel& model) {
  const Index count = model.degree + 1;
  // u_i = sum_j node_i^j c_j, and u^(j) = j! c_j.
  MatrixXd vandermonde(count, count);
  for (Index i = 0; i < count; ++i)
    for (Index j = 0; j < count; ++j)
      vandermonde(i, j) = std::pow(sampleNode(model, static_cast<int>(i)), static_cast<double>(j));
  MatrixXd weights = vandermonde.fullPivLu().inverse();
  for (Index j = 0; j < count; ++j) weights.row(j) *= std::tgamma(static_cast<double>(j) + 1);
  return weights;
}

}  // namespace dashpot::integrators
