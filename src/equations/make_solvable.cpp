#include "equations/make_solvable.hpp"

#include "base/invariants.hpp"
#include "equations/aliases.hpp"
#include "equations/causalise.hpp"
#include "equations/derivatives.hpp"
#include "equations/discrete.hpp"
#include "equations/features.hpp"
#include "equations/hidden_constraints.hpp"
#include "equations/hoist.hpp"
#include "equations/parameters.hpp"
#include "equations/preferred_states.hpp"
#include "equations/redundant_conditions.hpp"
#include "equations/semi_linear.hpp"
#include "equations/silent_conditions.hpp"
#include "equations/start_rank.hpp"
#include "equations/state_selection.hpp"
#include "equations/structural_fault.hpp"
#include "symbolic/essential_arguments.hpp"
#include "symbolic/zero_terms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace dashpot::equations {

namespace {

using model::Variability;
using symbolic::Op;

/// A variable whose value decides the order of the equations because it makes something zero, and the flat equation
/// that gives it, if it is no parameter.
struct KnownValue {
  VariableId variable;
  double value = 0.0;
  std::optional<std::size_t> definition;
  std::vector<VariableId> parameters;  // that it comes from
};

class Solver {
 public:
  Solver(FlatModel model, const Sources& sources, Diagnostics& diagnostics, const SolveOptions& options,
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
    AliasSet aliases = findAliases(system_.flat, wasState_, isDiscrete_);
    joinSemiLinear(system_.flat, aliases);
    holdInputs(aliases);
    makeVariables(aliases);
    EventExtractor events(system_);
    symbolic::Substitution substitution = replacements();
    DiscretePart discrete(
        system_, events, [&](Expr e) { return substitution(e); }, diagnostics_);
    discrete.addWhenClauses();
    rewriteEquations(aliases, substitution, events, discrete);
    continuous_.insert(continuous_.end(), events.delayEquations().begin(), events.delayEquations().end());
    if (diagnostics_.errorCount() > errorsBefore) return std::nullopt;
    if (!sortSimulation() || !sortInitial() || !discrete.sort(heldVariables())) return std::nullopt;
    if (!checkActions()) return std::nullopt;
    checkStateSelect();
    differentiate(system_, system_.simulation, options_.keepsGradients ? Wanted::all : Wanted::run, functions_);
    differentiate(system_, system_.initial, Wanted::jacobian, functions_);
    findFeatures(system_);
    hoistParameterParts(system_);
    findSilentConditions(system_);
    return std::move(system_);
  }

