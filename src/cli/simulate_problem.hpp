// cli/simulate_problem.hpp: dashpot simulate problem:NAME.
#pragma once

#include "cli/simulate_job.hpp"
#include "problems/problems.hpp"
#include "simulation/problem_run.hpp"

namespace dashpot::cli {

[[nodiscard]] bool namesProblem(const std::string& file);
/// The problem of "problem:NAME".
[[nodiscard]] Expected<problems::TestProblem, problems::ProblemFault> problemNamed(const std::string& file);
/// Ready to run; refers to the problem. With errors: they are recorded, too, where a closed solution is known.
[[nodiscard]] simulation::RecordedProblem recordedProblem(const problems::TestProblem& test, bool withErrors = false);

/// Options that only a model can have are wrong usage.
ExitCode simulateProblem(const SimulateOptions& options);

}  // namespace dashpot::cli
