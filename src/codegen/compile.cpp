#include "codegen/compile.hpp"

#include "base/invariants.hpp"
#include "codegen/compile_step.hpp"
#include "codegen/lower.hpp"
#include "model/flat/open_ports.hpp"
#include "symbolic/function_path.hpp"
#include "symbolic/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <tuple>
#include <unordered_map>

namespace dashpot::codegen {

namespace {

using equations::EquationId;
using equations::Role;
using equations::SolvableSystem;
using equations::SortedSystem;
using symbolic::Expr;
using symbolic::Pool;
using symbolic::VariableId;

/// Where variables stand in a list: by variable, its place.
class Places {
 public:
  void put(VariableId id, std::uint32_t place) {
    if (symbolic::index(id) >= places_.size()) places_.resize(symbolic::index(id) + 1, nowhere);
    places_[symbolic::index(id)] = place;
  }
  [[nodiscard]] bool contains(VariableId id) const {
    return symbolic::index(id) < places_.size() && places_[symbolic::index(id)] != nowhere;
  }
  [[nodiscard]] std::uint32_t at(VariableId id) const { return places_.at(symbolic::index(id)); }
  template <class Visit>
  void forEach(const Visit& visit) const {
    for (std::size_t i = 0; i < places_.size(); ++i)
      if (places_[i] != nowhere) visit(static_cast<VariableId>(i), places_[i]);
  }

 private:
  static constexpr std::uint32_t nowhere = 0xffffffff;
  std::vector<std::uint32_t> places_;
};

class Compiler {
 public:
  Compiler(const SolvableSystem& system, const Sources& sources, StepData stepData)
      : system_(system), sources_(sources), pool_(system.flat.pool), stepData_(stepData) {}

  CompiledModel run() {
    model_.recorded.modelName = system_.flat.name;
    const auto& experiment = system_.flat.experiment;
    model_.experiment.startTime = experiment.start, model_.experiment.stopTime = experiment.stop,
    model_.experiment.tolerance = experiment.tolerance, model_.experiment.interval = experiment.interval;
    for (std::uint32_t i = 0; i < system_.equations.size(); ++i)
      model_.origins.push_back(equations::describe(system_, static_cast<EquationId>(i), sources_));
    model_.origins.shrink();
    for (const model::OpenPort& port : model::openPorts(system_.flat)) model_.openPorts.push_back(port.name);
    describeLoops();
    model_.procedures = lowerFunctions(system_.flat.functions, sources_);
    numberParameters();
    describeUnknowns();
    describeModes();
    describeDiscrete();
    define();
    parameterFunction();
    initialFunctions();
    simulationFunctions();
    discreteFunctions();
    actionFunctions();
    selectionFunctions();
    featureFunctions();
    timeEventFunction();
    parameterDerivativeFunction();
    observedFunction();
    attributeFunction();
    if (system_.inlined)
      compileStep({system_, outsideLoaded(), simulation_, parametersOnly_, memory_, stepData_}, model_);
    if constexpr (checksInvariants) requireNoViolations("compiled model", check(model_));
    return std::move(model_);
  }

 private:
  // ---------------------------------------------------------------------------------------------------- descriptions

  void numberParameters() {
    for (std::size_t i = 0; i < system_.flat.variables.size(); ++i)
      if (system_.variables[i].role == Role::parameter)
        parameterIndex_.put(static_cast<VariableId>(i), model_.parameters.count++);
    model_.parameters.givenCount = model_.parameters.count;
    for (std::size_t i = 0; i < system_.variables.size(); ++i)
      if (system_.variables[i].role == Role::computed)
        parameterIndex_.put(static_cast<VariableId>(i), model_.parameters.count++);
  }

  void describeLoops() {
    describeLoops(system_.simulation);
    describeLoops(system_.initial);
    if (system_.inlined)
      for (const SortedSystem& section : system_.inlined->sections) describeLoops(section);
    std::ranges::sort(model_.loops, {}, &LinearLoop::equation);
  }

