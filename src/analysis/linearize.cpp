#include "analysis/linearize.hpp"

#include "linalg/decompositions.hpp"
#include "linalg/sparsity.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::analysis {

namespace {

using codegen::Entry;
using Eigen::Index;
using Eigen::MatrixXd;

Diagnostic fault(std::string message) { return {Severity::error, "linearize", std::move(message), {}, {}, {}, {}}; }

Diagnostic undefined(const simulation::BoundModel& model, double t) {
  Diagnostic d = fault(fmt::format("the model has no derivatives at time {:.9g}", t));
  if (const auto last = model.lastFault()) d.detail(last->reason), d.detail(last->origin);
  return d;
}

/// The derivatives of rows of F and of outputs, with respect to y and u, split into what is differential and what is
/// algebraic.
struct Derivatives {
  MatrixXd ofF, ofOutputs;  // columns: y, then inputs
  std::vector<Index> differential, algebraic;
};

MatrixXd rowsOf(const MatrixXd& m, const std::vector<Index>& rows) { return m(rows, Eigen::all); }
MatrixXd columnsOf(const MatrixXd& m, const std::vector<Index>& columns) { return m(Eigen::all, columns); }

/// Eliminates the algebraic unknowns. False where they are not determined.
bool reduce(const Derivatives& derivatives, LinearModel& result) {
  const auto n = static_cast<Index>(derivatives.differential.size() + derivatives.algebraic.size());
  std::vector<Index> kept = derivatives.differential;
  for (Index k = n; k < derivatives.ofF.cols(); ++k) kept.push_back(k);
  const auto nx = static_cast<Index>(derivatives.differential.size());
  const Index nu = derivatives.ofF.cols() - n;

  const MatrixXd f = rowsOf(derivatives.ofF, derivatives.differential);
  const MatrixXd g = rowsOf(derivatives.ofF, derivatives.algebraic);
  MatrixXd ofX = columnsOf(f, kept), ofY = columnsOf(derivatives.ofOutputs, kept);
  if (!derivatives.algebraic.empty()) {
    const MatrixXd gz = columnsOf(g, derivatives.algebraic);
    // Rows and columns are of very different size; scaled to one, pivots tell whether the matrix is regular.
    Eigen::VectorXd rowScale = gz.rowwise().lpNorm<Eigen::Infinity>();
    rowScale = rowScale.unaryExpr([](double s) { return s > 0 ? 1 / s : 1.0; });
    const MatrixXd scaled = rowScale.asDiagonal() * gz;
    Eigen::VectorXd columnScale = scaled.colwise().lpNorm<Eigen::Infinity>().transpose();
    columnScale = columnScale.unaryExpr([](double s) { return s > 0 ? 1 / s : 1.0; });
    const Eigen::FullPivLU<MatrixXd> lu(scaled * columnScale.asDiagonal());
    if (!lu.isInvertible()) return false;
    const MatrixXd dz = columnScale.asDiagonal() * lu.solve(rowScale.asDiagonal() * columnsOf(g, kept));
    ofX -= columnsOf(f, derivatives.algebraic) * dz;
    ofY -= columnsOf(derivatives.ofOutputs, derivatives.algebraic) * dz;
  }
  result.a = ofX.leftCols(nx), result.b = ofX.rightCols(nu);
  result.c = ofY.leftCols(nx), result.d = ofY.rightCols(nu);
  return true;
}

void splitUnknowns(const std::vector<bool>& isDifferential, Derivatives& derivatives) {
  for (std::size_t i = 0; i < isDifferential.size(); ++i)
    (isDifferential[i] ? derivatives.differential : derivatives.algebraic).push_back(static_cast<Index>(i));
}

/// Dense M, for the few rows that problems have.
MatrixXd massOf(const Problem& problem) {
  const Index n = problem.size;
  const MassMatrix& mass = problem.mass;
  if (mass.kind == MassMatrix::Kind::identity) return MatrixXd::Identity(n, n);
  if (mass.kind == MassMatrix::Kind::diagonal)
    return Eigen::Map<const Eigen::VectorXd>(mass.values.data(), n).asDiagonal();
  MatrixXd result = MatrixXd::Zero(n, n);
  const auto places = linalg::places(problem.size, mass.pattern);
  for (std::size_t k = 0; k < places.size(); ++k) result(places[k].row, places[k].column) = mass.values[k];
  return result;
}

std::optional<MatrixXd> jacobianOf(const Problem& problem, double t, ConstView y) {
  const Index n = problem.size;
  MatrixXd result = MatrixXd::Zero(n, n);
  if (problem.jacobian && problem.jacobian->values) {
    const auto places = linalg::places(problem.size, problem.jacobian->pattern);
    Vector values(places.size());
    if (problem.jacobian->values(t, y, values) != Evaluation::ok) return std::nullopt;
    for (std::size_t k = 0; k < places.size(); ++k) result(places[k].row, places[k].column) = values[k];
    return result;
  }
  Vector at(y.begin(), y.end()), up(y.size()), down(y.size());
  for (Index j = 0; j < n; ++j) {
    double& yj = at[static_cast<std::size_t>(j)];
    const double centre = yj, h = 1e-5 * std::max(std::abs(centre), 1e-5);
    yj = centre + h;
    const Evaluation above = problem.rhs(t, at, up);
    yj = centre - h;
    const Evaluation below = problem.rhs(t, at, down);
    yj = centre;
    if (above != Evaluation::ok || below != Evaluation::ok) return std::nullopt;
    for (Index i = 0; i < n; ++i)
      result(i, j) = (up[static_cast<std::size_t>(i)] - down[static_cast<std::size_t>(i)]) / (2 * h);
  }
  return result;
}

}  // namespace

