// What runs with each of the candidates are thought to cost, if this is the fastest mode.
//
// Accuracy demands steps of every method; of explicit ones stability demands further steps, now one limiting them, now
// the other. A mode that takes part in the solution has to be followed by every method. Where an input drives the
// solution, the errors of explicit methods contain powers of the mode (Prothero and Robinson 1974), so that their steps
// are as short as those that would follow it.
#pragma once

#include "linalg/dominant_eigenvalue.hpp"
#include "selection/decide.hpp"

namespace dashpot::integrators {

class PredictedCosts {
 public:
  PredictedCosts(const selection::RuleBase& base, const selection::Work& work, double digits, bool isForced);

  /// Candidates that are left out do not count in what follows.
  void allow(selection::CandidateSet allowed);

  /// Of typical runs, which nothing but accuracy limits.
  [[nodiscard]] const selection::Forecasts& typical() const { return forecasts_; }
  /// Of runs of this length with this mode.
  struct Confined {
    selection::Forecasts forecasts;
    double price = 0;   // of the best explicit method, over that of the best implicit one
    double excess = 0;  // the steps that stability demands of that explicit method, over those that accuracy does
  };
  [[nodiscard]] Confined with(const linalg::DominantMode& mode, double length) const;

  /// The least of a typical run with an implicit method.
  [[nodiscard]] double leastImplicit() const { return leastImplicit_; }
  [[nodiscard]] double perStep(std::size_t candidate) const { return forecasts_[candidate].costPerStep; }

  /// Whether the fastest mode is part of the solution: where it is not damped and there are few unknowns. On a grid it
  /// is that from point to point, which a smooth solution does not excite. (Where courses are recorded, that keeps steps
  /// short already.)
  [[nodiscard]] bool takesPart(const linalg::DominantMode& mode) const;
  /// The longest stable h |lambda|.
  [[nodiscard]] double limit(std::size_t candidate, const linalg::DominantMode& mode) const;
  /// What an explicit method can count on.
  [[nodiscard]] double stableStep(std::size_t candidate, const linalg::DominantMode& mode) const;
  /// The step that an explicit method would take where `other` takes steps of the length h.
  [[nodiscard]] double stepInPlaceOf(std::size_t other, double h, std::size_t candidate,
                                     const linalg::DominantMode& mode) const;
  /// Cost per time of the best explicit method over that of `other`, whose steps have the length h.
  [[nodiscard]] double priceInPlaceOf(std::size_t other, double h, const linalg::DominantMode& mode) const;
  /// The same of all candidates, in terms of forecasts: the steps of explicit ones are those that they would take there.
  [[nodiscard]] selection::Forecasts inPlaceOf(std::size_t other, double h, const linalg::DominantMode& mode) const;
  /// The same where explicit methods are kept below their limits of stability, which may be as fast a mode as `fastest`,
  /// and `other` would be accurate with steps of this length.
  [[nodiscard]] selection::Forecasts keptStable(std::size_t other, double accurate, const linalg::DominantMode& mode,
                                                double fastest) const;
  /// Of the best explicit one among these, over that of `other`.
  [[nodiscard]] double priceOfOrder(std::size_t other, const selection::Forecasts& forecasts) const;
  /// Of the best explicit method with steps that stability leaves, for so long.
  [[nodiscard]] double leastStable(const linalg::DominantMode& mode, double length) const;

 private:
  [[nodiscard]] double steps(std::size_t candidate, const linalg::DominantMode& mode, double length) const;
  void forEach(selection::CandidateSet set, const auto& action) const {
    for (std::size_t i = 0; i < base_.candidates.size(); ++i)
      if (selection::contains(set, i)) action(i);
  }

  const selection::RuleBase& base_;
  selection::Forecasts forecasts_;
  bool mayTakePart_, isForced_;
  selection::CandidateSet explicit_ = 0, implicit_ = 0;
  double leastImplicit_ = 0;
};

}  // namespace dashpot::integrators
