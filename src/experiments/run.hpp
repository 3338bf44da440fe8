// experiments/run.hpp: problems and runs as settings describe them.
#pragma once

#include "dashpot/integrate.hpp"
#include "experiments/measure.hpp"
#include "problems/problems.hpp"

#include <optional>

namespace dashpot::experiments {

/// `problem`: a name of the catalogue; or `matrix`, `constant` and `initial`: y' = A y + c. `end` and `start_state` in the
/// place of the problem's own; `declared = false`: methods are not told when F jumps.
[[nodiscard]] Expected<problems::TestProblem, std::string> problemFrom(Settings& settings);

/// Method, step or tolerance, and everything else that dashpot::Options offers.
[[nodiscard]] Options optionsFrom(Settings& settings, const problems::TestProblem& problem);

/// A run with what it was made of.
struct FinishedRun {
  problems::TestProblem problem;
  Solution solution;
  std::optional<Solution> reference = {};  // at the same times
};

}  // namespace dashpot::experiments