  void describeLoops(const SortedSystem& part) {
    for (const equations::Block& block : part.blocks)
      if (block.kind == equations::BlockKind::linear)
        model_.loops.push_back({static_cast<std::uint32_t>(block.residuals.front()), listOf(block.unknowns)});
  }

  [[nodiscard]] std::string listOf(std::span<const VariableId> variables) const {
    constexpr std::size_t longest = 6;
    std::string list;
    for (std::size_t k = 0; k < std::min(variables.size(), longest); ++k)
      list += (k == 0 ? "" : k + 1 == variables.size() ? " and " : ", ") + system_.nameOf(variables[k]);
    if (variables.size() > longest) list += fmt::format(" and {} more", variables.size() - longest);
    return list;
  }

  void describeDiscrete() {
    for (std::uint32_t i = 0; i < system_.d.size(); ++i) {
      placeInD_.put(system_.d[i], i);
      model_.discrete.names.push_back(system_.nameOf(system_.d[i]));
    }
    for (std::uint32_t i = 0; i < system_.simulation.unknowns.size(); ++i)
      placeInY_.put(system_.simulation.unknowns[i], i);
    for (const equations::Clock& clock : system_.clocks) model_.discrete.clockFlags.push_back(placeInD_.at(clock.flag));
    for (const equations::Arriving& one : system_.arriving) model_.discrete.arriving.push_back(placeInD_.at(one.kept));
    for (const VariableId id : system_.inputs) model_.inputs.names.push_back(system_.nameOf(id));
    for (const equations::Delay& delay : system_.delays)
      model_.delays.push_back(
          {delay.mayVanish, delay.isDiscrete, system_.nameOf(delay.value), sources_.describeLine(delay.origin.where)});
    model_.initial.usesHomotopy = system_.lambda != VariableId::none;
    model_.events.usesTerminal = system_.isTerminal != VariableId::none;
  }

  void describeUnknowns() {
    for (std::size_t i = 0; i < system_.simulation.unknowns.size(); ++i) {
      const VariableId id = system_.simulation.unknowns[i];
      model_.states.names.push_back(system_.nameOf(id));
      model_.states.isDifferential.push_back(system_.simulation.rows[i].differential);
      model_.states.hasNominal.push_back(system_[id].nominal != Expr::none);
      model_.states.rowOrigins.push_back(static_cast<std::uint32_t>(system_.simulation.rows[i].equation));
    }
    for (std::size_t i = 0; i < system_.initial.unknowns.size(); ++i) {
      model_.initial.names.push_back(system_.nameOf(system_.initial.unknowns[i]));
      model_.initial.rowOrigins.push_back(static_cast<std::uint32_t>(system_.initial.rows[i].equation));
    }
  }

  /// Of the way that a call takes: the function it goes through.
  [[nodiscard]] std::string callText(Expr way) const {
    const symbolic::FunctionId id = pool_.function(pool_.operands(way)[0]);
    return "the function " + symbolic::originalName(system_.flat.functions[symbolic::index(id)]);
  }

