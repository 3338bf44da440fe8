#include "simulation/state_sets.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace dashpot::simulation {

namespace {

using codegen::StateSetInfo;

// A selection is kept while its determinant is at least this part of the best one's: switching costs a restart.
constexpr double goodEnough = 0.4;

/// The candidates that the constraints determine best, in a list of columns; the determinant of theirs.
struct Choice {
  std::vector<std::uint32_t> dependent;
  double determinant = 0.0;
};

/// Elimination with column pivoting: the first `forced` columns must be pivots, the others are chosen by size.
Choice eliminate(Eigen::MatrixXd a, std::uint32_t forced, const std::vector<bool>& isAllowed) {
  Choice choice{{}, 1.0};
  const Eigen::Index rows = a.rows();
  std::vector<bool> isUsed(static_cast<std::size_t>(a.cols()), false);
  for (Eigen::Index k = 0; k < rows; ++k) {
    Eigen::Index bestRow = -1, bestColumn = -1;
    for (Eigen::Index j = 0; j < a.cols(); ++j) {
      const bool isForced = j < static_cast<Eigen::Index>(forced);
      if (isUsed[static_cast<std::size_t>(j)] || isForced != (k < static_cast<Eigen::Index>(forced))) continue;
      if (!isForced && !isAllowed[static_cast<std::size_t>(j) - forced]) continue;
      for (Eigen::Index i = k; i < rows; ++i)
        if (bestRow < 0 || std::fabs(a(i, j)) > std::fabs(a(bestRow, bestColumn))) bestRow = i, bestColumn = j;
    }
    if (bestRow < 0) return {choice.dependent, 0.0};
    isUsed[static_cast<std::size_t>(bestColumn)] = true;
    a.row(k).swap(a.row(bestRow));
    const double pivot = a(k, bestColumn);
    choice.determinant *= std::fabs(pivot);
    if (bestColumn >= static_cast<Eigen::Index>(forced))
      choice.dependent.push_back(static_cast<std::uint32_t>(bestColumn) - forced);
    if (pivot == 0.0) continue;
    for (Eigen::Index i = k + 1; i < rows; ++i) a.row(i) -= a(i, bestColumn) / pivot * a.row(k);
  }
  return choice;
}

std::vector<bool> selected(const StateSetInfo& set, const Vector& d) {
  std::vector<bool> isSelected(set.candidates, false);
  for (std::size_t k = 0; k < set.selection.size(); ++k)
    if (d[set.selection[k]] != 0.0) isSelected[k % set.candidates] = true;
  return isSelected;
}

void select(const StateSetInfo& set, const std::vector<std::uint32_t>& chosen, Vector& d) {
  for (const std::uint32_t place : set.selection) d[place] = 0.0;
  for (std::size_t i = 0; i < chosen.size(); ++i) d[set.selection[i * set.candidates + chosen[i]]] = 1.0;
}

}  // namespace

bool reselect(BoundModel& model, codegen::Entry from, double t, ConstView unknowns, View y) {
  const codegen::CompiledModel& compiled = model.model();
  if (compiled.states.sets.empty()) return false;
  // Before the first selection the candidates have no values yet, but the constraints have.
  Vector values(compiled[from].outputCount());
  (void)model.evaluate(from, t, unknowns, values);
  bool changed = false;
  std::size_t at = 0;
  for (const StateSetInfo& set : compiled.states.sets) {
    const std::size_t columns = set.dependent + set.candidates;
    Eigen::MatrixXd jacobian(set.constraints, columns);
    for (std::size_t i = 0; i < set.constraints; ++i)
      for (std::size_t j = 0; j < columns; ++j)
        jacobian(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = values[at++];
    const ConstView candidates = ConstView(values).subspan(at, set.states.size() * set.candidates);
    at += candidates.size();

    std::vector<bool> isSelected = selected(set, model.d), isLeftOut(isSelected);
    isLeftOut.flip();
    const bool isValid = std::ranges::count(isSelected, true) == static_cast<std::ptrdiff_t>(set.size());
    if (!jacobian.allFinite()) {  // any choice is better than none
      if (isValid) continue;
      std::vector<std::uint32_t> first(set.size());
      std::iota(first.begin(), first.end(), 0U);
      select(set, first, model.d);
      changed = true;
      continue;
    }
    const Choice best = eliminate(jacobian, set.dependent, std::vector<bool>(set.candidates, true));
    const double present = isValid ? eliminate(jacobian, set.dependent, isLeftOut).determinant : 0.0;
    if (isValid && present >= goodEnough * best.determinant) continue;

    std::vector<bool> isDependent(set.candidates, false);
    for (const std::uint32_t k : best.dependent) isDependent[k] = true;
    std::vector<std::uint32_t> chosen;
    for (std::uint32_t k = 0; k < set.candidates; ++k)
      if (!isDependent[k] && chosen.size() < set.size()) chosen.push_back(k);
    select(set, chosen, model.d);
    changed = true;
    if (y.empty()) continue;
    for (std::size_t level = 0; level < set.states.size(); ++level)
      for (std::size_t i = 0; i < chosen.size(); ++i)
        y[set.states[level][i]] = candidates[level * set.candidates + chosen[i]];
  }
  return changed;
}

}  // namespace dashpot::simulation
