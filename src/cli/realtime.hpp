// cli/realtime.hpp: what `dashpot realtime` tells of a run, as text, JSON and a page.
#pragma once

#include "cli/cli.hpp"
#include "realtime/realtime.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace dashpot::cli {

struct RealTimeSummary {
  std::string model, method;
  double step = 0.0;
  realtime::Settings settings;
  std::vector<realtime::ExchangedVariable> inputs, outputs;  // in the order of messages
  realtime::Report report;
  std::string diagnostics;  // what is to be said about the run, as text
};

/// What came of it, in one word.
[[nodiscard]] std::string_view endingName(realtime::Ending ending);
/// "12.3 us".
[[nodiscard]] std::string shortTimeText(double seconds);
[[nodiscard]] std::string privilegeText(const realtime::Report& report);

void printRealTime(const RealTimeSummary& summary);
[[nodiscard]] nlohmann::ordered_json realTimeJson(const RealTimeSummary& summary);
[[nodiscard]] std::optional<Diagnostic> writeRealTimePage(const RealTimeSummary& summary,
                                                          const std::filesystem::path& file);

}  // namespace dashpot::cli
