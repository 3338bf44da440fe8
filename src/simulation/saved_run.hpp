// simulation/saved_run.hpp
//
// A run that can go on later, all of it in numbers, and its file. Runs with our own methods go on bit for bit as if
// they had not been interrupted; SUNDIALS keeps its history to itself, and starts again at order one.
//
// The file holds a mark, the format's version, the model's identity, the numbers, and a checksum over all of it. It is
// written under another name first and takes its own when it is complete, so that there is always a whole one.
#pragma once

#include "base/diagnostic.hpp"
#include "base/expected.hpp"
#include "dashpot/integrate.hpp"
#include "simulation/settings.hpp"

#include <array>

namespace dashpot::simulation {

/// A number that two different models hardly share: a hash of all that the compiled model says.
[[nodiscard]] std::uint64_t identityOf(const codegen::CompiledModel& model);

struct SavedRun {
  std::uint64_t model = 0;  // identityOf
  std::string modelName;    // for messages
  Experiment experiment;
  Checkpoint integrator;
  std::vector<Vector> pivots;
  Vector parameters, modes, d, pre, inputs, hysteresis, largest, eased;
  Vector phases;
  Vector history, delayBreaks;
  Vector clocks;
  Vector events;                 // EventWatch
  Vector isWarned;               // assertions that have been reported
  Vector chatterings;            // the relations with a hysteresis
  Vector slack, motion, slides;  // BoundModel::slack; the sliding motion, by where it was made; Slides
  Vector again;                  // how often a step was taken again, and up to when; or nothing
  Vector silentJumps;            // SilentJumps, and the jump at which the present segment ends
  Vector steps;                  // StepWatch
  Statistics statistics;
  std::int64_t nextGridPoint = 0, eventCount = 0;
  std::int64_t endedInEvent = 0;  // 1: the integrator has to start again, with the state behind the event
};

/// Whether a run can be saved there, to be asked before it begins. A file is replaced as a whole, so a device or a
/// folder of that name is refused.
[[nodiscard]] std::optional<Diagnostic> whyNotWritable(const std::string& file);
/// Nothing if all went well.
[[nodiscard]] std::optional<Diagnostic> writeRun(const SavedRun& run, const std::string& file);
[[nodiscard]] Expected<SavedRun, Diagnostic> readRun(const std::string& file, const codegen::CompiledModel& model);

/// The content of such a file: a mark, the version, the run, and a checksum of all of it.
[[nodiscard]] std::string bytesOf(const SavedRun& run);
/// `file` is for messages.
[[nodiscard]] Expected<SavedRun, Diagnostic> parseRun(std::string_view bytes, const std::string& file,
                                                      const codegen::CompiledModel& model);
/// The bytes with the checksum they need instead of the one they have.
[[nodiscard]] std::string sealed(std::string_view bytes);

}  // namespace dashpot::simulation
