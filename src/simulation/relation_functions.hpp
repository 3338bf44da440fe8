// simulation/relation_functions.hpp: what can be known of the function of a relation (left - right) from points nearby.
#pragma once

#include "simulation/bound_model.hpp"

namespace dashpot::simulation {

/// How far the function is off when time and the unknowns are, by this share of their size.
[[nodiscard]] double uncertainty(BoundModel& model, std::size_t mode, double t, ConstView y, double share);
/// Of all relations.
[[nodiscard]] Vector uncertainties(BoundModel& model, double t, ConstView y, double share);

/// The relations that compare the same as this one, itself among them: p > a, p <= a, a < p. What is done to one must
/// be done to all, or they would contradict one another.
[[nodiscard]] std::vector<std::size_t> sameAs(BoundModel& model, std::size_t mode, double t, ConstView y);
/// The same, and whether the function of each has the opposite sign.
struct LikeComparison {
  std::size_t mode = 0;
  bool isReversed = false;
};
[[nodiscard]] std::vector<LikeComparison> comparisonsLike(BoundModel& model, std::size_t mode, double t, ConstView y);

/// The truth of the relations at a point where not all of y need be defined; what cannot be told stays as it is taken.
[[nodiscard]] Vector truthWhereDefined(BoundModel& model, double t, ConstView y);

/// The relations that are not what they were taken for, with the width of the hysteresis that makes them so, if rounding
/// alone decides about all of them; empty: it does not.
struct DoubtfulRelation {
  std::size_t mode = 0;
  double width = 0.0;
};
[[nodiscard]] std::vector<DoubtfulRelation> doubtfulRelations(BoundModel& model, double t, ConstView y,
                                                              const Vector& truth);

}  // namespace dashpot::simulation
