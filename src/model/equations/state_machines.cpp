#include "model/equations/state_machines.hpp"

#include "base/disjoint_sets.hpp"
#include "symbolic/build.hpp"
#include "symbolic/substitute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

namespace dashpot::model {

namespace {

using symbolic::Op;

constexpr std::size_t noState = static_cast<std::size_t>(-1);

struct State {
  PathId path = PathId::root;
  std::size_t machine = 0;
  double number = 0.0;  // in its machine; the initial state is 1
  VariableId isActive = VariableId::none, isReset = VariableId::none;
  bool isFinal = true;  // nothing leads out of it
};

struct Machine {
  std::vector<std::size_t> states;               // the initial one first
  std::vector<const Transition*> transitions;    // the most urgent one last
  std::size_t parent = noState;                  // the state that it is in
  VariableId activeState = VariableId::none;     // by number
  VariableId nextState = VariableId::none;       // where the next tick begins
  VariableId fired = VariableId::none;           // the transition, by position from 1; 0: none
  Expr active = Expr::none, reset = Expr::none;  // of the machine as a whole
  VariableId ticks = VariableId::none, time = VariableId::none;
  SourceRange where = {};
};

class StateMachines {
 public:
  StateMachines(FlatModel& model, const StateOperators& states, ClockedOperators& clocked, InstanceTree& tree,
                Diagnostics& diagnostics)
      : model_(model), pool_(model.pool), written_(states), clocked_(clocked), tree_(tree), diagnostics_(diagnostics) {}

  void run() {
    findStates();
    if (isSound_) findMachines();
    if (isSound_) checkQuestions();
    if (!isSound_) return;
    const std::size_t operators = clocked_.operators().size();  // those of the model itself
    makeVariables();
    giveDefaultClock();
    for (Machine& machine : machines_) activate(machine);
    for (Machine& machine : machines_) fire(machine);
    for (Machine& machine : machines_) resetStates(machine);
    answerQuestions();
    guardEquations();
    guardAssertions();
    resetMemories(operators);
    for (Equation& equation : made_) model_.equations.push_back(std::move(equation));
  }

 private:
  Diagnostic& report(SourceRange where, std::string problem) {
    isSound_ = false;
    return diagnostics_.error("state-machine", where, std::move(problem));
  }

  // --------------------------------------------------------------------------------------------------- the machines

  std::size_t stateAt(PathId path) {
    const auto [found, isNew] = stateNumbers_.try_emplace(path, states_.size());
    if (isNew) states_.push_back({.path = path});
    return found->second;
  }

  /// The state that something belongs to, or none.
  [[nodiscard]] std::size_t stateAround(PathId path) const {
    for (; path != PathId::root; path = model_.paths.parent(path))
      if (const auto found = stateNumbers_.find(path); found != stateNumbers_.end()) return found->second;
    return noState;
  }

  void findStates() {
    for (const InitialState& one : written_.initialStates()) (void)stateAt(one.state);
    for (const Transition& one : written_.transitions()) {
      states_[stateAt(one.from)].isFinal = false;
      (void)stateAt(one.to);
      if (model_.paths.parent(one.from) != model_.paths.parent(one.to))
        report(one.where, "a transition must be between blocks of one and the same component");
    }
  }

  void findMachines() {
    DisjointSets sets(states_.size());
    for (const Transition& one : written_.transitions()) sets.unite(stateAt(one.from), stateAt(one.to));
    const auto members = sets.members();
    std::vector<std::size_t> machineOf(states_.size(), noState);  // by set
    for (const InitialState& one : written_.initialStates()) {
      const std::size_t state = stateAt(one.state), set = sets.of(state);
      if (machineOf[set] != noState) {
        report(one.where, "this state machine has two initial states")
            .note(fmt::format("'{}' is the other one",
                              model_.paths.text(states_[machines_[machineOf[set]].states.front()].path)));
        continue;
      }
      machineOf[set] = machines_.size();
      Machine& machine = machines_.emplace_back(Machine{.states = {state}, .where = one.where});
      for (const std::size_t other : members[set])
        if (other != state) machine.states.push_back(other);
      for (std::size_t i = 0; i < machine.states.size(); ++i) {
        states_[machine.states[i]].machine = machines_.size() - 1;
        states_[machine.states[i]].number = static_cast<double>(i + 1);
      }
      machine.parent = stateAround(model_.paths.parent(one.state));
    }
    for (const Transition& one : written_.transitions()) {
      const std::size_t machine = machineOf[sets.of(stateAt(one.from))];
      if (machine != noState) {
        machines_[machine].transitions.push_back(&one);
        continue;
      }
      report(one.where, "this state machine has no initial state").hint("name one: initialState(a)");
      return;
    }
    for (Machine& machine : machines_) sortTransitions(machine);
  }

