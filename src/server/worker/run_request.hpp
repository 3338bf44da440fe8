// server/worker/run_request.hpp: what the server asks a worker to run.
#pragma once

#include "simulation/parameter_values.hpp"
#include "simulation/settings.hpp"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dashpot::server {

struct RunRequest {
  std::uint32_t job = 0;
  std::string file;                          // or the name of a class in the libraries
  std::string model;                         // which of the file; empty: its last one
  std::map<std::string, std::string> texts;  // that count instead of what files hold
  std::vector<std::string> libraries;
  simulation::Settings settings;  // of them, what a client can say
  std::vector<std::pair<std::string, double>> inputs;
  std::optional<double> pace;  // simulated seconds per second; none: as fast as it can
};

/// {"file", "model", "texts", "libraries", "settings", "parameters", "inputs", "pace"}, as docs/protocol.md names the
/// members of a run. What cannot be read is reported.
[[nodiscard]] RunRequest runRequestFrom(const nlohmann::json& message, Diagnostics& diagnostics);

}  // namespace dashpot::server
