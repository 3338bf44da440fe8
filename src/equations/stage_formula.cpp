#include "equations/stage_formula.hpp"

#include "tableaux/explicit_rk.hpp"
#include "tableaux/implicit_rk.hpp"
#include "tableaux/rosenbrock.hpp"

namespace dashpot::equations {

namespace {

constexpr std::string_view backwardDifference = "bdf2";

RungeKuttaStages stagesOf(const tableaux::ImplicitTable& table) {
  RungeKuttaStages result;
  for (Eigen::Index i = 0; i < table.a.rows(); ++i) {
    RungeKuttaStages::Stage& stage = result.stages.emplace_back();
    stage.node = static_cast<double>(table.c(i));
    for (Eigen::Index j = 0; j < table.a.cols(); ++j) stage.weights.push_back(static_cast<double>(table.a(i, j)));
  }
  if (!table.stifflyAccurate())
    for (Eigen::Index j = 0; j < table.b.size(); ++j) result.end.push_back(static_cast<double>(table.b(j)));
  return result;
}

RungeKuttaStages stagesOf(const tableaux::ExplicitTable& table) {
  RungeKuttaStages result;
  // A last stage at the end of the step serves the error estimate and the step that follows.
  const int stages = table.firstSameAsLast ? table.stages - 1 : table.stages;
  for (int i = 0; i < stages; ++i) {
    const auto& row = table.a[static_cast<std::size_t>(i)];
    result.stages.push_back({table.c[static_cast<std::size_t>(i)], {row.begin(), row.begin() + i}});
  }
  result.end.assign(table.b.begin(), table.b.begin() + stages);
  return result;
}

RosenbrockStages stagesOf(const tableaux::RosenbrockTable& table) {
  RosenbrockStages result{.gamma = table.gamma, .stages = {}, .end = {}};
  for (int i = 0; i < table.stages; ++i) {
    const auto at = static_cast<std::size_t>(i);
    result.stages.push_back({table.alpha[at],
                             table.gammaSum[at],
                             {table.a[at].begin(), table.a[at].begin() + i},
                             {table.c[at].begin(), table.c[at].begin() + i}});
  }
  result.end.assign(table.m.begin(), table.m.begin() + table.stages);
  return result;
}

}  // namespace

std::optional<StageFormula> findStageFormula(std::string_view method) {
  const std::string name(method);
  if (const auto* const table = tableaux::findImplicit(method)) return StageFormula{name, stagesOf(*table)};
  if (const auto* const table = tableaux::findExplicit(method)) return StageFormula{name, stagesOf(*table)};
  if (const auto* const table = tableaux::findRosenbrock(method)) return StageFormula{name, stagesOf(*table)};
  if (method == backwardDifference) return StageFormula{name, BackwardDifference{}};
  return std::nullopt;
}

std::vector<std::string_view> stageFormulaNames() {
  std::vector<std::string_view> names{backwardDifference};
  for (const auto& table : tableaux::implicitTables()) names.push_back(table.name);
  for (const auto& table : tableaux::explicitTables()) names.push_back(table.name);
  for (const auto& table : tableaux::rosenbrockTables()) names.push_back(table.name);
  return names;
}

}  // namespace dashpot::equations
