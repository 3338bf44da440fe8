#include "equations/make_solvable.hpp"

#include "base/invariants.hpp"
#include "equations/aliases.hpp"
#include "equations/arriving.hpp"
#include "equations/causalise.hpp"
#include "equations/constant_propagation.hpp"
#include "equations/derivatives.hpp"
#include "equations/discrete.hpp"
#include "equations/features.hpp"
#include "equations/free_parameter_guesses.hpp"
#include "equations/hidden_constraints.hpp"
#include "equations/hoist.hpp"
#include "equations/parameters.hpp"
#include "equations/preferred_states.hpp"
#include "equations/redundant_conditions.hpp"
#include "equations/rewriting.hpp"
#include "equations/semi_linear.hpp"
#include "equations/settled_variables.hpp"
#include "equations/shown_calls.hpp"
#include "equations/silent_conditions.hpp"
#include "equations/start_values.hpp"
#include "equations/state_selection.hpp"
#include "equations/structural_fault.hpp"
#include "equations/surplus_states.hpp"
#include "equations/vanishing_coefficients.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace dashpot::equations {

namespace {

using model::Variability;
using symbolic::Op;

class Solver {
 public:
  Solver(FlatModel model, const Sources& sources, Diagnostics& diagnostics, const SolvableOptions& options,
         const std::vector<KnownValue>& decided)
      : sources_(sources),
        diagnostics_(diagnostics),
        options_(options),
        decided_(decided),
        functions_(system_.flat.functions) {
    system_.flat = std::move(model);
    given_ = {system_.flat.variables.size(), system_.flat.equations.size()};
  }

  std::optional<SolvableSystem> run() {
    const std::size_t errorsBefore = diagnostics_.errorCount();
    isDiscrete_ = findDiscrete(system_.flat);
    isFree_ = findFreeParameters(system_.flat);
    system_.parameters = orderParameters(system_.flat, isFree_, diagnostics_);
    // Another value of what makes something zero means another order.
    for (const KnownValue& known : decided_)
      for (const VariableId id : known.parameters) system_.flat.variables[symbolic::index(id)].isFinal = true;
    findStates();
    if (diagnostics_.errorCount() > errorsBefore) return std::nullopt;
    AliasSet aliases = options_.asWritten ? noAliases(system_.flat) : findAliases(system_.flat, wasState_, isDiscrete_);
    joinSemiLinear(system_.flat, aliases);
    const HeldInputs held = holdInputs(system_.flat, aliases);
    isDiscrete_.resize(system_.flat.variables.size(), true);
    isFree_.resize(system_.flat.variables.size(), false);
    wasState_.resize(system_.flat.variables.size(), false);
    makeVariables(aliases);
    EventExtractor events(system_, options_.silentRelations);
    symbolic::Substitution substitution = replacements(system_, wasState_, held, keepArriving(system_));
    if (!options_.asWritten) events.findSettledBy([&] { return settledVariables(system_, substitution); });
    DiscretePart discrete(
        system_, events, [&](Expr e) { return substitution(e); }, diagnostics_);
    discrete.addWhenClauses();
    Rewriting rewrite(system_, substitution, events, decided_, diagnostics_);
    takeEquations(aliases, rewrite, discrete);
    takeBindingsOfFreeParameters(substitution);
    checkRelations();
    continuous_.insert(continuous_.end(), events.delayEquations().begin(), events.delayEquations().end());
    if (diagnostics_.errorCount() > errorsBefore) return std::nullopt;
    if (!sortSimulation() || !sortInitial() || !discrete.sort(heldVariables())) return std::nullopt;
    guessByFreeParameters(system_, diagnostics_);
    if (!checkActions()) return std::nullopt;
    checkStateSelect();
    if (diagnostics_.errorCount() > errorsBefore) return std::nullopt;
    differentiate(system_, system_.simulation, options_.keepsGradients ? Wanted::all : Wanted::run, functions_);
    differentiate(system_, system_.initial, Wanted::jacobian, functions_);
    findFeatures(system_);
    hoistParameterParts(system_);
    findSilentConditions(system_);
    for (Mode& mode : system_.modes) mode.crossing = symbolic::subtract(pool(), mode.left, mode.right);
    return std::move(system_);
  }

