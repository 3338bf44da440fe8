// The fastest mode of a problem, by its Jacobian or without it: what tells whether it is stiff.
#pragma once

#include "integrators/system/error_measure.hpp"
#include "integrators/system/system.hpp"
#include "linalg/dominant_eigenvalue.hpp"

#include <limits>
#include <optional>

namespace dashpot::integrators {

/// J at (t, y); empty: the problem has none of its own, or it is not finite there.
Vector jacobianAt(System& system, double t, ConstView y);
/// Whether J beside (t, y) is the same: then it is, as far as anybody can tell, the same everywhere.
bool isJacobianConstant(System& system, const Options& options, double t, ConstView y, ConstView jacobian);
/// The fastest mode, or a bound of it.
struct KnownMode : linalg::DominantMode {
  bool isBound = false;
  double atMost = std::numeric_limits<double>::infinity();  // its size, where it is not damped
};

/// The fastest mode of J, in unknowns that are measured in their tolerances: the modes are the same, and power iterations
/// are not misled by pascals beside cubic metres.
class FastestMode {
 public:
  FastestMode(int size, const Tolerances& tolerances) : size_(size), tolerances_(&tolerances) {}

  /// It counts as one that oscillates where others that do are about as fast.
  [[nodiscard]] KnownMode exactly(const SparsityPattern& pattern, ConstView jacobian, ConstView y);
  /// As if it were no smaller than the norm, and damped; of one or two unknowns the mode itself, which costs as little.
  [[nodiscard]] KnownMode bound(const SparsityPattern& pattern, ConstView jacobian, ConstView y);

 private:
  [[nodiscard]] bool isFoundDirectly() const { return size_ <= 2; }  // units do not matter then
  [[nodiscard]] linalg::DominantMode inUnits(const SparsityPattern& pattern, ConstView jacobian, ConstView y);
  [[nodiscard]] bool isAmongOscillations(const linalg::DominantMode& mode, const SparsityPattern& pattern,
                                         ConstView jacobian) const;

  int size_;
  const Tolerances* tolerances_;
  std::optional<ErrorMeasure> measure_;  // made when it is first needed
  Vector units_, perUnit_, scaled_;
};

/// The largest eigenvalue of J at (t, y), roughly, without J: power iterations with three differences of F (as
/// Sommeijer, Shampine and Verwer 1997 do for RKC, with fewer).
linalg::DominantMode modeByDifferences(System& system, const Options& options, double t, ConstView y);

}  // namespace dashpot::integrators