Expected<LinearModel, Diagnostic> linearize(simulation::BoundModel& model, double t, ConstView y,
                                            const std::vector<std::uint32_t>& inputs,
                                            const std::vector<results::Column>& outputs) {
  const codegen::CompiledModel& compiled = model.model();
  const std::size_t n = compiled.size();
  y = y.first(n);
  const auto jacobian = model.evaluate(Entry::jacobian, t, y);
  const auto ofInputs = model.evaluate(Entry::inputJacobian, t, y);
  const auto gradients = model.evaluate(Entry::gradients, t, y);
  const auto observed = model.evaluate(Entry::observed, t, y);
  if (!jacobian || !ofInputs || !gradients || !observed) return Unexpected{undefined(model, t)};

  const auto columns = static_cast<Index>(n + inputs.size());
  const auto columnOfInput = [&](std::uint32_t input) {
    const auto at = std::ranges::find(inputs, input);
    return at == inputs.end() ? Index{-1} : static_cast<Index>(n) + (at - inputs.begin());
  };
  Derivatives derivatives;
  derivatives.ofF = MatrixXd::Zero(static_cast<Index>(n), columns);
  const auto places = linalg::places(static_cast<int>(n), compiled.states.pattern);
  if (!jacobian->empty())
    for (std::size_t k = 0; k < places.size(); ++k) derivatives.ofF(places[k].row, places[k].column) = (*jacobian)[k];
  for (std::size_t k = 0; k < ofInputs->size(); ++k)
    if (const Index column = columnOfInput(compiled.inputs.places[k].column); column >= 0)
      derivatives.ofF(compiled.inputs.places[k].row, column) = (*ofInputs)[k];

  derivatives.ofOutputs = MatrixXd::Zero(static_cast<Index>(outputs.size()), columns);
  for (std::size_t i = 0; i < outputs.size(); ++i)
    for (std::size_t k = 0; k < gradients->size(); ++k) {
      const auto [row, at] = compiled.gradientPlaces[k];
      if (row != outputs[i].index) continue;
      const Index column = at < n ? static_cast<Index>(at) : columnOfInput(at - static_cast<std::uint32_t>(n));
      if (column >= 0)
        derivatives.ofOutputs(static_cast<Index>(i), column) = outputs[i].negated ? -(*gradients)[k] : (*gradients)[k];
    }
  splitUnknowns(compiled.states.isDifferential, derivatives);

  LinearModel result{.name = compiled.name(), .time = t};
  if (!reduce(derivatives, result)) {
    Diagnostic d = fault(fmt::format("the algebraic equations do not determine their unknowns at time {:.9g}", t));
    for (const Index i : derivatives.algebraic) d.detail(compiled.states.names[static_cast<std::size_t>(i)]);
    return Unexpected{std::move(d)};
  }
  result.statesAt.resize(static_cast<Index>(derivatives.differential.size()));
  for (std::size_t i = 0; i < derivatives.differential.size(); ++i) {
    const auto state = static_cast<std::size_t>(derivatives.differential[i]);
    result.states.push_back(compiled.states.names[state]);
    result.statesAt[static_cast<Index>(i)] = y[state];
  }
  result.inputsAt.resize(static_cast<Index>(inputs.size()));
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const std::string& name = compiled.inputs.names[inputs[i]];
    result.inputs.push_back(name);
    result.inputUnits.push_back(
        std::ranges::find(compiled.recorded.variables, name, &codegen::VariableInfo::name)->unit);
    result.inputsAt[static_cast<Index>(i)] = model.inputs[inputs[i]];
  }
  result.outputsAt.resize(static_cast<Index>(outputs.size()));
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    result.outputs.push_back(outputs[i].name);
    result.outputUnits.push_back(outputs[i].unit);
    result.outputsAt[static_cast<Index>(i)] = outputs[i].value(*observed, model.parameters());
  }
  return result;
}

