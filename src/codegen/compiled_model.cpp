#include "codegen/compiled_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <unordered_set>

namespace dashpot::codegen {

namespace {

class ModelChecker {
 public:
  explicit ModelChecker(const CompiledModel& model) : model_(model) {}

  std::vector<std::string> run() {
    for (std::size_t i = 0; i < model_.functions.size(); ++i) {
      const auto entry = static_cast<Entry>(i);
      for (std::string& text : check(model_[entry], model_.argumentSizes(entry))) report(std::move(text));
      for (const std::uint32_t origin : model_[entry].origins)
        if (origin != noOrigin && origin >= model_.origins.size())
          report(fmt::format("{}: refers to origin {}, which does not exist", name(entry), origin));
      calls(model_[entry]);
    }
    for (std::string& text : check(model_.procedures)) report(std::move(text));
    outputs(Entry::parameters, model_.parameters.count);
    outputs(Entry::start, model_.initialSize());
    outputs(Entry::initialResidual, model_.initialSize());
    outputs(Entry::initialState, model_.size());
    outputs(Entry::rhs, model_.size());
    outputs(Entry::timeDerivative, model_.size());
    outputs(Entry::nominal, model_.size());
    outputs(Entry::events, model_.modeCount());
    outputs(Entry::discreteStart, model_.discrete.names.size());
    outputs(Entry::initialDiscrete, model_.discrete.names.size());
    outputs(Entry::discrete, model_.discrete.names.size());
    outputs(Entry::clocks, 2 * model_.discrete.clockFlags.size());
    outputs(Entry::arriving, model_.discrete.arriving.size());
    outputs(Entry::actions, 2 * model_.events.actions.size());
    outputs(Entry::delays, 3 * model_.delays.size());
    outputs(Entry::delayTimes,
            static_cast<std::size_t>(std::ranges::count(model_.delays, true, &DelayInfo::mayVanish)));
    outputs(Entry::initialDelays, model_.delays.size());
    outputs(Entry::linear, model_.features.linearPlaces.size());
    outputs(Entry::inputStart, model_.inputs.names.size());
    places(Entry::inputJacobian, model_.inputs.places, model_.size(), model_.inputs.names.size());
    places(Entry::gradients, model_.gradientPlaces, model_[Entry::observed].outputCount(),
           model_.size() + model_.inputs.names.size());
    outputs(Entry::diagonal, model_.features.hasDiagonal ? 2 * std::size_t{model_.size()} : 0);
    outputs(Entry::timeEvents, model_.events.timeModes.size());
    outputs(Entry::attributes, 3 * model_.bounds.size() + model_.initial.lostStarts.size());
    outputs(Entry::loopStarts, model_.initial.loopUnknowns.size());
    attributes();
    outputs(Entry::silentConditions, model_.events.silentConditions.size());
    outputs(Entry::silentJumps,
            model_.events.jumpCount < model_.events.silentConditions.size() ? model_.events.jumpCount : 0);
    events();
    pattern(Entry::jacobian, model_.states.pattern, model_.size(), model_.size());
    pattern(Entry::initialJacobian, model_.initial.pattern, model_.initialSize(), model_.initialSize());
    if (!model_.parameters.derivatives.empty() || !model_.parameters.pattern.columnStart.empty())
      pattern(Entry::byParameters, model_.parameters.pattern, model_.size(), model_.parameters.derivatives.size());
    for (const std::uint32_t parameter : model_.parameters.derivatives)
      if (parameter >= model_.parameters.givenCount) report("a parameter to differentiate by does not exist");
    variables();
    if (model_.step) inlinedStep(*model_.step);
    return std::move(violations_);
  }

 private:
  void report(std::string text) { violations_.push_back(std::move(text)); }

  void attributes() {
    const auto exists = [&](std::uint32_t variable) { return variable < model_.recorded.variables.size(); };
    for (const BoundedVariable& bound : model_.bounds)
      if (!exists(bound.variable)) report("a variable with bounds does not exist");
    for (const LostStart& lost : model_.initial.lostStarts)
      if (!exists(lost.variable) || !std::ranges::all_of(lost.rivals, exists))
        report("a variable with a lost start value does not exist");
  }

  void outputs(Entry entry, std::size_t demanded) {
    if (model_[entry].outputCount() != demanded)
      report(fmt::format("{}: has {} outputs instead of {}", name(entry), model_[entry].outputCount(), demanded));
  }

  void places(Entry entry, const std::vector<Place>& places, std::size_t rows, std::size_t columns) {
    outputs(entry, places.size());
    for (const Place& place : places)
      if (place.row >= rows || place.column >= columns)
        report(fmt::format("{}: an entry lies outside the matrix", name(entry)));
  }

