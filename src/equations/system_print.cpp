#include "equations/solvable_system.hpp"
#include "symbolic/print.hpp"

#include <fmt/format.h>

#include <array>
#include <iterator>
#include <span>

namespace dashpot::equations {

namespace {

constexpr std::array<std::string_view, 17> roleNames{
    "parameter", "computed", "state",   "derivative", "algebraic", "iteration",   "discrete",  "held",     "pre",
    "phase",     "input",    "delayed", "alias",      "stage",     "stage input", "step data", "auxiliary"};

class Printer {
 public:
  explicit Printer(const SolvableSystem& system) : system_(system) {}

  std::string run() {
    line("system {}", system_.flat.name);
    variables();
    if (!system_.parameters.empty()) line("parameters");
    for (const Assignment& parameter : system_.parameters)
      line("  {} := {}", system_.nameOf(parameter.target), text(parameter.value));
    if (!system_.modes.empty()) line("modes");
    for (std::size_t i = 0; i < system_.modes.size(); ++i) {
      const Mode& mode = system_.modes[i];
      line("  $mode[{}]: {} {} {}", i, text(mode.left), symbolic::modelicaSpelling(mode.relation), text(mode.right));
    }
    if (!system_.clocks.empty()) line("clocks");
    for (const Clock& clock : system_.clocks)
      line("  {}: {}, then every {}", system_.nameOf(clock.flag), text(clock.first), text(clock.interval));
    if (!system_.silentConditions.empty()) line("conditions without events");
    for (const SilentCondition& condition : system_.silentConditions)
      line("  {}{}", text(condition.value), condition.jumps ? "" : ", only bends");
    if (!system_.delays.empty()) line("delays");
    for (const Delay& delay : system_.delays)
      line("  {}: {}, {} ago", system_.nameOf(delay.value), text(delay.argument), text(delay.time));
    for (const StateSet& set : system_.stateSets)
      for (std::size_t k = 0; k < set.states.size(); ++k)
        line("state set {} out of {}", names(set.states[k]), names(set.candidates[k]));
    sorted("simulation", system_.simulation);
    if (!system_.discrete.steps.empty()) line("discrete");
    for (const Assignment& step : system_.discrete.steps) show(step);
    if (!system_.actions.empty()) line("actions");
    for (const Action& action : system_.actions)
      line("  if {}: {} {}", text(action.active), actionName(action), text(action.value));
    sorted("initial", system_.initial);
    if (!system_.initialDiscrete.steps.empty()) line("discrete at the start");
    for (const Assignment& step : system_.initialDiscrete.steps) show(step);
    if (system_.inlined)
      for (const SortedSystem& section : system_.inlined->sections)
        sorted(fmt::format("step by {}", system_.inlined->method), section);
    return std::move(out_);
  }

 private:
  template <class... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Arguments>(arguments)...);
    out_ += '\n';
  }

  std::string text(Expr e) const {
    if (e == Expr::none) return "0";
    return symbolic::print(system_.flat.pool, e, [this](VariableId id) { return system_.nameOf(id); });
  }

  [[nodiscard]] std::string actionName(const Action& action) const {
    switch (action.kind) {
      case model::ActionKind::reinit: return fmt::format("reinit {} :=", system_.nameOf(action.target));
      case model::ActionKind::assertion: return "assert";
      case model::ActionKind::terminate: return "terminate";
      case model::ActionKind::print: return "print";
      default: return "assign";
    }
  }

  void variables() {
    line("variables");
    for (std::size_t i = 0; i < system_.variables.size(); ++i) {
      const auto id = static_cast<VariableId>(i);
      const SystemVariable& variable = system_.variables[i];
      const std::string role(roleNames[static_cast<std::size_t>(variable.role)]);
      const bool isPart = i >= system_.flat.variables.size() && variable.role == Role::computed;
      if (variable.role == Role::auxiliary || isPart) continue;
      if (variable.role == Role::alias)
        line("  {:<10} {} = {}{}", role, system_.nameOf(id), variable.negated ? "-" : "", system_.nameOf(variable.of));
      else
        line("  {:<10} {}", role, system_.nameOf(id));
    }
  }

