// Pictures of what formulas do to y' = lambda y, their two-step error methods included.
#pragma once

#include "analysis/plot.hpp"
#include "analysis/stability.hpp"
#include "tableaux/formula.hpp"

#include <vector>

namespace dashpot::analysis {

/// The borders of the stability regions, |R(z)| = 1; dashed: those of two-step error methods, whose amplification is
/// the spectral radius of their companion matrix.
///
/// Points such as h lambda of a model are drawn over them, and the box is such that as many of them are seen as leave
/// the regions legible.
struct Overlay {
  std::string title{};
  std::vector<Complex> points{};  // of a pair, that with the positive imaginary part
};
/// Its points, and their conjugates.
void addPoints(Plot& plot, const Overlay& overlay);
Plot regionPicture(const std::vector<tableaux::Formula>& formulas, const Overlay& overlay = {});

/// Order stars (Wanner, Hairer, Norsett 1978): where a formula grows as fast as the solution, |R(z)| = |e^z|.
Plot orderStarPicture(const std::vector<tableaux::Formula>& formulas, const Overlay& overlay = {});

/// Numerical against true damping, -ln |R(-sigma)| over sigma, on the negative real axis; points of an overlay that
/// decay, real or not, at what each formula makes of them.
Plot dampingPicture(const std::vector<tableaux::Formula>& formulas, const Overlay& overlay = {});

}  // namespace dashpot::analysis
