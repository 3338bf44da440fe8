#include "equations/inlining.hpp"

#include "base/invariants.hpp"
#include "equations/causalise.hpp"
#include "equations/derivatives.hpp"
#include "equations/hoist.hpp"
#include "equations/stage_tearing.hpp"
#include "equations/structural_fault.hpp"
#include "symbolic/differentiate.hpp"
#include "symbolic/substitute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <unordered_set>

namespace dashpot::equations {

namespace {

class Inliner {
 public:
  Inliner(SolvableSystem& system, const StageFormula& formula, const Sources& sources, Diagnostics& diagnostics)
      : system_(system),
        pool_(system.flat.pool),
        formula_(formula),
        sources_(sources),
        diagnostics_(diagnostics),
        functions_(system.flat.functions) {}

  bool run() {
    if (!canBeTaken()) return false;
    system_.inlined.emplace();
    step().method = formula_.name;
    step().length = addVariable(Role::stepData, VariableId::none, "$h");
    takeModel();
    std::visit([this](const auto& stages) { add(stages); }, formula_.stages);
    return sort();
  }

 private:
  /// Original variables to those of a stage.
  using Copies = std::unordered_map<VariableId, VariableId>;

  InlinedStep& step() { return *system_.inlined; }

  bool canBeTaken() {
    if (system_.delays.empty()) return true;
    diagnostics_.error("inline", system_.delays.front().origin.where,
                       "a model with delayed expressions cannot be integrated by an inlined formula");
    return false;
  }

  // ------------------------------------------------------------------------------------------------------- the model

  void takeModel() {
    for (std::size_t i = 0; i < system_.simulation.unknowns.size(); ++i)
      if (system_.simulation.rows[i].differential) states_.push_back(system_.simulation.unknowns[i]);
    for (const Block& block : system_.simulation.blocks)
      for (std::size_t k = 0; k < block.unknowns.size(); ++k) {
        if (system_[block.unknowns[k]].role == Role::computed) continue;
        unknowns_.push_back(block.unknowns[k]);
        equations_.push_back(block.equations[k]);
      }
    // As the user wrote them.
    std::ranges::sort(unknowns_);
    std::ranges::sort(equations_);
    findDirections();
  }

  /// What F solves each equation for; those that are left when the torn variables are known, for nothing.
  void findDirections() {
    std::unordered_set<EquationId> residuals;
    for (const Block& block : system_.simulation.blocks)
      residuals.insert(block.residuals.begin(), block.residuals.end());
    const std::unordered_set<VariableId> unknowns(unknowns_.begin(), unknowns_.end());
    for (const Step& step : system_.simulation.steps)
      if (const auto* assignment = std::get_if<Assignment>(&step))
        if (unknowns.contains(assignment->target) && !residuals.contains(assignment->equation))
          solvedFor_.emplace(assignment->equation, assignment->target);
  }

  [[nodiscard]] const std::vector<VariableId>& y() const { return system_.simulation.unknowns; }
  [[nodiscard]] bool isIteration(VariableId id) const { return system_[id].role == Role::iteration; }

  VariableId addVariable(Role role, VariableId of, std::string label) {
    SystemVariable variable{.role = role, .of = of, .label = std::move(label)};
    if (of != VariableId::none) variable.start = system_[of].start, variable.nominal = system_[of].nominal;
    system_.variables.push_back(std::move(variable));
    const auto id = static_cast<VariableId>(system_.variables.size() - 1);
    if (role == Role::stage) whole_.unknowns.push_back(id);
    return id;
  }

  VariableId addCopy(Role role, VariableId of, std::string_view place) {
    return addVariable(role, of, fmt::format("{}@{}", system_.nameOf(of), place));
  }

  /// `meantFor`: the unknown that it is to be solved for, if any.
  void addEquation(SystemEquation equation, VariableId meantFor) {
    equation.derivative = equation.integral = EquationId::none;
    if (equation.source == EquationSource::differentiated) equation.source = EquationSource::event;
    system_.equations.push_back(std::move(equation));
    whole_.equations.push_back(static_cast<EquationId>(system_.equations.size() - 1));
    if (meantFor != VariableId::none) meantFor_.emplace(whole_.equations.back(), meantFor);
  }

  /// The copy of what F solves this equation for.
  [[nodiscard]] VariableId target(EquationId id, const Copies& copies) const {
    const auto found = solvedFor_.find(id);
    return found == solvedFor_.end() ? VariableId::none : copies.at(found->second);
  }