  void describeModes() {
    // Parts that are computed with the parameters are shown as they stood in the relation.
    std::unordered_map<VariableId, Expr> hoisted;
    for (const auto& parameter : system_.parameters)
      if (system_[parameter.target].role == Role::computed) hoisted.emplace(parameter.target, parameter.value);
    const auto definition = [&](VariableId id) {
      const auto found = hoisted.find(id);
      return found == hoisted.end() ? Expr::none : found->second;
    };
    const auto name = [&](VariableId id) { return system_.nameOf(id); };
    const auto nameOrPart = [&](VariableId id) {
      const Expr part = definition(id);
      return part == Expr::none ? name(id) : "(" + symbolic::print(pool_, part, name) + ")";
    };
    const auto text = [&](Expr e) {
      const Expr whole = pool_.op(e) == symbolic::Op::variable ? definition(pool_.variable(e)) : Expr::none;
      return whole == Expr::none ? symbolic::print(pool_, e, nameOrPart) : symbolic::print(pool_, whole, name);
    };
    for (const equations::Mode& mode : system_.modes) {
      model_.events.relations.push_back(mode.relation);
      model_.events.texts.push_back(fmt::format("{} {} {} ({})", text(mode.left),
                                                symbolic::modelicaSpelling(mode.relation), text(mode.right),
                                                sources_.describeLine(mode.origin.where)));
    }
    for (const equations::SilentCondition& condition : system_.silentConditions) {
      const bool isWay = pool_.op(condition.value) == symbolic::Op::element;
      const std::string shown = isWay ? "a condition in " + callText(condition.value) : text(condition.value);
      const auto equation = static_cast<std::size_t>(condition.equation);
      const bool hasPlace = equation < system_.equations.size();
      model_.events.silentConditions.push_back(
          {hasPlace ? fmt::format("{} ({})", shown, sources_.describeLine(system_.equations[equation].origin.where))
                    : shown,
           isWay});
    }
    model_.events.jumpCount = static_cast<std::size_t>(
        std::ranges::count(system_.silentConditions, true, &equations::SilentCondition::jumps));
    for (const auto& [parameter, value] : system_.bendsRestOn)
      model_.events.bendsRestOn.emplace_back(parameterIndex_.at(parameter), value);
  }

  // ------------------------------------------------------------------------------------------------------- functions

  void define() {
    parameterIndex_.forEach(
        [&](VariableId id, std::uint32_t index) { parametersOnly_.load(id, Code::parameter, index); });
    initial_ = defined(system_.initial);
    simulation_ = defined(system_.simulation);
  }

  /// Values that are given from outside, whatever is being solved.
  Definitions outsideLoaded() const {
    Definitions definitions = parametersOnly_;
    for (std::uint32_t i = 0; i < system_.d.size(); ++i) definitions.load(system_.d[i], Code::discrete, i);
    for (std::uint32_t i = 0; i < system_.inputs.size(); ++i) definitions.load(system_.inputs[i], Code::input, i);
    for (std::size_t i = system_.flat.variables.size(); i < system_.variables.size(); ++i)
      if (system_.variables[i].role == Role::pre)
        definitions.load(static_cast<VariableId>(i), Code::pre, placeInD_.at(system_.variables[i].of));
    const auto phase = [&](VariableId id, Phase which) {
      if (id != VariableId::none) definitions.load(id, Code::phase, static_cast<std::uint32_t>(which));
    };
    phase(system_.isInitial, Phase::initial);
    phase(system_.isTerminal, Phase::terminal);
    phase(system_.lambda, Phase::lambda);
    std::uint32_t number = 0;
    for (const equations::Delay& delay : system_.delays) {
      const equations::DelayedStretch& stretch = delay.stretch;
      for (const VariableId id : {stretch.anchor, stretch.perLength}) definitions.load(id, Code::delayed, number++);
      for (const VariableId id : stretch.coefficients) definitions.load(id, Code::delayed, number++);
      definitions.load(stretch.isOpen, Code::delayed, number++);
    }
    return definitions;
  }

  Definitions defined(const SortedSystem& part) const {
    Definitions definitions = outsideLoaded();
    if (&part == &system_.initial)
      for (const VariableId id : system_.d)
        if (isFree(id)) definitions.forget(id);
    for (std::uint32_t i = 0; i < part.unknowns.size(); ++i) definitions.load(part.unknowns[i], Code::state, i);
    definitions.compute(part.steps);
    definitions.compute(part.derivativeSteps);
    return definitions;
  }

  /// A parameter that the initial system determines.
  [[nodiscard]] bool isFree(VariableId id) const {
    return system_[id].role == Role::held && symbolic::index(id) < system_.flat.variables.size();
  }