  /// Values that must be known to be zero before the order can be found; run() was in vain then.
  [[nodiscard]] const std::vector<KnownValue>& vanishing() const { return vanishing_; }
  /// The model as it was given.
  FlatModel takeBack() {
    system_.flat.variables.resize(given_.variables);
    system_.flat.equations.resize(given_.equations);
    return std::move(system_.flat);
  }

 private:
  Pool& pool() { return system_.flat.pool; }

  // --------------------------------------------------------------------------------------------------- variables

  void findStates() {
    wasState_.assign(system_.flat.variables.size(), false);
    for (std::size_t i = 0; i < system_.flat.variables.size(); ++i)
      if (const model::Variable& v = system_.flat.variables[i]; v.variability == Variability::continuous &&
                                                                v.type == model::Type::real &&
                                                                v.attributes.stateSelect >= model::StateSelect::prefer)
        preferred_.push_back(static_cast<VariableId>(i));
    symbolic::Walker walker(pool());
    const auto mark = [&](Expr e, const model::Origin& origin) {
      for (const Expr leaf : walker.leaves(e, Op::derivative)) {
        const VariableId id = pool().variable(leaf);
        wasState_[symbolic::index(id)] = true;
        if (system_.flat[id].causality == model::Causality::input)
          diagnostics_
              .error("no-derivative", origin.where,
                     fmt::format("the time derivative of the input {} is not known", system_.flat.nameOf(id)))
              .hint("give its derivative as a further input, or filter it by a first-order lag");
      }
    };
    for (const auto* list : {&system_.flat.equations, &system_.flat.initialEquations})
      for (const model::Equation& equation : *list)
        mark(equation.left, equation.origin), mark(equation.right, equation.origin);
    for (model::WhenClause& clause : system_.flat.whenClauses)
      for (model::WhenBranch& branch : clause.branches) {
        for (const Expr condition : branch.conditions) mark(condition, clause.origin);
        for (model::Action& action : branch.actions) {
          if (action.value != Expr::none) mark(action.value, action.origin);
          // A variable that is reinitialised must be a state (Modelica 3.6, section 8.3.6).
          if (action.kind == model::ActionKind::reinit)
            system_.flat.variables[symbolic::index(action.target)].attributes.stateSelect = model::StateSelect::always;
        }
      }
  }

  Role roleOf(std::size_t i, const AliasSet& aliases) const {
    const model::Variable& variable = system_.flat.variables[i];
    if (variable.variability == Variability::constant || variable.type == model::Type::string) return Role::parameter;
    if (variable.variability == Variability::parameter) return isFree_[i] ? Role::held : Role::parameter;
    if (symbolic::index(aliases.entries[i].of) != i) return Role::alias;
    if (variable.causality == model::Causality::input) return Role::input;
    return isDiscrete_[i] ? Role::discrete : Role::algebraic;
  }

  void makeVariables(const AliasSet& aliases) {
    const FlatModel& flat = system_.flat;
    for (std::size_t i = 0; i < flat.variables.size(); ++i) {
      SystemVariable variable;
      variable.start = flat.variables[i].attributes.start;
      variable.nominal = flat.variables[i].attributes.nominal;
      variable.role = roleOf(i, aliases);
      const auto id = static_cast<VariableId>(i);
      if (variable.role == Role::alias) {
        variable.of = aliases.entries[i].of;
        variable.negated = aliases.entries[i].negated;
      }
      if (variable.role == Role::input) system_.inputs.push_back(id);
      if (variable.role == Role::held && variable.start == Expr::none) variable.start = flat.variables[i].binding;
      system_.variables.push_back(variable);
    }
    starts_.inheritFromAliases();
    for (std::size_t i = 0; i < flat.variables.size(); ++i) {
      if (!wasState_[i]) continue;
      const auto kept = static_cast<std::size_t>(aliases.entries[i].of);
      if (system_.variables[kept].role == Role::input || system_.variables[kept].derivative != VariableId::none)
        continue;
      wasState_[kept] = true;
      derivativeOf(system_, static_cast<VariableId>(kept));
    }
    system_.counts.equations = flat.equations.size();
    system_.counts.aliases =
        static_cast<std::size_t>(std::ranges::count(system_.variables, Role::alias, &SystemVariable::role));
  }

