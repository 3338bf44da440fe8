// Second-order systems as the methods for them see a problem, with positions x, velocities v = x' and first-order
// unknowns w:
//
//   x'' = f(t, x, v, w),  w' = g(t, x, v, w)
//
// They are taken from Problem::pairs. Everything that is in no pair is a first-order unknown.
#pragma once

#include "integrators/system/jacobian.hpp"
#include "integrators/system/system.hpp"

#include <memory>
#include <string>
#include <vector>

namespace dashpot::integrators {

/// Places in y; x[k] and v[k] belong together.
struct PairLayout {
  std::vector<int> x;
  std::vector<int> v;
  std::vector<int> w;

  PairLayout() = default;
  explicit PairLayout(const Problem& problem);
};

/// x' = v in F: its rows of positions from the velocities in y.
void setSlopesOfPositions(const PairLayout& layout, ConstView y, View f);

/// y between the ends of a step of length h, from y and F there: for positions and velocities the quintic through
/// position, velocity and acceleration, for first-order unknowns the cubic. The rows of positions in F are not used.
void interpolatePairs(const PairLayout& layout, double theta, double h, ConstView y0, ConstView f0, ConstView y1,
                      ConstView f1, View y);

/// Do the rates of velocities and first-order unknowns change when the velocities do, or are there first-order
/// unknowns? Found by trying at (t, y): an answer "no" may be wrong for functions that feel velocities only elsewhere.
bool feelsVelocities(const Problem& problem, double t, ConstView y);

/// Empty: the method can run on this problem from here. Methods for x'' = f(t, x) refuse velocities in f.
std::string complaintAboutPairs(const Problem& problem, std::string_view method, double t, ConstView y);

/// The Jacobian of (v', w') with respect to (v, w), when a change dv of the velocity comes with a change `perVelocity`
/// dv of the position. Unknowns: all velocities, then all first-order unknowns.
class ReducedJacobian {
 public:
  ReducedJacobian(System& system, const Options& options, const PairLayout& layout);

  int size() const { return size_; }
  const SparsityPattern& pattern() const { return pattern_; }

  Evaluation evaluate(double t, ConstView y, ConstView f) { return whole_.evaluate(t, y, f); }
  /// Columns of w are multiplied by `firstOrderFactor`. The result belongs to pattern().
  ConstView values(double perVelocity, double firstOrderFactor);

 private:
  struct Source {
    enum class Kind { position, velocity, firstOrder };
    std::size_t from;  // in the whole Jacobian
    std::size_t to;    // in the reduced one
    Kind kind;
  };

  JacobianEvaluator whole_;
  int size_;
  SparsityPattern pattern_;
  std::vector<Source> sources_;
  Vector values_;
};

}  // namespace dashpot::integrators
