// Watches the event functions over accepted steps and locates the first crossing on the interpolant.
//
// An event is reported at the right end of its bracket, where the function already has its new sign; so a run that goes
// on from there does not find the same crossing again. A function that touches zero without changing sign is no event.
// Functions are looked at in the middle and at the end of a step, at more points of a long one, and more closely where
// three values do not exclude that one of them crossed zero and came back. So the step may be as long as the solution
// allows: the interpolant is there at any number of points. Crossings that are nothing but rounding do not count.
#pragma once

#include "integrators/stepper.hpp"
#include "integrators/system/error_measure.hpp"
#include "integrators/system/system.hpp"

#include <optional>

namespace dashpot::integrators {

class EventMonitor {
 public:
  EventMonitor(System& system, const Options& options);

  bool active() const { return !crossings_.empty(); }

  /// Takes the signs at a new starting point. If some were known before (a jump of the state or of F), the functions
  /// that jumped across zero are returned as an event.
  std::optional<Event> begin(double t, ConstView y);
  void forgetSigns();
  /// The point was not a start: the run had come there by a step.
  void goOn() { isFresh_ = false; }

  /// First event in (from, to], both within the stepper's last step; locates it unless `atEndOnly`.
  /// evaluation() tells afterwards whether the event functions could be evaluated.
  std::optional<Event> scan(Stepper& stepper, double from, double to, bool atEndOnly);

  Evaluation evaluation() const { return evaluation_; }

 private:
  [[nodiscard]] int stretchesOf(double length) const;
  std::optional<Event> scanStretch(Stepper& stepper, double left, double middle, double right, bool atEndOnly,
                                   int depth);
  Event crossing(Stepper& stepper, double left, double right, std::optional<double> former, bool atEndOnly);
  bool bends(double left, double middle, double right, int depth);
  ConstView stateAt(Stepper& stepper, double t);
  void measureNoise(double t, ConstView y, const Vector& g);
  void dropNoise(Vector& g) const;
  [[nodiscard]] double beyondRounding(std::size_t i, double g) const;
  [[nodiscard]] bool isAtRounding(const Vector& g, double margin = 1) const;
  bool evaluateAt(Stepper& stepper, double t, Vector& g);
  bool crossed(std::size_t i, double g) const;
  bool anyCrossed(const Vector& g) const;
  void takeSigns(const Vector& g);
  Event locate(Stepper& stepper, double left, double right, std::optional<double> former);
  Event eventAt(double t, const Vector& g) const;

  System& system_;
  std::vector<Crossing> crossings_;
  ErrorMeasure measure_;
  double tolerance_;
  int checksPerStep_;
  double spacing_;
  std::vector<int> signs_;  // last sign other than zero; 0: none seen yet
  Vector left_;             // values at the left and right end of the bracket, and inside it
  Vector right_;
  Vector middle_;
  Vector former_;                 // at the point that was an end of it before
  std::optional<double> before_;  // the last look before the left end
  Vector beforeValues_;
  Vector largest_;  // of each function so far
  bool isFresh_ = true;
  Vector disturbed_;
  Vector noise_;
  Vector rough_;  // bends of functions that are rounding
  Vector state_;
  Vector nearby_;
  Evaluation evaluation_ = Evaluation::ok;
};

}  // namespace dashpot::integrators
