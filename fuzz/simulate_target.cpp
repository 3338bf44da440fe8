#include "codegen/compile.hpp"
#include "results/results.hpp"
#include "simulation/simulate.hpp"
#include "solvable.hpp"
#include "targets.hpp"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace dashpot::fuzz {

namespace {

constexpr double duration = 0.01, interval = 0.001;
constexpr int mostSteps = 300;
constexpr std::chrono::seconds patience(5);

/// Sets a flag after a while, unless it ends before.
class Watchdog {
 public:
  explicit Watchdog(std::atomic<bool>& flag)
      : thread_([this, &flag](const std::stop_token& stop) {
          std::unique_lock lock(mutex_);
          if (!wake_.wait_for(lock, stop, patience, [] { return false; }) && !stop.stop_requested()) flag = true;
        }) {}

 private:
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;
};

}  // namespace

void simulate(std::string_view text) {
  Parsed parsed(text);
  const auto system = solvable(parsed);
  if (!system) return;
  const codegen::CompiledModel model = codegen::compile(*system, parsed.sources);
  std::atomic<bool> giveUp = false;
  const Watchdog watchdog(giveUp);
  simulation::Settings settings{.start = 0.0, .stop = duration, .tolerance = 1e-4, .interval = interval};
  settings.code.backend = codegen::Backend::interpreter;
  settings.cancellation.afterStep = [steps = 0]() mutable { return ++steps > mostSteps; };
  settings.cancellation.atOnce = &giveUp;
  results::Table table(results::selectColumns(model.recorded, {}, parsed.diagnostics));
  const simulation::Outcome outcome = simulation::simulate(model, settings, table, parsed.diagnostics);
  using simulation::OutcomeKind;
  if (outcome.kind == OutcomeKind::failed || outcome.kind == OutcomeKind::rejected)
    demand(parsed.diagnostics.hasErrors(), "a run that fails says why");
  if (outcome.kind == OutcomeKind::finished)
    demand(outcome.endTime == duration || !parsed.diagnostics.all().empty(), "a run that ends early says why");
  (void)render(parsed.diagnostics, parsed.sources);
}

}  // namespace dashpot::fuzz