  void sortTransitions(Machine& machine) {
    std::ranges::stable_sort(machine.transitions, std::greater{}, &Transition::priority);
    for (std::size_t i = 0; i < machine.transitions.size(); ++i)
      for (std::size_t k = i + 1; k < machine.transitions.size(); ++k) {
        const Transition &a = *machine.transitions[i], &b = *machine.transitions[k];
        if (a.from == b.from && a.priority == b.priority)
          report(b.where,
                 fmt::format("two transitions from '{}' have the priority {}", model_.paths.text(a.from), a.priority))
              .hint("give one of them another one: priority = 2");
      }
  }

  void checkQuestions() {
    for (const StateQuestion& one : written_.questions()) {
      if (one.kind == StateQuestionKind::isActive && !stateNumbers_.contains(one.at))
        report(one.where, fmt::format("'{}' is no state of a state machine", model_.paths.text(one.at)));
      if (one.kind != StateQuestionKind::isActive && !machineAsked(one))
        report(one.where, "this can be asked only in a state machine: in a transition or in a state");
    }
  }

  /// The transition whose condition asks this; null: it is asked in a state.
  [[nodiscard]] const Transition* transitionAsking(const StateQuestion& question) const {
    const auto position = static_cast<std::size_t>(&question - written_.questions().data());
    const auto found = std::ranges::find_if(written_.transitions(), [&](const Transition& one) {
      return one.firstQuestion <= position && position < one.endOfQuestions;
    });
    return found == written_.transitions().end() ? nullptr : &*found;
  }

  [[nodiscard]] std::optional<std::size_t> machineAsked(const StateQuestion& question) const {
    const Transition* transition = transitionAsking(question);
    const std::size_t state = stateAround(transition ? transition->from : question.at);
    return state == noState ? std::nullopt : std::optional(states_[state].machine);
  }

  // ------------------------------------------------------------------------------------------------------- variables

  VariableId newVariable(PathId within, std::string_view name, Type type, std::string_view description) {
    const auto id = static_cast<VariableId>(model_.variables.size());
    model_.variables.push_back({.name = model_.paths.child(within, fmt::format("${}", name)),
                                .type = type,
                                .variability = Variability::discrete,
                                .isProtected = true,
                                .origin = {within, {}},
                                .description = std::string(description)});
    return id;
  }
  /// Numbered by its place in the model, so that no other is called so.
  VariableId newVariable(std::string_view name, Type type) {
    return newVariable(PathId::root, fmt::format("{}{}", name, model_.variables.size()), type, "of a state machine");
  }

  void makeVariables() {
    for (Machine& machine : machines_) {
      machine.activeState = newVariable("activeState", Type::integer);
      machine.nextState = newVariable("nextState", Type::integer);
      machine.fired = newVariable("fired", Type::integer);
    }
    for (State& state : states_) {
      state.isActive = newVariable(state.path, "active", Type::boolean, "whether this state is active");
      state.isReset = newVariable(state.path, "reset", Type::boolean, "whether this state begins anew");
      model_.variables[symbolic::index(state.isActive)].isProtected = false;
    }
  }

  void define(VariableId id, Expr value, SourceRange where) {
    made_.push_back({.left = pool_.variable(id), .right = value, .origin = {model_[id].origin.component, where}});
  }

  Expr previous(VariableId id, SourceRange where) {
    const auto [found, isNew] = previous_.try_emplace(id, VariableId::none);
    if (isNew) found->second = clocked_.previousOf(id, where);
    return pool_.variable(found->second);
  }

  Expr number(double value) { return pool_.constant(value); }
  Expr both(Expr a, Expr b) { return symbolic::build(pool_, Op::logicalAnd, a, b); }
  Expr either(Expr a, Expr b) { return symbolic::build(pool_, Op::logicalOr, a, b); }
  Expr unless(Expr a) { return symbolic::build(pool_, Op::logicalNot, a); }
  Expr is(Expr a, double value) { return symbolic::build(pool_, Op::equal, a, number(value)); }
  Expr choice(Expr condition, Expr then, Expr otherwise) {
    return symbolic::conditional(pool_, condition, then, otherwise);
  }

  Expr startOf(VariableId id) {
    const Variable& variable = model_[id];
    if (variable.attributes.start != Expr::none) return variable.attributes.start;
    return variable.type == Type::boolean       ? pool_.boolean(false)
           : variable.type == Type::enumeration ? pool_.constant(1.0)
                                                : pool_.constant(0.0);
  }

