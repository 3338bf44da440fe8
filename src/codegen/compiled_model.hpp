// codegen/compiled_model.hpp
//
// The compiled model: functions in the IR and everything needed to run them, in numbers and text. It refers to no
// earlier form, so it can be shared by many simulations, written to a file, or handed to another back end.
//
// Here: what is fixed once the model is compiled. Not here: values of parameters, times, states, memory of a run.
//
// Invariants (check verifies them):
//   1 every function is well-formed and has the number of outputs its use demands
//   2 the Jacobian patterns fit the values their functions deliver; rows ascend within a column
//   3 every variable is recorded from an output of `observed` or is a parameter; names are unique
//   4 origins of instructions exist
//   5 calls are of procedures that exist, with the arguments they take; elements are results they have
//   6 clocks, actions, time events and state sets refer to elements of d, y and the modes that exist; bounds and lost
//     start values to variables
//   7 the parts of an inlined step read only what the step begins with and parts before them have made
#pragma once

#include "base/text_list.hpp"
#include "base/value_format.hpp"
#include "base/written_matrix.hpp"
#include "codegen/compiled_step.hpp"
#include "codegen/ir.hpp"
#include "codegen/procedure.hpp"
#include "codegen/recorded_variables.hpp"
#include "dashpot/problem.hpp"

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace dashpot::codegen {

/// The range that the model gives a variable.
struct BoundedVariable {
  std::uint32_t variable = 0;  // into the recorded variables
  bool hasMin = false, hasMax = false;
  bool hasStart = false;  // a start value of its own
  std::string where;      // of a parameter: where its value is written
};

/// A start value that was given and is not used, because others are.
struct LostStart {
  std::uint32_t variable = 0;                // into the recorded variables
  std::vector<std::uint32_t> rivals = {};    // the variables whose start values are used
  bool isDisputed = false;                   // none of these is written further out
  std::vector<std::string> parameters = {};  // those that give the lost value, by name
};

struct Place {
  std::uint32_t row = 0;
  std::uint32_t column = 0;
};

/// A relation that time alone decides between events; when it turns, `timeEvents` tells.
struct TimeMode {
  std::uint32_t mode = 0;
  bool rises = false;  // its event function goes from below zero to above
};

/// A value that changes in jumps without an event.
struct SilentConditionInfo {
  std::string text;    // as the user wrote it
  bool isWay = false;  // that a call takes through its function: through a table it turns on and on
};

enum class ActionKind : std::uint8_t { reinit, assertion, terminate, print };

/// A value in a text: an output of `messages`.
struct ShownOutput {
  std::uint32_t output = 0;
  ValueFormat format = {};
};

struct ActionInfo {
  ActionKind kind = ActionKind::assertion;
  std::uint32_t target = 0;                                  // reinit: into y
  bool isWarning = false;                                    // assertion
  std::vector<std::variant<std::string, ShownOutput>> text;  // words and values
  std::string file = {};                                     // print; empty: the output
  std::optional<WrittenMatrix> matrix = {};                  // print: the values are its elements
  std::string origin;
};

/// A state set: `states[k][i]` (into y) is the candidate of level k that row i of the selection (into d, by rows)
/// picks.
struct StateSetInfo {
  std::uint32_t candidates = 0;
  std::uint32_t constraints = 0;
  std::uint32_t dependent = 0;  // columns of the Jacobian before those of the candidates
  std::vector<std::uint32_t> selection;
  std::vector<std::vector<std::uint32_t>> states;
  [[nodiscard]] std::size_t size() const { return states.empty() ? 0 : states.front().size(); }
};

/// Linear equations that are solved together inside a function.
struct LinearLoop {
  std::uint32_t equation = 0;  // the origin of the instruction that solves them
  std::string unknowns;        // "i1, i2 and 3 more"
};

/// A delayed expression. F takes `numbers` numbers of its history, in the order of equations::DelayedStretch.
struct DelayInfo {
  static constexpr std::uint32_t numbers = 8;
  bool mayVanish = false;   // the delay time varies, or is zero
  bool isDiscrete = false;  // it changes at events only
  std::string text;         // "delay(x, T)"
  std::string origin;
};

/// The experiment that the model describes; where it says nothing, whoever runs it decides.
struct ExperimentAnnotation {
  std::optional<double> startTime, stopTime, tolerance, interval;
};

/// y of M y' = F(t, y): states, and iteration variables of nonlinear blocks.
struct States {
  std::vector<std::string> names;
  std::vector<bool> isDifferential;       // a state, or else an iteration variable
  std::vector<bool> hasNominal;           // the model gives one
  std::vector<std::uint32_t> rowOrigins;  // of F
  SparsityPattern pattern;                // of dF/dy
  bool autonomous = true;                 // F does not depend on time
  std::vector<StateSetInfo> sets;
};

/// z of the initial system 0 = G(z), and how the run starts.
struct InitialSystem {
  std::vector<std::string> names;
  std::vector<std::uint32_t> rowOrigins;  // of G
  SparsityPattern pattern;                // of dG/dz
  bool usesHomotopy = false;
  std::vector<LostStart> lostStarts;
  std::vector<std::uint32_t> loopUnknowns;  // of linear equations, those with start values: outputs of `observed`
};

/// d, the discrete variables.
struct DiscretePart {
  std::vector<std::string> names;
  std::vector<std::uint32_t> clockFlags;  // into d
  std::vector<std::uint32_t> arriving;    // into d: what keeps each output of Entry::arriving
};

/// Relations, which are held as modes between events, and what happens at events.
struct Events {
  std::vector<symbolic::Op> relations;  // by mode: true if (event function) op 0
  std::vector<std::string> texts;       // by mode, as the user wrote them
  std::vector<TimeMode> timeModes;
  std::vector<SilentConditionInfo> silentConditions;
  std::size_t jumpCount = 0;                                  // of these: F only bends at the others ...
  std::vector<std::pair<std::uint32_t, double>> bendsRestOn;  // ... while these parameters, into p, have these numbers
  std::vector<ActionInfo> actions;
  bool usesTerminal = false;  // something happens at the end of the run
};

/// u, the inputs of the model as a whole.
struct ModelInputs {
  std::vector<std::string> names;
  std::vector<Place> places;  // of dF/du: row of F, input
};

/// p, the parameters.
struct Parameters {
  std::uint32_t count = 0;                 // with what is computed from parameters
  std::uint32_t givenCount = 0;            // without
  std::vector<std::uint32_t> derivatives;  // the parameters chosen for `byParameters`, into p: the columns of dF/dp
  SparsityPattern pattern;                 // of dF/dp
};

/// Structure that special methods can use.
struct Features {
  std::vector<PositionVelocity> pairs;
  std::vector<std::uint32_t> linearStates;                            // into y
  std::vector<std::pair<std::uint32_t, std::uint32_t>> linearPlaces;  // of the outputs of `linear`
  bool hasDiagonal = false;                                           // some rows are linear in their own state
};

struct CompiledModel {
  ExperimentAnnotation experiment;
  States states;
  InitialSystem initial;
  DiscretePart discrete;
  Events events;
  std::vector<DelayInfo> delays;
  ModelInputs inputs;
  Parameters parameters;
  Features features;
  RecordedVariables recorded;
  std::vector<Place> gradientPlaces;  // output of `observed`; unknown, or behind them, input
  std::vector<BoundedVariable> bounds;

  // For messages.
  TextList origins;                    // equations
  std::vector<std::string> openPorts;  // connectors that nothing is connected to
  std::vector<LinearLoop> loops;       // by equation, ascending

  std::optional<CompiledStep> step;  // of an inlined formula

  std::vector<Function> functions = std::vector<Function>(entryCount);  // by Entry; then those of the inlined step
  std::vector<Procedure> procedures;                                    // that the functions call

  [[nodiscard]] const Function& operator[](Entry entry) const { return functions[static_cast<std::size_t>(entry)]; }
  [[nodiscard]] const std::string& name() const { return recorded.modelName; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(states.names.size()); }
  [[nodiscard]] std::uint32_t initialSize() const { return static_cast<std::uint32_t>(initial.names.size()); }
  [[nodiscard]] std::uint32_t modeCount() const { return static_cast<std::uint32_t>(events.relations.size()); }
  /// The sizes of y, p and modes that this function is called with.
  [[nodiscard]] ArgumentSizes argumentSizes(Entry entry) const;
};

[[nodiscard]] std::vector<std::string> check(const CompiledModel& model);
[[nodiscard]] std::string print(const CompiledModel& model);

}  // namespace dashpot::codegen
