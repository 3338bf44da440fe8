#include "tableaux/two_step_error.hpp"

#include "tableaux/order_conditions.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <array>
#include <cmath>

namespace dashpot::tableaux {
namespace {

constexpr StepDatum start(bool earlier) { return {StepDatum::Kind::start, earlier, 0}; }
/// Stages are counted from 1, as in print.
constexpr StepDatum state(bool earlier, int stage) { return {StepDatum::Kind::state, earlier, stage - 1}; }
constexpr StepDatum slope(bool earlier, int stage) { return {StepDatum::Kind::slope, earlier, stage - 1}; }
constexpr bool before = true, now = false;

ExtendedVector vectorOf(std::initializer_list<long double> values) {
  ExtendedVector v(static_cast<Eigen::Index>(values.size()));
  std::ranges::copy(values, v.begin());
  return v;
}

std::vector<TwoStepErrorMethod> makeAll() {
  return {
      {.method = "radau3",
       .source = "Treeaporn 2005, eq. 2.161",
       .linearOrder = 3,
       .order = 3,
       .data = {start(before), state(before, 1), start(now), state(now, 1), slope(now, 1), slope(now, 2)},
       .coefficients = vectorOf({-1 / 13.0L, 2 / 13.0L, 14 / 13.0L, -2 / 13.0L, 11 / 13.0L, 3 / 13.0L})},
      {.method = "radau5",
       .source = "Treeaporn 2005, eq. 2.162; coefficients completed to 20 digits",
       .linearOrder = 5,
       .order = 4,
       .data = {start(before), slope(before, 1), state(before, 2), slope(before, 2), start(now), state(now, 1),
                slope(now, 1), state(now, 2), slope(now, 2), slope(now, 3)},
       .coefficients = vectorOf({-0.0051714038220088058861L, -0.000947146773944012605291L, -0.0406046971769850278591L,
                                 -0.0136442938493459105219L, 1.41786808325426788543L, -0.174757830867746258307L,
                                 0.482992827695436932828L, -0.197334151387527793374L, 0.559422059731744436557L,
                                 0.106955249448701566987L})},
      {.method = "lobatto4",
       .source = "Treeaporn 2005, eq. 2.163, first datum corrected",
       .linearOrder = 4,
       .order = 3,
       .data = {state(before, 1), slope(before, 1), slope(before, 2), start(now), state(now, 1), slope(now, 1),
                state(now, 2), slope(now, 2), slope(now, 3)},
       .coefficients = vectorOf({63 / 4552.0L, -91 / 81936.0L, 1381 / 81936.0L, 3101 / 2276.0L, -393 / 4552.0L,
                                 775 / 3414.0L, -165 / 569.0L, 62179 / 81936.0L, 12881 / 81936.0L})},
      {.method = "lobatto6",
       .source = "Treeaporn 2005, eq. 4.9; coefficients completed to 20 digits",
       .linearOrder = 5,
       .order = 4,
       .data = {start(before), slope(before, 1), state(before, 2), slope(before, 2), start(now), state(now, 1),
                slope(now, 1), state(now, 2), slope(now, 2), slope(now, 3), slope(now, 4)},
       .coefficients = vectorOf({0.020611731856863733908L, 0.0013320486846379261622L, -0.00704709981320598984059L,
                                 0.00908420357527819477666L, 0.8359728780267722437L, 0.0350634306365455011837L,
                                 0.0774333442651894633969L, 0.115399059293024511049L, 0.393526391450546046275L,
                                 0.41959151135202669521L, 0.0826493876652878542405L})},
      {.method = "hw-sdirk",
       .source = "Treeaporn 2005, eq. 3.22; coefficients completed to 20 digits",
       .linearOrder = 3,
       .order = 2,
       .data = {state(before, 1), state(before, 3), start(now), slope(now, 1), state(now, 2), slope(now, 2),
                state(now, 3), slope(now, 3), state(now, 4), slope(now, 4), slope(now, 5)},
       .coefficients = vectorOf({0.0398798628466248617512L, -0.0135969510806639925365L, -3.64539939561420503841L,
                                 -1.87066547933674377449L, -2.52317069157534016135L, -0.384226739361542942742L,
                                 57.0371450331005236412L, 1.43334998088814178085L, -49.8948578576769393106L,
                                 -2.92514906284035886249L, 0.239859749113860422231L})},
  };
}

/// The matrix of two steps as one; the earlier step takes the share 1/(1 + ratio) of the total length.
ExtendedMatrix combinedMatrix(const ImplicitTable& table, long double ratio) {
  const Eigen::Index s = table.stages();
  const long double earlier = 1 / (1 + ratio), later = ratio / (1 + ratio);
  ExtendedMatrix a = ExtendedMatrix::Zero(2 * s, 2 * s);
  a.topLeftCorner(s, s) = earlier * table.a;
  a.bottomLeftCorner(s, s).rowwise() = earlier * table.b.transpose();
  a.bottomRightCorner(s, s) = later * table.a;
  return a;
}

/// The tall trees t, [t], [[t]], ... are those of linear problems.
bool isTall(const RootedTree& tree, std::span<const RootedTree> trees) {
  return tree.children.empty() ||
         (tree.children.size() == 1 && isTall(trees[static_cast<std::size_t>(tree.children[0])], trees));
}

}  // namespace

std::span<const TwoStepErrorMethod> twoStepErrorMethods() {
  static const std::vector<TwoStepErrorMethod> all = makeAll();
  return all;
}

const TwoStepErrorMethod* findTwoStepError(std::string_view method) {
  if (method == "hw-sdirk-alt") method = "hw-sdirk";  // the same formula
  const auto all = twoStepErrorMethods();
  const auto found = std::ranges::find(all, method, &TwoStepErrorMethod::method);
  return found == all.end() ? nullptr : &*found;
}

ExtendedMatrix dataWeights(const ImplicitTable& table, std::span<const StepDatum> data, long double ratio) {
  const Eigen::Index s = table.stages();
  const ExtendedMatrix a = combinedMatrix(table, ratio);
  const long double later = ratio / (1 + ratio);
  ExtendedMatrix weights = ExtendedMatrix::Zero(static_cast<Eigen::Index>(data.size()), 2 * s + 1);
  for (Eigen::Index row = 0; row < weights.rows(); ++row) {
    const StepDatum& d = data[static_cast<std::size_t>(row)];
    const Eigen::Index stage = (d.earlier ? 0 : s) + d.stage;
    switch (d.kind) {
      case StepDatum::Kind::start:
        if (!d.earlier) weights.row(row).head(s) = (1 - later) * table.b.transpose();
        weights(row, 2 * s) = 1;
        break;
      case StepDatum::Kind::state:
        weights.row(row).head(2 * s) = a.row(stage);
        weights(row, 2 * s) = 1;
        break;
      case StepDatum::Kind::slope: weights(row, stage) = later; break;
    }
  }
  return weights;
}

TwoStepFormula twoStepFormula(const TwoStepErrorMethod& error, long double ratio) {
  const ImplicitTable& table = *findImplicit(error.method);
  const Eigen::Index s = table.stages();
  TwoStepFormula formula{combinedMatrix(table, ratio), ExtendedVector(2 * s), {}};
  formula.b << table.b / (1 + ratio), table.b * ratio / (1 + ratio);
  formula.bHat =
      (coefficientsFor(error, ratio).transpose() * dataWeights(table, error.data, ratio)).transpose().head(2 * s);
  return formula;
}

ExtendedVector solveOrderConditions(const ImplicitTable& table, std::span<const StepDatum> data, int order,
                                    int linearOrder, long double ratio, const ExtendedVector& wanted) {
  const ExtendedMatrix weights = dataWeights(table, data, ratio);
  const Eigen::Index slopes = weights.cols() - 1;
  const auto trees = rootedTrees(std::max(order, linearOrder));
  const ExtendedMatrix a = combinedMatrix(table, ratio);
  const ExtendedMatrix phi = stageWeights(a, a, std::max(order, linearOrder));
  std::vector<ExtendedVector> rows{weights.col(slopes)};
  std::vector<long double> values{1};
  for (std::size_t t = 0; t < trees.size(); ++t) {
    if (trees[t].order > order && !(trees[t].order <= linearOrder && isTall(trees[t], trees))) continue;
    rows.emplace_back(weights.leftCols(slopes) * phi.col(static_cast<Eigen::Index>(t)));
    values.push_back(1 / static_cast<long double>(trees[t].density));
  }
  ExtendedMatrix matrix(static_cast<Eigen::Index>(rows.size()), weights.rows());
  ExtendedVector rhs(matrix.rows());
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    matrix.row(i) = rows[static_cast<std::size_t>(i)].transpose();
    rhs(i) = values[static_cast<std::size_t>(i)];
  }
  Eigen::CompleteOrthogonalDecomposition<ExtendedMatrix> decomposition;
  decomposition.setThreshold(1e-13L);  // conditions that follow from others differ by rounding only
  decomposition.compute(matrix);
  ExtendedVector solution = wanted + decomposition.solve(rhs - matrix * wanted);
  constexpr long double consistent = 1e-12L;
  if ((matrix * solution - rhs).norm() > consistent) return {};
  return solution;
}

