// simulation/outcome.hpp: what came of a run, beside what was recorded.
#pragma once

#include "simulation/settings.hpp"

namespace dashpot::simulation {

enum class OutcomeKind : std::uint8_t { finished, rejected, failed, cancelled };  // rejected: nothing was run

/// Where the seconds of a run went; zeros unless Settings::timesPhases asked for them.
struct PhaseSeconds {
  double steps = 0.0;   // of the integrator, with the search for events
  double events = 0.0;  // what happens at them, and the start after them
  double output = 0.0;  // of what is recorded
};

/// A relation along whose surface the solution slid (Filippov 1988): each side drives it to the other.
struct Slide {
  std::string relation;    // as the user wrote it, and where
  double first = 0.0;      // when it began
  double time = 0.0;       // how long it lasted, in all
  std::int64_t count = 0;  // how often it began
};

struct Outcome {
  OutcomeKind kind = OutcomeKind::finished;
  Experiment experiment;
  double endTime = 0.0;
  Statistics statistics;
  MethodTrail trail;     // of the method `auto`
  Vector finalObserved;  // outputs of `observed`; empty if nothing was run
  Vector parameters;
  std::string initialisation;  // what was done to find the start, where it was not the plain way
  StartSearch start;           // what that took
  std::vector<std::string>
      remedies;  // what was done about chattering and the like: changes of the model, if small ones
  std::vector<Slide> slides;
  bool isSaved = false;      // to the file that the settings name
  double largestMiss = 0.0;  // of straight lines between the records, as CourseWatch says
  double initialiseSeconds = 0.0;
  double firstStepSeconds = 0.0;          // from the call to the end of the first step
  double runSeconds = 0.0;                // integration alone
  PhaseSeconds phases;                    // of these
  codegen::EvaluationCounts evaluations;  // by kind of code
};

}  // namespace dashpot::simulation