  // ----------------------------------------------------------------------------------------------- what a machine does

  void giveDefaultClock() {
    const bool isGiven = std::ranges::any_of(clocked_.clocks(), [](const ClockDefinition& one) {
      return one.kind == ClockKind::exact || one.kind == ClockKind::periodic || one.kind == ClockKind::event;
    });
    if (isGiven) return;
    const SourceRange where = machines_.front().where;
    diagnostics_.warning("clock", where, "the model has no clock: its state machines tick every second")
        .hint("sample(time, Clock(0.1)) in an equation of the state machine gives it one");
    defaultClock_ = clocked_.clockOfSeconds(1, where);
  }

  /// A machine of the model itself is always active, and is reset at its first tick.
  void activate(Machine& machine) {
    if (machine.parent != noState) {
      machine.active = pool_.variable(states_[machine.parent].isActive);
      machine.reset = pool_.variable(states_[machine.parent].isReset);
      return;
    }
    VariableId hasRun = VariableId::none;
    if (defaultClock_ != VariableId::none)
      hasRun = clocked_.sampleOf(pool_.boolean(true), Type::boolean, defaultClock_, machine.where);
    else
      define(hasRun = newVariable("hasRun", Type::boolean), pool_.boolean(true), machine.where);
    machine.active = pool_.boolean(true);
    machine.reset = unless(previous(hasRun, machine.where));
  }

  /// The position, from 1, of the most urgent transition that leads out of a state and whose condition holds; else 0.
  Expr firstOf(const Machine& machine, Expr state, bool isImmediate) {
    Expr result = number(0.0);
    for (std::size_t i = 0; i < machine.transitions.size(); ++i) {
      const Transition& one = *machine.transitions[i];
      if (one.isImmediate != isImmediate) continue;
      const Expr holds = both(is(state, states_[stateAt(one.from)].number), conditionOf(one));
      result = choice(holds, number(static_cast<double>(i + 1)), result);
    }
    return result;
  }

  /// A transition that synchronises waits for all machines in the state that it leaves. One that is immediate looks at
  /// where these were at the tick before, since it decides whether they are active at this one.
  Expr conditionOf(const Transition& transition) {
    Expr result = transition.condition;
    if (!transition.synchronizes) return result;
    for (Machine& inner : machines_) {
      if (inner.parent != stateAt(transition.from)) continue;
      const Expr at =
          transition.isImmediate ? previous(inner.nextState, transition.where) : pool_.variable(inner.activeState);
      Expr isFinal = pool_.boolean(false);
      for (const std::size_t state : inner.states)
        if (states_[state].isFinal) isFinal = either(isFinal, is(at, states_[state].number));
      result = both(result, isFinal);
    }
    return result;
  }

  /// Section 17.3.4; the flag nextReset, which is never true, is left out.
  void fire(Machine& machine) {
    const SourceRange where = machine.where;
    const VariableId selected = newVariable("selectedState", Type::integer);
    const Expr fired = pool_.variable(machine.fired);
    define(selected, choice(machine.reset, number(1.0), previous(machine.nextState, where)), where);
    Expr now = firstOf(machine, pool_.variable(selected), true);
    if (std::ranges::find(machine.transitions, false, &Transition::isImmediate) != machine.transitions.end()) {
      const VariableId delayed = newVariable("delayed", Type::integer);
      define(delayed, firstOf(machine, pool_.variable(machine.nextState), false), where);
      const Expr before = previous(delayed, where);
      now = choice(symbolic::build(pool_, Op::less, now, before), before, now);
    }
    define(machine.fired, now, where);
    Expr target = pool_.variable(selected);
    for (std::size_t i = 0; i < machine.transitions.size(); ++i)
      target = choice(is(fired, static_cast<double>(i + 1)),
                      number(states_[stateAt(machine.transitions[i]->to)].number), target);
    define(machine.activeState, choice(machine.reset, number(1.0), target), where);
    define(machine.nextState,
           choice(machine.active, pool_.variable(machine.activeState), previous(machine.nextState, where)), where);
  }