ExtendedVector coefficientsFor(const TwoStepErrorMethod& error, long double ratio) {
  if (ratio == 1) return error.coefficients;
  // Where the data do not allow the order on all problems for unequal steps, that on linear problems is kept.
  for (int order = error.order; order >= 1; --order) {
    ExtendedVector found = solveOrderConditions(*findImplicit(error.method), error.data, order, error.linearOrder,
                                                ratio, error.coefficients);
    if (found.size() > 0) return found;
  }
  return error.coefficients;
}

double TwoStepStability::radius() const {
  const std::complex<double> root = std::sqrt(q * q + 4.0 * p);
  return std::max(std::abs(q + root), std::abs(q - root)) / 2;
}

TwoStepStability stabilityAt(const TwoStepErrorMethod& error, std::complex<double> z) {
  using LongComplex = std::complex<long double>;
  const ImplicitTable& table = *findImplicit(error.method);
  const Eigen::Index s = table.stages();
  const LongComplex x(z);
  using Matrix = Eigen::Matrix<LongComplex, Eigen::Dynamic, Eigen::Dynamic>;
  const Matrix system = Matrix::Identity(s, s) - x * table.a.cast<LongComplex>();
  const Eigen::Matrix<LongComplex, Eigen::Dynamic, 1> stages =
      system.partialPivLu().solve(Eigen::Matrix<LongComplex, Eigen::Dynamic, 1>::Ones(s));
  LongComplex p = 0, q = 0;
  for (std::size_t i = 0; i < error.data.size(); ++i) {
    const StepDatum& d = error.data[i];
    LongComplex value = 1;
    if (d.kind != StepDatum::Kind::start) value = stages(d.stage);
    if (d.kind == StepDatum::Kind::slope) value *= x;
    (d.earlier ? p : q) += error.coefficients(static_cast<Eigen::Index>(i)) * value;
  }
  return {std::complex<double>(p), std::complex<double>(q)};
}

LeadingTerm leadingEstimate(const TwoStepErrorMethod& error) {
  const TwoStepFormula formula = twoStepFormula(error);
  ExtendedVector power = ExtendedVector::Ones(formula.b.size());
  long double scale = 2;  // z is h lambda, the formula's step is 2h
  for (int k = 1; k < 12; ++k, scale *= 2) {
    const long double difference = (formula.bHat - formula.b).dot(power) * scale;
    if (std::abs(difference) > 1e-12L * scale) return {k, static_cast<double>(difference)};
    power = (formula.a * power).eval();
  }
  return {0, 0};
}

}  // namespace dashpot::tableaux
