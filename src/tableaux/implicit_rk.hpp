// Coefficients of implicit Runge-Kutta methods with any (dense) matrix A, as data:
//   Y_i = y + h sum_j a_ij f(t + c_j h, Y_j),   y1 = y + h sum b_i f(t + c_i h, Y_i).
// Continuous extension as for explicit methods: y(t + theta h) = y + h sum_i b_i(theta) k_i,
// b_i(theta) = sum_k dense(i, k-1) theta^k.
// Embedded formula: y1^ = y + h (slopeWeight f(t, y) + sum bHat_i k_i); the slope at the start of the step serves
// methods whose own stages allow no second formula (Hairer and Wanner II, IV.8).
//
// Extended precision: the order conditions of the high-order members cancel to a few digits in double precision.
#pragma once

#include "tableaux/extended_algebra.hpp"
#include "tableaux/properties.hpp"

#include <span>
#include <string_view>

namespace dashpot::tableaux {

struct ImplicitTable {
  std::string_view name;
  std::string_view source;
  int order = 0;
  int embeddedOrder = 0;  // 0: no embedded formula
  int denseOrder = 0;
  StiffProperties properties;
  ExtendedMatrix a;
  ExtendedVector b;
  ExtendedVector c;
  ExtendedVector bHat;  // empty: no embedded formula
  long double slopeWeight = 0;
  ExtendedMatrix dense;  // stages x degree

  int stages() const { return static_cast<int>(b.size()); }
  /// y1 is the last stage: R(infinity) = 0 if A is regular, and algebraic equations hold at the step's end.
  bool stifflyAccurate() const { return a.row(a.rows() - 1) == b.transpose(); }
  /// Stage i needs the stages before it only; with an explicit first stage, or with the same a_ii in all of them.
  bool diagonallyImplicit() const { return a.isLowerTriangular(0); }
};

/// All implicit Runge-Kutta methods, in the order in which the registry lists them.
std::span<const ImplicitTable> implicitTables();
/// Null when there is none of this name.
const ImplicitTable* findImplicit(std::string_view name);

// ---- collocation and its kin ----------------------------------------------------------------------------------------

/// Radau IIA with s stages, order 2s - 1: collocation at the zeros of P_s - P_(s-1), shifted to [0, 1]
/// (Ehle 1969; Hairer and Wanner II, IV.5).
ImplicitTable radauIIA(std::string_view name, int stages);
/// Lobatto IIIC with 3 or 4 stages, order 2s - 2 (Ehle 1969, Chipman 1971; Hairer and Wanner II, IV.5).
ImplicitTable lobattoIIIC(std::string_view name, int stages);

// ---- diagonally implicit methods ------------------------------------------------------------------------------------

ImplicitTable hairerWannerSdirk();  // hw-sdirk
ImplicitTable trBdf2();
ImplicitTable alexander2();  // sdirk2
ImplicitTable alexander3();  // sdirk3
ImplicitTable norsett2();
ImplicitTable norsett3();
ImplicitTable cashDirk();
ImplicitTable kenCarp4();
ImplicitTable kenCarp5();

}  // namespace dashpot::tableaux
