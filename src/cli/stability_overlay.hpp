// The part of `dashpot stability` that draws h lambda of a model or problem over the domains of methods, and says which
// of its modes leave them: at its start, at one time, or along a run.
#pragma once

#include "analysis/spectrum_course.hpp"
#include "analysis/stability_pictures.hpp"
#include "cli/cli.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dashpot::cli {

struct OverlayOptions {
  std::string model;             // FILE.mo, a class, or problem:NAME; empty: no overlay
  std::string at;                // a time; empty: the start
  bool alongRun = false;         // instead, from the start to the end
  std::optional<double> step{};  // absent: along a run, the steps of the run
  std::vector<std::string> set, libraries;
  std::string plotFile, dampingFile, starFile;  // pictures of the methods, with h lambda over them
  std::string courseFile;                       // eigenvalues and stiffness over time
  bool json = false;
};

struct OverlaidMethod {
  std::string name;
  analysis::Growth growth;
  std::optional<tableaux::Formula> formula;  // none: a method that was run to know its growth
};

ExitCode runOverlay(const std::vector<OverlaidMethod>& methods, const OverlayOptions& options);

}  // namespace dashpot::cli