  /// What must be known to be zero before the order can be found; run() was in vain then.
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
  /// counts. A wish that it be a state is one for both.
  void inheritAttributes() {
    startOwner_.resize(system_.variables.size());
    for (std::size_t i = 0; i < startOwner_.size(); ++i) startOwner_[i] = static_cast<VariableId>(i);
    for (std::size_t i = 0; i < system_.flat.variables.size(); ++i) {
      const SystemVariable& alias = system_.variables[i];
      if (alias.role != Role::alias) continue;
      SystemVariable& kept = system_.variables[symbolic::index(alias.of)];
      if (kept.nominal == Expr::none) kept.nominal = alias.nominal;
      const model::StateSelect wish = system_.flat.variables[i].attributes.stateSelect;
      model::StateSelect& ofKept = system_.flat.variables[symbolic::index(alias.of)].attributes.stateSelect;
      if (wish >= model::StateSelect::prefer) ofKept = std::max(ofKept, wish);
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
    symbolic::Walker walker(pool());
    symbolic::Substitution values(pool());
    std::unordered_set<std::size_t> definesValue;
    for (const KnownValue& known : decided_) {
      const bool isLogical = system_.flat[known.variable].type == model::Type::boolean;
      values.replace(pool().variable(known.variable),
                     isLogical ? pool().boolean(known.value != 0.0) : pool().constant(known.value));
      if (known.definition) definesValue.insert(*known.definition);
    }
    const auto rewrite = [&](const model::Equation& equation, EquationSource source, std::size_t index) {
      const bool keepsNames = decided_.empty() || (source == EquationSource::flat && definesValue.contains(index));
      const auto side = [&](Expr e) {
        const Expr whole = events(substitution(e), equation.origin);
        return symbolic::withoutZeroTerms(pool(), walker, keepsNames ? whole : values(whole));
      };
      const Expr left = side(equation.left), right = side(equation.right);
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
          !dependsOnFree(walker, variable.binding))
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

  bool dependsOnFree(symbolic::Walker& walker, Expr e) {
    return std::ranges::any_of(walker.leaves(e, Op::variable),
                               [&](Expr leaf) { return system_[pool().variable(leaf)].role == Role::held; });
  }

  // ----------------------------------------------------------------------------------------------------- sorting

  Incidence incidenceOf(const EquationSystem& system) {
    std::vector<std::uint32_t> columns(system_.variables.size(), noColumn);
    for (std::uint32_t k = 0; k < system.unknowns.size(); ++k) columns[symbolic::index(system.unknowns[k])] = k;
    return incidenceOf(system, columns);
  }
  enum class Arguments : std::uint8_t { all, essential };
  Incidence incidenceOf(const EquationSystem& system, const std::vector<std::uint32_t>& columns,
                        Arguments arguments = Arguments::essential) {
    std::vector<SystemEquation> equations;
    symbolic::EssentialArguments essential(pool(), system_.flat.functions);
    for (const EquationId id : system.equations) {
      SystemEquation& equation = equations.emplace_back(system_.equations[static_cast<std::size_t>(id)]);
      if (system_.flat.functions.empty() || arguments == Arguments::all) continue;
      equation.left = essential(equation.left);
      equation.right = essential(equation.right);
    }
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

  bool sortSimulation() {
    takeGivenStates();
    showHiddenConstraints(system_, continuous_);
    EquationSystem system = simulationSystem();
    Incidence incidence = incidenceOf(system);
    Matching matching = match(incidence);
    if (takePreferredStates(system, incidence, matching)) {
      system = simulationSystem();
      incidence = incidenceOf(system);
      matching = match(incidence);
    }
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
    keepEssentialArguments();
    SortedSystem& out = system_.simulation;
    for (const VariableId state : states_) {
      out.unknowns.push_back(state);
      out.rows.push_back({true, pool().variable(system_[state].derivative), EquationId::none});
    }
    if (!causaliseBy(system, incidence, matching, out)) return false;
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
    // With all arguments of calls: what a function ignores, its derivative may need.
    const Incidence incidence = incidenceOf(merged, columns, Arguments::all);
    const Matching matching = match(incidence);
    if (matching.perfect()) return true;
    reportStructuralFault(system_, merged, incidence, matching, Phase::simulation, sources_, diagnostics_);
    return false;
  }

  bool reduce() {
    const std::vector<EquationId> links = linkVelocities(system_, continuous_);
    const auto reduced = reduceIndex(system_, continuous_, functions_, diagnostics_);
    if (!reduced) return false;
    const std::size_t before = continuous_.size();
    continuous_ = reduced->equations;
    keepEssentialArguments();
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

  /// Nothing is differentiated along time any more, so what a function ignores can go.
  void keepEssentialArguments() {
    if (system_.flat.functions.empty()) return;
    symbolic::EssentialArguments essential(system_.flat.pool, system_.flat.functions);
    for (const EquationId id : continuous_) {
      SystemEquation& equation = system_.equations[static_cast<std::size_t>(id)];
      equation.left = essential(equation.left);
      equation.right = essential(equation.right);
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
    Incidence incidence = incidenceOf(used);
    Matching matching = match(incidence);
    if (!matching.perfect()) {
      if (!setAsideRedundantConditions(system_, used, incidence, matching, sources_, diagnostics_)) {
        reportStructuralFault(system_, used, incidence, matching, Phase::initialisation, sources_, diagnostics_);
        return false;
      }
      incidence = incidenceOf(used);
      matching = match(incidence);
    }
    return causaliseBy(used, incidence, matching, system_.initial);
  }

  bool causaliseBy(const EquationSystem& system, const Incidence& incidence, const Matching& matching,
                   SortedSystem& out) {
    const Causalised result = causalise(system_, system, incidence, matching, sources_, diagnostics_, out);
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
  const std::vector<KnownValue>& decided_;
  struct {
    std::size_t variables = 0, equations = 0;
  } given_;
  std::vector<KnownValue> vanishing_;
  SolvableSystem system_;
  symbolic::FunctionDerivatives functions_;
  std::unordered_map<VariableId, VariableId> heldInputs_;  // inputs to the variables that follow them at events
  std::vector<bool> isDiscrete_, isFree_, wasState_;
  std::vector<VariableId> startOwner_;  // by variable: itself or the alias whose start value it has
  std::vector<VariableId> states_;
  std::vector<VariableId> preferred_;  // by the user, as states
  std::vector<EquationId> continuous_, initialEquations_, setStarts_, computed_;
  std::unordered_set<std::uint64_t> startsGiven_;  // by variable and value
};

}  // namespace

std::optional<SolvableSystem> makeSolvable(FlatModel model, const Sources& sources, Diagnostics& diagnostics,
                                           const SolveOptions& options) {
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