  /// A state begins anew if a transition that resets leads to it, or as soon as it is active after its machine was reset.
  void resetStates(Machine& machine) {
    const SourceRange where = machine.where;
    Expr byTransition = machine.reset;
    for (std::size_t i = 0; i < machine.transitions.size(); ++i)
      if (machine.transitions[i]->resets)
        byTransition = either(byTransition, is(pool_.variable(machine.fired), static_cast<double>(i + 1)));
    for (const std::size_t at : machine.states) {
      State& state = states_[at];
      define(state.isActive, both(machine.active, is(pool_.variable(machine.activeState), state.number)), where);
      const Expr isActive = pool_.variable(state.isActive);
      const VariableId isDue = newVariable("due", Type::boolean), staysDue = newVariable("staysDue", Type::boolean);
      define(isDue, either(machine.reset, previous(staysDue, where)), where);
      define(staysDue, both(pool_.variable(isDue), unless(isActive)), where);
      define(state.isReset, both(isActive, either(byTransition, pool_.variable(isDue))), where);
    }
  }

  // -------------------------------------------------------------------------------------------------------- questions

  /// Whether a machine comes to its state by a transition of its own or of a machine around it.
  Expr arrives(const Machine& machine) {
    return either(symbolic::build(pool_, Op::less, number(0.0), pool_.variable(machine.fired)), isCarried(machine));
  }
  Expr isCarried(const Machine& machine) {
    if (machine.parent == noState) return machine.reset;
    return either(machine.reset, arrives(machines_[states_[machine.parent].machine]));
  }

  /// The number of ticks or seconds that the machine has been in its state.
  VariableId counterOf(Machine& machine, StateQuestionKind kind) {
    const bool isTicks = kind == StateQuestionKind::ticks;
    VariableId& counter = isTicks ? machine.ticks : machine.time;
    if (counter != VariableId::none) return counter;
    counter = newVariable(isTicks ? "ticks" : "time", isTicks ? Type::integer : Type::real);
    const Expr before = previous(counter, machine.where);
    define(counter, choice(machine.active, counted(machine, kind, arrives(machine)), before), machine.where);
    return counter;
  }
  Expr counted(Machine& machine, StateQuestionKind kind, Expr beginsAnew) {
    const bool isTicks = kind == StateQuestionKind::ticks;
    const VariableId counter = counterOf(machine, kind);
    const Expr step = isTicks ? number(1.0) : pool_.variable(clocked_.intervalOf(machine.activeState, machine.where));
    return choice(beginsAnew, number(isTicks ? 1.0 : 0.0),
                  symbolic::add(pool_, previous(counter, machine.where), step));
  }

  /// An immediate transition decides whether its state is left, so its condition is told how long the state would have
  /// been active if it stayed.
  void answerQuestions() {
    for (const StateQuestion& one : written_.questions()) {
      if (one.kind == StateQuestionKind::isActive) {
        define(one.result, pool_.variable(states_[stateAt(one.at)].isActive), one.where);
        continue;
      }
      Machine& machine = machines_[*machineAsked(one)];
      const Transition* transition = transitionAsking(one);
      const bool decides = transition && transition->isImmediate;
      define(one.result,
             decides ? counted(machine, one.kind, isCarried(machine)) : pool_.variable(counterOf(machine, one.kind)),
             one.where);
    }
  }

  // ------------------------------------------------------------------------------------------------ what is in states

  struct Assignment {
    std::size_t state = noState;
    Expr value = Expr::none;
    Origin origin = {};
  };

  [[nodiscard]] bool isUnknown(Expr e) const {
    return pool_.op(e) == Op::variable && model_[pool_.variable(e)].variability > Variability::parameter;
  }

  void guardEquations() {
    symbolic::Walker walker(pool_);
    std::map<VariableId, std::vector<Assignment>> outputs;  // of states, to what lies around them
    std::vector<Equation> kept;
    for (Equation& equation : model_.equations) {
      const bool isConnection = equation.kind == EquationKind::connection || equation.kind == EquationKind::flowSum;
      const std::size_t state = isConnection ? noState : stateAround(equation.origin.component);
      if (state != noState && !guard(equation, state, walker, outputs)) continue;
      kept.push_back(std::move(equation));
    }
    model_.equations = std::move(kept);
    for (const WhenClause& clause : model_.whenClauses)
      if (stateAround(clause.origin.component) != noState)
        report(clause.origin.where, "a when-clause in a state of a state machine is not supported yet");
    for (const auto& [variable, assignments] : outputs) merge(variable, assignments);
  }

