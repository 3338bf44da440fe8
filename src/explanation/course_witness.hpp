// explanation/course_witness.hpp: how large the unknowns become, and from when on nothing moves any more.
#pragma once

#include "explanation/facts.hpp"
#include "explanation/names.hpp"
#include "explanation/step_witness.hpp"
#include "simulation/step_observer.hpp"

#include <map>

namespace dashpot::explanation {

class CourseWitness {
 public:
  CourseWitness(double start, double stop, double tolerance) : start_(start), stop_(stop), tolerance_(tolerance) {}

  void begin(simulation::BoundModel* model, double t, ConstView y);
  void see(const simulation::ObservedStep& step);
  void tell(const Names& names, const StepWitness& steps, Facts& facts) const;

  /// The largest |y_i|.
  [[nodiscard]] const Vector& largest() const { return largest_; }

 private:
  [[nodiscard]] bool hasMoved(ConstView y) const;
  void tellScales(const Names& names, const StepWitness& steps, Facts& facts) const;

  double start_, stop_, tolerance_;
  double moved_ = 0.0;  // when an unknown last moved by more than the tolerance
  double reached_ = 0.0;
  Vector there_;  // the unknowns then
  Vector largest_;
  std::map<std::size_t, double> nominal_;  // of the unknowns to which the model gives one
};

}  // namespace dashpot::explanation
