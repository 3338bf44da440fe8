#include "export/model_source.hpp"

#include "codegen/restrict.hpp"
#include "export/c_runtime.hpp"
#include "export/step_source.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

namespace dashpot::exporting {

namespace {

using codegen::CompiledModel;
using codegen::Entry;
using symbolic::Op;

/// Enough for what settles at all; the run itself gives up after as many.
constexpr int mostEventRounds = 20;

int relationNumber(Op op) {
  switch (op) {
    case Op::less: return 0;
    case Op::lessEqual: return 1;
    case Op::greater: return 2;
    case Op::greaterEqual: return 3;
    case Op::equal: return 4;
    default: return 5;
  }
}

class SourceWriter {
 public:
  SourceWriter(const CompiledModel& model, const StartNumbers& start, const ExportOptions& options)
      : model_(model),
        start_(start),
        options_(options),
        writer_(options.prefix, model.procedures,
                {.isSingle = options.isSingle,
                 .isStatic = true,
                 .procedureRegisters = procedureRegisters(model.procedures)}),
        step_(model, start, options.prefix, writer_, text_) {
    for (std::uint32_t i = 0; i < model.states.isDifferential.size(); ++i)
      if (!model.states.isDifferential[i]) algebraic_.push_back(i);
    needs_.hasAlgebraic = !algebraic_.empty();
    needs_.hasInitial = model.initialSize() > 0;
    needs_.hasModes = model.modeCount() > 0;
    needs_.hasTimeModes = !model.events.timeModes.empty();
    needs_.hasDiscrete = !model.discrete.names.empty();
    needs_.hasClocks = !model.discrete.clockFlags.empty();
    needs_.hasArriving = !model.discrete.arriving.empty();
    needs_.hasActions = !model.events.actions.empty();
    needs_.hasStateSets = !model.states.sets.empty();
    needs_.hasDense = step_.hasDense();
  }

  ModelSource run() {
    ModelSource result;
    nameParameters(result);
    result.inputNames = model_.inputs.names;
    for (const ExportedOutput& output : options_.outputs) result.outputNames.push_back(output.name);
    writeFunctions();
    step_.writeFunctions();
    names(result);
    tables();
    arguments();
    text_ += runtimeText(needs_);
    step_.write();
    settle();
    outputs();
    setParameter();
    initialise();
    stepCall();
    result.types = types();
    result.counts = counts();
    substitute(text_);
    substitute(result.types);
    result.definitions = writer_.head() + writer_.functions() + names_ + text_;
    return result;
  }

 private:
  template <class... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
    text_ += '\n';
  }

  /// The words of the run-time part.
  void substitute(std::string& text) const {
    const bool isSingle = options_.isSingle;
    const std::pair<std::string_view, std::string> words[] = {
        {"PREFIX", options_.prefix},
        {"REAL", std::string(writer_.real())},
        {"INDEX", "int"},
        {"ABS(", isSingle ? "fabsf(" : "fabs("},
        {"FLOOR(", isSingle ? "floorf(" : "floor("},
        {"EPSILON", isSingle ? "1.1920929e-07f" : "2.220446049250313e-16"}};
    for (const auto& [word, value] : words)
      for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += value.size())
        text.replace(at, word.size(), value);
  }

  // ----------------------------------------------------------------------------------------------------------- tables

  template <class List>
  void table(std::string_view type, std::string_view name, const List& list) {
    std::vector<std::string> items;
    for (const auto& item : list) items.push_back(fmt::format("{}", item));
    if (items.empty()) items.emplace_back("0");
    line("static const {} {}[] = {{", type, name);
    std::string row = " ";
    for (const std::string& item : items) {
      if (row.size() + item.size() > 110) line("{}", row), row = " ";
      row += fmt::format(" {},", item);
    }
    line("{}\n}};", row);
  }

  void numbers(std::string_view name, ConstView list) {
    std::vector<std::string> items;
    for (const double value : list) items.push_back(writer_.number(value));
    table("REAL", name, items);
  }