  // --------------------------------------------------------------------------------------------------- equations

  void takeEquations(const AliasSet& aliases, Rewriting& rewrite, DiscretePart& discrete) {
    for (std::size_t i = 0; i < system_.flat.equations.size(); ++i) {
      if (aliases.isConsumed[i]) continue;
      const EquationId id = rewrite(system_.flat.equations[i], EquationSource::flat, i);
      if (!discrete.claims(id)) continuous_.push_back(id);
    }
    for (std::size_t i = 0; i < system_.flat.initialEquations.size(); ++i) {
      const EquationId id = rewrite(system_.flat.initialEquations[i], EquationSource::initial, i);
      if (!discrete.claimsInitial(id)) initialEquations_.push_back(id);
    }
  }

  /// The binding of a parameter that is itself not fixed is a guess, unless it depends on others that are not.
  void takeBindingsOfFreeParameters(symbolic::Substitution& substitution) {
    symbolic::Walker walker(pool());
    const auto dependsOnFree = [&](Expr e) {
      return std::ranges::any_of(walker.leaves(e, Op::variable),
                                 [&](Expr leaf) { return system_[pool().variable(leaf)].role == Role::held; });
    };
    for (std::size_t i = 0; i < system_.flat.variables.size(); ++i) {
      const model::Variable& variable = system_.flat.variables[i];
      if (!isFree_[i] || variable.variability != Variability::parameter || variable.binding == Expr::none ||
          !dependsOnFree(variable.binding))
        continue;
      system_.equations.push_back({pool().variable(static_cast<VariableId>(i)), substitution(variable.binding),
                                   EquationSource::startValue, static_cast<std::uint32_t>(i), variable.origin});
      initialEquations_.push_back(static_cast<EquationId>(system_.equations.size() - 1));
    }
  }

  void checkRelations() {
    for (const Mode& mode : system_.modes) {
      if (mode.relation != Op::equal && mode.relation != Op::notEqual) continue;
      diagnostics_
          .error("real-equality", mode.origin.where, "'==' and '<>' between numbers that vary in time have no meaning")
          .hint("use <= or >=");
    }
  }

  // ----------------------------------------------------------------------------------------------------- sorting

  /// Unknowns of the simulation: everything continuous that is no state.
  EquationSystem simulationSystem() const {
    EquationSystem system{.equations = continuous_, .unknowns = {}};
    for (std::size_t i = 0; i < system_.variables.size(); ++i)
      if (const Role role = system_.variables[i].role; role == Role::algebraic || role == Role::derivative)
        system.unknowns.push_back(static_cast<VariableId>(i));
    return system;
  }

  void takeGivenStates() {
    for (std::size_t i = 0; i < system_.variables.size(); ++i)
      if (system_.variables[i].derivative != VariableId::none) {
        system_.variables[i].role = Role::state;
        states_.push_back(static_cast<VariableId>(i));
      }
  }

  /// Adds states that are not differentiated in the model but wanted; false: there are none.
  bool takePreferredStates(const EquationSystem& system, const Incidence& incidence, const Matching& matching) {
    std::vector<VariableId> wanted;
    for (const VariableId id : preferred_) {
      const VariableId root = system_[id].role == Role::alias ? system_[id].of : id;
      if (system_[root].role == Role::algebraic) wanted.push_back(root);
    }
    std::ranges::sort(wanted);
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    const std::vector<VariableId> found = findPreferredStates(system_, wanted, system, incidence, matching);
    for (const VariableId id : found) {
      derivativeOf(system_, id);
      system_.variables[symbolic::index(id)].role = Role::state;
    }
    return !found.empty();
  }

