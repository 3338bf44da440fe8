// cli/linearize.hpp: what `dashpot linearize` is asked for, and how it tells what it found.
#pragma once

#include "analysis/frequency_response.hpp"
#include "cli/simulate_job.hpp"

namespace dashpot::cli {

struct LinearizeOptions {
  SimulateOptions simulation;  // of the run up to the point
  std::vector<std::string> inputs, outputs;
  std::string from, to, plot, matFile;
  bool bode = false;
};

struct LinearReport {
  analysis::LinearModel model;
  analysis::Spectrum spectrum;
  std::optional<analysis::FrequencyResponse> response;
};

/// As tables for people, or as JSON.
void print(const LinearReport& report, const LinearizeOptions& options, const Diagnostics& diagnostics,
           const Sources& sources);

/// A, B, C, D with names, eigenvalues, the point; and ABCD, nx, xuyName, as Dymola's linearisation has them.
[[nodiscard]] std::optional<Diagnostic> writeMat(const LinearReport& report, const std::string& file);

/// The end of what cannot begin.
ExitCode refuseLinearize(const LinearizeOptions& options, const Diagnostics& diagnostics, const Sources& sources);

}  // namespace dashpot::cli