  void sorted(std::string_view title, const SortedSystem& part) {
    line("{}", title);
    for (const Block& block : part.blocks)
      if (block.kind != BlockKind::assignment)
        line("  {} block of {}, torn: {}", block.kind == BlockKind::linear ? "linear" : "nonlinear",
             block.equations.size(), names(block.torn));
    for (const Step& step : part.steps) std::visit([this](const auto& s) { show(s); }, step);
    for (std::size_t i = 0; i < part.rows.size(); ++i)
      line("  {} = {}",
           part.rows[i].differential ? fmt::format("der({})", system_.nameOf(part.unknowns[i]))
                                     : fmt::format("0[{}]", system_.nameOf(part.unknowns[i])),
           text(part.rows[i].value));
    if (!part.jacobian.empty()) line("  derivatives");
    for (const Step& step : part.derivativeSteps) std::visit([this](const auto& s) { show(s); }, step);
    for (const JacobianEntry& entry : part.jacobian)
      line("  J[{}, {}] = {}", system_.nameOf(part.unknowns[entry.row]), system_.nameOf(part.unknowns[entry.column]),
           text(entry.value));
    for (std::size_t i = 0; i < part.timeDerivative.size(); ++i)
      if (part.timeDerivative[i] != Expr::none)
        line("  dF/dt[{}] = {}", system_.nameOf(part.unknowns[i]), text(part.timeDerivative[i]));
  }

  void show(const Assignment& step) { line("  {} := {}", system_.nameOf(step.target), text(step.value)); }

  void show(const LinearSolve& step) {
    const std::size_t n = step.size();
    for (std::size_t i = 0; i < n; ++i) {
      std::string row;
      for (std::size_t k = 0; k < n; ++k) row += fmt::format("{}{}", k == 0 ? "" : ", ", text(step.matrix[i * n + k]));
      line("  solve [{}]{}", row, i + 1 == n ? "" : " ...");
    }
    for (std::size_t c = 0; c < step.unknowns.size(); ++c) {
      std::string right;
      for (std::size_t i = 0; i < n; ++i) right += fmt::format("{}{}", i == 0 ? "" : ", ", text(step.rightSides[c][i]));
      line("    * [{}] = [{}]", names(step.unknowns[c]), right);
    }
  }

  [[nodiscard]] std::string names(std::span<const VariableId> ids) const {
    std::string list;
    for (const VariableId id : ids) list += fmt::format("{}{}", list.empty() ? "" : ", ", system_.nameOf(id));
    return list;
  }

  const SolvableSystem& system_;
  std::string out_;
};

}  // namespace

std::string SolvableSystem::nameOf(VariableId id) const {
  if (symbolic::index(id) < flat.variables.size()) return flat.nameOf(id);
  const SystemVariable& variable = (*this)[id];
  if (variable.by != VariableId::none) return fmt::format("$d({})/d({})", nameOf(variable.of), nameOf(variable.by));
  return variable.label.empty() && variable.of != VariableId::none ? fmt::format("der({})", nameOf(variable.of))
                                                                   : variable.label.text();
}

std::string describe(const SolvableSystem& system, EquationId id, const Sources& sources) {
  if (id == EquationId::none) return "(no equation)";
  const SystemEquation& equation = system.equations[static_cast<std::size_t>(id)];
  const FlatModel& flat = system.flat;
  std::string place = flat.paths.text(equation.origin.component);
  place = place.empty() ? sources.describeLine(equation.origin.where)
                        : place + " (" + sources.describeLine(equation.origin.where) + ")";
  const auto names = [&](VariableId v) { return system.nameOf(v); };
  const auto show = [&](Expr e) { return symbolic::print(flat.pool, e, names); };
  std::string text;
  switch (equation.source) {
    case EquationSource::flat:
    case EquationSource::initial: {
      const model::Equation& written = equation.source == EquationSource::flat ? flat.equations[equation.index]
                                                                               : flat.initialEquations[equation.index];
      text = show(written.left) + " = " + show(written.right);
      break;
    }
    case EquationSource::differentiated: {
      std::string_view times = "differentiated";
      EquationId origin2 = equation.integral == EquationId::none ? id : equation.integral;  // it may stand by itself
      for (; system.equations[static_cast<std::size_t>(origin2)].integral != EquationId::none;
           origin2 = system.equations[static_cast<std::size_t>(origin2)].integral)
        times = "differentiated again";
      const SystemEquation& given = system.equations[static_cast<std::size_t>(origin2)];
      text = fmt::format("{} = {}  ({})", show(given.left), show(given.right), times);
      break;
    }
    case EquationSource::startValue:
      text = system.nameOf(static_cast<VariableId>(equation.index)) + " = " + show(equation.right) + "  (start value)";
      break;
    case EquationSource::selection:
      text = fmt::format("{} = {}  (choice of states)", show(equation.left), show(equation.right));
      break;
    case EquationSource::delay: text = show(equation.left); break;
    case EquationSource::delayStart:
      text = fmt::format("{} = {}  (at the start)", show(equation.left), show(equation.right));
      break;
    case EquationSource::integration:
    case EquationSource::when:
    case EquationSource::event: text = fmt::format("{} = {}", show(equation.left), show(equation.right)); break;
  }
  return place + ": " + text;
}

std::string print(const SolvableSystem& system) { return Printer(system).run(); }

}  // namespace dashpot::equations
