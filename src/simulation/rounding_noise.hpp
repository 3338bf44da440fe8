// simulation/rounding_noise.hpp: how far rounding makes F uncertain, by a table of differences.
//
// A smooth function has small high differences over a short distance; what they have is noise. Of values f_0, f_1, ...
// at equal distances the third differences have 20 times the variance of the noise (Hamming 1973, ch. 6; More and Wild
// 2011, eq. 3.3). Their median is taken, not their mean: where F jumps once, most of them are not touched.
#pragma once

#include "dashpot/integrate.hpp"

#include <functional>

namespace dashpot::simulation {

/// F at t and y; false: it is not defined there.
using Derivatives = std::function<bool(double t, ConstView y, View f)>;

/// The standard deviation of the noise in each component of F, along the tangent at (t, y) over the time `span`, which
/// must be short against everything that happens there. From one point to the next a component of y that moves does so
/// by one bit at least: else all of F might be computed from the same numbers. Empty: F is not defined all the way.
[[nodiscard]] Vector roundingNoise(const Derivatives& f, double t, ConstView y, double span);

}  // namespace dashpot::simulation