  void add(Entry entry, const Definitions& definitions, const std::vector<Output>& outputs) {
    model_.functions[static_cast<std::size_t>(entry)] =
        lower(std::string(name(entry)), pool_, definitions, outputs, memory_);
  }

  /// p[i] = if given[i] then p[i] else its value; in the order in which values depend on one another.
  void parameterFunction() {
    Definitions definitions;
    std::vector<Output> outputs(model_.parameters.count);
    const std::vector<equations::Step> steps(system_.parameters.begin(), system_.parameters.end());
    definitions.compute(steps);
    parameterIndex_.forEach([&](VariableId id, std::uint32_t index) {
      if (system_[id].role == Role::computed || system_.flat[id].binding != Expr::none) return;
      definitions.load(id, Code::parameter, index);  // must be given
      outputs[index] = id;
    });
    for (std::size_t k = 0; k < steps.size(); ++k) {
      const equations::Assignment& parameter = system_.parameters[k];
      const std::uint32_t index = parameterIndex_.at(parameter.target);
      const bool canBeGiven = system_[parameter.target].role != Role::computed;
      if (canBeGiven) definitions.assignUnlessGiven(parameter.target, index, steps[k]);
      outputs[index] = {parameter.target, canBeGiven ? EquationId::none : parameter.equation};
    }
    add(Entry::parameters, definitions, outputs);
  }

  void initialFunctions() {
    const SortedSystem& part = system_.initial;
    std::vector<Output> start, state;
    for (const VariableId id : part.unknowns) start.emplace_back(system_[id].start);
    for (const VariableId id : system_.simulation.unknowns) state.emplace_back(id);
    add(Entry::start, parametersOnly_, start);
    add(Entry::initialResidual, initial_, rows(part));
    add(Entry::initialJacobian, initial_, entries(part));
    add(Entry::initialState, initial_, state);
    model_.initial.pattern = pattern(part);
  }

  void simulationFunctions() {
    const SortedSystem& part = system_.simulation;
    std::vector<Output> time, events, nominal;
    for (std::size_t i = 0; i < part.rows.size(); ++i) time.emplace_back(part.timeDerivative[i], part.rows[i].equation);
    for (const VariableId id : part.unknowns) nominal.emplace_back(system_[id].nominal);
    add(Entry::rhs, simulation_, rows(part));
    add(Entry::jacobian, simulation_, entries(part));
    add(Entry::timeDerivative, simulation_, time);
    add(Entry::nominal, parametersOnly_, nominal);
    model_.states.pattern = pattern(part);
    model_.states.autonomous =
        part.inputJacobian.empty() && std::ranges::all_of(part.timeDerivative, [](Expr e) { return e == Expr::none; });
    inputFunctions(part);

    for (const equations::Mode& mode : system_.modes) events.emplace_back(mode.crossing);
    add(Entry::events, simulation_, events);

    std::vector<Output> silent;
    for (const equations::SilentCondition& condition : system_.silentConditions)
      silent.emplace_back(condition.value, condition.equation);
    add(Entry::silentConditions, simulation_, silent);
    if (model_.events.jumpCount < silent.size()) {
      silent.resize(model_.events.jumpCount);
      add(Entry::silentJumps, simulation_, silent);
    }
  }

  void inputFunctions(const SortedSystem& part) {
    std::vector<Output> start, slopes;
    for (const VariableId id : system_.inputs) start.emplace_back(system_[id].start);
    for (const equations::JacobianEntry& entry : part.inputJacobian) {
      model_.inputs.places.push_back({entry.row, entry.column});
      slopes.emplace_back(entry.value, part.rows[entry.row].equation);
    }
    add(Entry::inputStart, parametersOnly_, start);
    add(Entry::inputJacobian, simulation_, slopes);
  }

  // ------------------------------------------------------------------------------------------- discrete part, events

