// export/c_runtime.hpp: the C that is the same for all models: dense elimination, Newton's iteration, clocks, the
// iteration of events, the choice of states, initialisation. It is written with names in capitals for what differs:
//
//   PREFIX   begins the names of the model
//   REAL     the type of numbers; ABS and FLOOR its functions; EPSILON its rounding
//   INDEX    the type of places in matrices
//
// and leaves out what a model has no need of.
#pragma once

#include <string>

namespace dashpot::exporting {

/// What of it a model needs.
struct RuntimeNeeds {
  bool hasDense = false;      // linear equations that are eliminated with pivots on the spot
  bool hasAlgebraic = false;  // unknowns of nonlinear blocks, without a derivative
  bool hasInitial = false;    // an initial system with unknowns
  bool hasModes = false;
  bool hasTimeModes = false;
  bool hasDiscrete = false;
  bool hasClocks = false;
  bool hasArriving = false;  // left limits of continuous variables
  bool hasActions = false;
  bool hasStateSets = false;
  [[nodiscard]] bool hasEvents() const { return hasModes || hasDiscrete || hasActions || hasStateSets; }
};

[[nodiscard]] std::string runtimeText(const RuntimeNeeds& needs);

}  // namespace dashpot::exporting
