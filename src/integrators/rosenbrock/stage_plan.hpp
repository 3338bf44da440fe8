// A Rosenbrock table, prepared for running: zeros left out, repeated arguments recognised. All of it can be done when a
// step is compiled, if its table is known then.
#pragma once

#include "tableaux/rosenbrock.hpp"

#include <array>
#include <span>

namespace dashpot::integrators {

struct StageTerm {
  int stage = 0;
  double weight = 0;
};

/// A sum of weighted stages.
struct StageTerms {
  std::array<StageTerm, tableaux::maxRosenbrockStages> list{};
  int count = 0;

  constexpr std::span<const StageTerm> all() const { return {list.data(), static_cast<std::size_t>(count)}; }
};

/// How one row of stage weights is summed: from y, or from the previous stage's argument if it differs by few terms
/// only.
struct StageSum {
  enum class From { state, previousArgument, previousValue } from = From::state;  // previousValue: f is the same, too
  StageTerms terms{};
};

struct StagePlan {
  template <class Of>
  using PerStage = std::array<Of, tableaux::maxRosenbrockStages>;

  int stages = 0;                   // those that are run
  PerStage<StageSum> argument{};    // of y + sum a_ij u_j
  PerStage<StageTerms> coupling{};  // c_ij
  StageSum result{};                // y + sum m_i u_i
  StageTerms error{};
};

constexpr StageTerms nonZeros(const std::array<double, tableaux::maxRosenbrockStages>& row) {
  constexpr double noise = 1e-14;  // coefficients below this are the rounding of a conversion between the two forms
  StageTerms terms;
  for (int j = 0; j < tableaux::maxRosenbrockStages; ++j)
    if (row[j] > noise || row[j] < -noise) terms.list[terms.count++] = {j, row[j]};
  return terms;
}

constexpr StageSum sumAfter(const std::array<double, tableaux::maxRosenbrockStages>& row,
                            const std::array<double, tableaux::maxRosenbrockStages>& previous, bool sameTime) {
  std::array<double, tableaux::maxRosenbrockStages> difference{};
  for (std::size_t j = 0; j < row.size(); ++j) difference[j] = row[j] - previous[j];
  const StageTerms update = nonZeros(difference);
  if (update.count == 0 && sameTime) return {StageSum::From::previousValue, {}};
  const StageTerms whole = nonZeros(row);
  if (update.count < whole.count) return {StageSum::From::previousArgument, update};
  return {StageSum::From::state, whole};
}

constexpr StagePlan planFor(const tableaux::RosenbrockTable& table, bool errorWanted) {
  StagePlan plan;
  plan.stages = table.stages - (table.lastStageIsNextFirst && !errorWanted ? 1 : 0);
  for (int i = 0; i < plan.stages; ++i) {
    plan.argument[i] = i == 0 ? StageSum{StageSum::From::previousValue, {}}
                              : sumAfter(table.a[i], table.a[i - 1], table.alpha[i] == table.alpha[i - 1]);
    plan.coupling[i] = nonZeros(table.c[i]);
  }
  plan.result = sumAfter(table.m, table.a[plan.stages - 1], false);
  if (errorWanted) plan.error = nonZeros(table.error);
  return plan;
}

}  // namespace dashpot::integrators
