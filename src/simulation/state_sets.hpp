// simulation/state_sets.hpp
//
// Dynamic state selection: which candidates of a state set are integrated. A selection is as good as the constraints
// determine the candidates left out of it, measured by the determinant of their Jacobian; the best one found by
// elimination with full column pivoting is taken when the present one is much worse.
#pragma once

#include "simulation/bound_model.hpp"

#include <Eigen/Dense>

namespace dashpot::simulation {

/// The selections of one model, with the memory that choosing takes: it is there from the start.
class StateSelection {
 public:
  /// The model must outlive this.
  explicit StateSelection(const codegen::CompiledModel& model);

  /// Looks at the candidates at (t, y) and selects anew where the present selection is poor; `y` then holds the new
  /// states. True if a selection changed. `from` is Entry::selection, or Entry::initialSelection with z in `unknowns`.
  bool reselect(BoundModel& model, codegen::Entry from, double t, ConstView unknowns, View y);

 private:
  struct Set {
    const codegen::StateSetInfo* info;
    Eigen::MatrixXd jacobian, work;
    std::vector<std::uint8_t> isSelected, isAllowed, isUsed;  // candidates; candidates; columns
    std::vector<std::uint32_t> dependent, chosen;             // candidates
  };
  bool reselect(Set& set, ConstView candidates, Vector& d, View y) const;
  static double eliminate(Set& set);

  std::vector<Set> sets_;
  Vector values_;
};

/// The same, once.
bool reselect(BoundModel& model, codegen::Entry from, double t, ConstView unknowns, View y);

}  // namespace dashpot::simulation