  bool giveUpState(VariableId id) {
    if (id == VariableId::none) return false;
    system_.variables[symbolic::index(id)].role = Role::algebraic;
    std::erase(states_, id);
    return true;
  }

  bool sortSimulation() {
    takeGivenStates();
    showHiddenConstraints(system_, continuous_);
    EquationSystem system = simulationSystem();
    Incidence incidence = findIncidence(system_, system);
    Matching matching = match(incidence);
    if (takePreferredStates(system, incidence, matching)) {
      system = simulationSystem();
      incidence = findIncidence(system_, system);
      matching = match(incidence);
    }
    if (!matching.perfect()) {
      if (!isDeterminate() || !reduce()) return false;
      system = simulationSystem();
      incidence = findIncidence(system_, system);
      matching = match(incidence);
      while (!matching.perfect() && giveUpState(surplusState(system_, system, incidence, matching))) {
        system = simulationSystem();
        incidence = findIncidence(system_, system);
        matching = match(incidence);
      }
      if (!matching.perfect()) {
        reportStructuralFault(system_, system, incidence, matching, Phase::simulation, sources_, diagnostics_);
        return false;
      }
    }
    showWhatCallsDo();
    SortedSystem& out = system_.simulation;
    for (const VariableId state : states_) {
      out.unknowns.push_back(state);
      out.rows.push_back({true, pool().variable(system_[state].derivative), EquationId::none});
    }
    if (!causaliseBy(system, incidence, matching, out) || dividesByVanishing()) return false;
    for (std::size_t i = states_.size(); i < out.unknowns.size(); ++i)
      system_.variables[symbolic::index(out.unknowns[i])].role = Role::iteration;
    nameRowsOfStates();
    if (!options_.asWritten) computed_ = computeWithParameters(system_);
    const bool hasLoops =
        std::ranges::any_of(out.blocks, [](const Block& block) { return block.kind != BlockKind::assignment; });
    system_.counts.index = std::max<std::size_t>(system_.counts.index, hasLoops ? 1 : 0);
    return true;
  }

  /// Whether the equations determine the variables when a variable and its derivative count as one: if not, no
  /// differentiation will help.
  bool isDeterminate() {
    EquationSystem merged{.equations = continuous_, .unknowns = {}};
    std::vector<std::uint32_t> columns(system_.variables.size(), noColumn);
    for (std::size_t i = 0; i < system_.variables.size(); ++i) {
      const SystemVariable& variable = system_.variables[i];
      if (variable.role == Role::derivative) {
        columns[i] = columns[symbolic::index(variable.of)];
      } else if (isContinuous(variable.role)) {
        columns[i] = static_cast<std::uint32_t>(merged.unknowns.size());
        merged.unknowns.push_back(static_cast<VariableId>(i));
      }
    }
    // With all arguments of calls: what a function ignores, its derivative may need.
    const Incidence incidence = findIncidence(system_, merged, columns, Arguments::all);
    const Matching matching = match(incidence);
    if (matching.perfect()) return true;
    reportStructuralFault(system_, merged, incidence, matching, Phase::simulation, sources_, diagnostics_);
    return false;
  }