  void discreteFunctions() {
    std::vector<Output> start, clocks, delays, delayTimes, arguments, arriving;
    for (const VariableId id : system_.d) start.emplace_back(system_[id].start);
    for (const equations::Clock& clock : system_.clocks)
      clocks.emplace_back(clock.first), clocks.emplace_back(clock.interval);
    for (const equations::Delay& delay : system_.delays) {
      for (const Expr e : {delay.argument, delay.time, delay.longest}) delays.emplace_back(e);
      if (delay.mayVanish) delayTimes.emplace_back(delay.time);
      arguments.emplace_back(delay.argument);
    }
    for (const equations::Arriving& one : system_.arriving) arriving.emplace_back(one.of);
    add(Entry::discreteStart, parametersOnly_, start);
    add(Entry::arriving, simulation_, arriving);
    add(Entry::clocks, parametersOnly_, clocks);
    add(Entry::delays, simulation_, delays);
    add(Entry::delayTimes, simulation_, delayTimes);
    add(Entry::initialDelays, initial_, arguments);
    pass(Entry::initialDiscrete, system_.initialDiscrete, initial_);
    pass(Entry::discrete, system_.discrete, simulation_);
  }

  void pass(Entry entry, const equations::DiscretePass& pass, const Definitions& before) {
    if (system_.d.empty()) return add(entry, before, {});
    const std::vector<equations::Step> steps(pass.steps.begin(), pass.steps.end());
    Definitions definitions = before;
    definitions.compute(steps);
    std::vector<Output> outputs;
    for (std::size_t i = 0; i < system_.d.size(); ++i)
      outputs.emplace_back(i < pass.next.size() ? pass.next[i] : system_.d[i]);
    add(entry, definitions, outputs);
  }

  void actionFunctions() {
    std::vector<Output> actions, messages;
    for (const equations::Action& action : system_.actions) {
      ActionInfo info;
      info.kind = action.kind == model::ActionKind::reinit      ? ActionKind::reinit
                  : action.kind == model::ActionKind::terminate ? ActionKind::terminate
                  : action.kind == model::ActionKind::print     ? ActionKind::print
                                                                : ActionKind::assertion;
      info.file = action.file;
      info.matrix = action.matrix;
      if (info.kind == ActionKind::reinit) info.target = placeInY_.at(action.target);
      info.isWarning = action.isWarning;
      info.origin = sources_.describeLine(action.origin.where);
      for (const auto& piece : action.message.pieces) {
        if (const auto* words = std::get_if<std::string>(&piece)) {
          info.text.emplace_back(*words);
        } else {
          const auto& shown = std::get<model::Shown>(piece);
          info.text.emplace_back(ShownOutput{static_cast<std::uint32_t>(messages.size()), shown.format});
          messages.emplace_back(shown.value);
        }
      }
      actions.emplace_back(action.active);
      actions.emplace_back(action.value);
      model_.events.actions.push_back(std::move(info));
    }
    add(Entry::actions, simulation_, actions);
    add(Entry::messages, simulation_, messages);
  }

  void selectionFunctions() {
    std::vector<Output> outputs;
    for (const equations::StateSet& set : system_.stateSets) {
      StateSetInfo info;
      info.candidates = static_cast<std::uint32_t>(set.candidateCount());
      info.dependent = set.dependent;
      info.constraints = static_cast<std::uint32_t>(set.jacobian.size() / (set.dependent + set.candidateCount()));
      for (const VariableId id : set.selection) info.selection.push_back(placeInD_.at(id));
      for (const auto& level : set.states) {
        auto& places = info.states.emplace_back();
        for (const VariableId id : level) places.push_back(placeInY_.at(id));
      }
      for (const Expr e : set.jacobian) outputs.emplace_back(e);
      for (const auto& level : set.candidates)
        for (const VariableId id : level) outputs.emplace_back(id);
      model_.states.sets.push_back(std::move(info));
    }
    add(Entry::selection, simulation_, outputs);
    add(Entry::initialSelection, initial_, outputs);
  }

