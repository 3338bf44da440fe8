// export/start_numbers.hpp: what exported code is given in numbers: the consistent start of the model, sizes that
// iterations measure themselves by, and pivots for its matrices as they are in the first step.
#pragma once

#include "base/diagnostic.hpp"
#include "codegen/elimination.hpp"
#include "simulation/model_code.hpp"
#include "simulation/settings.hpp"

#include <optional>
#include <vector>

namespace dashpot::exporting {

/// The elimination of the matrix of a part of the step.
struct PartElimination {
  codegen::Elimination code;
  Vector bounds;  // of the multipliers: beyond them the pivots do not suit
};

struct StartNumbers {
  double time = 0.0, stop = 1.0, step = 0.0;
  Vector parameters;
  Vector y, d, pre, modes, inputs;
  Vector z;                                                  // unknowns of the initial system
  Vector sizes;                                              // of the unknowns of nonlinear parts
  Vector sizesOfY;                                           // where nothing is known: 1
  std::vector<std::optional<PartElimination>> eliminations;  // by part; none: dense elimination with pivots on the spot
};

/// Initialises the model and takes a step of this length; empty after errors.
[[nodiscard]] std::optional<StartNumbers> findStartNumbers(simulation::ModelCode& code,
                                                           const simulation::Settings& settings,
                                                           Diagnostics& diagnostics);

}  // namespace dashpot::exporting