  /// Arguments of functions that equations v = der(x) give become der(x): a function whose derivative is such an
  /// argument (Modelica 3.6, section 12.7.1: noDerivative) then has a derivative that is about x, as a constraint on x
  /// must have.
  void showDerivativesInCalls() {
    if (system_.flat.functions.empty()) return;
    // Of `e`, a variable of that role or its negative; none: it is something else.
    const auto ofRole = [&](Expr e, Role role) {
      const Expr inner = pool().op(e) == Op::negate ? pool().operands(e)[0] : e;
      return pool().op(inner) == Op::variable && system_[pool().variable(inner)].role == role ? inner : Expr::none;
    };
    symbolic::Substitution derivatives(pool());
    for (const EquationId id : continuous_) {
      const SystemEquation& equation = system_.equations[static_cast<std::size_t>(id)];
      for (const auto& [left, right] : {std::pair(equation.left, equation.right), {equation.right, equation.left}}) {
        const Expr name = ofRole(left, Role::algebraic);
        if (name == Expr::none || ofRole(right, Role::derivative) == Expr::none) continue;
        derivatives.replace(name, name == left ? right : symbolic::negate(pool(), right));
      }
    }
    for (const EquationId id : continuous_) {
      SystemEquation& equation = system_.equations[static_cast<std::size_t>(id)];
      for (Expr* side : {&equation.left, &equation.right})
        if (pool().op(*side) == Op::call || pool().op(*side) == Op::element) *side = derivatives(*side);
    }
  }

  bool reduce() {
    showDerivativesInCalls();
    const std::vector<EquationId> links = linkVelocities(system_, continuous_);
    const auto reduced = reduceIndex(system_, continuous_, functions_, diagnostics_);
    if (!reduced) return false;
    const std::size_t before = continuous_.size();
    continuous_ = reduced->equations;
    showWhatCallsDo();
    system_.counts.differentiated = continuous_.size() - before;
    for (const EquationId id : continuous_) {
      std::size_t order = 1;
      for (EquationId at = integralOf(id); at != EquationId::none; at = integralOf(at)) ++order;
      system_.counts.index = std::max(system_.counts.index, order);
    }
    continuous_.insert(continuous_.end(), links.begin(), links.end());
    const StateSelection selection = selectStates(system_, *reduced, wasState_, functions_);
    states_ = selection.states;
    continuous_.insert(continuous_.end(), selection.setEquations.begin(), selection.setEquations.end());
    setStarts_ = selection.setStarts;
    return true;
  }

  /// Nothing is differentiated along time any more, so what a function ignores can go, and formulas can be written out.
  void showWhatCallsDo() {
    if (system_.flat.functions.empty()) return;
    ShownCalls shown(system_.flat);
    for (const auto* list : {&continuous_, &initialEquations_})
      for (const EquationId id : *list) {
        SystemEquation& equation = system_.equations[static_cast<std::size_t>(id)];
        equation.left = shown(equation.left);
        equation.right = shown(equation.right);
      }
  }

  [[nodiscard]] EquationId integralOf(EquationId id) const {
    return system_.equations[static_cast<std::size_t>(id)].integral;
  }

  /// The row of a state points to the equation its derivative comes from.
  void nameRowsOfStates() {
    std::vector<EquationId> determines(system_.variables.size(), EquationId::none);
    for (const Block& block : system_.simulation.blocks)
      for (std::size_t k = 0; k < block.unknowns.size(); ++k)
        determines[symbolic::index(block.unknowns[k])] = block.equations[k];
    for (std::size_t i = 0; i < states_.size(); ++i)
      system_.simulation.rows[i].equation = determines[symbolic::index(system_[states_[i]].derivative)];
  }

  /// Free parameters, clocks, left limits and selections, in the order of their numbers.
  std::vector<VariableId> heldVariables() const {
    std::vector<VariableId> held;
    for (std::size_t i = 0; i < system_.variables.size(); ++i)
      if (system_.variables[i].role == Role::held) held.push_back(static_cast<VariableId>(i));
    return held;
  }

  // --------------------------------------------------------------------------------------------------- initialisation