  void featureFunctions() {
    for (const auto& [position, velocity] : system_.features.pairs)
      model_.features.pairs.push_back({static_cast<int>(position), static_cast<int>(velocity)});
    model_.features.linearStates = system_.features.linear.states;
    std::vector<Output> outputs;
    for (const equations::JacobianEntry& entry : system_.features.linear.a) {
      model_.features.linearPlaces.emplace_back(entry.row, entry.column);
      outputs.emplace_back(entry.value);
    }
    add(Entry::linear, simulation_, outputs);

    model_.features.hasDiagonal = !system_.features.diagonal.empty();
    std::vector<Output> diagonal;
    const auto& forms = system_.features.diagonal;
    for (std::size_t i = 0; i < forms.size(); ++i)
      diagonal.emplace_back(forms[i].a, system_.simulation.rows[i].equation);
    for (std::size_t i = 0; i < forms.size(); ++i)
      diagonal.emplace_back(forms[i].b, system_.simulation.rows[i].equation);
    add(Entry::diagonal, simulation_, diagonal);
  }

  void timeEventFunction() {
    std::vector<Output> times;
    for (std::uint32_t i = 0; i < system_.modes.size(); ++i) {
      if (system_.modes[i].time == Expr::none) continue;
      times.emplace_back(system_.modes[i].time);
      model_.events.timeModes.push_back({i, system_.modes[i].rises});
    }
    add(Entry::timeEvents, simulation_, times);
  }

  void parameterDerivativeFunction() {
    const equations::ParameterDerivatives& part = system_.parameterDerivatives;
    std::vector<Output> outputs;
    for (const VariableId id : part.parameters) model_.parameters.derivatives.push_back(parameterIndex_.at(id));
    for (const equations::JacobianEntry& entry : part.entries)
      outputs.emplace_back(entry.value, system_.simulation.rows[entry.row].equation);
    model_.parameters.pattern = pattern(part.entries, part.parameters.size());
    if (outputs.empty()) return add(Entry::byParameters, simulation_, outputs);
    Definitions definitions = simulation_;
    definitions.compute(part.steps);
    add(Entry::byParameters, definitions, outputs);
  }

  static std::vector<Output> rows(const SortedSystem& part) {
    std::vector<Output> outputs;
    for (const equations::Row& row : part.rows) outputs.emplace_back(row.value, row.equation);
    return outputs;
  }

  static std::vector<Output> entries(const SortedSystem& part) {
    std::vector<Output> outputs;
    for (const equations::JacobianEntry& entry : part.jacobian)
      outputs.emplace_back(entry.value, part.rows[entry.row].equation);
    return outputs;
  }

  static SparsityPattern pattern(const SortedSystem& part) { return pattern(part.jacobian, part.unknowns.size()); }

  static SparsityPattern pattern(const std::vector<equations::JacobianEntry>& entries, std::size_t columns) {
    SparsityPattern result;
    result.columnStart.assign(columns + 1, 0);
    for (const equations::JacobianEntry& entry : entries) {
      ++result.columnStart[entry.column + 1];
      result.rows.push_back(static_cast<int>(entry.row));
    }
    for (std::size_t j = 0; j < columns; ++j) result.columnStart[j + 1] += result.columnStart[j];
    return result;
  }

  // ---------------------------------------------------------------------------------------------- observed variables

