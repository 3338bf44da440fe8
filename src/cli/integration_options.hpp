// cli/integration_options.hpp: options of `simulate` about how a run starts, is integrated, saved and resumed.
#pragma once

#include "cli/cli.hpp"
#include "simulation/settings.hpp"

namespace dashpot::cli {

struct IntegrationOptions {
  bool steadyState = false;
  std::string jacobian = "exact", estimate = "automatic", starter = "automatic", stepRule = "own";
  double blowUp = 0.0;
  std::string checkpoint, resume;
  double checkpointEvery = 0.0;
};

void addIntegrationOptions(CLI::App& verb, IntegrationOptions& options);

/// Reports the options that cannot be read.
void readIntegrationOptions(const IntegrationOptions& options, simulation::Settings& settings,
                            Diagnostics& diagnostics);

}  // namespace dashpot::cli