  /// An equation of the formula for a copy of this unknown of the model.
  void addIntegration(VariableId of, VariableId copy, Expr value) {
    const bool isWritten = symbolic::index(of) < system_.flat.variables.size();
    addEquation({.left = pool_.variable(copy),
                 .right = value,
                 .source = EquationSource::integration,
                 .index = static_cast<std::uint32_t>(of),
                 .origin = isWritten ? system_.flat[of].origin : model::Origin{}},
                copy);
    stateOf_.emplace(copy, of);
  }

  // -------------------------------------------------------------------------------------------------------- one stage

  /// The variables of a stage. Its equations follow when those of all stages are there.
  Copies addStage(std::string_view place, double node) {
    beginStage();
    Copies copies;
    for (const VariableId id : unknowns_) copies.emplace(id, addCopy(Role::stage, id, place));
    for (const VariableId id : states_) copies.emplace(id, addCopy(Role::stage, id, place));
    for (const VariableId id : system_.inputs) copies.emplace(id, addCopy(Role::stageInput, id, place));
    noteStage(copies, node);
    return copies;
  }

  void addEquations(const Copies& copies, double node) {
    symbolic::Substitution inStage = substitution(copies, node);
    for (const EquationId id : equations_) addEquation(substituted(id, inStage), target(id, copies));
  }

  void beginStage() { step().firstVariables.push_back(static_cast<VariableId>(system_.variables.size())); }

  void noteStage(const Copies& copies, double node) {
    step().nodes.push_back(node);
    for (const VariableId input : system_.inputs) step().inputs.push_back(copies.at(input));
    auto& states = step().states.emplace_back();
    auto& slopes = step().slopes.emplace_back();
    for (const VariableId id : y()) states.push_back(copies.at(id));
    for (const VariableId id : states_) slopes.push_back(copies.at(system_[id].derivative));
  }

  symbolic::Substitution substitution(const Copies& copies, double node) {
    symbolic::Substitution result(pool_);
    for (const auto& [original, copy] : copies) result.replace(pool_.variable(original), pool_.variable(copy));
    result.replace(pool_.time(), instant(node));
    return result;
  }

  SystemEquation substituted(EquationId id, symbolic::Substitution& substitution) const {
    SystemEquation equation = system_.equations[static_cast<std::size_t>(id)];
    equation.left = substitution(equation.left);
    equation.right = substitution(equation.right);
    return equation;
  }

  Expr h() { return pool_.variable(step().length); }
  Expr hTimes(double factor) { return symbolic::multiply(pool_, pool_.constant(factor), h()); }
  Expr instant(double node) { return node == 0 ? pool_.time() : symbolic::add(pool_, pool_.time(), hTimes(node)); }

  /// The sum of weights times variables; Expr::none: all weights are zero.
  Expr weighted(const std::vector<double>& weights, const std::function<VariableId(std::size_t)>& variable) {
    Expr sum = Expr::none;
    for (std::size_t j = 0; j < weights.size(); ++j)
      if (weights[j] != 0)
        sum = symbolic::addTerms(pool_, sum,
                                 symbolic::multiply(pool_, pool_.constant(weights[j]), pool_.variable(variable(j))));
    return sum;
  }

  // ----------------------------------------------------------------------------------------------------- Runge-Kutta

  void add(const RungeKuttaStages& formula) {
    std::vector<Copies> copies;
    for (const RungeKuttaStages::Stage& stage : formula.stages)
      copies.push_back(addStage(std::to_string(copies.size() + 1), stage.node));
    for (std::size_t i = 0; i < copies.size(); ++i) {
      addEquations(copies[i], formula.stages[i].node);
      integrate(copies[i], formula.stages[i].weights);
    }
    if (formula.end.empty()) {
      step().end = step().states.back();
      return;
    }
    // The states at the end follow from the slopes, and where the model has nonlinear blocks their unknowns from a copy
    // of the equations there.
    const bool hasIteration = states_.size() < y().size();
    Copies end;
    if (hasIteration)
      addEquations(end = addStage("end", 1.0), 1.0);
    else
      for (const VariableId id : states_) end.emplace(id, addCopy(Role::stage, id, "end"));
    integrate(end, formula.end);
    for (const VariableId id : y()) step().end.push_back(end.at(id));
  }

  /// The states of this stage or of the end: x + h sum of weights times slopes.
  void integrate(const Copies& copies, const std::vector<double>& weights) {
    for (std::size_t k = 0; k < states_.size(); ++k) {
      const Expr sum = weighted(weights, [&](std::size_t j) { return step().slopes[j][k]; });
      addIntegration(states_[k], copies.at(states_[k]),
                     symbolic::addTerms(pool_, pool_.variable(states_[k]), symbolic::scaleTerm(pool_, h(), sum)));
    }
  }

