// server/tab/analysis.hpp: a verb of the command line, run on what a page has open, and what it prints with --json.
#pragma once

#include "server/jobs/worker_process.hpp"

#include <nlohmann/json_fwd.hpp>

#include <atomic>
#include <map>
#include <string>
#include <vector>

namespace dashpot::server {

struct AnalysisRequest {
  std::string verb;
  std::vector<std::string> arguments;
  std::map<std::string, std::string> texts;  // that count instead of what files hold
};

/// What a verb is about, if it is about a model.
struct AnalysedModel {
  std::string file, model;  // which of the file; empty: its last one
  std::vector<std::string> libraries;
};

/// The words of a verb's command line for what a page asks; a RequestError where it asks for what is not offered:
/// files to write, folders to read.
[[nodiscard]] std::vector<std::string> verbArguments(const std::string& verb, const AnalysedModel& model,
                                                     const nlohmann::json& parameters, const nlohmann::json& arguments);

/// Runs it to its end, at most for the time that the verb may take. Gives what it printed; a RequestError says why there is nothing.
[[nodiscard]] nlohmann::json analyse(const ProcessOptions& process, const AnalysisRequest& request,
                                     const std::atomic<bool>& isCancelled);

}  // namespace dashpot::server
