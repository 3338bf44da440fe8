#include "equations/make_solvable.hpp"

#include "base/invariants.hpp"
#include "equations/aliases.hpp"
#include "equations/causalise.hpp"
#include "equations/derivatives.hpp"
#include "equations/parameters.hpp"
#include "equations/relations.hpp"
#include "equations/structural_fault.hpp"

#include <fmt/format.h>

namespace dashpot::equations {

namespace {

using model::Variability;
using symbolic::Op;

class Solver {
 public:
  Solver(FlatModel model, const Sources& sources, Diagnostics& diagnostics)
      : sources_(sources), diagnostics_(diagnostics) {
    system_.flat = std::move(model);
  }

  std::optional<SolvableSystem> run() {
    const std::size_t errorsBefore = diagnostics_.errorCount();
    system_.parameters = orderParameters(system_.flat, diagnostics_);
    const AliasSet aliases = findAliases(system_.flat, findStates());
    makeVariables(aliases);
    rewriteEquations(aliases);
    if (diagnostics_.errorCount() > errorsBefore) return std::nullopt;
    if (!sortSimulation() || !sortInitial()) return std::nullopt;
    differentiate(system_, system_.simulation, WithTime::yes);
    differentiate(system_, system_.initial, WithTime::no);
    return std::move(system_);
  }

 private:
  Pool& pool() { return system_.flat.pool; }

  // --------------------------------------------------------------------------------------------------- variables

  std::vector<bool> findStates() {
    std::vector<bool> isState(system_.flat.variables.size());
    symbolic::Walker walker(pool());
    for (const auto* list : {&system_.flat.equations, &system_.flat.initialEquations})
      for (const model::Equation& equation : *list)
        for (const Expr side : {equation.left, equation.right})
          for (const Expr leaf : walker.leaves(side, Op::derivative))
            isState[symbolic::index(pool().variable(leaf))] = true;
    stateFlags_ = isState;
    return isState;
  }

  void makeVariables(const AliasSet& aliases) {
    const FlatModel& flat = system_.flat;
    for (std::size_t i = 0; i < flat.variables.size(); ++i) {
      SystemVariable variable;
      variable.start = flat.variables[i].attributes.start;
      variable.nominal = flat.variables[i].attributes.nominal;
      if (flat.variables[i].variability != Variability::continuous) {
        variable.role = Role::parameter;
      } else if (symbolic::index(aliases.entries[i].of) != i) {
        variable.role = Role::alias;
        variable.of = aliases.entries[i].of;
        variable.negated = aliases.entries[i].negated;
      } else if (stateFlags_[i]) {
        variable.role = Role::state;
        states_.push_back(static_cast<VariableId>(i));
      }
      system_.variables.push_back(variable);
    }
    inheritAttributes();
    for (const VariableId state : states_) {
      system_.variables[symbolic::index(state)].of = static_cast<VariableId>(system_.variables.size());
      system_.variables.push_back({.role = Role::derivative, .of = state});
    }
  }

  /// What an alias knows of start and nominal helps the variable it stands for.
  void inheritAttributes() {
    for (std::size_t i = 0; i < system_.flat.variables.size(); ++i) {
      const SystemVariable alias = system_.variables[i];
      if (alias.role != Role::alias) continue;
      SystemVariable& kept = system_.variables[symbolic::index(alias.of)];
      if (kept.start == Expr::none && alias.start != Expr::none)
        kept.start = alias.negated ? symbolic::negate(pool(), alias.start) : alias.start;
      if (kept.nominal == Expr::none) kept.nominal = alias.nominal;
    }
  }

  // --------------------------------------------------------------------------------------------------- equations

  Expr kept(VariableId id) {
    const SystemVariable& variable = system_[id];
    if (variable.role != Role::alias) return pool().variable(id);
    const Expr of = pool().variable(variable.of);
    return variable.negated ? symbolic::negate(pool(), of) : of;
  }

  /// Aliases and derivatives replaced by the variables that stand for them, plain constants by their values.
  symbolic::Substitution replacements() {
    symbolic::Substitution substitution(pool());
    for (std::size_t i = 0; i < system_.flat.variables.size(); ++i) {
      const auto id = static_cast<VariableId>(i);
      const model::Variable& variable = system_.flat.variables[i];
      if (system_[id].role == Role::alias) substitution.replace(pool().variable(id), kept(id));
      if (system_[id].role == Role::state) substitution.replace(pool().derivative(id), pool().variable(system_[id].of));
      if (variable.variability == Variability::constant && pool().isConstant(variable.binding))
        substitution.replace(pool().variable(id), variable.binding);
    }
    return substitution;
  }

  void rewriteEquations(const AliasSet& aliases) {
    symbolic::Substitution substitution = replacements();
    RelationExtractor relations(
        pool(), [this](VariableId id) { return system_[id].role == Role::parameter; }, system_.modes);
    const auto rewrite = [&](const model::Equation& equation, EquationSource source, std::size_t index) {
      const Expr left = relations(substitution(equation.left), equation.origin);
      const Expr right = relations(substitution(equation.right), equation.origin);
      system_.equations.push_back({left, right, source, static_cast<std::uint32_t>(index), equation.origin});
      if (left == right)
        diagnostics_.error("trivial-equation", equation.origin.where, "both sides of this equation are the same")
            .note("it holds whatever the values are, so it determines nothing");
    };
    for (std::size_t i = 0; i < system_.flat.equations.size(); ++i)
      if (!aliases.isConsumed[i]) rewrite(system_.flat.equations[i], EquationSource::flat, i);
    simulationEquations_ = system_.equations.size();
    for (std::size_t i = 0; i < system_.flat.initialEquations.size(); ++i)
      rewrite(system_.flat.initialEquations[i], EquationSource::initial, i);
    for (const Mode& mode : system_.modes) {
      if (mode.relation != Op::equal && mode.relation != Op::notEqual) continue;
      diagnostics_
          .error("real-equality", mode.origin.where, "'==' and '<>' between numbers that vary in time have no meaning")
          .hint("use <= or >=");
    }
  }

