// Pictures of what formulas do to y' = lambda y, their two-step error methods included.
#pragma once

#include "analysis/plot.hpp"
#include "tableaux/formula.hpp"

#include <vector>

namespace dashpot::analysis {

/// The borders of the stability regions, |R(z)| = 1; dashed: those of two-step error methods, whose amplification is
/// the spectral radius of their companion matrix.
Plot regionPicture(const std::vector<tableaux::Formula>& formulas);

/// Numerical against true damping, -ln |R(-sigma)| over sigma, on the negative real axis.
Plot dampingPicture(const std::vector<tableaux::Formula>& formulas);

}  // namespace dashpot::analysis
