// Pictures of what formulas do to y' = lambda y, their two-step error methods included.
#pragma once

#include "analysis/plot.hpp"
#include "analysis/stability.hpp"
#include "tableaux/formula.hpp"

#include <vector>

namespace dashpot::analysis {

/// The borders of the stability regions, |R(z)| = 1; dashed: those of two-step error methods, whose amplification is
/// the spectral radius of their companion matrix.
Plot regionPicture(const std::vector<tableaux::Formula>& formulas);
/// The same in a box, with points such as h lambda of a model drawn over them.
Plot regionPicture(const std::vector<tableaux::Formula>& formulas, const Box& box, const std::string& title,
                   const std::vector<Complex>& points);
/// What shows the domains, and as many of the points as leave them legible.
Box overlayBox(const std::vector<tableaux::Formula>& formulas, const std::vector<Complex>& points);

/// Order stars (Wanner, Hairer, Norsett 1978): where a formula grows as fast as the solution, |R(z)| = |e^z|.
Plot orderStarPicture(const std::vector<tableaux::Formula>& formulas);

/// Numerical against true damping, -ln |R(-sigma)| over sigma, on the negative real axis.
Plot dampingPicture(const std::vector<tableaux::Formula>& formulas);

}  // namespace dashpot::analysis
