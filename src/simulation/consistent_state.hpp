// simulation/consistent_state.hpp
//
// Modes, discrete variables and algebraic unknowns that agree with one another after an event.
//
// Event iteration (Modelica 3.6, appendix B): with pre() held, the relations, the discrete pass and the algebraic
// equations are evaluated until none of them changes; then the actions of when-clauses take place, pre() takes the new
// values, and so on until nothing happens any more.
#pragma once

#include "base/diagnostic.hpp"
#include "base/expected.hpp"
#include "simulation/bound_model.hpp"
#include "simulation/printed_line.hpp"

#include <functional>

namespace dashpot::simulation {

// Modes that still change after so many rounds contradict one another.
constexpr int mostRounds = 100;
[[nodiscard]] Diagnostic contradiction(const BoundModel& model, double t, const Vector& before, const Vector& after);
/// In one list: what must settle.
[[nodiscard]] Vector modesAndDiscrete(const BoundModel& model);

struct AfterEvent {
  Vector y;
  std::vector<PrintedLine> printed = {};
  bool restarted = false;                 // a state was reinitialised
  std::optional<std::string> terminated;  // the run is to end here, and why
  bool cancelled = false;                 // on the way: nothing has settled
};

/// After an event: what holds at (t, y) once everything has settled. `cancelled` is asked in every round; none: never.
[[nodiscard]] Expected<AfterEvent, Diagnostic> iterateEvent(BoundModel& model, double t, Vector y,
                                                            const std::function<bool()>& cancelled,
                                                            Diagnostics& diagnostics);

/// The text of an assertion or of terminate() with the outputs of `messages` in it; none: with question marks.
[[nodiscard]] std::string actionText(const codegen::ActionInfo& action, ConstView messages);
[[nodiscard]] Diagnostic assertionViolated(const codegen::ActionInfo& action, double t, ConstView messages);

[[nodiscard]] bool hasAssertions(const codegen::CompiledModel& model);
/// Assertions that hold all the time: an error if one is violated at (t, y); warnings are added once each.
[[nodiscard]] std::optional<Diagnostic> checkAssertions(BoundModel& model, double t, ConstView y,
                                                        std::vector<bool>& isWarned, Diagnostics& diagnostics);
/// Those that hold at the start only, while initial() is true: assertions of initial sections.
[[nodiscard]] std::optional<Diagnostic> checkInitialAssertions(BoundModel& model, double t, ConstView y,
                                                               Diagnostics& diagnostics);
/// What is printed at the start, while initial() is true.
[[nodiscard]] std::vector<PrintedLine> printedAtStart(BoundModel& model, double t, ConstView y);

}  // namespace dashpot::simulation