  /// False: it goes into one equation with those of other states.
  bool guard(Equation& equation, std::size_t state, symbolic::Walker& walker,
             std::map<VariableId, std::vector<Assignment>>& outputs) {
    if (!isUnknown(equation.left) && isUnknown(equation.right)) std::swap(equation.left, equation.right);
    const bool hasDerivative =
        !walker.leaves(equation.left, Op::derivative).empty() || !walker.leaves(equation.right, Op::derivative).empty();
    if (hasDerivative || !isUnknown(equation.left)) {
      report(equation.origin.where,
             hasDerivative ? "a derivative in a state of a state machine is not supported yet"
                           : "an equation in a state of a state machine must give a variable its value: v = ...");
      return true;
    }
    const VariableId variable = pool_.variable(equation.left);
    if (stateAround(model_[variable].name) != state) {
      outputs[variable].push_back({state, equation.right, equation.origin});
      count(equation.origin.component, -1);
      return false;
    }
    equation.right =
        choice(pool_.variable(states_[state].isActive), equation.right, previous(variable, equation.origin.where));
    return true;
  }

  /// Whether two states are never active together: some machine has them in different states of it.
  [[nodiscard]] bool areExclusive(std::size_t a, std::size_t b) const {
    for (std::size_t s = a; s != noState; s = machines_[states_[s].machine].parent)
      for (std::size_t t = b; t != noState; t = machines_[states_[t].machine].parent)
        if (states_[s].machine == states_[t].machine) return s != t;
    return false;
  }

  void merge(VariableId variable, const std::vector<Assignment>& assignments) {
    const Origin& first = assignments.front().origin;
    for (std::size_t i = 0; i < assignments.size(); ++i)
      for (std::size_t k = i + 1; k < assignments.size(); ++k)
        if (!areExclusive(assignments[i].state, assignments[k].state)) {
          report(assignments[k].origin.where,
                 fmt::format("'{}' is given a value by '{}' and by '{}', which can be active at once",
                             model_.nameOf(variable), model_.paths.text(states_[assignments[i].state].path),
                             model_.paths.text(states_[assignments[k].state].path)));
          return;
        }
    Expr value = previous(variable, first.where);
    if (const std::size_t around = stateAround(model_[variable].name); around != noState)
      value = choice(pool_.variable(states_[around].isReset), startOf(variable), value);
    for (const Assignment& one : assignments)
      value = choice(pool_.variable(states_[one.state].isActive), one.value, value);
    model_.equations.push_back(
        {.left = pool_.variable(variable), .right = value, .origin = {model_[variable].origin.component, first.where}});
    count(model_.paths.parent(model_[variable].name), 1);
  }

  /// Of the equations of a component there are so many more.
  void count(PathId component, std::int32_t more) {
    if (instances_.empty())
      for (std::size_t i = 0; i < tree_.size(); ++i)
        if (const auto id = static_cast<InstanceId>(i); tree_[id].layout && !tree_[id].isInPackage)
          instances_.try_emplace(tree_[id].path, id);
    while (component != PathId::root && !instances_.contains(component)) component = model_.paths.parent(component);
    tree_[component == PathId::root ? InstanceTree::root : instances_.at(component)].equationCount += more;
  }

  void guardAssertions() {
    for (Assertion& one : model_.assertions)
      if (const std::size_t state = stateAround(one.origin.component); state != noState)
        one.condition = either(unless(pool_.variable(states_[state].isActive)), one.condition);
  }

  /// previous(v) of the model itself, where v belongs to a state.
  void resetMemories(std::size_t operators) {
    for (std::size_t i = 0; i < operators; ++i) {
      const ClockedOperator& one = clocked_.operators()[i];
      if (one.kind != ClockedKind::previous) continue;
      const VariableId variable = pool_.variable(one.argument), result = one.result;
      const std::size_t state = stateAround(model_[variable].name);
      if (state == noState) continue;
      const SourceRange where = one.where;
      const Expr before = pool_.variable(clocked_.detach(i));
      define(result, choice(pool_.variable(states_[state].isReset), startOf(variable), before), where);
    }
  }

  FlatModel& model_;
  Pool& pool_;
  const StateOperators& written_;
  ClockedOperators& clocked_;
  InstanceTree& tree_;
  Diagnostics& diagnostics_;
  std::vector<State> states_;
  std::vector<Machine> machines_;
  std::unordered_map<PathId, std::size_t> stateNumbers_;
  std::unordered_map<VariableId, VariableId> previous_;
  std::unordered_map<PathId, InstanceId> instances_;
  std::vector<Equation> made_;
  VariableId defaultClock_ = VariableId::none;
  bool isSound_ = true;
};

}  // namespace

void translateStateMachines(FlatModel& model, const StateOperators& states, ClockedOperators& clocked,
                            InstanceTree& tree, Diagnostics& diagnostics) {
  if (!states.isEmpty()) StateMachines(model, states, clocked, tree, diagnostics).run();
}

}  // namespace dashpot::model
