// analysis/reference_solution.hpp: the solution that errors are measured against, and how well it is known.
#pragma once

#include "analysis/comparison.hpp"

namespace dashpot::analysis {

/// One run, sampled on the output grid.
struct SampledRun {
  simulation::Outcome outcome;
  Samples samples;
  double seconds = 0;      // of the processor, without initialisation
  std::string reason;      // why it did not finish
  bool isStopped = false;  // because it took too long
};

/// `settings` has the method, and its tolerance or step.
[[nodiscard]] SampledRun runSampled(const Subject& subject, simulation::Settings settings, const ComparisonPlan& plan,
                                    const simulation::StepObserver& observe = {});

/// Reports what went wrong, and how far reference and check are from one another where that matters. Empty: there is no
/// reference.
[[nodiscard]] std::optional<ReferenceSolution> makeReference(const Subject& subject, const ComparisonPlan& plan,
                                                             Diagnostics& diagnostics);

}  // namespace dashpot::analysis
