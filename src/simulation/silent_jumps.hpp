// simulation/silent_jumps.hpp
//
// Jumps of F that make no event: conditions inside noEvent(), sign(), roundings (equations/silent_conditions.hpp).
//
// Where F only bends, nothing is looked at, but by models with algebraic unknowns: these may have to jump at a bend
// (simulation/fold.hpp).
//
// A step across one such jump has it between its stages, and the error estimate sees it: the step becomes so short that
// the jump is within the tolerance. What the estimate cannot see is a jump that is undone between two stages: a pulse,
// or a whole period of a wave. So after each step the conditions are looked at within it. If one of them turned and
// turned back, or two of them turned, and F really jumps where one turns, the step is taken back, and another one ends
// there, as at a declared discontinuity; the discrete part is not iterated, for this is no event.
//
// Most ways through functions lead to the same value: an iteration that needs one round more, the next polynomial of a
// table. A turn at which F was found not to jump several times is not looked into again, and does not make looks
// closer, unless a step is so much longer that what was seen there would matter.
//
// How closely a step is looked at follows from how close together conditions turned last, and from the share of the run
// that it covers. Within a step the states are polynomials of low degree: conditions of states alone are looked at as
// often as relations that make events, those that follow time, or states by a function that goes up and down, twice as
// often. What is shorter than that, and shorter than all steps before it, may still be missed: as for events.
#pragma once

#include "simulation/bound_model.hpp"
#include "simulation/tolerances.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <tuple>

namespace dashpot::simulation {

class SilentJumps {
 public:
  /// From the last time before a jump to the first after it.
  struct Jump {
    double before = -std::numeric_limits<double>::infinity();
    double after = before;
    std::size_t condition = 0;
  };
  /// The state within the step.
  struct Path {
    std::function<void(ConstView times, View y)> glimpsed;  // four times at once, component by component
    std::function<ConstView(double t)> interpolated;
    std::function<ConstView(double t)> consistent;  // with algebraic unknowns that solve their equations
  };

  /// All references must outlive this.
  SilentJumps(BoundModel& model, const StateTolerances& tolerances, double duration);

  /// Whether there is anything to look at.
  [[nodiscard]] bool isWatching() const { return isWatching_; }
  void stopWatching() { isWatching_ = false; }

  /// The first jump within the step, if there may be others that undo it.
  [[nodiscard]] std::optional<Jump> find(double from, double to, const Path& path);
  /// Whether a condition has, from the start to the end of the step that was looked at last.
  [[nodiscard]] bool hasTurned() const {
    return !times_.empty() && !std::ranges::equal(valuesAt(0), valuesAt(times_.size() - 1));
  }
  /// The next step does not begin as the last one ended.
  void forget() { times_.clear(); }
  /// Steps are to end there.
  void stopAt(const Jump& jump) { next_ = jump; }
  [[nodiscard]] const Jump& next() const { return next_; }
  /// The last time before that jump, if it is still to come after t; else infinity.
  [[nodiscard]] double nextAfter(double t) const {
    return next_.before > t ? next_.before : std::numeric_limits<double>::infinity();
  }

  /// The numbers that a resumed run needs.
  [[nodiscard]] Vector save() const;
  void load(ConstView saved);

 private:
  /// What is known of a condition's turn from one value to another.
  struct Seen {
    double times = 0.0;
    double longestStep = std::numeric_limits<double>::infinity();  // in which it would be within the tolerance
  };
  using Turn = std::tuple<std::size_t, double, double>;  // condition, from, to

  [[nodiscard]] View valuesAt(std::size_t look) { return View(seen_).subspan(look * values_.size(), values_.size()); }
  [[nodiscard]] ConstView valuesAt(std::size_t look) const {
    return ConstView(seen_).subspan(look * values_.size(), values_.size());
  }
  bool look(double from, double to, const Path& path);
  bool lookAtFour(std::size_t first, const Path& path);
  bool passesUnseen();
  [[nodiscard]] std::size_t firstTurn(std::size_t condition) const;
  /// Whether the condition turns after this look, and F may jump there for all that is known.
  [[nodiscard]] bool turnsAfter(std::size_t look, std::size_t condition) const;
  void noteTurn(double t);
  [[nodiscard]] std::optional<Jump> locate(std::size_t condition, std::size_t at, const Path& path);
  /// By how much F differs between two times, integrated over h, in units of the tolerance; not a number where it has no value.
  [[nodiscard]] double effect(double left, double right, double h, const Path& path);

  BoundModel& model_;
  const StateTolerances& tolerances_;
  codegen::Entry watched_;
  double spacing_;  // of looks, at most
  bool isWatching_;
  Jump next_;
  double lastTurn_ = -std::numeric_limits<double>::infinity();
  double gap_ = std::numeric_limits<double>::infinity();  // between the last two turns
  Vector times_;                                          // of the looks at the last step, from its start to its end
  Vector seen_;                                           // there, of all conditions, look by look
  std::map<Turn, Seen> harmless_;
  Vector values_, left_, right_;
  std::size_t looksAlone_ = 0;
  bool callsProcedures_;  // which batches have interpreted
  std::unique_ptr<codegen::Batch> batch_;
  codegen::Lanes lanes_;
  Vector batchValues_;
};

}  // namespace dashpot::simulation