  void observedFunction() {
    std::vector<Output> outputs;
    Places place;
    const auto observe = [&](VariableId id) {
      if (!place.contains(id)) {
        place.put(id, static_cast<std::uint32_t>(outputs.size()));
        outputs.emplace_back(id);
      }
      return place.at(id);
    };
    model_.recorded.variables.reserve(system_.flat.variables.size());
    for (std::size_t i = 0; i < system_.flat.variables.size(); ++i) {
      const auto id = static_cast<VariableId>(i);
      const equations::SystemVariable& role = system_.variables[i];
      VariableInfo info = describe(id);
      info.negated = role.negated;
      info.index =
          role.role == Role::parameter ? parameterIndex_.at(id) : observe(role.role == Role::alias ? role.of : id);
      model_.recorded.variables.push_back(std::move(info));
    }
    model_.recorded.firstDerivative = static_cast<std::uint32_t>(outputs.size());
    for (std::size_t i = system_.flat.variables.size(); i < system_.variables.size(); ++i) {
      if (system_.variables[i].role != Role::derivative) continue;
      observe(static_cast<VariableId>(i));
      model_.recorded.derivativeNames.push_back(system_.nameOf(static_cast<VariableId>(i)));
    }
    add(Entry::observed, simulation_, outputs);
    gradientFunction(place);
    placeLoopUnknowns(place);
  }

  /// Unknowns of linear equations by where they are observed. Of divisions only those count that are left of a loop.
  void placeLoopUnknowns(const Places& placeInObserved) {
    const auto isOfLoop = [&](const Function& function, const LoopUnknown& unknown) {
      return function.code[unknown.instruction].code == Code::solve ||
             std::ranges::binary_search(model_.loops, function.origins[unknown.instruction], {}, &LinearLoop::equation);
    };
    std::map<std::uint32_t, Expr> starts;
    for (Function& function : model_.functions) {
      std::erase_if(function.loopUnknowns, [&](const LoopUnknown& unknown) { return !isOfLoop(function, unknown); });
      for (LoopUnknown& unknown : function.loopUnknowns) {
        const auto id = static_cast<VariableId>(unknown.variable);
        unknown.variable = placeInObserved.contains(id) ? placeInObserved.at(id) : noOrigin;
        if (unknown.variable != noOrigin && system_[id].start != Expr::none)
          starts.emplace(unknown.variable, system_[id].start);
      }
    }
    loopStarts_.assign(starts.begin(), starts.end());
  }

  /// Of aliases that have the same range one is enough: that with the shortest name.
  void attributeFunction() {
    std::map<std::tuple<bool, std::uint32_t, bool, Expr, Expr>, std::uint32_t> named;
    symbolic::Walker walker(pool_);
    // A parameter that the initial system determines is not known beforehand.
    const auto known = [&](Expr e) {
      const bool isKnown =
          e != Expr::none && std::ranges::all_of(walker.leaves(e, symbolic::Op::variable), [&](Expr leaf) {
            return parameterIndex_.contains(pool_.variable(leaf));
          });
      return isKnown ? e : Expr::none;
    };
    const auto isBounded = [&](std::uint32_t i) {
      const model::Variable& variable = system_.flat.variables[i];
      const bool isNumber = variable.type == model::Type::real || variable.type == model::Type::integer;
      return isNumber && (known(variable.attributes.min) != Expr::none || known(variable.attributes.max) != Expr::none);
    };
    for (std::uint32_t i = 0; i < system_.flat.variables.size(); ++i) {
      if (!isBounded(i)) continue;
      const VariableInfo& info = model_.recorded.variables[i];
      const model::Attributes& attributes = system_.flat.variables[i].attributes;
      const auto [found, isNew] =
          named.try_emplace({isParameter(info), info.index, info.negated, attributes.min, attributes.max}, i);
      if (!isNew && info.name.size() < model_.recorded.variables[found->second].name.size()) found->second = i;
    }
    std::vector<std::uint32_t> order;
    for (const auto& [key, variable] : named) order.push_back(variable);
    std::ranges::sort(order);
    std::vector<Output> outputs;
    for (const std::uint32_t i : order) {
      const model::Variable& variable = system_.flat.variables[i];
      const Expr min = known(variable.attributes.min), max = known(variable.attributes.max);
      const Expr start = isParameter(model_.recorded.variables[i]) ? Expr::none : known(variable.attributes.start);
      model_.bounds.push_back({i, min != Expr::none, max != Expr::none, start != Expr::none,
                               variable.valueAt.known() ? sources_.describeLine(variable.valueAt) : ""});
      for (const Expr e : {min, max, start}) outputs.emplace_back(e);
    }
    for (const equations::LostStart& lost : system_.lostStarts) {
      LostStart& info = model_.initial.lostStarts.emplace_back();
      info.variable = static_cast<std::uint32_t>(lost.variable);
      info.isDisputed = lost.isDisputed;
      for (const VariableId rival : lost.rivals) info.rivals.push_back(static_cast<std::uint32_t>(rival));
      for (const VariableId parameter : lost.parameters) info.parameters.push_back(system_.nameOf(parameter));
      outputs.emplace_back(known(system_.flat[lost.variable].attributes.start));
    }
    add(Entry::attributes, parametersOnly_, outputs);
    outputs.clear();
    for (const auto& [place, start] : loopStarts_) {
      if (known(start) == Expr::none) continue;
      model_.initial.loopUnknowns.push_back(place);
      outputs.emplace_back(start);
    }
    add(Entry::loopStarts, parametersOnly_, outputs);
  }

