#include "tableaux/formula.hpp"

#include <cmath>

namespace dashpot::tableaux {

Eigen::VectorXd Formula::weightsAt(double theta) const {
  Eigen::VectorXd weights = Eigen::VectorXd::Zero(stages());
  for (Eigen::Index k = dense.cols(); k-- > 0;) weights = theta * (weights + dense.col(k));
  return weights;
}

Formula formulaOf(const ExplicitTable& table) {
  const int s = table.denseStages;
  Formula formula{.name = std::string(table.name),
                  .order = table.order,
                  .embeddedOrder = table.embeddedOrder,
                  .denseOrder = table.denseOrder,
                  .alpha = Eigen::MatrixXd::Zero(s, s),
                  .beta = {},
                  .b = Eigen::Map<const Eigen::VectorXd>(table.b.data(), s),
                  .bHat = {},
                  .c = Eigen::Map<const Eigen::VectorXd>(table.c.data(), s),
                  .dense = Eigen::MatrixXd::Zero(s, table.denseDegree)};
  for (int i = 0; i < s; ++i) {
    for (int j = 0; j < i; ++j) formula.alpha(i, j) = table.a[i][j];
    for (int k = 0; k < table.denseDegree; ++k) formula.dense(i, k) = table.dense[i][k];
  }
  formula.beta = formula.alpha;
  if (table.embeddedOrder > 0) formula.bHat = formula.b - Eigen::Map<const Eigen::VectorXd>(table.error.data(), s);
  return formula;
}

Formula formulaOf(const ImplicitTable& table) {
  // An embedded formula with the slope at the start is one with a further, explicit stage in front.
  const Eigen::Index extra = table.slopeWeight != 0 ? 1 : 0;
  const Eigen::Index s = table.stages() + extra;
  const auto lengthened = [&](const ExtendedVector& v) {
    Eigen::VectorXd result = Eigen::VectorXd::Zero(s);
    result.tail(v.size()) = v.cast<double>();
    return result;
  };
  Formula formula{.name = std::string(table.name),
                  .order = table.order,
                  .embeddedOrder = table.embeddedOrder,
                  .denseOrder = table.denseOrder,
                  .alpha = Eigen::MatrixXd::Zero(s, s),
                  .beta = {},
                  .b = lengthened(table.b),
                  .bHat = {},
                  .c = lengthened(table.c),
                  .dense = Eigen::MatrixXd::Zero(s, table.dense.cols())};
  formula.alpha.bottomRightCorner(table.stages(), table.stages()) = table.a.cast<double>();
  formula.beta = formula.alpha;
  formula.dense.bottomRows(table.stages()) = table.dense.cast<double>();
  if (table.bHat.size() > 0) {
    formula.bHat = lengthened(table.bHat);
    if (extra > 0) formula.bHat(0) = static_cast<double>(table.slopeWeight);
  }
  return formula;
}

Formula formulaOf(const RosenbrockStandardForm& form) {
  return {.name = {},
          .alpha = form.alpha,
          .beta = form.alpha + form.gamma,
          .b = form.b,
          .bHat = form.bHat,
          .c = form.alpha.rowwise().sum(),
          .dense = {}};
}

Formula formulaOf(const RosenbrockTable& table) {
  const RosenbrockStandardForm form = standardForm(table);
  const RosenbrockDense extension = continuousExtension(table);
  Formula formula = formulaOf(form);
  formula.name = table.name;
  formula.order = table.order;
  formula.embeddedOrder = table.embeddedOrder;
  formula.denseOrder = extension.order;
  formula.c = Eigen::Map<const Eigen::VectorXd>(table.alpha.data(), table.stages);
  formula.dense = form.gamma.transpose() * extension.weights;  // b = m Gamma as rows
  if (table.embeddedOrder == 0) formula.bHat.resize(0);
  return formula;
}

std::vector<Formula> allFormulas() {
  std::vector<Formula> formulas;
  for (const auto& table : explicitTables()) formulas.push_back(formulaOf(table));
  for (const auto& table : implicitTables()) formulas.push_back(formulaOf(table));
  for (const auto& table : rosenbrockTables()) formulas.push_back(formulaOf(table));
  return formulas;
}

std::optional<Formula> findFormula(std::string_view name) {
  if (const auto* table = findExplicit(name)) return formulaOf(*table);
  if (const auto* table = findImplicit(name)) return formulaOf(*table);
  if (const auto* table = findRosenbrock(name)) return formulaOf(*table);
  return std::nullopt;
}

}  // namespace dashpot::tableaux
