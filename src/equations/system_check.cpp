#include "equations/solvable_system.hpp"

#include <fmt/format.h>

#include <set>

namespace dashpot::equations {

namespace {

using symbolic::Op;

class Checker {
 public:
  explicit Checker(const SolvableSystem& system) : system_(system), pool_(system.flat.pool), walker_(pool_) {}

  std::vector<std::string> run() {
    variables();
    if (violations_.empty()) {
      discreteVariables();
      stateSets();
      sorted("initial", system_.initial, false);
      pass("the discrete pass at the start", system_.initialDiscrete);
      sorted("simulation", system_.simulation, true);
      pass("the discrete pass", system_.discrete);
      parameterDerivatives();
      if (system_.inlined) inlinedStep(*system_.inlined);
      for (const Action& action : system_.actions) {
        uses("an action", action.active);
        uses("an action", action.value);
      }
      for (const Mode& mode : system_.modes) {
        plainExpression("a mode", mode.left);
        plainExpression("a mode", mode.right);
      }
      for (const SilentCondition& condition : system_.silentConditions)
        plainExpression("a silent condition", condition.value);
    }
    return std::move(violations_);
  }

 private:
  void report(std::string text) { violations_.push_back(std::move(text)); }

  void variables() {
    const std::size_t flatCount = system_.flat.variables.size();
    if (system_.variables.size() < flatCount) return report("the variables of the flat model are missing");
    for (std::size_t i = 0; i < system_.variables.size(); ++i) {
      const SystemVariable& variable = system_.variables[i];
      const Role role = variable.role;
      const bool isMadeOnly = role == Role::derivative || role == Role::auxiliary || role == Role::pre ||
                              role == Role::phase || role == Role::delayed || isOfStep(role);
      const bool isFlatOnly = role == Role::parameter || role == Role::alias || role == Role::input;
      if (i < flatCount ? isMadeOnly : isFlatOnly)
        report(fmt::format("variable {}: the first variables are not those of the flat model", i));
      if (variable.role == Role::alias &&
          (symbolic::index(variable.of) >= flatCount || system_[variable.of].role == Role::alias))
        report(fmt::format("variable {}: is an alias of nothing or of an alias", i));
    }
  }

  static bool isOfStep(Role role) { return role == Role::stage || role == Role::stageInput || role == Role::stepData; }

  void sorted(std::string_view title, const SortedSystem& part, bool hasStates) {
    known_.assign(system_.variables.size(), false);
    for (std::size_t i = 0; i < known_.size(); ++i) known_[i] = isKnownFromOutside(i, hasStates);
    steps(title, part, hasStates);
    everythingIsAssigned(title, [](Role role) { return !isOfStep(role); });
    rows(title, part);
    for (const JacobianEntry& entry : part.inputJacobian) {
      if (entry.row >= part.rows.size() || entry.column >= system_.inputs.size())
        report(fmt::format("{}: an entry of the Jacobian of the inputs lies outside it", title));
      uses(title, entry.value);
    }
    for (const VariableSlope& slope : part.gradients) uses(title, slope.value);
  }

  void inlinedStep(const InlinedStep& step) {
    const std::string_view title = "inlined step";
    for (std::size_t i = 0; i < known_.size(); ++i) {
      const Role role = system_.variables[i].role;
      known_[i] = isKnownFromOutside(i, true) || role == Role::stageInput || role == Role::stepData;
    }
    for (const VariableId id : system_.simulation.unknowns) known_[symbolic::index(id)] = true;
    for (const SortedSystem& section : step.sections) steps(title, section, false), rows(title, section);
    everythingIsAssigned(title, [](Role role) { return role == Role::stage; });
    const bool fits = step.states.size() == step.stageCount() && step.slopes.size() == step.stageCount() &&
                      step.inputs.size() == step.stageCount() * system_.inputs.size() &&
                      step.end.size() == system_.simulation.unknowns.size();
    if (!fits) report(fmt::format("{}: stages do not fit the model", title));
  }

  void steps(std::string_view title, const SortedSystem& part, bool hasStates) {
    if (part.rows.size() != part.unknowns.size())
      report(fmt::format("{}: {} rows for {} unknowns", title, part.rows.size(), part.unknowns.size()));
    for (std::size_t i = 0; i < std::min(part.rows.size(), part.unknowns.size()); ++i) {
      const bool isState = hasStates && system_[part.unknowns[i]].role == Role::state;
      if (part.rows[i].differential != isState)
        report(fmt::format("{}: row {} is differential, its unknown is not a state, or the reverse", title, i));
    }
    for (const VariableId id : part.unknowns) known_[symbolic::index(id)] = true;
    for (const Step& step : part.steps) std::visit([&](const auto& s) { visit(title, s); }, step);
  }

  void rows(std::string_view title, const SortedSystem& part) {
    for (const Row& row : part.rows) uses(title, row.value);
    for (const Step& step : part.derivativeSteps) std::visit([&](const auto& s) { visit(title, s); }, step);
    entries(title, part.jacobian, part.rows.size(), part.unknowns.size());
  }

  /// The initial system determines free parameters: held variables of the flat model.
  [[nodiscard]] bool isKnownFromOutside(std::size_t i, bool isSimulation) const {
    switch (system_.variables[i].role) {
      case Role::parameter:
      case Role::computed:
      case Role::discrete:
      case Role::pre:
      case Role::phase:
      case Role::input:
      case Role::delayed: return true;
      case Role::held: return isSimulation || i >= system_.flat.variables.size();
      default: return false;
    }
  }

