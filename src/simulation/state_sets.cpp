#include "simulation/state_sets.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace dashpot::simulation {

namespace {

using codegen::Entry;
using codegen::StateSetInfo;

// A selection is kept while its determinant is at least this part of the best one's: switching costs a restart.
constexpr double goodEnough = 0.4;

void findSelected(const StateSetInfo& set, const Vector& d, std::vector<std::uint8_t>& isSelected) {
  std::ranges::fill(isSelected, 0);
  for (std::size_t k = 0; k < set.selection.size(); ++k)
    if (d[set.selection[k]] != 0.0) isSelected[k % set.candidates] = 1;
}

void select(const StateSetInfo& set, const std::vector<std::uint32_t>& chosen, Vector& d) {
  for (const std::uint32_t place : set.selection) d[place] = 0.0;
  for (std::size_t i = 0; i < chosen.size(); ++i) d[set.selection[i * set.candidates + chosen[i]]] = 1.0;
}

}  // namespace

StateSelection::StateSelection(const codegen::CompiledModel& model)
    : values_(std::max(model[Entry::selection].outputCount(), model[Entry::initialSelection].outputCount())) {
  for (const StateSetInfo& info : model.states.sets) {
    const auto rows = static_cast<Eigen::Index>(info.constraints);
    const auto columns = static_cast<Eigen::Index>(info.dependent + info.candidates);
    Set set{&info, Eigen::MatrixXd(rows, columns), Eigen::MatrixXd(rows, columns), {}, {}, {}, {}, {}};
    set.isSelected.resize(info.candidates);
    set.isAllowed.resize(info.candidates);
    set.isUsed.resize(static_cast<std::size_t>(columns));
    set.dependent.reserve(info.constraints);
    set.chosen.reserve(info.candidates);
    sets_.push_back(std::move(set));
  }
}

/// Elimination with column pivoting: the first columns must be pivots, the others are chosen by size among those that
/// are allowed. The candidates that the constraints determine best become `dependent`; gives the determinant of theirs.
double StateSelection::eliminate(Set& set) {
  set.work = set.jacobian;
  Eigen::MatrixXd& a = set.work;
  const auto forced = static_cast<Eigen::Index>(set.info->dependent);
  set.dependent.clear();
  std::ranges::fill(set.isUsed, 0);
  double determinant = 1.0;
  for (Eigen::Index k = 0; k < a.rows(); ++k) {
    Eigen::Index bestRow = -1, bestColumn = -1;
    for (Eigen::Index j = 0; j < a.cols(); ++j) {
      const bool isForced = j < forced;
      if (set.isUsed[static_cast<std::size_t>(j)] != 0 || isForced != (k < forced)) continue;
      if (!isForced && set.isAllowed[static_cast<std::size_t>(j - forced)] == 0) continue;
      for (Eigen::Index i = k; i < a.rows(); ++i)
        if (bestRow < 0 || std::fabs(a(i, j)) > std::fabs(a(bestRow, bestColumn))) bestRow = i, bestColumn = j;
    }
    if (bestRow < 0) return 0.0;
    set.isUsed[static_cast<std::size_t>(bestColumn)] = 1;
    a.row(k).swap(a.row(bestRow));
    const double pivot = a(k, bestColumn);
    determinant *= std::fabs(pivot);
    if (bestColumn >= forced) set.dependent.push_back(static_cast<std::uint32_t>(bestColumn - forced));
    if (pivot == 0.0) continue;
    for (Eigen::Index i = k + 1; i < a.rows(); ++i) {
      const double factor = a(i, bestColumn) / pivot;
      a.row(i) -= factor * a.row(k);
    }
  }
  return determinant;
}

bool StateSelection::reselect(Set& set, ConstView candidates, Vector& d, View y) const {
  const StateSetInfo& info = *set.info;
  findSelected(info, d, set.isSelected);
  const bool isValid = std::ranges::count(set.isSelected, 1) == static_cast<std::ptrdiff_t>(info.size());
  set.chosen.clear();
  if (!set.jacobian.allFinite()) {  // any choice is better than none
    if (isValid) return false;
    set.chosen.resize(info.size());
    std::iota(set.chosen.begin(), set.chosen.end(), 0U);
    select(info, set.chosen, d);
    return true;
  }
  for (std::size_t k = 0; k < set.isAllowed.size(); ++k) set.isAllowed[k] = set.isSelected[k] == 0 ? 1 : 0;
  const double present = isValid ? eliminate(set) : 0.0;
  std::ranges::fill(set.isAllowed, 1);
  const double best = eliminate(set);
  if (isValid && present >= goodEnough * best) return false;

  for (std::uint32_t k = 0; k < info.candidates; ++k)
    if (std::ranges::find(set.dependent, k) == set.dependent.end() && set.chosen.size() < info.size())
      set.chosen.push_back(k);
  select(info, set.chosen, d);
  for (std::size_t level = 0; !y.empty() && level < info.states.size(); ++level)
    for (std::size_t i = 0; i < set.chosen.size(); ++i)
      y[info.states[level][i]] = candidates[level * info.candidates + set.chosen[i]];
  return true;
}

bool StateSelection::reselect(BoundModel& model, Entry from, double t, ConstView unknowns, View y) {
  if (sets_.empty()) return false;
  // Before the first selection the candidates have no values yet, but the constraints have.
  const View values = View(values_).first(model.model()[from].outputCount());
  (void)model.evaluate(from, t, unknowns, values);
  bool changed = false;
  std::size_t at = 0;
  for (Set& set : sets_) {
    for (Eigen::Index i = 0; i < set.jacobian.rows(); ++i)
      for (Eigen::Index j = 0; j < set.jacobian.cols(); ++j) set.jacobian(i, j) = values[at++];
    const ConstView candidates = values.subspan(at, set.info->states.size() * set.info->candidates);
    at += candidates.size();
    changed |= reselect(set, candidates, model.d, y);
  }
  return changed;
}

bool reselect(BoundModel& model, Entry from, double t, ConstView unknowns, View y) {
  return !model.model().states.sets.empty() && StateSelection(model.model()).reselect(model, from, t, unknowns, y);
}

}  // namespace dashpot::simulation
