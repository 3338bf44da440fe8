// experiments/reproduce.hpp: an experiment run, ours beside theirs, and what follows from it.
#pragma once

#include "experiments/experiment.hpp"
#include "experiments/measure.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace dashpot::experiments {

struct CellResult {
  std::optional<Value> ours;  // none: `fault` says why
  std::string fault;
  bool agrees = true;            // with what was published, if anything was
  bool agreesWithOthers = true;  // with the independent program, if it has a figure
};

struct TableResult {
  std::vector<std::vector<CellResult>> cells;  // [row][column]
};

struct Reproduction {
  Status status = Status::undecided;  // as found now
  std::vector<TableResult> tables;
  std::vector<std::string> faults;  // settings that are wrong: nothing is decided
  bool agreesWithOthers = true;     // all independent figures

  /// The status is the one that the experiment states, and nothing was wrong with it.
  [[nodiscard]] bool isAsStated(const Experiment& experiment) const;
};

struct ReproduceOptions {
  bool takesPictures = true;               // else tables that are only drawn, and decide nothing, stay without values
  std::function<bool()> isCancelled = {};  // asked before each cell
};

/// Measures every cell. Models and libraries are looked for in `root`, the folder that holds that of the experiments.
[[nodiscard]] Reproduction reproduce(const Experiment& experiment, const std::filesystem::path& root,
                                     const ReproduceOptions& options = {});

}  // namespace dashpot::experiments
