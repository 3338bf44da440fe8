// Polynomials with real coefficients: the little that stability functions need.
//
// Extended precision: boundaries of stability domains are zeros of differences that cancel to a few digits.
#pragma once

#include <complex>
#include <vector>

namespace dashpot::tableaux {

using Extended = long double;
using ExtendedComplex = std::complex<long double>;

/// Coefficients of ascending powers.
using Polynomial = std::vector<Extended>;

/// The value at x, real or complex (Horner).
template <class Number>
Number evaluate(const Polynomial& p, Number x) {
  Number value{};
  for (auto k = p.size(); k-- > 0;) value = value * x + p[k];
  return value;
}

Polynomial product(const Polynomial& p, const Polynomial& q);
Polynomial sum(const Polynomial& p, const Polynomial& q);
Polynomial difference(const Polynomial& p, const Polynomial& q);

/// All roots (Aberth 1973, started on the circles of Bini 1996). Leading coefficients that are zero are ignored.
std::vector<ExtendedComplex> roots(Polynomial p);

}  // namespace dashpot::tableaux