  // ----------------------------------------------------------------------------------------------------- sorting

  std::vector<std::uint32_t> columnsOf(const EquationSystem& system) const {
    std::vector<std::uint32_t> columns(system_.variables.size(), noColumn);
    for (std::uint32_t k = 0; k < system.unknowns.size(); ++k) columns[symbolic::index(system.unknowns[k])] = k;
    return columns;
  }

  Incidence incidenceOf(const EquationSystem& system) {
    std::vector<SystemEquation> equations;
    for (const EquationId id : system.equations) equations.push_back(system_.equations[static_cast<std::size_t>(id)]);
    return findIncidence(pool(), equations, columnsOf(system), static_cast<std::uint32_t>(system.unknowns.size()));
  }

  bool sortSimulation() {
    EquationSystem system;
    for (std::size_t i = 0; i < simulationEquations_; ++i) system.equations.push_back(static_cast<EquationId>(i));
    for (std::size_t i = 0; i < system_.variables.size(); ++i)
      if (const Role role = system_.variables[i].role; role == Role::algebraic || role == Role::derivative)
        system.unknowns.push_back(static_cast<VariableId>(i));

    const Incidence incidence = incidenceOf(system);
    const Matching matching = match(incidence);
    if (!matching.perfect()) {
      reportStructuralFault(system_, system, incidence, matching, Phase::simulation, sources_, diagnostics_);
      return false;
    }
    SortedSystem& out = system_.simulation;
    for (const VariableId state : states_) {
      out.unknowns.push_back(state);
      out.rows.push_back({true, pool().variable(system_[state].of), EquationId::none});
    }
    causalise(system_, system, incidence, matching, out);
    for (std::size_t i = states_.size(); i < out.unknowns.size(); ++i)
      system_.variables[symbolic::index(out.unknowns[i])].role = Role::iteration;
    nameRowsOfStates();
    return true;
  }

  /// The row of a state points to the equation its derivative comes from.
  void nameRowsOfStates() {
    std::vector<EquationId> determines(system_.variables.size(), EquationId::none);
    for (const Block& block : system_.simulation.blocks)
      for (std::size_t k = 0; k < block.unknowns.size(); ++k)
        determines[symbolic::index(block.unknowns[k])] = block.equations[k];
    for (std::size_t i = 0; i < states_.size(); ++i)
      system_.simulation.rows[i].equation = determines[symbolic::index(system_[states_[i]].of)];
  }

  /// All equations, the initial ones, fixed start values; and start values that are not fixed, as far as they are
  /// needed.
  bool sortInitial() {
    EquationSystem system;
    for (std::size_t i = 0; i < system_.variables.size(); ++i)
      if (const Role role = system_.variables[i].role;
          role != Role::parameter && role != Role::alias && role != Role::auxiliary)
        system.unknowns.push_back(static_cast<VariableId>(i));
    for (std::size_t i = 0; i < system_.flat.variables.size(); ++i)
      if (system_.flat.variables[i].variability == Variability::continuous &&
          system_.flat.variables[i].attributes.fixed.value_or(false))
        addStartEquation(static_cast<VariableId>(i));
    const std::size_t mandatory = system_.equations.size();
    for (const VariableId state : states_)
      if (!system_.flat[state].attributes.fixed.value_or(false)) addStartEquation(state);
    for (std::size_t i = 0; i < system_.equations.size(); ++i) system.equations.push_back(static_cast<EquationId>(i));

    const Incidence all = incidenceOf(system);
    const Matching firstMatching = match(all);
    EquationSystem used{.equations = {}, .unknowns = system.unknowns};
    for (std::size_t i = 0; i < system.equations.size(); ++i)
      if (i < mandatory || firstMatching.unknownOf[i] != unmatched) used.equations.push_back(system.equations[i]);
    const Incidence incidence = incidenceOf(used);
    const Matching matching = match(incidence);
    if (!matching.perfect()) {
      reportStructuralFault(system_, used, incidence, matching, Phase::initialisation, sources_, diagnostics_);
      return false;
    }
    causalise(system_, used, incidence, matching, system_.initial);
    return true;
  }

  void addStartEquation(VariableId id) {
    const Expr own = system_.flat[id].attributes.start;
    const Expr start = own != Expr::none ? own : system_[id].start;
    system_.equations.push_back({kept(id), symbolic::termOrZero(pool(), start), EquationSource::startValue,
                                 static_cast<std::uint32_t>(id), system_.flat[id].origin});
  }

  const Sources& sources_;
  Diagnostics& diagnostics_;
  SolvableSystem system_;
  std::vector<bool> stateFlags_;
  std::vector<VariableId> states_;
  std::size_t simulationEquations_ = 0;
};

}  // namespace

std::optional<SolvableSystem> makeSolvable(FlatModel model, const Sources& sources, Diagnostics& diagnostics) {
  auto system = Solver(std::move(model), sources, diagnostics).run();
  if constexpr (checksInvariants)
    if (system) requireNoViolations("solvable system", check(*system));
  return system;
}

}  // namespace dashpot::equations
