// All published tables, figures and claims, also those that take long: statuses that are not what they were are named, and
// the seconds of the slowest.
#include "experiments/reproduce.hpp"

#include "base/stopwatch.hpp"
#include "experiments/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace {

namespace fs = std::filesystem;
using dashpot::Diagnostic;
using dashpot::Diagnostics;
namespace experiments = dashpot::experiments;

int runAll() {
  const fs::path folder = DASHPOT_EXPERIMENTS;
  Diagnostics diagnostics;
  const auto all = experiments::readExperiments(folder, diagnostics);
  for (const Diagnostic& fault : diagnostics.all()) fmt::print("{}\n", fault.message);
  std::vector<std::pair<double, std::string>> seconds;
  int changed = diagnostics.hasErrors() ? 1 : 0;
  for (const experiments::Experiment& each : all) {
    const auto began = std::chrono::steady_clock::now();
    const auto found = experiments::reproduce(each, folder.parent_path());
    seconds.emplace_back(dashpot::secondsSince(began), each.name);
    if (found.isAsStated(each)) continue;
    ++changed;
    fmt::print("{}: stated '{}', found '{}'\n", each.name, titleOf(each.status), titleOf(found.status));
    for (const std::string& fault : found.faults) fmt::print("  {}\n", fault);
  }
  std::ranges::sort(seconds, std::greater<>());
  fmt::print("{} experiments, {} not as stated; the slowest:\n", all.size(), changed);
  for (std::size_t k = 0; k < std::min<std::size_t>(5, seconds.size()); ++k)
    fmt::print("{:8.2f} s  {}\n", seconds[k].first, seconds[k].second);
  return changed == 0 ? 0 : 1;
}

}  // namespace

int main() { return runAll(); }
