#include "integrators/inlined/stage_form.hpp"

#include "integrators/implicit_runge_kutta/scheme.hpp"
#include "tableaux/explicit_rk.hpp"
#include "tableaux/implicit_rk.hpp"
#include "tableaux/rosenbrock.hpp"
#include "tableaux/stability_function.hpp"

#include <algorithm>
#include <cmath>
#include <complex>

namespace dashpot::integrators {
namespace {

using tableaux::ExplicitTable;
using tableaux::ExtendedMatrix;
using tableaux::ImplicitTable;
using tableaux::RosenbrockTable;

/// An embedded formula with |R(infinity)| below this needs no filter.
constexpr double mostUnfiltered = 0.7;

/// That of the real eigenvalue of A, or the size of a complex one.
double filterGamma(const ImplicitTable& table) {
  if (table.diagonallyImplicit()) return static_cast<double>(table.a(table.stages() - 1, table.stages() - 1));
  const ImplicitScheme scheme(table);
  return 1 / (scheme.hasReal ? scheme.realEigenvalue : std::abs(scheme.eigenvalues[0]));
}

bool needsFilter(const ImplicitTable& table) {
  if (!table.diagonallyImplicit()) return true;
  return std::abs((*tableaux::embeddedStabilityFunction(tableaux::formulaOf(table)))(-1e9)) > mostUnfiltered;
}

void setSlopes(StageForm& form, const ImplicitTable& table) {
  const Eigen::Index s = table.stages();
  const bool isExplicitFirst = table.a.row(0).isZero();
  const Eigen::Index first = isExplicitFirst ? 1 : 0;
  const ExtendedMatrix rest = table.a.bottomRightCorner(s - first, s - first);
  form.slopesOf = tableaux::inverse(rest).cast<double>();
  if (isExplicitFirst) form.firstColumn = table.a.col(0).tail(s - 1).cast<double>();
}

StageForm formOf(const ImplicitTable& table) {
  StageForm form;
  form.stages = table.stages();
  form.dense = table.dense.cast<double>();
  form.gamma = filterGamma(table);
  setSlopes(form, table);
  if (table.bHat.size() > 0) {
    form.error = (table.bHat - table.b).cast<double>();
    form.slopeWeight = static_cast<double>(table.slopeWeight);
    form.isFiltered = needsFilter(table);
    form.errorOrder = std::min(table.order, table.embeddedOrder) + 1;
  }
  if (table.name == "backward-euler" || table.name == "trapezoidal" || table.name == "theta-055-published") {
    form.kind = StageForm::Kind::theta;
    form.theta = static_cast<double>(table.a(table.stages() - 1, table.stages() - 1));
    form.isFiltered = table.name != "theta-055-published";
    form.errorOrder = table.order + 1;
  }
  return form;
}

StageForm formOf(const RosenbrockTable& table) {
  StageForm form{.kind = StageForm::Kind::rosenbrock, .stages = table.stages};
  form.dense = tableaux::continuousExtension(table).weights;
  form.gamma = table.gamma;
  if (table.embeddedOrder == 0) return form;
  form.error = Eigen::Map<const Eigen::VectorXd>(table.error.data(), table.stages);
  form.errorOrder = std::min(table.order, table.embeddedOrder) + 1;
  return form;
}

StageForm formOf(const ExplicitTable& table) {
  StageForm form{.kind = StageForm::Kind::explicitRungeKutta,
                 .stages = table.firstSameAsLast ? table.stages - 1 : table.stages};
  form.endsWithSlope = table.firstSameAsLast;
  if (table.embeddedOrder == 0) return form;
  form.error = Eigen::Map<const Eigen::VectorXd>(table.error.data(), table.stages);
  form.errorOrder = std::min(table.order, table.embeddedOrder) + 1;
  return form;
}

}  // namespace

StageForm stageFormOf(std::string_view formula) {
  if (const auto* const table = tableaux::findImplicit(formula)) return formOf(*table);
  if (const auto* const table = tableaux::findRosenbrock(formula)) return formOf(*table);
  if (const auto* const table = tableaux::findExplicit(formula)) return formOf(*table);
  return {.kind = StageForm::Kind::backwardDifference, .stages = 1, .gamma = 1, .isFiltered = true, .errorOrder = 3};
}

}  // namespace dashpot::integrators