  // ------------------------------------------------------------------------------------------- backward differences

  void add(const BackwardDifference&) {
    for (const char* const label : {"$p", "$q", "$r"})
      step().coefficients.push_back(addVariable(Role::stepData, VariableId::none, label));
    const auto coefficient = [&](std::size_t k) { return pool_.variable(step().coefficients[k]); };
    const Copies copies = addStage("1", 1.0);
    addEquations(copies, 1.0);
    for (const VariableId id : states_) {
      step().earlier.push_back(addCopy(Role::stepData, id, "before"));
      const Expr past = symbolic::add(pool_, symbolic::multiply(pool_, coefficient(0), pool_.variable(id)),
                                      symbolic::multiply(pool_, coefficient(1), pool_.variable(step().earlier.back())));
      const Expr slope = pool_.variable(copies.at(system_[id].derivative));
      addIntegration(
          id, copies.at(id),
          symbolic::add(pool_, past, symbolic::multiply(pool_, symbolic::multiply(pool_, coefficient(2), h()), slope)));
    }
    step().end = step().states.back();
  }

  // ------------------------------------------------------------------------------------------------ linearly implicit

  /// The equations of a stage are evaluated at its argument; a second copy of them, differentiated along u_i at the
  /// start of the step, which is the argument of the first stage, gives dF/dy u_i + gamma_i h dF/dt. It is linear, and
  /// so is all that has to be solved together.
  void add(const RosenbrockStages& formula) {
    for (const VariableId id : system_.inputs)
      step().inputSlopes.push_back(
          addVariable(Role::stepData, VariableId::none, fmt::format("der({})", system_.nameOf(id))));
    for (std::size_t i = 0; i < formula.stages.size(); ++i) addLinearStage(formula, i);
    const std::string end = "end";
    for (std::size_t k = 0; k < y().size(); ++k) {
      step().end.push_back(addCopy(Role::stage, y()[k], end));
      const Expr sum = weighted(formula.end, [&](std::size_t j) { return step().increments[j][k]; });
      addIntegration(y()[k], step().end.back(), symbolic::addTerms(pool_, pool_.variable(y()[k]), sum));
    }
  }

  /// The first stage that evaluates the equations at the same point; the stage itself if there is none.
  static std::size_t stageWithArgumentOf(const RosenbrockStages& formula, std::size_t i) {
    const auto isSame = [](const RosenbrockStages::Stage& a, const RosenbrockStages::Stage& b) {
      const std::size_t most = std::max(a.arguments.size(), b.arguments.size());
      for (std::size_t k = 0; k < most; ++k)
        if ((k < a.arguments.size() ? a.arguments[k] : 0.0) != (k < b.arguments.size() ? b.arguments[k] : 0.0))
          return false;
      return a.node == b.node;
    };
    std::size_t same = 0;
    while (same < i && !isSame(formula.stages[same], formula.stages[i])) ++same;
    return same;
  }

  Copies copiesOfValues(const std::string& place) {
    Copies values;
    for (const VariableId id : system_.inputs) values.emplace(id, addCopy(Role::stageInput, id, place));
    for (const VariableId id : y()) values.emplace(id, addCopy(Role::stage, id, place));
    for (const VariableId id : unknowns_)
      if (!isIteration(id)) values.emplace(id, addCopy(Role::stage, id, place));
    return values;
  }

  void addLinearStage(const RosenbrockStages& formula, std::size_t i) {
    const RosenbrockStages::Stage& stage = formula.stages[i];
    const std::string place = std::to_string(i + 1);
    beginStage();
    const std::size_t same = stageWithArgumentOf(formula, i);
    Copies values = same < i ? values_[same] : copiesOfValues(place), tangents;
    for (const VariableId id : unknowns_)
      if (!isIteration(id))
        tangents.emplace(id, addVariable(Role::stage, id, fmt::format("$d({})@{}", system_.nameOf(id), place)));
    auto& increments = step().increments.emplace_back();
    for (const VariableId id : y()) {
      increments.push_back(addVariable(Role::stage, id, fmt::format("$u({})@{}", system_.nameOf(id), place)));
      tangents.emplace(id, increments.back());
    }
    noteStage(values, stage.node);
    values_.push_back(values);
    addTangents(values, tangents, stage, same == i);
    for (std::size_t k = 0; k < y().size(); ++k) {
      const VariableId id = y()[k];
      const auto increment = [&](std::size_t j) { return step().increments[j][k]; };
      if (same == i)
        addIntegration(id, values.at(id),
                       symbolic::addTerms(pool_, pool_.variable(id), weighted(stage.arguments, increment)));
      if (isIteration(id)) continue;
      const VariableId slope = system_[id].derivative;
      const Expr slopes = symbolic::add(pool_, pool_.variable(values.at(slope)), pool_.variable(tangents.at(slope)));
      const Expr coupling = weighted(stage.coupling, increment);
      addIntegration(id, increments[k],
                     symbolic::addTerms(pool_, symbolic::multiply(pool_, hTimes(formula.gamma), slopes),
                                        symbolic::scaleTerm(pool_, pool_.constant(formula.gamma), coupling)));
    }
  }