  void calls(const Function& function) {
    const auto procedureOf = [&](const Instruction& call) {
      return call.b < model_.procedures.size() ? &model_.procedures[call.b] : nullptr;
    };
    for (const Instruction& at : function.code) {
      if (at.code == Code::call) {
        const Procedure* callee = procedureOf(at);
        if (!callee)
          report(fmt::format("{}: procedure {} does not exist", function.name, at.b));
        else if (at.c != callee->inputCount)
          report(fmt::format("{}: calls {} with {} arguments instead of {}", function.name, callee->name, at.c,
                             callee->inputCount));
      }
      if (at.code != Code::element || at.a >= function.code.size() || function.code[at.a].code != Code::call) continue;
      const Procedure* callee = procedureOf(function.code[at.a]);
      if (callee && at.b >= callee->outputCount)
        report(fmt::format("{}: {} has no result {}", function.name, callee->name, at.b));
    }
  }

  /// `before`: outputs before those of the pattern.
  void pattern(Entry entry, const SparsityPattern& pattern, std::size_t n, std::size_t columns,
               std::size_t before = 0) {
    if (pattern.columnStart.size() != columns + 1)
      return report(fmt::format("{}: its pattern has not {} columns", name(entry), columns));
    outputs(entry, before + pattern.rows.size());
    if (static_cast<std::size_t>(pattern.columnStart.back()) != pattern.rows.size())
      return report(fmt::format("{}: its pattern does not end where its rows do", name(entry)));
    for (std::size_t j = 0; j < columns; ++j)
      for (int k = pattern.columnStart[j]; k < pattern.columnStart[j + 1]; ++k) {
        const int row = pattern.rows[static_cast<std::size_t>(k)];
        const bool ascends = k == pattern.columnStart[j] || row > pattern.rows[static_cast<std::size_t>(k - 1)];
        if (row < 0 || static_cast<std::size_t>(row) >= n || !ascends)
          report(fmt::format("{}: column {} of its pattern has a row out of place", name(entry), j));
      }
  }

  void events() {
    for (const std::uint32_t flag : model_.discrete.clockFlags)
      if (flag >= model_.discrete.names.size()) report("a clock has no flag");
    for (const std::uint32_t place : model_.discrete.arriving)
      if (place >= model_.discrete.names.size()) report("a left limit lies outside d");
    for (const TimeMode& at : model_.events.timeModes)
      if (at.mode >= model_.modeCount()) report("a time event belongs to a mode that does not exist");
    for (const ActionInfo& action : model_.events.actions) {
      if (action.kind == ActionKind::reinit && action.target >= model_.size())
        report("an action reinitialises a state that does not exist");
      for (const auto& piece : action.text)
        if (const auto* shown = std::get_if<ShownOutput>(&piece);
            shown && shown->output >= model_[Entry::messages].outputCount())
          report("the text of an action refers to a value that does not exist");
    }
    std::size_t values = 0;
    for (const StateSetInfo& set : model_.states.sets) {
      values += set.constraints * (set.dependent + set.candidates) + set.states.size() * set.candidates;
      for (const std::uint32_t place : set.selection)
        if (place >= model_.discrete.names.size()) report("a selection lies outside d");
      for (const auto& level : set.states)
        for (const std::uint32_t state : level)
          if (state >= model_.size()) report("a state of a set lies outside y");
    }
    outputs(Entry::selection, values);
    outputs(Entry::initialSelection, values);
  }

  void inlinedStep(const CompiledStep& step) {
    std::vector<bool> isKnown(step.size, false);
    const auto know = [&](std::size_t first, std::size_t count) {
      for (std::size_t k = first; k < first + count; ++k)
        if (k < isKnown.size() && !isKnown[k])
          isKnown[k] = true;
        else
          report("step: a number is made twice or lies outside");
    };
    const auto demand = [&](std::size_t first, std::size_t count) {
      for (std::size_t k = first; k < first + count; ++k)
        if (k >= isKnown.size() || !isKnown[k]) report(fmt::format("step: number {} is used before it is made", k));
    };
    const auto reads = [&](Entry entry) {
      for (const Instruction& at : model_[entry].code)
        if (at.code == Code::state) demand(at.a, 1);
    };
    know(0, step.begun);
    for (const StepPart& part : step.parts) {
      if (part.kind == StepPart::Kind::nonlinear) {
        know(part.first, part.count);
        reads(part.function), reads(part.linearised);
        pattern(part.linearised, part.pattern, part.count, part.count, part.count);
        outputs(part.function, part.count);
        continue;
      }
      if (part.kind == StepPart::Kind::values) {
        outputs(part.function, part.count);
        reads(part.function);
      } else {
        demand(part.rightSideAt, part.count);
        if (part.kin != StepPart::itself) {
          if (part.kin >= step.parts.size()) report("step: a matrix is that of a part that does not exist");
        } else if (part.isConstant) {
          reads(part.matrix);
          pattern(part.matrix, part.pattern, part.count, part.count);
        } else {
          demand(part.matrixAt, part.pattern.rows.size());
        }
      }
      know(part.first, part.count);
    }
    for (const std::uint32_t place : step.end) demand(place, 1);
    for (const auto* lists : {&step.states, &step.slopes, &step.increments})
      for (const auto& stage : *lists)
        for (const std::uint32_t place : stage) demand(place, 1);
  }

