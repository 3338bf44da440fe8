#include "equations/make_solvable.hpp"

#include "base/invariants.hpp"
#include "equations/aliases.hpp"
#include "equations/causalise.hpp"
#include "equations/derivatives.hpp"
#include "equations/discrete.hpp"
#include "equations/features.hpp"
#include "equations/hoist.hpp"
#include "equations/parameters.hpp"
#include "equations/start_rank.hpp"
#include "equations/state_selection.hpp"
#include "equations/structural_fault.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <unordered_set>

namespace dashpot::equations {

namespace {

using model::Variability;
using symbolic::Op;

class Solver {
 public:
  Solver(FlatModel model, const Sources& sources, Diagnostics& diagnostics, const SolveOptions& options)
      : sources_(sources), diagnostics_(diagnostics), options_(options), functions_(system_.flat.functions) {
    system_.flat = std::move(model);
  }

  std::optional<SolvableSystem> run() {
    const std::size_t errorsBefore = diagnostics_.errorCount();
    isDiscrete_ = findDiscrete(system_.flat);
    isFree_ = findFreeParameters(system_.flat);
    system_.parameters = orderParameters(system_.flat, isFree_, diagnostics_);
    findStates();
    if (diagnostics_.errorCount() > errorsBefore) return std::nullopt;
    AliasSet aliases = findAliases(system_.flat, wasState_, isDiscrete_);
    holdInputs(aliases);
    makeVariables(aliases);
    EventExtractor events(system_);
    symbolic::Substitution substitution = replacements();
    DiscretePart discrete(
        system_, events, [&](Expr e) { return substitution(e); }, diagnostics_);
    discrete.addWhenClauses();
    rewriteEquations(aliases, substitution, events, discrete);
    if (diagnostics_.errorCount() > errorsBefore) return std::nullopt;
    if (!sortSimulation() || !sortInitial() || !discrete.sort(heldVariables())) return std::nullopt;
    if (!checkActions()) return std::nullopt;
    checkStateSelect();
    differentiate(system_, system_.simulation, options_.keepsGradients ? Wanted::all : Wanted::run, functions_);
    differentiate(system_, system_.initial, Wanted::jacobian, functions_);
    findFeatures(system_);
    hoistParameterParts(system_);
    return std::move(system_);
  }

 private:
  Pool& pool() { return system_.flat.pool; }

  // --------------------------------------------------------------------------------------------------- variables