  /// The residual g of a nonlinear block has its unknowns given by the formula: 0 = g + dg. Other equations hold, and so
  /// do their derivatives.
  void addTangents(const Copies& values, const Copies& tangents, const RosenbrockStages::Stage& stage,
                   bool areValuesNew) {
    symbolic::Substitution inStage = substitution(values, stage.node), atStart = substitution(values_[0], 0.0);
    std::unordered_map<VariableId, VariableId> tangentOf;  // of the variables at the start
    for (const auto& [original, tangent] : tangents) tangentOf.emplace(values_[0].at(original), tangent);
    std::unordered_map<VariableId, VariableId> slopeOf;  // of the inputs there
    for (std::size_t k = 0; k < system_.inputs.size(); ++k)
      slopeOf.emplace(values_[0].at(system_.inputs[k]), step().inputSlopes[k]);
    const Expr duration = stage.timeShare == 0 ? Expr::none : hTimes(stage.timeShare);
    symbolic::Tangent tangent(
        pool_,
        [&](Expr leaf) {
          if (pool_.op(leaf) == symbolic::Op::time) return duration;
          if (pool_.op(leaf) != symbolic::Op::variable) return Expr::none;
          if (const auto slope = slopeOf.find(pool_.variable(leaf)); slope != slopeOf.end())
            return duration == Expr::none ? duration
                                          : symbolic::multiply(pool_, duration, pool_.variable(slope->second));
          const auto found = tangentOf.find(pool_.variable(leaf));
          return found == tangentOf.end() ? Expr::none : pool_.variable(found->second);
        },
        &functions_);
    std::unordered_set<EquationId> residuals;
    for (const Block& block : system_.simulation.blocks)
      if (block.kind == BlockKind::nonlinear) residuals.insert(block.residuals.begin(), block.residuals.end());
    for (const EquationId id : equations_) {
      SystemEquation value = substituted(id, inStage);
      SystemEquation change = substituted(id, atStart);
      change.left = tangent(symbolic::subtract(pool_, change.left, change.right));
      change.right = pool_.constant(0.0);
      if (residuals.contains(id)) {
        change.left = symbolic::addTerms(pool_, symbolic::subtract(pool_, value.left, value.right), change.left);
      } else if (areValuesNew) {
        addEquation(std::move(value), target(id, values));
      }
      change.left = symbolic::termOrZero(pool_, change.left);
      addEquation(std::move(change), residuals.contains(id) ? VariableId::none : target(id, tangents));
    }
  }

  // --------------------------------------------------------------------------------------------------------- sorting

  bool sort() {
    const Incidence incidence = findIncidence(system_, whole_);
    const Matching matching = match(incidence);
    if (!matching.perfect()) {
      reportStructuralFault(system_, whole_, incidence, matching, Phase::simulation, sources_, diagnostics_);
      return false;
    }
    SortedSystem sorted;
    const Causalised result =
        causalise(system_, whole_, incidence, matching, sources_, functions_, diagnostics_, sorted,
                  [this](const Block& block, Incidence of) { return tearLoop(block, std::move(of)); });
    if (!result.vanishing.empty())
      diagnostics_.error("inline", system_.equations[static_cast<std::size_t>(whole_.equations.front())].origin.where,
                         fmt::format("a step of {} would have to be divided by {}, which is zero", formula_.name,
                                     system_.nameOf(result.vanishing.front().variable)));
    if (!result.isSound || !result.vanishing.empty()) return false;
    split(std::move(sorted));
    for (SortedSystem& section : step().sections) differentiate(system_, section, Wanted::jacobian, functions_);
    hoistParameterParts(system_, step().sections);
    return true;
  }