  /// Kept apart from what the words of the run-time part are replaced in.
  void strings(std::string_view name, const std::vector<std::string>& list) {
    names_ += fmt::format("const char *const {}_{}[] = {{\n", options_.prefix, name);
    for (const std::string& item : list) names_ += fmt::format("  {},\n", quoted(item));
    names_ += "  0\n};\n";
  }

  static std::string quoted(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
      if (c == '"' || c == '\\') result += '\\';
      result += c;
    }
    return result + '"';
  }

  void nameParameters(ModelSource& result) {
    for (const codegen::VariableInfo& variable : model_.recorded.variables) {
      if (!isParameter(variable) || !variable.canBeSet || variable.index >= model_.parameters.givenCount) continue;
      result.parameterNames.push_back(variable.name);
      parameterPlaces_.push_back(variable.index);
    }
  }

  void names(const ModelSource& result) {
    names_ += "\n/* ---- names ---- */\n\n";
    strings("parameter_names", result.parameterNames);
    strings("input_names", result.inputNames);
    strings("output_names", result.outputNames);
    table("INDEX", "parameter_place", parameterPlaces_);
  }

  void tables() {
    line("\n/* ---- numbers of the model ---- */\n");
    if (model_.size() > 0) numbers("start_y", start_.y);
    if (needs_.hasDiscrete) numbers("start_d", start_.d), numbers("start_pre", start_.pre);
    if (needs_.hasModes) {
      numbers("start_modes", start_.modes);
      std::vector<int> relations;
      for (const Op op : model_.events.relations) relations.push_back(relationNumber(op));
      table("unsigned char", "relation", relations);
    }
    if (needs_.hasTimeModes) {
      std::vector<std::uint32_t> modes;
      std::vector<int> rises;
      for (const codegen::TimeMode& at : model_.events.timeModes) modes.push_back(at.mode), rises.push_back(at.rises);
      table("INDEX", "time_mode", modes);
      table("int", "time_mode_rises", rises);
    }
    if (needs_.hasClocks) table("INDEX", "clock_flag", model_.discrete.clockFlags);
    if (needs_.hasArriving) table("INDEX", "arriving_place", model_.discrete.arriving);
    if (needs_.hasActions) actionTables();
    if (needs_.hasStateSets) setTables();
    if (needs_.hasAlgebraic) {
      table("INDEX", "algebraic", algebraic_);
      table("INDEX", "jacobian_start", model_.states.pattern.columnStart);
      table("INDEX", "jacobian_row", model_.states.pattern.rows);
      numbers("size_of_y", start_.sizesOfY);
    }
    if (!needs_.hasInitial) return;
    numbers("start_z", start_.z);
    table("INDEX", "initial_start", model_.initial.pattern.columnStart);
    table("INDEX", "initial_row", model_.initial.pattern.rows);
  }

  /// What a warning says and what is printed has nowhere to go.
  static int kindOf(const codegen::ActionInfo& action) {
    switch (action.kind) {
      case codegen::ActionKind::reinit: return 0;
      case codegen::ActionKind::assertion: return action.isWarning ? 3 : 1;
      case codegen::ActionKind::terminate: return 2;
      case codegen::ActionKind::print: return 3;
    }
    return 3;
  }

  void actionTables() {
    std::vector<int> kinds;
    std::vector<std::uint32_t> targets;
    for (const codegen::ActionInfo& action : model_.events.actions) {
      const bool isReinit = action.kind == codegen::ActionKind::reinit;
      kinds.push_back(kindOf(action));
      targets.push_back(isReinit ? action.target : 0);
    }
    table("unsigned char", "action_kind", kinds);
    table("INDEX", "action_target", targets);
  }

  void setTables() {
    std::vector<std::uint32_t> constraints, dependent, candidates, sizes, levels, selection, states;
    for (const codegen::StateSetInfo& set : model_.states.sets) {
      constraints.push_back(set.constraints), dependent.push_back(set.dependent), candidates.push_back(set.candidates);
      sizes.push_back(static_cast<std::uint32_t>(set.size()));
      levels.push_back(static_cast<std::uint32_t>(set.states.size()));
      selection.insert(selection.end(), set.selection.begin(), set.selection.end());
      for (const auto& level : set.states) states.insert(states.end(), level.begin(), level.end());
      mostCandidates_ = std::max(mostCandidates_, set.candidates);
      mostColumns_ = std::max(mostColumns_, set.dependent + set.candidates);
      largestSet_ = std::max(largestSet_, set.constraints * (set.dependent + set.candidates));
    }
    table("int", "set_constraints", constraints), table("int", "set_dependent", dependent);
    table("int", "set_candidates", candidates), table("int", "set_size", sizes), table("int", "set_levels", levels);
    table("INDEX", "set_selection", selection), table("INDEX", "set_states", states);
  }

  // -------------------------------------------------------------------------------------------------------- functions

  void add(Entry entry) { writer_.add(model_[entry], std::string(name(entry))); }

  void writeFunctions() {
    add(Entry::parameters);
    if (!model_.inputs.names.empty()) add(Entry::inputStart);
    if (needs_.hasInitial) add(Entry::initialResidual), add(Entry::initialJacobian);
    add(Entry::initialState);
    if (needs_.hasDiscrete) add(Entry::discreteStart), add(Entry::initialDiscrete), add(Entry::discrete);
    if (needs_.hasAlgebraic) add(Entry::rhs), add(Entry::jacobian);
    if (needs_.hasModes) add(Entry::events);
    if (needs_.hasTimeModes) add(Entry::timeEvents);
    if (needs_.hasClocks) add(Entry::clocks);
    if (needs_.hasArriving) add(Entry::arriving);
    if (needs_.hasActions) add(Entry::actions);
    if (needs_.hasStateSets) add(Entry::selection);
    std::vector<std::uint32_t> observed;
    for (const ExportedOutput& output : options_.outputs) observed.push_back(output.index);
    writer_.add(codegen::restrictTo(model_[Entry::observed], observed), "observed");
  }

  void arguments() {
    line("\nstatic struct PREFIX_inputs arguments(const PREFIX_model *m) {{");
    line("  struct PREFIX_inputs in;");
    line("  in.time = m->state.time;\n  in.y = m->state.y;\n  in.p = m->parameters.value;");
    line("  in.given = m->parameters.given;\n  in.modes = m->state.modes;\n  in.d = m->state.d;");
    line("  in.pre = m->state.pre;\n  in.u = m->input;\n  in.delayed = 0;\n  in.phases = m->phases;");
    line("  return in;\n}}");
  }

  // ------------------------------------------------------------------------------------------------------------- calls

  /// Everything at an instant: clocks, relations, discrete variables, actions, the choice of states.
  void settle() {
    if (!needs_.hasEvents()) return;
    line("\nstatic int settle(PREFIX_model *m) {{\n  int status;");
    if (needs_.hasClocks) line("  int ticks;");
    if (needs_.hasArriving) line("  arrive(m);");
    if (needs_.hasClocks) line("  ticks = raise_clocks(m);");
    line("  status = settle_once(m);");
    if (needs_.hasClocks) line("  if (ticks) {{\n    lower_clocks(m);");
    if (needs_.hasClocks && needs_.hasArriving) line("    arrive(m);");
    if (needs_.hasClocks) line("    status |= settle_once(m);\n  }}");
    if (needs_.hasStateSets) line("  (void)reselect(m);");
    line("  begin_steps(m);\n  return status;\n}}");
  }

  void outputs() {
    line("\nint PREFIX_outputs(PREFIX_model *m, PREFIX_real *out) {{");
    line("  const struct PREFIX_inputs in = arguments(m);");
    line("  const int status = PREFIX_observed(&in, m->work.work, out) ? PREFIX_not_finite : PREFIX_ok;");
    for (std::size_t k = 0; k < options_.outputs.size(); ++k)
      if (options_.outputs[k].negated) line("  out[{0}] = -out[{0}];", k);
    line("  return status;\n}}");
  }

  void setParameter() {
    line("\nint PREFIX_set_parameter(PREFIX_model *m, const char *name, PREFIX_real value) {{");
    line("  for (int i = 0; PREFIX_parameter_names[i] != 0; ++i) {{");
    line("    const char *const known = PREFIX_parameter_names[i];\n    int k = 0;");
    line("    while (name[k] != '\\0' && name[k] == known[k]) ++k;");
    line("    if (name[k] != known[k]) continue;");
    line("    m->parameters.value[parameter_place[i]] = value;");
    line("    m->parameters.given[parameter_place[i]] = (REAL)1;\n    return 0;\n  }}\n  return 1;\n}}");
  }

  void initialise() {
    line("\n/* Parameters from those that were given; 1: one of them is. */");
    line("static int take_parameters(PREFIX_model *m) {{");
    line("  const struct PREFIX_inputs in = arguments(m);\n  int given = 0;");
    line("  (void)PREFIX_parameters(&in, m->work.work, m->work.parameters);");
    line("  for (int i = 0; i < PREFIX_PARAMETERS; ++i) m->parameters.value[i] = m->work.parameters[i];");
    line("  for (int i = 0; i < PREFIX_GIVEN; ++i)\n    if (m->parameters.given[i] != (REAL)0) given = 1;");
    line("  return given;\n}}");
    startFromGiven();
    line("\nint PREFIX_init(PREFIX_model *m) {{");
    line("  int status = PREFIX_ok, given;");
    line("  m->phases[0] = m->phases[1] = (REAL)0;\n  m->phases[2] = (REAL)1;");
    line("  m->state.base = {};\n  m->state.count = 0;\n  m->state.time = m->state.base;", writer_.number(start_.time));
    line("  given = take_parameters(m);");
    if (!model_.inputs.names.empty())
      line(
          "  {{\n    const struct PREFIX_inputs in = arguments(m);\n    (void)PREFIX_inputStart(&in, m->work.work, "
          "m->input);\n  }}");
    const auto copy = [&](std::string_view target, std::string_view from, std::string_view count) {
      line("  for (int i = 0; i < PREFIX_{}; ++i) m->state.{}[i] = {}[i];", count, target, from);
    };
    if (model_.size() > 0) copy("y", "start_y", "STATES");
    if (needs_.hasDiscrete) copy("d", "start_d", "DISCRETE"), copy("pre", "start_pre", "DISCRETE");
    if (needs_.hasModes) copy("modes", "start_modes", "MODES");
    if (needs_.hasClocks) startClocks();
    line("  if (given) status = start_from_given(m);");
    line("  begin_steps(m);\n  return status;\n}}");
  }

  void startClocks() {
    line("  {{\n    const struct PREFIX_inputs in = arguments(m);\n    REAL numbers[2 * PREFIX_CLOCKS];");
    line("    if (PREFIX_clocks(&in, m->work.work, numbers)) status |= PREFIX_not_finite;");
    line("    for (int i = 0; i < PREFIX_CLOCKS; ++i) {{");
    line("      m->clock_first[i] = numbers[2 * i];\n      m->clock_interval[i] = numbers[2 * i + 1];");
    line("      m->state.ticks[i] = (REAL)0;");
    line("      if (is_due(tick(m, i), m->state.time))");
    line("        m->state.ticks[i] = FLOOR((m->state.time - m->clock_first[i]) / m->clock_interval[i]) + (REAL)1;");
    line("    }}\n  }}");
  }

  /// The initial system with other parameters than those that the code was made for.
  void startFromGiven() {
    line("\n/* The start with parameters that were given. */");
    line("static int start_from_given(PREFIX_model *m) {{\n  int status = PREFIX_ok;");
    line("  struct PREFIX_inputs in;\n  m->phases[0] = (REAL)1;");
    if (needs_.hasDiscrete) {
      line(
          "  in = arguments(m);\n  if (PREFIX_discreteStart(&in, m->work.work, m->state.d)) status |= "
          "PREFIX_not_finite;");
      // Selections of states are kept: they are no start values.
      for (const codegen::StateSetInfo& set : model_.states.sets)
        for (const std::uint32_t place : set.selection) line("  m->state.d[{0}] = start_d[{0}];", place);
      line("  for (int i = 0; i < PREFIX_DISCRETE; ++i) m->state.pre[i] = m->state.d[i];");
    }
    if (needs_.hasInitial) line("  for (int i = 0; i < PREFIX_INITIAL; ++i) m->work.z[i] = start_z[i];");
    const bool isRepeated = needs_.hasModes || needs_.hasDiscrete;
    if (isRepeated) line("  for (int round = 0; round < PREFIX_EVENT_ROUNDS; ++round) {{\n  int changed = 0;");
    if (needs_.hasInitial) line("  status = solve_initial(m);\n  if (status) return status;");
    line("  in = arguments(m);");
    if (needs_.hasInitial) line("  in.y = m->work.z;");
    line("  if (PREFIX_initialState(&in, m->work.work, m->work.f)) return PREFIX_not_finite;");
    line("  for (int i = 0; i < PREFIX_STATES; ++i) m->state.y[i] = m->work.f[i];");
    if (needs_.hasModes) {
      line("  if (relations(m, m->work.truth)) return PREFIX_not_finite;");
      line("  for (int i = 0; i < PREFIX_MODES; ++i) {{");
      line(
          "    if (m->work.truth[i] != m->state.modes[i]) changed = 1;\n    m->state.modes[i] = m->work.truth[i];\n  "
          "}}");
    }
    if (needs_.hasDiscrete) {
      line("  in = arguments(m);");
      if (needs_.hasInitial) line("  in.y = m->work.z;");
      line("  if (PREFIX_initialDiscrete(&in, m->work.work, m->work.next)) return PREFIX_not_finite;");
      line("  for (int i = 0; i < PREFIX_DISCRETE; ++i) {{");
      line("    if (m->work.next[i] != m->state.d[i]) changed = 1;\n    m->state.d[i] = m->work.next[i];\n  }}");
    }
    if (isRepeated)
      line("  if (!changed) break;\n  if (round + 1 == PREFIX_EVENT_ROUNDS) status |= PREFIX_unsettled;\n  }}");
    line("  m->phases[0] = (REAL)0;");
    if (needs_.hasDiscrete) line("  for (int i = 0; i < PREFIX_DISCRETE; ++i) m->state.pre[i] = m->state.d[i];");
    if (needs_.hasEvents()) line("  status |= settle(m);");
    line("  return status;\n}}");
  }

  void stepCall() {
    line("\nint PREFIX_step(PREFIX_model *m) {{\n  int status = advance(m);");
    line("  if (++m->state.count == 1000000UL) {{");
    line("    m->state.base += (REAL)m->state.count * PREFIX_STEP;\n    m->state.count = 0;\n  }}");
    line("  m->state.time = m->state.base + (REAL)m->state.count * PREFIX_STEP;");
    if (needs_.hasAlgebraic && !model_.step) line("  status |= solve_algebraic(m);");
    if (needs_.hasEvents()) {
      line("  {{\n    int due = 0;");
      if (needs_.hasModes) {
        line("    if (relations(m, m->work.truth)) return status | PREFIX_not_finite;");
        line("    for (int i = 0; i < PREFIX_MODES; ++i)\n      if (m->work.truth[i] != m->state.modes[i]) due = 1;");
      }
      if (needs_.hasClocks)
        line("    for (int i = 0; i < PREFIX_CLOCKS; ++i)\n      if (is_due(tick(m, i), m->state.time)) due = 1;");
      line("    if (due) return status | settle(m);\n  }}");
    }
    if (needs_.hasActions) line("  status |= check_assertions(m);");
    if (needs_.hasStateSets) {
      line("  if (reselect(m)) {{\n    begin_steps(m);");
      if (needs_.hasAlgebraic) line("    status |= solve_algebraic(m);");
      line("  }}");
    }
    line("  return status;\n}}");
  }

  // ------------------------------------------------------------------------------------------------------------- types

  /// An array of a struct; C has none without elements.
  void field(std::string& text, std::string_view type, std::string_view name, std::size_t size) const {
    text += fmt::format("  {} {}[{}];\n", type, name, std::max<std::size_t>(size, 1));
  }

  [[nodiscard]] std::string types() {
    const std::size_t n = model_.size(), nd = model_.discrete.names.size(), modes = model_.modeCount();
    std::string text = "typedef REAL PREFIX_real;\n\n";
    const auto define = [&](std::string_view name, std::size_t value) {
      text += fmt::format("#define PREFIX_{} {}\n", name, value);
    };
    text += fmt::format("#define PREFIX_STEP {}\n", writer_.number(start_.step));
    define("STATES", n), define("PARAMETERS", model_.parameters.count), define("GIVEN", model_.parameters.givenCount);
    define("INPUTS", model_.inputs.names.size()), define("OUTPUTS", options_.outputs.size());
    define("DISCRETE", nd), define("MODES", modes), define("TIME_MODES", model_.events.timeModes.size());
    define("CLOCKS", model_.discrete.clockFlags.size()), define("ACTIONS", model_.events.actions.size());
    define("ARRIVING", model_.discrete.arriving.size());
    define("INITIAL", model_.initialSize()), define("ALGEBRAIC", algebraic_.size());
    define("STATE_SETS", model_.states.sets.size());
    if (needs_.hasStateSets) define("MOST_CANDIDATES", mostCandidates_), define("MOST_COLUMNS", mostColumns_);
    define("EVENT_ROUNDS", mostEventRounds), define("ITERATIONS", step_.mostIterations);
    text += fmt::format("#define PREFIX_TOLERANCE {}\n\n", writer_.number(options_.isSingle ? 1e-5 : 1e-11));
    text +=
        "/* What calls return; several may come together. */\n"
        "enum {\n  PREFIX_ok = 0,\n  PREFIX_not_finite = 1,    /* something could not be evaluated: the state is held "
        "*/\n"
        "  PREFIX_not_converged = 2, /* Newton's iteration: the state is held */\n"
        "  PREFIX_singular = 4,      /* linear equations without a unique solution: the state is held */\n"
        "  PREFIX_unsettled = 8,     /* relations or discrete variables that contradict one another */\n"
        "  PREFIX_assertion = 16,    /* an assertion of the model does not hold */\n"
        "  PREFIX_terminated = 32    /* the model wants to end */\n};\n\n";
    text += "/* Set by PREFIX_set_parameter, before PREFIX_init. */\ntypedef struct {\n";
    field(text, "PREFIX_real", "value", model_.parameters.count);
    field(text, "PREFIX_real", "given", model_.parameters.givenCount);
    text +=
        "} PREFIX_parameters_type;\n\n/* All that a run goes on from. */\ntypedef struct {\n"
        "  PREFIX_real time, base;\n  unsigned long count;\n";
    std::size_t numbers = 2;
    const auto stateField = [&](std::string_view name, std::size_t size) {
      field(text, "PREFIX_real", name, size);
      numbers += std::max<std::size_t>(size, 1);
    };
    stateField("y", n), stateField("d", nd), stateField("pre", nd), stateField("modes", modes);
    stateField("ticks", model_.discrete.clockFlags.size());
    for (const auto& [name, size] : step_.stateFields()) stateField(name, size);
    text +=
        "  int has_before;\n} PREFIX_state_type;\n\n/* Nothing in it outlives a call but factors. */\ntypedef struct "
        "{\n";
    counts_.stateNumbers = numbers;
    numbers = 0;
    const auto workField = [&](std::string_view name, std::size_t size) {
      field(text, "PREFIX_real", name, size);
      numbers += std::max<std::size_t>(size, 1);
    };
    workField("work", writer_.workSize());
    workField("parameters", model_.parameters.count);
    const std::size_t largest = std::max(n, std::size_t{model_.initialSize()});
    workField("f", largest);
    if (needs_.hasModes) workField("truth", modes);
    if (needs_.hasTimeModes) workField("turns", model_.events.timeModes.size());
    if (needs_.hasDiscrete) workField("next", nd);
    if (needs_.hasArriving) workField("arriving", model_.discrete.arriving.size());
    if (needs_.hasActions) workField("actions", 2 * model_.events.actions.size());
    if (needs_.hasStateSets)
      workField("selection", model_[Entry::selection].outputCount()), workField("set_matrix", largestSet_);
    if (needs_.hasInitial) workField("z", model_.initialSize());
    if (needs_.hasInitial || needs_.hasAlgebraic) {
      workField("jacobian", std::max(model_.states.pattern.rows.size(), model_.initial.pattern.rows.size()));
      const std::size_t rows = std::max<std::size_t>(algebraic_.size(), model_.initialSize());
      workField("dense", rows * rows);
      field(text, "int", "order", rows);
      counts_.workIntegers += rows;
    }
    workField("update", std::max<std::size_t>({algebraic_.size(), model_.initialSize(), step_.longestPart()}));
    for (const auto& [name, size] : step_.workFields()) workField(name, size);
    for (const auto& [name, size] : step_.integerFields()) field(text, "int", name, size), counts_.workIntegers += size;
    counts_.workNumbers = numbers;
    text += "} PREFIX_work;\n\ntypedef struct {\n  PREFIX_parameters_type parameters;\n";
    field(text, "PREFIX_real", "input", model_.inputs.names.size());
    text += "  PREFIX_state_type state;\n  PREFIX_real phases[3];\n";
    field(text, "PREFIX_real", "clock_first", model_.discrete.clockFlags.size());
    field(text, "PREFIX_real", "clock_interval", model_.discrete.clockFlags.size());
    text += "  PREFIX_work work;\n} PREFIX_model;\n";
    counts_.parameterNumbers = model_.parameters.count + model_.parameters.givenCount;
    return text;
  }

  [[nodiscard]] SourceCounts counts() {
    step_.count(counts_);
    return counts_;
  }

  /// Of the deepest chain of calls: none of them calls itself.
  static std::size_t procedureRegisters(const std::vector<codegen::Procedure>& procedures) {
    std::vector<std::size_t> own(procedures.size(), 0);
    std::size_t most = 1;
    // Without recursion as many rounds as there are procedures suffice.
    for (std::size_t round = 0; round < procedures.size(); ++round)
      for (std::size_t k = 0; k < procedures.size(); ++k) {
        std::size_t below = 0;
        for (const codegen::Step& step : procedures[k].code)
          if (step.act == codegen::Act::call) below = std::max(below, own[step.b]);
        own[k] = std::min(procedures[k].registerCount + below, codegen::mostRegisters);
        most = std::max(most, own[k]);
      }
    return most;
  }

  const CompiledModel& model_;
  const StartNumbers& start_;
  const ExportOptions& options_;
  codegen::CWriter writer_;
  std::string text_, names_;
  StepSource step_;
  RuntimeNeeds needs_;
  std::vector<std::uint32_t> algebraic_;
  std::vector<std::uint32_t> parameterPlaces_;
  std::uint32_t mostCandidates_ = 0, mostColumns_ = 0, largestSet_ = 0;
  SourceCounts counts_;
};

}  // namespace

ModelSource modelSource(const CompiledModel& model, const StartNumbers& start, const ExportOptions& options) {
  return SourceWriter(model, start, options).run();
}

}  // namespace dashpot::exporting