  void findStates() {
    wasState_.assign(system_.flat.variables.size(), false);
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
          // What is reinitialised must be a state (Modelica 3.6, section 8.3.6).
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
    inheritAttributes();
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

  /// What an alias knows of start and nominal helps the variable it stands for; of several start values the strongest
  /// counts.
  void inheritAttributes() {
    startOwner_.resize(system_.variables.size());
    for (std::size_t i = 0; i < startOwner_.size(); ++i) startOwner_[i] = static_cast<VariableId>(i);
    for (std::size_t i = 0; i < system_.flat.variables.size(); ++i) {
      const SystemVariable& alias = system_.variables[i];
      if (alias.role != Role::alias) continue;
      SystemVariable& kept = system_.variables[symbolic::index(alias.of)];
      if (kept.nominal == Expr::none) kept.nominal = alias.nominal;
      if (alias.start == Expr::none) continue;
      VariableId& owner = startOwner_[symbolic::index(alias.of)];
      const auto id = static_cast<VariableId>(i);
      if (kept.start != Expr::none && !rankOf(id).isStrongerThan(rankOf(owner))) continue;
      kept.start = startOfKept(id);
      owner = id;
    }
    noteLostAliases();
  }

  StartRank rankOf(VariableId id) const { return rankOfStart(system_.flat, id); }

  /// The start value of an alias as one of the variable that is kept.
  Expr startOfKept(VariableId id) {
    const Expr start = system_.flat[id].attributes.start;
    return system_[id].negated ? symbolic::negate(pool(), start) : start;
  }

  void noteLostAliases() {
    for (std::size_t i = 0; i < system_.flat.variables.size(); ++i) {
      const auto id = static_cast<VariableId>(i);
      const VariableId root = system_[id].role == Role::alias ? system_[id].of : id;
      const VariableId owner = startOwner_[symbolic::index(root)];
      if (owner == id || system_.flat[id].attributes.start == Expr::none || startOfKept(id) == system_[root].start)
        continue;
      noteLost(id, {owner});
    }
  }

  void noteLost(VariableId id, std::vector<VariableId> rivals) {
    StartRank rank = rankOf(id);
    const auto isGiven = [&](VariableId rival) { return rankOf(rival).isGiven || rankOf(rival).isFixed; };
    const bool isDisputed =
        rank.isGiven && std::ranges::any_of(rivals, isGiven) && std::ranges::none_of(rivals, [&](VariableId rival) {
          return isGiven(rival) && rankOf(rival).level < rank.level;
        });
    if (isDisputed) std::erase_if(rivals, [&](VariableId rival) { return !isGiven(rival); });
    system_.lostStarts.push_back({id, std::move(rivals), isDisputed, std::move(rank.parameters)});
  }

  // --------------------------------------------------------------------------------------------------- equations

  Expr kept(VariableId id) {
    const SystemVariable& variable = system_[id];
    if (variable.role != Role::alias) return pool().variable(id);
    const Expr of = pool().variable(variable.of);
    return variable.negated ? symbolic::negate(pool(), of) : of;
  }

  /// An input comes from outside, and what it was before an event is not kept. Where the model asks for pre(u), a
  /// discrete variable h = u is made that follows it at events, and pre(u) is pre(h).
  void holdInputs(AliasSet& aliases) {
    FlatModel& flat = system_.flat;
    symbolic::Walker walker(pool());
    const auto hold = [&](Expr e, const model::Origin& origin) {
      if (e == Expr::none) return;
      for (const Expr leaf : walker.leaves(e, Op::pre)) {
        const VariableId input = aliases.entries[symbolic::index(pool().variable(leaf))].of;
        const model::Variable& variable = flat.variables[symbolic::index(input)];
        if (variable.causality != model::Causality::input || heldInputs_.contains(input)) continue;
        model::Variable held{.name = flat.paths.child(variable.name, "$held"),
                             .type = variable.type,
                             .variability = Variability::discrete,
                             .enumeration = variable.enumeration,
                             .isProtected = true,
                             .origin = variable.origin};
        held.attributes.start = variable.attributes.start;
        const auto id = static_cast<VariableId>(flat.variables.size());
        heldInputs_.emplace(input, id);
        flat.variables.push_back(std::move(held));
        flat.equations.push_back({.left = pool().variable(id), .right = pool().variable(input), .origin = origin});
        aliases.entries.push_back({id, false});
        aliases.isConsumed.push_back(false);
        isDiscrete_.push_back(true), isFree_.push_back(false), wasState_.push_back(false);
      }
    };
    for (const auto* list : {&flat.equations, &flat.initialEquations})
      for (std::size_t i = 0, count = list->size(); i < count; ++i)
        for (const Expr side : {(*list)[i].left, (*list)[i].right}) hold(side, model::Origin((*list)[i].origin));
    for (const model::WhenClause& clause : flat.whenClauses)
      for (const model::WhenBranch& branch : clause.branches) {
        for (const Expr condition : branch.conditions) hold(condition, clause.origin);
        for (const model::Action& action : branch.actions) hold(action.value, clause.origin);
      }
  }

  /// Aliases, derivatives and pre() replaced by the variables that stand for them, plain constants by their values.
  symbolic::Substitution replacements() {
    symbolic::Substitution substitution(pool());
    for (std::size_t i = 0; i < system_.flat.variables.size(); ++i) {
      const auto id = static_cast<VariableId>(i);
      const model::Variable& variable = system_.flat.variables[i];
      const SystemVariable own = system_[id];
      const VariableId root = own.role == Role::alias ? own.of : id;
      const auto asSigned = [&](VariableId of) {
        return own.negated ? symbolic::negate(pool(), pool().variable(of)) : pool().variable(of);
      };
      if (own.role == Role::alias) substitution.replace(pool().variable(id), asSigned(root));
      if (wasState_[i] && system_[root].derivative != VariableId::none)
        substitution.replace(pool().derivative(id), asSigned(system_[root].derivative));
      const auto held = heldInputs_.find(root);
      if (system_[root].role == Role::discrete || held != heldInputs_.end())
        substitution.replace(pool().pre(id), asSigned(preOf(system_, held == heldInputs_.end() ? root : held->second)));
      if (variable.variability == Variability::constant && variable.binding != Expr::none &&
          pool().isConstant(variable.binding))
        substitution.replace(pool().variable(id), variable.binding);
    }
    return substitution;
  }

  void rewriteEquations(const AliasSet& aliases, symbolic::Substitution& substitution, EventExtractor& events,
                        DiscretePart& discrete) {
    const auto rewrite = [&](const model::Equation& equation, EquationSource source, std::size_t index) {
      const Expr left = events(substitution(equation.left), equation.origin);
      const Expr right = events(substitution(equation.right), equation.origin);
      system_.equations.push_back({left, right, source, static_cast<std::uint32_t>(index), equation.origin});
      if (left == right)
        diagnostics_.error("trivial-equation", equation.origin.where, "both sides of this equation are the same")
            .note("it holds whatever the values are, so it determines nothing");
      return static_cast<EquationId>(system_.equations.size() - 1);
    };
    for (std::size_t i = 0; i < system_.flat.equations.size(); ++i) {
      if (aliases.isConsumed[i]) continue;
      const EquationId id = rewrite(system_.flat.equations[i], EquationSource::flat, i);
      if (!discrete.claims(id)) continuous_.push_back(id);
    }
    for (std::size_t i = 0; i < system_.flat.initialEquations.size(); ++i) {
      const EquationId id = rewrite(system_.flat.initialEquations[i], EquationSource::initial, i);
      if (!discrete.claimsInitial(id)) initialEquations_.push_back(id);
    }
    for (std::size_t i = 0; i < system_.flat.variables.size(); ++i) {
      const model::Variable& variable = system_.flat.variables[i];
      if (!isFree_[i] || variable.variability != Variability::parameter || variable.binding == Expr::none ||
          !dependsOnFree(variable.binding))
        continue;  // the binding of a parameter that is itself not fixed is a guess
      system_.equations.push_back({pool().variable(static_cast<VariableId>(i)), substitution(variable.binding),
                                   EquationSource::startValue, static_cast<std::uint32_t>(i), variable.origin});
      initialEquations_.push_back(static_cast<EquationId>(system_.equations.size() - 1));
    }
    for (const Mode& mode : system_.modes) {
      if (mode.relation != Op::equal && mode.relation != Op::notEqual) continue;
      diagnostics_
          .error("real-equality", mode.origin.where, "'==' and '<>' between numbers that vary in time have no meaning")
          .hint("use <= or >=");
    }
  }

  bool dependsOnFree(Expr e) {
    symbolic::Walker walker(pool());
    return std::ranges::any_of(walker.leaves(e, Op::variable),
                               [&](Expr leaf) { return system_[pool().variable(leaf)].role == Role::held; });
  }

  // ----------------------------------------------------------------------------------------------------- sorting

  Incidence incidenceOf(const EquationSystem& system) {
    std::vector<std::uint32_t> columns(system_.variables.size(), noColumn);
    for (std::uint32_t k = 0; k < system.unknowns.size(); ++k) columns[symbolic::index(system.unknowns[k])] = k;
    return incidenceOf(system, columns);
  }
  Incidence incidenceOf(const EquationSystem& system, const std::vector<std::uint32_t>& columns) {
    std::vector<SystemEquation> equations;
    for (const EquationId id : system.equations) equations.push_back(system_.equations[static_cast<std::size_t>(id)]);
    return findIncidence(pool(), equations, columns, static_cast<std::uint32_t>(system.unknowns.size()));
  }

  static bool isContinuous(Role role) {
    return role == Role::state || role == Role::derivative || role == Role::algebraic;
  }

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

  bool sortSimulation() {
    takeGivenStates();
    EquationSystem system = simulationSystem();
    Incidence incidence = incidenceOf(system);
    Matching matching = match(incidence);
    if (!matching.perfect()) {
      if (!isDeterminate() || !reduce()) return false;
      system = simulationSystem();
      incidence = incidenceOf(system);
      matching = match(incidence);
      if (!matching.perfect()) {
        reportStructuralFault(system_, system, incidence, matching, Phase::simulation, sources_, diagnostics_);
        return false;
      }
    }
    SortedSystem& out = system_.simulation;
    for (const VariableId state : states_) {
      out.unknowns.push_back(state);
      out.rows.push_back({true, pool().variable(system_[state].derivative), EquationId::none});
    }
    if (!causalise(system_, system, incidence, matching, sources_, diagnostics_, out)) return false;
    for (std::size_t i = states_.size(); i < out.unknowns.size(); ++i)
      system_.variables[symbolic::index(out.unknowns[i])].role = Role::iteration;
    nameRowsOfStates();
    computed_ = computeWithParameters(system_);
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
    const Incidence incidence = incidenceOf(merged, columns);
    const Matching matching = match(incidence);
    if (matching.perfect()) return true;
    reportStructuralFault(system_, merged, incidence, matching, Phase::simulation, sources_, diagnostics_);
    return false;
  }

  bool reduce() {
    const std::vector<EquationId> links = linkVelocities();
    const auto reduced = reduceIndex(system_, continuous_, functions_, diagnostics_);
    if (!reduced) return false;
    const std::size_t before = continuous_.size();
    continuous_ = reduced->equations;
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

  [[nodiscard]] EquationId integralOf(EquationId id) const {
    return system_.equations[static_cast<std::size_t>(id)].integral;
  }

  /// der(x) = v with v differentiated itself: v is the derivative of x, and stands for it in all other equations.
  std::vector<EquationId> linkVelocities() {
    std::vector<EquationId> links, others;
    std::vector<bool> isLinked(system_.variables.size(), false);
    symbolic::Substitution velocities(pool());
    for (const EquationId id : continuous_) {
      const SystemEquation& e = system_.equations[static_cast<std::size_t>(id)];
      Expr left = e.left, right = e.right;
      if (pool().op(left) != Op::variable || pool().op(right) != Op::variable) {
        others.push_back(id);
        continue;
      }
      if (system_[pool().variable(left)].role != Role::derivative) std::swap(left, right);
      const VariableId rate = pool().variable(left), velocity = pool().variable(right);
      const bool links2 = system_[rate].role == Role::derivative && system_[velocity].role == Role::state &&
                          !isLinked[symbolic::index(velocity)] && system_[rate].of != velocity &&
                          system_[system_[rate].of].derivative == rate;  // x has no velocity yet
      if (!links2) {
        others.push_back(id);
        continue;
      }
      isLinked[symbolic::index(velocity)] = true;
      velocities.replace(left, right);
      system_.variables[symbolic::index(system_[rate].of)].derivative = velocity;
      links.push_back(id);
    }
    for (const EquationId id : others) {
      SystemEquation& e = system_.equations[static_cast<std::size_t>(id)];
      e.left = velocities(e.left);
      e.right = velocities(e.right);
    }
    continuous_ = others;
    return links;
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

  /// Free parameters, clocks and selections, in the order of their numbers.
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
    for (const EquationId id : continuous_)
      if (!isKnown[static_cast<std::size_t>(id)]) system.equations.push_back(id);
    system.equations.insert(system.equations.end(), initialEquations_.begin(), initialEquations_.end());
    for (std::size_t i = 0; i < system_.flat.variables.size(); ++i) {
      const auto id = static_cast<VariableId>(i);
      const VariableId root = system_[id].role == Role::alias ? system_[id].of : id;
      const Role role = system_[root].role;
      if ((isContinuous(role) || role == Role::iteration) && system_.flat[id].attributes.fixed.value_or(false))
        addStartEquation(id, ownStart(id), system.equations);
    }
    const std::size_t mandatory = system.equations.size();
    for (std::size_t i = 0; i < system_.flat.variables.size(); ++i)
      if (const auto id = static_cast<VariableId>(i); system_[id].role == Role::held && !isUnguessed(id))
        addStartEquation(id, system_[id].start, system.equations);
    for (const VariableId id : startsByRank()) addStartEquation(id, system_[id].start, system.equations);
    system.equations.insert(system.equations.end(), setStarts_.begin(), setStarts_.end());
    for (const VariableId state : states_)
      if (symbolic::index(state) >= system_.flat.variables.size() && system_[state].label.empty())
        addStartEquation(state, system_[state].start, system.equations);
    for (std::size_t i = 0; i < system_.flat.variables.size(); ++i)
      if (const auto id = static_cast<VariableId>(i); system_[id].role == Role::held && isUnguessed(id))
        addStartEquation(id, system_[id].start, system.equations);

    const Incidence firstIncidence = incidenceOf(system);
    const Matching firstMatching = match(firstIncidence);
    noteLostStarts(system, firstIncidence, firstMatching, mandatory);
    noteRivalsInSets();
    EquationSystem used{.equations = {}, .unknowns = system.unknowns};
    for (std::size_t i = 0; i < system.equations.size(); ++i)
      if (i < mandatory || firstMatching.unknownOf[i] != unmatched) used.equations.push_back(system.equations[i]);
    const Incidence incidence = incidenceOf(used);
    const Matching matching = match(incidence);
    if (!matching.perfect()) {
      reportStructuralFault(system_, used, incidence, matching, Phase::initialisation, sources_, diagnostics_);
      return false;
    }
    return causalise(system_, used, incidence, matching, sources_, diagnostics_, system_.initial);
  }

  /// A parameter that initial equations determine, without a start value: it decides nothing that others say.
  bool isUnguessed(VariableId id) const {
    return system_.flat[id].variability == model::Variability::parameter && system_[id].start == Expr::none;
  }

  Expr ownStart(VariableId id) const {
    const Expr own = system_.flat[id].attributes.start;
    return own != Expr::none ? own : system_[id].start;
  }

  /// The variables whose start values, which are not fixed, fill what is left: the states; before those whose start
  /// value nobody gave, variables that constraints made dependent and that were given one.
  std::vector<VariableId> startsByRank() const {
    std::vector<VariableId> order;
    for (const VariableId state : states_)
      if (symbolic::index(state) < system_.flat.variables.size() &&
          !system_.flat[state].attributes.fixed.value_or(false))
        order.push_back(state);
    const std::size_t states = order.size();
    std::vector<bool> isInSet(system_.variables.size(), false);
    forEachSetLevel([&](const std::vector<VariableId>& candidates) {
      for (const VariableId id : candidates) isInSet[symbolic::index(id)] = true;
      for (const VariableId id : strongestOf(candidates)) order.push_back(id);
    });
    for (std::size_t i = 0; i < system_.flat.variables.size(); ++i)
      if (const auto id = static_cast<VariableId>(i); wasState_[i] && !isInSet[i] && isContinuous(system_[id].role) &&
                                                      system_[id].role != Role::state && startRank(id).isGiven &&
                                                      !startRank(id).isFixed)
        order.push_back(id);
    if (order.size() == states) return order;
    std::ranges::stable_sort(order, {}, [&](VariableId id) {
      const StartRank rank = startRank(id);
      return rank.isGiven ? rank.level : model::noLevel;
    });
    return order;
  }

  /// Of the start value that counts for this variable.
  StartRank startRank(VariableId id) const { return rankOf(startOwner_[symbolic::index(id)]); }

  void forEachSetLevel(const std::function<void(const std::vector<VariableId>&)>& visit) const {
    for (const StateSet& set : system_.stateSets)
      for (std::vector<VariableId> candidates : set.candidates) {
        std::erase_if(candidates, [&](VariableId id) { return symbolic::index(id) >= startOwner_.size(); });
        visit(candidates);
      }
  }

  /// The candidates of a state set whose start values were given further out than others'. Among equals the set chooses
  /// by the numbers.
  std::vector<VariableId> strongestOf(std::vector<VariableId> candidates) const {
    model::Level strongest = model::noLevel;
    for (const VariableId id : candidates)
      if (const StartRank rank = startRank(id); rank.isFixed)
        return {};
      else if (rank.isGiven)
        strongest = std::min(strongest, rank.level);
    const std::size_t all = candidates.size();
    std::erase_if(candidates, [&](VariableId id) {
      const StartRank rank = startRank(id);
      return !rank.isGiven || rank.level != strongest;
    });
    return candidates.size() < all ? candidates : std::vector<VariableId>{};
  }

  /// Start values of candidates of a state set, of which there are more than states.
  void noteRivalsInSets() {
    forEachSetLevel([&](const std::vector<VariableId>& candidates) {
      std::vector<VariableId> owners;
      for (const VariableId id : candidates)
        if (const StartRank rank = startRank(id); rank.isFixed)
          return;
        else if (system_[id].start != Expr::none)
          owners.push_back(startOwner_[symbolic::index(id)]);
      for (const VariableId owner : owners) {
        std::vector<VariableId> rivals = owners;
        std::erase(rivals, owner);
        if (!rivals.empty()) noteLost(owner, std::move(rivals));
      }
    });
  }

  /// Start values that were given and found no place: those in whose stead others are used.
  void noteLostStarts(const EquationSystem& system, const Incidence& incidence, const Matching& matching,
                      std::size_t mandatory) {
    constexpr std::size_t mostEquations = 1000, mostRivals = 3;
    for (std::size_t i = mandatory; i < system.equations.size(); ++i) {
      const VariableId lost = startOwnerOf(system.equations[i]);
      if (matching.unknownOf[i] != unmatched || lost == VariableId::none) continue;
      std::vector<std::uint32_t> path{static_cast<std::uint32_t>(i)};
      std::unordered_set<std::uint32_t> seen(path.begin(), path.end());
      std::vector<VariableId> rivals;
      bool isFixedByOthers = false;  // what is fixed counts, and the lost value was a guess
      for (std::size_t k = 0; k < path.size() && path.size() < mostEquations; ++k)
        for (const std::uint32_t unknown : incidence.row(path[k])) {
          const std::uint32_t holder = matching.equationOf[unknown];
          if (holder == unmatched || !seen.insert(holder).second) continue;
          path.push_back(holder);
          const VariableId rival = startOwnerOf(system.equations[holder]);
          isFixedByOthers = isFixedByOthers || (holder < mandatory && isOfStart(system.equations[holder]));
          if (rival != VariableId::none && rivals.size() < mostRivals) rivals.push_back(rival);
        }
      if (!rivals.empty() && !isFixedByOthers) noteLost(lost, std::move(rivals));
    }
  }

  bool isOfStart(EquationId id) const {
    const EquationSource source = system_.equations[static_cast<std::size_t>(id)].source;
    return source == EquationSource::startValue || source == EquationSource::initial;
  }

  /// The variable whose start value this equation is; none: it is another equation.
  VariableId startOwnerOf(EquationId id) const {
    const SystemEquation& e = system_.equations[static_cast<std::size_t>(id)];
    if (e.source != EquationSource::startValue || e.index >= startOwner_.size()) return VariableId::none;
    const VariableId owner = startOwner_[e.index];
    const bool isStart =
        system_.flat[owner].variability > Variability::parameter && system_.flat[owner].attributes.start != Expr::none;
    return isStart ? owner : VariableId::none;
  }

  /// A start value that was given already in the same words is not given again.
  void addStartEquation(VariableId id, Expr value, std::vector<EquationId>& list) {
    const bool isFlat = symbolic::index(id) < system_.flat.variables.size();
    const Expr start = symbolic::termOrZero(pool(), value);
    Expr left = kept(id), right = start;
    if (pool().op(left) == Op::negate) left = pool().operands(left)[0], right = symbolic::negate(pool(), right);
    if (!startsGiven_.insert(static_cast<std::uint64_t>(left) << 32 | static_cast<std::uint64_t>(right)).second) return;
    system_.equations.push_back({left, right, EquationSource::startValue, static_cast<std::uint32_t>(id),
                                 isFlat ? system_.flat[id].origin : model::Origin{}});
    list.push_back(static_cast<EquationId>(system_.equations.size() - 1));
  }

  bool checkActions() {
    bool isSound = true;
    for (const Action& action : system_.actions) {
      if (action.kind != model::ActionKind::reinit) continue;
      if (action.target != VariableId::none && system_[action.target].role == Role::state) continue;
      diagnostics_
          .error("reinit", action.origin.where,
                 fmt::format("reinit of {}, which is not a state",
                             action.target == VariableId::none ? "something" : system_.nameOf(action.target)))
          .note("only a variable that is integrated can start again from another value");
      isSound = false;
    }
    return isSound;
  }

  /// What the user demands of states and cannot have. States that are chosen while the model runs are left aside.
  void checkStateSelect() {
    if (!setStarts_.empty()) return;
    for (std::size_t i = 0; i < system_.flat.variables.size(); ++i) {
      const model::Variable& variable = system_.flat.variables[i];
      const SystemVariable& own = system_.variables[i];
      const Role role = own.role == Role::alias ? system_[own.of].role : own.role;
      const auto name = [&] { return system_.nameOf(static_cast<VariableId>(i)); };
      if (variable.attributes.stateSelect == model::StateSelect::always && role != Role::state)
        diagnostics_.warning("state-select", variable.origin.where,
                             fmt::format("{} is not a state, although 'stateSelect' demands it", name()));
      if (variable.attributes.stateSelect == model::StateSelect::never && own.role == Role::state)
        diagnostics_.warning(
            "state-select", variable.origin.where,
            fmt::format("{} is a state, although 'stateSelect' forbids it: nothing else can be", name()));
    }
  }

  const Sources& sources_;
  Diagnostics& diagnostics_;
  const SolveOptions& options_;
  SolvableSystem system_;
  symbolic::FunctionDerivatives functions_;
  std::unordered_map<VariableId, VariableId> heldInputs_;  // inputs to the variables that follow them at events
  std::vector<bool> isDiscrete_, isFree_, wasState_;
  std::vector<VariableId> startOwner_;  // by variable: itself or the alias whose start value it has
  std::vector<VariableId> states_;
  std::vector<EquationId> continuous_, initialEquations_, setStarts_, computed_;
  std::unordered_set<std::uint64_t> startsGiven_;  // by variable and value
};

}  // namespace

std::optional<SolvableSystem> makeSolvable(FlatModel model, const Sources& sources, Diagnostics& diagnostics,
                                           const SolveOptions& options) {
  auto system = Solver(std::move(model), sources, diagnostics, options).run();
  if constexpr (checksInvariants)
    if (system) requireNoViolations("solvable system", check(*system));
  return system;
}

}  // namespace dashpot::equations