  /// All equations, the initial ones, fixed start values; and start values that are not fixed, as far as they are
  /// needed.
  bool sortInitial() {
    EquationSystem system;
    for (std::size_t i = 0; i < system_.variables.size(); ++i)
      if (const Role role = system_.variables[i].role;
          isContinuous(role) || role == Role::iteration || (role == Role::held && i < system_.flat.variables.size()))
        system.unknowns.push_back(static_cast<VariableId>(i));
    std::vector<bool> isKnown(system_.equations.size(), false);
    for (const EquationId id : computed_) isKnown[static_cast<std::size_t>(id)] = true;
    std::unordered_map<EquationId, EquationId> atStart;
    for (const Delay& delay : system_.delays) atStart.emplace(delay.running, delay.atStart);
    for (const EquationId id : continuous_) {
      if (isKnown[static_cast<std::size_t>(id)]) continue;
      const auto found = atStart.find(id);
      system.equations.push_back(found == atStart.end() ? id : found->second);
    }
    system.equations.insert(system.equations.end(), initialEquations_.begin(), initialEquations_.end());
    for (std::size_t i = 0; i < system_.flat.variables.size(); ++i) {
      const auto id = static_cast<VariableId>(i);
      const VariableId root = system_[id].role == Role::alias ? system_[id].of : id;
      const Role role = system_[root].role;
      if ((isContinuous(role) || role == Role::iteration) && system_.flat[id].attributes.fixed.value_or(false))
        starts_.addEquation(id, starts_.own(id), system.equations);
    }
    const std::size_t mandatory = system.equations.size();
    for (std::size_t i = 0; i < system_.flat.variables.size(); ++i)
      if (const auto id = static_cast<VariableId>(i); system_[id].role == Role::held && !isUnguessed(id))
        starts_.addEquation(id, system_[id].start, system.equations);
    std::vector<VariableId> guesses = starts_.byRank(states_, wasState_);
    const auto late = std::ranges::stable_partition(guesses, [&](VariableId id) { return !starts_.yieldsToSets(id); });
    for (const VariableId id : std::ranges::subrange(guesses.begin(), late.begin()))
      starts_.addEquation(id, system_[id].start, system.equations);
    system.equations.insert(system.equations.end(), setStarts_.begin(), setStarts_.end());
    for (const VariableId id : late) starts_.addEquation(id, system_[id].start, system.equations);
    for (const VariableId state : states_)
      if (symbolic::index(state) >= system_.flat.variables.size() && system_[state].label.empty())
        starts_.addEquation(state, system_[state].start, system.equations);
    for (std::size_t i = 0; i < system_.flat.variables.size(); ++i)
      if (const auto id = static_cast<VariableId>(i); system_[id].role == Role::held && isUnguessed(id))
        starts_.addEquation(id, system_[id].start, system.equations);

    const Incidence firstIncidence = findIncidence(system_, system);
    const Matching firstMatching = match(firstIncidence);
    starts_.noteLost(system, firstIncidence, firstMatching, mandatory);
    EquationSystem used{.equations = {}, .unknowns = system.unknowns};
    for (std::size_t i = 0; i < system.equations.size(); ++i)
      if (i < mandatory || firstMatching.unknownOf[i] != unmatched) used.equations.push_back(system.equations[i]);
    Incidence incidence = findIncidence(system_, used);
    Matching matching = match(incidence);
    if (!matching.perfect()) {
      if (!setAsideRedundantConditions(system_, used, incidence, matching, sources_, diagnostics_)) {
        reportStructuralFault(system_, used, incidence, matching, Phase::initialisation, sources_, diagnostics_);
        return false;
      }
      incidence = findIncidence(system_, used);
      matching = match(incidence);
    }
    return causaliseBy(used, incidence, matching, system_.initial);
  }

  bool causaliseBy(const EquationSystem& system, const Incidence& incidence, const Matching& matching,
                   SortedSystem& out) {
    const Causalised result = causalise(system_, system, incidence, matching, sources_, functions_, diagnostics_, out);
    for (const VanishingPivot& pivot : result.vanishing) {
      if (std::ranges::find(decided_, pivot.variable, &KnownValue::variable) != decided_.end()) continue;
      if (pivot.definition == EquationId::none) {
        vanishing_.push_back({pivot.variable, pivot.value, std::nullopt, pivot.parameters});
        continue;
      }
      const SystemEquation& definition = system_.equations[static_cast<std::size_t>(pivot.definition)];
      if (definition.source == EquationSource::flat && symbolic::index(pivot.variable) < given_.variables)
        vanishing_.push_back({pivot.variable, pivot.value, definition.index, pivot.parameters});
    }
    return result.isSound && vanishing_.empty();
  }