  void variables() {
    std::unordered_set<std::string> names;
    for (const VariableInfo& variable : model_.recorded.variables) {
      if (!names.insert(variable.name).second) report(fmt::format("two variables are called {}", variable.name));
      const std::size_t available =
          isParameter(variable) ? model_.parameters.count : model_[Entry::observed].outputCount();
      if (variable.index >= available) report(fmt::format("{}: is not computed by any function", variable.name));
    }
  }

  const CompiledModel& model_;
  std::vector<std::string> violations_;
};

}  // namespace

std::string_view name(Entry entry) {
  constexpr std::array<std::string_view, entryCount> names{
      "parameters",       "start",          "initialResidual", "initialJacobian",  "initialState", "rhs",
      "jacobian",         "timeDerivative", "events",          "observed",         "nominal",      "discreteStart",
      "initialDiscrete",  "discrete",       "clocks",          "actions",          "messages",     "delays",
      "delayTimes",       "initialDelays",  "selection",       "initialSelection", "linear",       "diagonal",
      "timeEvents",       "byParameters",   "inputStart",      "inputJacobian",    "gradients",    "attributes",
      "silentConditions", "silentJumps",    "arriving",        "loopStarts"};
  return isOfStep(entry) ? "step" : names[static_cast<std::size_t>(entry)];
}

ArgumentSizes CompiledModel::argumentSizes(Entry entry) const {
  const bool isInitial = entry == Entry::initialResidual || entry == Entry::initialJacobian ||
                         entry == Entry::initialState || entry == Entry::initialDiscrete ||
                         entry == Entry::initialSelection || entry == Entry::initialDelays;
  const bool usesParametersOnly = entry == Entry::parameters || entry == Entry::start || entry == Entry::nominal ||
                                  entry == Entry::discreteStart || entry == Entry::clocks || entry == Entry::linear ||
                                  entry == Entry::inputStart || entry == Entry::attributes ||
                                  entry == Entry::loopStarts;
  const bool isNominalOfStep = step && entry == step->nominal;
  if (usesParametersOnly || isNominalOfStep) return {.parameters = parameters.count};
  if (step && isOfStep(entry) && entry != step->guess)
    return {.states = step->size,
            .parameters = parameters.count,
            .modes = modeCount(),
            .discrete = static_cast<std::uint32_t>(discrete.names.size()),
            .inputs = static_cast<std::uint32_t>(step->nodes.size() * inputs.names.size())};
  if (entry == Entry::timeEvents)
    return {.parameters = parameters.count,
            .modes = modeCount(),
            .discrete = static_cast<std::uint32_t>(discrete.names.size())};
  return {.states = isInitial ? initialSize() : size(),
          .parameters = parameters.count,
          .modes = modeCount(),
          .discrete = static_cast<std::uint32_t>(discrete.names.size()),
          .inputs = static_cast<std::uint32_t>(inputs.names.size()),
          .delayed = DelayInfo::numbers * static_cast<std::uint32_t>(delays.size())};
}

std::vector<std::string> check(const CompiledModel& model) { return ModelChecker(model).run(); }

std::string print(const CompiledModel& model) {
  std::string text = fmt::format("compiled model {}\n", model.name());
  auto out = std::back_inserter(text);
  for (std::size_t i = 0; i < model.states.names.size(); ++i)
    fmt::format_to(out, "y[{}] {}{}\n", i, model.states.names[i],
                   model.states.isDifferential[i] ? "" : "  (algebraic)");
  for (const VariableInfo& variable : model.recorded.variables)
    if (isParameter(variable)) fmt::format_to(out, "p[{}] {}\n", variable.index, variable.name);
  for (std::size_t i = 0; i < model.discrete.names.size(); ++i)
    fmt::format_to(out, "d[{}] {}\n", i, model.discrete.names[i]);
  for (std::size_t i = 0; i < model.events.texts.size(); ++i)
    fmt::format_to(out, "mode[{}] {}\n", i, model.events.texts[i]);
  for (const Function& function : model.functions) text += print(function);
  for (const Procedure& procedure : model.procedures) text += print(procedure);
  return text;
}

}  // namespace dashpot::codegen
