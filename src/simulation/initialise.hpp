// simulation/initialise.hpp
//
// Where a run starts: states, algebraic unknowns, discrete variables and modes that agree with one another and with
// start values, initial equations and initial algorithms.
//
// A model with homotopy() is solved with what that calls simplified first; where this leads is the guess. The initial
// system is solved by damped Newton iteration, then with a trust region; if neither succeeds, along the path of
// homotopy(); then from the point to which the system itself moves from its start values (pseudo-transient
// continuation), which is what initial equations der(x) = 0 ask for.
#pragma once

#include "base/diagnostic.hpp"
#include "base/expected.hpp"
#include "simulation/bound_model.hpp"

namespace dashpot::simulation {

enum class StartFrom : std::uint8_t {
  startValues,  // and initial equations, as the model says
  steadyState,  // every derivative is zero; fixed start values are guesses
};

struct Initialised {
  Vector y;
  std::string how;        // for people, where it was not the plain way; else empty
  std::string open = {};  // an unknown that no equation determines: it has its start value
};

/// What the search for the start took, for who explains a run.
struct StartSearch {
  Vector guess = {};   // of the iteration variables of the initial system
  Vector found = {};   // the solution, or where the search for it ended
  int iterations = 0;  // of all attempts together
};

/// Sets modes and discrete variables; gives y at `t`.
[[nodiscard]] Expected<Initialised, Diagnostic> initialise(BoundModel& model, double t, StartFrom from,
                                                           StartSearch& search);

/// Before t, delayed expressions had these values. False: something is not defined with them.
bool startHistory(BoundModel& model, double t, ConstView arguments, ConstView y);

}  // namespace dashpot::simulation
