#include "simulation/steady_state.hpp"

#include "simulation/algebraic_failure.hpp"
#include "simulation/consistent_state.hpp"
#include "simulation/pseudo_transient.hpp"

#include <fmt/format.h>

namespace dashpot::simulation {

namespace {

using codegen::Entry;

Expected<Initialised, Diagnostic> solveInMode(BoundModel& model, double t, Vector y) {
  const codegen::CompiledModel& compiled = model.model();
  const AlgebraicSystem system{
      compiled.size(), [&](ConstView x, View f) { return model.evaluate(Entry::rhs, t, x, f); },
      compiled.states.pattern, [&](ConstView x, View values) { return model.jacobian(t, x, values); }, model.sizes()};
  Vector x = y;
  const NewtonResult newton = solve(system, x);
  if (newton.status == NewtonStatus::converged)
    return Initialised{std::move(x),
                       fmt::format("steady state, by {} in {} iterations",
                                   newton.damped ? "a trust region" : "Newton's iteration", newton.iterations)};
  const PseudoTransientResult transient = pseudoTransient(model, t, y);
  if (transient.settled) {
    x = y;
    if (solve(system, x).status == NewtonStatus::converged) y = std::move(x);
    return Initialised{std::move(y),
                       fmt::format("steady state, by pseudo-transient continuation in {} steps", transient.steps)};
  }
  Diagnostic d = newtonFailure(model, "the search for a steady state", newton,
                               {compiled.states.names, compiled.states.rowOrigins}, x);
  d.note(fmt::format("{} steps of pseudo-transient continuation did not settle either", transient.steps));
  d.hint("a system that oscillates, or moves on for ever, has no steady state: start it from start values");
  return Unexpected{std::move(d)};
}

}  // namespace

Expected<Initialised, Diagnostic> findSteadyState(BoundModel& model, double t, Vector y) {
  if (model.model().size() == 0) return Initialised{std::move(y), ""};
  for (int round = 0; round < mostRounds; ++round) {
    auto solved = solveInMode(model, t, y);
    if (!solved) return solved;
    const Vector before = modesAndDiscrete(model);
    const auto truth = model.relations(t, solved->y);
    if (!truth) return Unexpected{evaluationFailure(model, "the search for a steady state")};
    model.modes = *truth;
    if (const auto next = model.evaluate(Entry::discrete, t, solved->y)) model.d = *next;
    model.pre = model.d;
    const Vector after = modesAndDiscrete(model);
    if (before == after) return solved;
    if (round + 1 == mostRounds) return Unexpected{contradiction(model, t, before, after)};
    y = std::move(solved->y);
  }
  return Unexpected{evaluationFailure(model, "the search for a steady state")};
}

}  // namespace dashpot::simulation
