// equations/events.hpp
//
// Takes out of expressions the parts that can change at an instant only:
//
//   relations     become modes: truth values that are held while the system is integrated and switched where their
//                 zero-crossing functions change sign; those between values that are discrete, or follow from
//                 parameters alone, are evaluated where they stand
//   floor, ceil   become discrete variables, with modes that tell when they leave their whole number; div, mod and rem
//                 are written with them
//   sample        becomes the flag of a clock
//   delay         becomes an unknown with an equation of its own (equations/delays.hpp)
//   initial, terminal,
//   homotopy      become phases
//
// Inside noEvent() all of it is evaluated where it stands.
#pragma once

#include "equations/solvable_system.hpp"
#include "symbolic/substitute.hpp"

#include <functional>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace dashpot::equations {

/// The variable that is pre() of a discrete one, made if there is none.
VariableId preOf(SolvableSystem& system, VariableId id);

class EventExtractor {
 public:
  /// Adds modes, clocks, delays and discrete variables to the system; their equations to `system.equations`.
  /// `silent`: the relations that stay where they stand, by the numbers that their modes would have.
  explicit EventExtractor(SolvableSystem& system, std::vector<std::uint32_t> silent = {});

  /// Gives the variables that never change (equations/settled_variables.hpp): relations between what they are made of
  /// need no mode. Asked for at the first relation.
  using FindSettled = std::function<symbolic::Substitution()>;
  void findSettledBy(FindSettled find) { findSettled_ = std::move(find); }

  /// The expression with modes for relations and without noEvent().
  Expr operator()(Expr e, const model::Origin& origin);
  /// The same as if all of it stood inside noEvent(), for conditions that are only looked at.
  Expr withoutEvents(Expr e, const model::Origin& origin);

  /// Whether it can change while the system is integrated, the modes held.
  [[nodiscard]] bool varies(Expr e);
  /// Continuous equations that came along, for what was delayed.
  [[nodiscard]] const std::vector<EquationId>& delayEquations() const { return delayEquations_; }
  /// A discrete variable that came along: floor() or ceil() of something, held between events.
  struct WholeNumber {
    VariableId variable = VariableId::none;
    Expr value = Expr::none;
    Expr initialValue = Expr::none;
    EquationId equation = EquationId::none;
  };
  [[nodiscard]] const std::vector<WholeNumber>& wholeNumbers() const { return wholeNumbers_; }

 private:
  [[nodiscard]] std::vector<Expr> special(Expr root) const;
  Expr settled(Expr e);
  Expr replacement(Expr part, const model::Origin& origin);
  /// A pulse of time inside noEvent(): `time > a and time < b`, or `abs(time - a) < b`.
  enum class Pulse : std::uint8_t { oneSided, absolute };
  void replaceInPulse(Expr part, Pulse pulse, const model::Origin& origin);
  Expr relationOfTime(Expr part, Pulse pulse, const model::Origin& origin);
  Expr mode(symbolic::Op relation, Expr left, Expr right, const model::Origin& origin);
  Expr wholeNumber(symbolic::Op op, Expr of, const model::Origin& origin);
  Expr quotient(Expr a, Expr b, const model::Origin& origin);
  Expr beforeInitialisation(Expr e);
  Expr clock(Expr first, Expr interval, const model::Origin& origin);
  Expr delayed(Expr argument, Expr time, Expr longest, const model::Origin& origin);
  Expr phase(VariableId& which, std::string label);
  VariableId make(Role role, std::string label);

  SolvableSystem& system_;
  std::vector<std::uint32_t> silent_;
  std::uint32_t relations_ = 0;  // that were met, silent ones among them
  Pool& pool_;
  symbolic::Walker walker_;
  symbolic::Substitution replaced_;
  symbolic::Substitution plain_;  // inside noEvent()
  FindSettled findSettled_;
  std::optional<symbolic::Substitution> settled_;
  std::unordered_set<Expr> done_, donePlain_, pulses_;
  std::unordered_map<Expr, Expr> floors_, ceilings_;
  std::vector<EquationId> delayEquations_;
  std::unordered_set<VariableId> discreteDelays_;
  std::vector<WholeNumber> wholeNumbers_;
};

}  // namespace dashpot::equations