  void gradientFunction(const Places& placeInObserved) {
    std::vector<Output> outputs;
    for (const equations::VariableSlope& slope : system_.simulation.gradients) {
      if (!placeInObserved.contains(slope.variable)) continue;
      const bool ofInput = slope.of == equations::VariableSlope::Of::input;
      model_.gradientPlaces.push_back(
          {placeInObserved.at(slope.variable), slope.column + (ofInput ? model_.size() : 0)});
      outputs.emplace_back(slope.value);
    }
    add(Entry::gradients, simulation_, outputs);
  }

  VariableInfo describe(VariableId id) const {
    const model::Variable& flat = system_.flat[id];
    VariableInfo info;
    info.name = system_.nameOf(id);
    info.isBoolean = flat.type == model::Type::boolean;
    info.isInteger = flat.type == model::Type::integer || flat.type == model::Type::enumeration;
    info.causality = flat.causality == model::Causality::input    ? Causality::input
                     : flat.causality == model::Causality::output ? Causality::output
                                                                  : Causality::local;
    info.isProtected = flat.isProtected;
    if (flat.type == model::Type::enumeration && flat.enumeration != model::noEnumeration)
      info.literals = system_.flat.enumerations[flat.enumeration].literals;
    info.unit = flat.attributes.unit, info.displayUnit = flat.attributes.displayUnit,
    info.description = flat.description;
    switch (flat.variability) {
      case model::Variability::constant: info.kind = VariableKind::constant; break;
      case model::Variability::parameter:
        info.kind = VariableKind::parameter;
        info.canBeSet = !flat.isFinal;
        info.hasValue = flat.binding != Expr::none;
        break;
      case model::Variability::discrete:
      case model::Variability::continuous: {
        const Role role = system_[id].role == Role::alias ? system_[system_[id].of].role : system_[id].role;
        info.kind = system_[id].role == Role::state ? VariableKind::state
                    : role == Role::discrete        ? VariableKind::discrete
                                                    : VariableKind::algebraic;
        break;
      }
    }
    if (isFree(id)) info.kind = VariableKind::discrete, info.canBeSet = false;
    // A String has no number; its text is known before the model runs.
    if (flat.type == model::Type::string)
      info.kind = VariableKind::parameter, info.hasValue = true, info.canBeSet = false;
    return info;
  }

  const SolvableSystem& system_;
  const Sources& sources_;
  const Pool& pool_;
  StepData stepData_;
  CompiledModel model_;
  Definitions parametersOnly_, initial_, simulation_;
  LoweringMemory memory_;
  Places parameterIndex_;
  Places placeInD_, placeInY_;
  std::vector<std::pair<std::uint32_t, Expr>> loopStarts_;  // by place in `observed`
};

}  // namespace

CompiledModel compile(const equations::SolvableSystem& system, const Sources& sources, StepData stepData) {
  return Compiler(system, sources, stepData).run();
}

}  // namespace dashpot::codegen
