// simulation/relation_functions.hpp: what can be known of the function of a relation (left - right) from points nearby.
#pragma once

#include "simulation/bound_model.hpp"

namespace dashpot::simulation {

/// How far the function is off when time and the unknowns are, by this share of their size.
[[nodiscard]] double uncertainty(BoundModel& model, std::size_t mode, double t, ConstView y, double share);

/// The relations that compare the same as this one, itself among them: p > a, p <= a, a < p. What is done to one must
/// be done to all, or they would contradict one another.
[[nodiscard]] std::vector<std::size_t> sameAs(BoundModel& model, std::size_t mode, double t, ConstView y);

}  // namespace dashpot::simulation
