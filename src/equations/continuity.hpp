// equations/continuity.hpp
//
// Whether an expression is continuous where a relation in it turns, or sign(): regularised characteristics are, such as
// sqrt(dp) beyond a transition and a parabola before it, which have one value where they meet.
//
// The expression is evaluated at points of the surface on which the relation turns, with the relation true and with it
// false. Points are chosen at random: analytic functions that agree at a handful of random points agree everywhere
// (for polynomials: Schwartz 1980, Zippel 1979). Piece by piece that holds for those that are made of pieces, and each
// piece must be met, however far away or narrow it is: so whatever decides between pieces and is not determined by the
// surface itself is made to go either way, at random, and both sides must agree on all that comes out.
//
// Promise: "continuous" is said only after all of this, for parameters as they are by their declarations. Where it
// cannot be found out, as with calls whose arguments turn with the relation, the answer is no.
#pragma once

#include "equations/parameter_numbers.hpp"

#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <vector>

namespace dashpot::equations {

class Continuity {
 public:
  explicit Continuity(const SolvableSystem& system) : system_(system), numbers_(system) {}

  /// Whether `root` has the same value on both sides of where `turning` turns, a relation or sign() in it.
  [[nodiscard]] bool holds(Expr root, Expr turning);
  /// Those on which answers of yes rest.
  [[nodiscard]] std::vector<ParameterNumber> restOn();

 private:
  const SolvableSystem& system_;
  ParameterNumbers numbers_;
  std::mt19937_64 random_;                            // with the same seed always: a model is compiled alike each time
  std::size_t work_ = 0;                              // operations that were evaluated
  std::map<std::vector<std::uint64_t>, bool> known_;  // by the shape of the expression
  std::set<VariableId> parameters_;
};

}  // namespace dashpot::equations
