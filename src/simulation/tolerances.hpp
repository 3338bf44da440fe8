// simulation/tolerances.hpp
//
// One tolerance of the user to the tolerances of every state:  tolerance (size_i + |y_i|).
//
// The size of a state is its nominal value. Where the model gives none, it is what the state has been, the largest
// |y_i| so far:
//   with a unit whose usual size is known   all of it, but no more than that usual size
//   otherwise                               a thousandth of it, so that a state which falls by three decades keeps its
//                                           digits; what has been nothing but zero counts as 1e-3
// So a unit never loosens the tolerance beyond what the state itself allows. What is zero, or noise, beside other
// states of the same unit counts as a millionth of the largest of them, or as much as rounding asks for at a tight
// tolerance. And what rounding in its own derivative makes uncertain is not asked for: ease().
//
// A step is accepted if the error of each state is below its tolerance: with a mean over the states, as many codes have
// it, one that is off would be excused by others that are at rest.
//
// Where a loop makes an unknown of a derivative der(x), its size is at least that of x over the duration of the run: an
// error of tolerance times that, however long it lasted, moves x by its tolerance.
#pragma once

#include "dashpot/integrate.hpp"
#include "simulation/bound_model.hpp"

#include <cmath>
#include <memory>
#include <optional>

namespace dashpot::simulation {

class StateTolerances {
 public:
  /// `duration` of the run; infinite: not known.
  StateTolerances(BoundModel& model, double tolerance, double duration);

  /// For an integrator; follows the sizes as they grow.
  [[nodiscard]] Tolerances tolerances() const;
  [[nodiscard]] std::shared_ptr<const Vector> sizes() const { return sizes_; }
  /// The one of the user.
  [[nodiscard]] double relative() const { return tolerance_; }
  /// How large the error of state i may be where it has this value.
  [[nodiscard]] double of(std::size_t i, double value) const { return tolerance_ * ((*sizes_)[i] + std::fabs(value)); }

  /// To be told of every accepted state.
  void see(ConstView y);
  /// State i has been so little that it may be nothing but rounding: a millionth of what is usual for its unit, or of 1;
  /// and its tolerance can be eased further.
  [[nodiscard]] bool mayBeNoise(std::size_t i) const;
  /// The tolerance of state i is less than what rounding leaves of it: from now on its size counts as a hundred times as
  /// much.
  void ease(std::size_t i);

  /// The largest |y_i| seen, and the sizes that were eased: all that a resumed run must know.
  [[nodiscard]] const Vector& largest() const { return largest_; }
  [[nodiscard]] const Vector& eased() const { return eased_; }
  void restore(ConstView largest, ConstView eased);

  /// Names the states whose tolerance was eased, and those whose absolute tolerance is more than 1 % of the largest value
  /// they took.
  [[nodiscard]] std::vector<std::string> warnings() const;

 private:
  void findRates(const BoundModel& model);
  void growSizes();
  [[nodiscard]] double sizeByUnit(std::size_t i, double usual, double largestOfUnit) const;

  /// States of one unit whose size is guessed from it.
  struct UnitGroup {
    double usual = 0.0;
    std::vector<std::size_t> states;
  };

  /// An unknown that is the derivative of `of`, an element of y; none: of a variable whose least size is `least`.
  struct Rate {
    std::size_t unknown = 0;
    std::optional<std::size_t> of;
    double least = 0.0;
  };

  const codegen::CompiledModel& model_;
  double tolerance_;
  double duration_;
  std::vector<std::size_t> unknown_;  // the states whose size nothing tells beforehand
  std::vector<UnitGroup> guessed_;
  std::vector<Rate> rates_;
  std::shared_ptr<Vector> sizes_;
  Vector largest_;
  Vector eased_;  // what the size of a state is at least, because of rounding; 0: nothing
};

}  // namespace dashpot::simulation