  /// Whether other capacities than those that are known to be zero already are so for all states, and were divided by.
  bool dividesByVanishing() {
    if (options_.asWritten) return false;
    vanishing_ = findVanishingDivisors(system_);
    std::erase_if(vanishing_, [&](const KnownValue& known) {
      return std::ranges::find(decided_, known.variable, &KnownValue::variable) != decided_.end();
    });
    return !vanishing_.empty();
  }

  /// A parameter that initial equations determine, without a start value: it decides nothing that others say.
  bool isUnguessed(VariableId id) const {
    return system_.flat[id].variability == model::Variability::parameter && system_[id].start == Expr::none;
  }

  /// reinit() gives a state a new value (Modelica 3.6, section 8.3.6); any other variable would not keep it.
  bool checkActions() {
    bool isSound = true;
    for (const Action& action : system_.actions) {
      if (action.kind != model::ActionKind::reinit || system_[action.target].role == Role::state) continue;
      const bool isDifferentiated = system_[action.target].derivative != VariableId::none;
      diagnostics_
          .error(
              "reinit", action.origin.where,
              fmt::format("'{}' is no state: {}", system_.nameOf(action.target),
                          isDifferentiated ? "it follows from others that are" : "no equation contains its derivative"))
          .note(fmt::format("'{}' is declared at {}", system_.nameOf(action.target),
                            sources_.describeLine(system_.flat[action.target].origin.where)));
      isSound = false;
    }
    return isSound;
  }

  /// Reports the wishes for states that cannot be granted. States that are chosen while the model runs are left aside.
  void checkStateSelect() {
    if (!setStarts_.empty()) return;
    for (std::size_t i = 0; i < system_.flat.variables.size(); ++i) {
      const model::Variable& variable = system_.flat.variables[i];
      const SystemVariable& own = system_.variables[i];
      const Role role = own.role == Role::alias ? system_[own.of].role : own.role;
      const auto name = [&] { return system_.nameOf(static_cast<VariableId>(i)); };
      if (variable.attributes.stateSelect == model::StateSelect::always && role != Role::state)
        diagnostics_.breach("state-select", variable.origin.where,
                            fmt::format("{} is not a state, although 'stateSelect' demands it", name()));
      if (variable.attributes.stateSelect == model::StateSelect::never && own.role == Role::state)
        diagnostics_.breach(
            "state-select", variable.origin.where,
            fmt::format("{} is a state, although 'stateSelect' forbids it: nothing else can be", name()));
    }
  }

  const Sources& sources_;
  Diagnostics& diagnostics_;
  const SolvableOptions& options_;
  const std::vector<KnownValue>& decided_;
  struct {
    std::size_t variables = 0, equations = 0;
  } given_;
  std::vector<KnownValue> vanishing_;
  SolvableSystem system_;
  StartValues starts_{system_};
  symbolic::FunctionDerivatives functions_;
  std::vector<bool> isDiscrete_, isFree_, wasState_;
  std::vector<VariableId> states_;
  std::vector<VariableId> preferred_;  // by the user, as states
  std::vector<EquationId> continuous_, initialEquations_, setStarts_, computed_;
};

}  // namespace

std::optional<SolvableSystem> makeSolvable(FlatModel model, const Sources& sources, Diagnostics& diagnostics,
                                           const SolvableOptions& options) {
  if (!options.asWritten) propagateConstants(model);
  std::vector<KnownValue> decided;
  std::optional<SolvableSystem> system;
  for (;;) {
    Solver solver(std::move(model), sources, diagnostics, options, decided);
    system = solver.run();
    if (solver.vanishing().empty()) break;
    decided.insert(decided.end(), solver.vanishing().begin(), solver.vanishing().end());
    model = solver.takeBack();
  }
  if constexpr (checksInvariants)
    if (system) requireNoViolations("solvable system", check(*system));
  return system;
}

}  // namespace dashpot::equations
