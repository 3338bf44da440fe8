// cli/simulate_problem.hpp: dashpot simulate problem:NAME.
#pragma once

#include "cli/simulate_job.hpp"

namespace dashpot::cli {

[[nodiscard]] bool namesProblem(const std::string& file);

/// Options that only a model can have are wrong usage.
ExitCode simulateProblem(const SimulateOptions& options);

}  // namespace dashpot::cli
