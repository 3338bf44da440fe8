// server/worker/run_model.hpp: one run in a worker: rows go to the server as they are recorded.
#pragma once

#include "server/worker/model_cache.hpp"
#include "server/worker/run_control.hpp"

#include <nlohmann/json_fwd.hpp>

#include <functional>

namespace dashpot::server {

/// The way to the server.
struct ToServer {
  std::function<void(const nlohmann::json& message)> tell;
  std::function<void(std::span<const double> parameters)> begin;
  std::function<void(std::span<const double> rows)> rows;
};

/// Compiles, unless it was before, and runs. What the server is told, in this order:
///   {"event": "model", "number", "description"}   if it does not know it yet
///   {"event": "begun", "model", "compiled", "start", "stop", "inputs"}, the parameters, rows in between,
///   {"event": "progress", "time", "paused"}       about ten times a second
///   {"event": "ended", "state", "compiled", "time", "statistics", "messages", "diagnostics"}
void runModel(const nlohmann::json& message, ModelCache& cache, RunControl& control, const ToServer& server);

}  // namespace dashpot::server