  std::optional<Tearing> tearLoop(const Block& block, Incidence incidence) const {
    std::unordered_map<VariableId, std::uint32_t> column;
    for (std::uint32_t k = 0; k < block.unknowns.size(); ++k) column.emplace(block.unknowns[k], k);
    DirectedBlock directed{std::move(incidence), {}, {}};
    // What a linearly implicit formula has to solve is homogeneous but for its increments, and stays so only if all of
    // them are torn: one that followed from others would drag its constant part through all equations.
    directed.tearsAllStates = std::holds_alternative<RosenbrockStages>(formula_.stages);
    for (std::uint32_t row = 0; row < block.equations.size(); ++row) {
      const auto meant = meantFor_.find(block.equations[row]);
      const std::uint32_t k = meant == meantFor_.end() ? noColumn : column.at(meant->second);
      directed.meantFor.push_back(std::ranges::binary_search(directed.incidence.row(row), k) ? k : noColumn);
    }
    for (const VariableId id : block.unknowns) {
      const auto state = stateOf_.find(id);
      directed.state.push_back(state == stateOf_.end() ? noColumn : static_cast<std::uint32_t>(state->second));
    }
    return tearAtStates(directed);
  }

  /// Each nonlinear block becomes a section of its own, what lies between them another one.
  void split(SortedSystem sorted) {
    std::unordered_map<EquationId, std::size_t> sectionOf;
    auto& sections = step().sections;
    std::size_t row = 0;
    bool isOpen = false;
    for (Block& block : sorted.blocks) {
      const bool isNonlinear = block.kind == BlockKind::nonlinear;
      if (isNonlinear || !isOpen) sections.emplace_back();
      isOpen = !isNonlinear;
      SortedSystem& section = sections.back();
      for (const EquationId id : block.equations) sectionOf.emplace(id, sections.size() - 1);
      if (isNonlinear)
        for (std::size_t k = 0; k < block.torn.size(); ++k, ++row) {
          section.unknowns.push_back(sorted.unknowns[row]);
          section.rows.push_back(sorted.rows[row]);
        }
      section.blocks.push_back(std::move(block));
    }
    for (Step& at : sorted.steps) {
      const EquationId id = equationOf(at);
      sections[sectionOf.at(id)].steps.push_back(std::move(at));
    }
  }

  SolvableSystem& system_;
  Pool& pool_;
  const StageFormula& formula_;
  const Sources& sources_;
  Diagnostics& diagnostics_;
  symbolic::FunctionDerivatives functions_;
  std::vector<VariableId> states_, unknowns_;  // of the model; unknowns when the states are known
  std::vector<EquationId> equations_;          // of the model
  std::vector<Copies> values_;                 // of a linearly implicit formula, by stage; the first is at the start
  EquationSystem whole_;
  std::unordered_map<EquationId, VariableId> solvedFor_;  // in F
  std::unordered_map<EquationId, VariableId> meantFor_;   // of the step
  std::unordered_map<VariableId, VariableId> stateOf_;    // what an equation of the formula is for: a copy of what
};

}  // namespace

bool inlineFormula(SolvableSystem& system, const StageFormula& formula, const Sources& sources,
                   Diagnostics& diagnostics) {
  if (!Inliner(system, formula, sources, diagnostics).run()) return false;
  if constexpr (checksInvariants) requireNoViolations("inlined step", check(system));
  return true;
}

StepStructure structureOf(const InlinedStep& step) {
  StepStructure result;
  for (const SortedSystem& section : step.sections)
    for (const Block& block : section.blocks) {
      result.equations += block.equations.size();
      if (block.kind == BlockKind::assignment)
        ++result.solved;
      else
        result.loops.push_back(&block);
    }
  return result;
}

namespace {

/// Of the step's equations, in the order of the blocks or in that of their numbers.
Incidence incidenceOfSections(const SolvableSystem& system, bool isSorted) {
  std::vector<EquationId> equations;
  std::vector<VariableId> unknowns;
  for (const SortedSystem& section : system.inlined->sections)
    for (const Block& block : section.blocks) {
      equations.insert(equations.end(), block.equations.begin(), block.equations.end());
      unknowns.insert(unknowns.end(), block.unknowns.begin(), block.unknowns.end());
    }
  if (!isSorted) std::ranges::sort(equations), std::ranges::sort(unknowns);
  std::vector<std::uint32_t> column(system.variables.size(), noColumn);
  for (std::uint32_t k = 0; k < unknowns.size(); ++k) column[symbolic::index(unknowns[k])] = k;
  std::vector<SystemEquation> list;
  for (const EquationId id : equations) list.push_back(system.equations[static_cast<std::size_t>(id)]);
  return findIncidence(system.flat.pool, list, column, static_cast<std::uint32_t>(unknowns.size()));
}

}  // namespace

Incidence incidenceOfStages(const SolvableSystem& system) { return incidenceOfSections(system, false); }
Incidence incidenceOfStep(const SolvableSystem& system) { return incidenceOfSections(system, true); }

}  // namespace dashpot::equations
