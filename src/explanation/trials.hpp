// explanation/trials.hpp: what would help, and by how much: each change is tried, and what it costs is counted.
#pragma once

#include "explanation/change.hpp"
#include "explanation/rule_base.hpp"
#include "simulation/outcome.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace dashpot::explanation {

struct Explanation;

/// A state at the end of a run.
struct EndValue {
  std::string name;
  double value = 0.0;
  double size = 0.0;  // the largest it was; 0: not known
};

/// What a run cost, and where it got.
struct Yardstick {
  simulation::OutcomeKind kind = simulation::OutcomeKind::failed;
  double reached = 0.0;  // time
  Statistics counts;
  double work = 0.0;      // operations
  std::int64_t rows = 0;  // of output
  int startIterations = 0;
  std::vector<EndValue> final = {};
  bool isGivenUp = false;   // it took too many times the work of what it is compared with
  std::string reason = {};  // why it did not finish
};

struct Tried {
  Change change;
  Yardstick run;
  std::optional<double> difference;  // of the states at the end, in parts of their largest values; none: no such end

  [[nodiscard]] bool isFinished() const { return run.kind == simulation::OutcomeKind::finished; }
};

/// `model`: null, if a problem with these names of its unknowns is run.
[[nodiscard]] Yardstick yardstickOf(const simulation::Outcome& outcome, std::int64_t rows,
                                    const codegen::CompiledModel* model, const std::vector<std::string>& names);

/// Runs the model with a change. `base`: what it may take several times of before it is given up. None: the change
/// cannot be made.
using TryRun = std::function<std::optional<Yardstick>(const Change& change, const Yardstick& base)>;

/// A run that takes so many times the steps is given up.
inline constexpr std::int64_t mostTimesTheSteps = 20;

/// Tries the changes of all diagnoses, and the methods that are worth a trial on any model.
void tryChanges(Explanation& explanation, const std::string& method, const TryRun& tryRun);

/// "611 steps instead of 1,224, half of the work; the end values differ by 2e-06"
[[nodiscard]] std::string describe(const Tried& tried, const Yardstick& base);

}  // namespace dashpot::explanation