  void discreteVariables() {
    std::vector<bool> isIn(system_.variables.size(), false);
    std::size_t determined = 0;
    for (const VariableId id : system_.d) {
      const Role role = system_[id].role;
      if (role != Role::discrete && role != Role::held)
        report(fmt::format("d contains {}, which is neither discrete nor held", system_.nameOf(id)));
      if (isIn[symbolic::index(id)]) report(fmt::format("d contains {} twice", system_.nameOf(id)));
      isIn[symbolic::index(id)] = true;
      determined += role == Role::discrete ? 1 : 0;
    }
    for (std::size_t i = 0; i < isIn.size(); ++i)
      if (const Role role = system_.variables[i].role; !isIn[i] && (role == Role::discrete || role == Role::held))
        report(fmt::format("d lacks {}", system_.nameOf(static_cast<VariableId>(i))));
    for (const DiscretePass* pass : {&system_.discrete, &system_.initialDiscrete})
      if (pass->next.size() != determined)
        report(fmt::format("a pass determines {} of {} discrete variables", pass->next.size(), determined));
  }

  void stateSets() {
    for (const StateSet& set : system_.stateSets) {
      bool fits =
          set.states.size() == set.candidates.size() && set.selection.size() == set.size() * set.candidateCount();
      for (const auto& level : set.states) fits = fits && level.size() == set.size();
      for (const auto& level : set.candidates) fits = fits && level.size() == set.candidateCount();
      if (!fits) report("a state set has states or candidates that do not go with its selection");
    }
  }

  void pass(std::string_view title, const DiscretePass& pass) {
    for (const Assignment& step : pass.steps) visit(title, step);
    for (const VariableId id : pass.next)
      if (!known_[symbolic::index(id)]) report(fmt::format("{}: nothing assigns {}", title, system_.nameOf(id)));
  }

  template <class Wanted>
  void everythingIsAssigned(std::string_view title, const Wanted& isWanted) {
    for (std::size_t i = 0; i < known_.size(); ++i) {
      const Role role = system_.variables[i].role;
      if (!known_[i] && role != Role::alias && role != Role::auxiliary && isWanted(role))
        report(fmt::format("{}: nothing assigns {}", title, system_.nameOf(static_cast<VariableId>(i))));
    }
  }

  void assigns(std::string_view title, VariableId id) {
    if (known_[symbolic::index(id)]) report(fmt::format("{}: {} is assigned twice", title, system_.nameOf(id)));
    known_[symbolic::index(id)] = true;
  }

  void visit(std::string_view title, const Assignment& step) {
    uses(title, step.value);
    assigns(title, step.target);
  }

  void visit(std::string_view title, const LinearSolve& step) {
    if (step.matrix.size() != step.size() * step.size() || step.unknowns.size() != step.rightSides.size())
      return report(fmt::format("{}: a linear solve is not square", title));
    for (const Expr e : step.matrix) uses(title, e);
    for (const auto& right : step.rightSides)
      for (const Expr e : right) uses(title, e);
    for (const auto& column : step.unknowns)
      for (const VariableId id : column) assigns(title, id);
  }

  void uses(std::string_view title, Expr root) {
    if (root == Expr::none) return;
    plainExpression(title, root);
    for (const Expr leaf : walker_.leaves(root, Op::variable))
      if (!known_[symbolic::index(pool_.variable(leaf))])
        report(fmt::format("{}: {} is used before it is known", title, system_.nameOf(pool_.variable(leaf))));
  }

  void plainExpression(std::string_view title, Expr root) {
    for (const Expr e : walker_.reachable(root)) {
      const Op op = pool_.op(e);
      if (op == Op::derivative) report(fmt::format("{}: contains der()", title));
      if (op == Op::noEvent || op == Op::pre || op == Op::sample || op == Op::delay || op == Op::homotopy ||
          op == Op::initial || op == Op::terminal)
        report(fmt::format("{}: contains {}()", title, symbolic::name(op)));
      if (op == Op::variable && system_[pool_.variable(e)].role == Role::alias)
        report(fmt::format("{}: contains the alias {}", title, system_.nameOf(pool_.variable(e))));
      if (op == Op::mode && pool_[e].a >= system_.modes.size())
        report(fmt::format("{}: refers to mode {}, which does not exist", title, pool_[e].a));
    }
  }

  void parameterDerivatives() {
    const std::string_view title = "derivatives by parameters";
    const ParameterDerivatives& part = system_.parameterDerivatives;
    for (const VariableId id : part.parameters)
      if (system_[id].role != Role::parameter) report(fmt::format("{}: {} is no parameter", title, system_.nameOf(id)));
    for (const Step& step : part.steps) std::visit([&](const auto& s) { visit(title, s); }, step);
    entries(title, part.entries, system_.simulation.rows.size(), part.parameters.size());
  }

  void entries(std::string_view title, const std::vector<JacobianEntry>& list, std::size_t rows, std::size_t columns) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> places;
    std::pair<std::uint32_t, std::uint32_t> last{0, 0};
    for (const JacobianEntry& entry : list) {
      if (entry.row >= rows || entry.column >= columns) {
        report(fmt::format("{}: an entry of the Jacobian lies outside it", title));
        continue;
      }
      const std::pair place{entry.column, entry.row};
      if (!places.insert(place).second)
        report(fmt::format("{}: two entries of the Jacobian at row {}, column {}", title, entry.row, entry.column));
      if (place < last) report(fmt::format("{}: the Jacobian is not sorted by column and row", title));
      last = place;
      uses(title, entry.value);
    }
  }

  const SolvableSystem& system_;
  const Pool& pool_;
  symbolic::Walker walker_;
  std::vector<bool> known_;
  std::vector<std::string> violations_;
};

}  // namespace

std::vector<std::string> check(const SolvableSystem& system) { return Checker(system).run(); }

}  // namespace dashpot::equations