Expected<LinearModel, Diagnostic> linearize(const problems::TestProblem& test, double t, ConstView y) {
  const auto jacobian = jacobianOf(test.problem, t, y);
  if (!jacobian) return Unexpected{fault(fmt::format("the problem has no derivatives at time {:.9g}", t))};
  const MatrixXd mass = massOf(test.problem);
  const auto n = static_cast<Index>(y.size());
  LinearModel result{.name = "problem:" + test.name, .time = t};
  Derivatives derivatives{.ofF = *jacobian, .ofOutputs = MatrixXd::Identity(n, n), .differential = {}, .algebraic = {}};
  std::vector<bool> isDifferential(y.size(), true);
  const bool isMixed = test.problem.mass.kind == MassMatrix::Kind::sparse;
  MatrixXd combinations = MatrixXd::Identity(n, n);  // y = combinations * unknowns
  if (isMixed) {
    // M = U S V^T: with w = V^T y the system is S w' = U^T F(V w), and what has a derivative is separate.
    const Eigen::JacobiSVD<MatrixXd> svd(mass, Eigen::ComputeFullU | Eigen::ComputeFullV);
    combinations = svd.matrixV();
    derivatives.ofF = svd.matrixU().transpose() * *jacobian * combinations;
    derivatives.ofOutputs = combinations;
    for (Index i = 0; i < n; ++i) {
      isDifferential[static_cast<std::size_t>(i)] = i < svd.rank();
      if (i < svd.rank()) derivatives.ofF.row(i) /= svd.singularValues()[i];
    }
  } else {
    for (Index i = 0; i < n; ++i) {
      isDifferential[static_cast<std::size_t>(i)] = mass(i, i) != 0;
      if (mass(i, i) != 0) derivatives.ofF.row(i) /= mass(i, i);
    }
  }
  splitUnknowns(isDifferential, derivatives);
  if (!reduce(derivatives, result))
    return Unexpected{fault("the algebraic equations do not determine their unknowns: the index is above 1")};
  const auto nameOf = [&](Index i) {
    const auto& names = test.problem.names;
    return static_cast<std::size_t>(i) < names.size() ? names[static_cast<std::size_t>(i)]
                                                      : fmt::format("y[{}]", i + 1);
  };
  result.statesAt.resize(static_cast<Index>(derivatives.differential.size()));
  const Eigen::VectorXd unknowns = combinations.transpose() * Eigen::Map<const Eigen::VectorXd>(y.data(), n);
  for (std::size_t i = 0; i < derivatives.differential.size(); ++i) {
    result.states.push_back(isMixed ? fmt::format("combination[{}]", i + 1) : nameOf(derivatives.differential[i]));
    result.statesAt[static_cast<Index>(i)] = unknowns[derivatives.differential[i]];
  }
  for (Index i = 0; i < n; ++i) result.outputs.push_back(nameOf(i));
  result.outputUnits.assign(y.size(), "");
  result.outputsAt = Eigen::Map<const Eigen::VectorXd>(y.data(), n);
  result.inputsAt.resize(0);
  return result;
}

}  // namespace dashpot::analysis
