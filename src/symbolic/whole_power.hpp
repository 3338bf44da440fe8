// symbolic/whole_power.hpp: powers that are products. Whoever evaluates or generates code takes the same multiplications,
// by repeated squaring from the lowest bit of the exponent on, so that all have the same bits.
#pragma once

#include <cmath>

namespace dashpot::symbolic {

/// A small whole number as the exponent, of either sign, which polynomials are full of.
inline bool isWholePower(double exponent) {
  constexpr double largest = 16.0;
  return std::fabs(exponent) <= largest && exponent == std::trunc(exponent);
}

}  // namespace dashpot::symbolic
