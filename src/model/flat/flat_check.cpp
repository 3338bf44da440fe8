#include "model/flat_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

namespace dashpot::model {

namespace {

using symbolic::Op;

class Checker {
 public:
  explicit Checker(const FlatModel& model) : model_(model), walker_(model.pool) {}

  std::vector<std::string> run() {
    namesAreUnique();
    for (const Variable& variable : model_.variables) {
      const std::string name = model_.paths.text(variable.name);
      const Attributes& a = variable.attributes;
      for (const Expr e : {variable.binding, a.start, a.min, a.max, a.nominal})
        if (e != Expr::none && refersToVariables(name, e)) dependsOnParametersOnly(name, e);
      if (variable.variability > Variability::parameter && variable.binding != Expr::none)
        report(name + ": the binding of a variable that varies is not an equation");
    }
    for (const Equation& equation : model_.equations) visit("equation", equation);
    for (const Equation& equation : model_.initialEquations) visit("initial equation", equation);
    for (const Assertion& assertion : model_.assertions) {
      if (!assertion.origin.where.known()) report("assertion: has no origin in the text");
      if (assertion.condition == Expr::none)
        report("assertion: lacks a condition");
      else
        refersToVariables("assertion", assertion.condition);
      visit("assertion", assertion.message);
    }
    for (const WhenClause& clause : model_.whenClauses) visit(clause);
    for (const symbolic::Function& function : model_.functions)
      for (const std::string& text : symbolic::violations(function, model_.functions.size()))
        report(fmt::format("function {}: {}", function.name, text));
    for (std::string& text : symbolic::violations(model_.pool)) report(std::move(text));
    return std::move(violations_);
  }

 private:
  void report(std::string text) { violations_.push_back(std::move(text)); }

  void namesAreUnique() {
    std::unordered_set<PathId> seen;
    for (const Variable& variable : model_.variables)
      if (!seen.insert(variable.name).second)
        report(fmt::format("two variables are called {}", model_.paths.text(variable.name)));
  }

  void visit(std::string_view what, const Equation& equation) {
    const std::string label = fmt::format("{} in '{}'", what, model_.paths.text(equation.origin.component));
    if (!equation.origin.where.known()) report(label + ": has no origin in the text");
    for (const Expr side : {equation.left, equation.right}) {
      if (side == Expr::none)
        report(label + ": lacks a side");
      else
        refersToVariables(label, side);
    }
  }

  void visit(std::string_view label, const Message& message) {
    for (const auto& piece : message.pieces)
      if (const Shown* shown = std::get_if<Shown>(&piece)) refersToVariables(label, shown->value);
  }

  void visit(const WhenClause& clause) {
    const std::string label = fmt::format("when-clause in '{}'", model_.paths.text(clause.origin.component));
    if (!clause.origin.where.known()) report(label + ": has no origin in the text");
    std::vector<std::vector<VariableId>> assigned;
    for (const WhenBranch& branch : clause.branches) {
      if (branch.conditions.empty()) report(label + ": a branch lacks a condition");
      for (const Expr e : branch.conditions) refersToVariables(label, e);
      auto& targets = assigned.emplace_back();
      for (const Action& action : branch.actions) {
        isInWhen_ = true;  // where pre() of a continuous variable is its left limit
        if (action.value != Expr::none) refersToVariables(label, action.value);
        visit(label, action.message);
        isInWhen_ = false;
        if (action.kind != ActionKind::assign && action.kind != ActionKind::reinit) continue;
        if (symbolic::index(action.target) >= model_.variables.size() || action.value == Expr::none) {
          report(label + ": an action lacks its target or value");
          continue;
        }
        const Variable& target = model_[action.target];
        const Variability demanded =
            action.kind == ActionKind::assign ? Variability::discrete : Variability::continuous;
        if (target.variability != demanded || (action.kind == ActionKind::reinit && target.type != Type::real))
          report(fmt::format("{}: {} cannot be {}", label, model_.nameOf(action.target),
                             action.kind == ActionKind::assign ? "assigned" : "reinitialised"));
        if (action.kind == ActionKind::assign) targets.push_back(action.target);
      }
      std::ranges::sort(targets);
      if (targets != assigned.front()) report(label + ": its branches assign different variables");
    }
  }

  bool refersToVariables(std::string_view label, Expr root) {
    const std::size_t before = violations_.size();
    if (symbolic::index(root) >= model_.pool.size()) {
      report(fmt::format("{}: refers to an expression that does not exist", label));
      return false;
    }
    for (const Expr e : walker_.reachable(root)) {
      const Op op = model_.pool.op(e);
      if (op == Op::mode) report(fmt::format("{}: contains a mode", label));
      if (op == Op::call && symbolic::index(model_.pool.function(e)) >= model_.functions.size())
        report(fmt::format("{}: calls a function that does not exist", label));
      if (op != Op::variable && op != Op::derivative && op != Op::pre) continue;
      const VariableId id = model_.pool.variable(e);
      if (symbolic::index(id) >= model_.variables.size())
        report(fmt::format("{}: refers to variable {}, which does not exist", label, symbolic::index(id)));
      else if (op == Op::derivative &&
               (model_[id].variability != Variability::continuous || model_[id].type != Type::real))
        report(fmt::format("{}: der({}) of something that is not a continuous Real", label, model_.nameOf(id)));
      else if (op == Op::pre && model_[id].variability != Variability::discrete &&
               !(isInWhen_ && model_[id].variability == Variability::continuous))
        report(fmt::format("{}: pre({}) of something that is not discrete", label, model_.nameOf(id)));
    }
    return violations_.size() == before;
  }

  void dependsOnParametersOnly(std::string_view label, Expr root) {
    for (const Expr e : walker_.reachable(root)) {
      const Op op = model_.pool.op(e);
      const bool varies = op == Op::time || op == Op::derivative || op == Op::pre ||
                          (op == Op::variable && model_[model_.pool.variable(e)].variability > Variability::parameter);
      if (varies)
        return report(fmt::format("{}: a value or attribute depends on something that varies in time", label));
    }
  }

  const FlatModel& model_;
  symbolic::Walker walker_;
  std::vector<std::string> violations_;
  bool isInWhen_ = false;
};

}  // namespace

std::vector<std::string> check(const FlatModel& model) { return Checker(model).run(); }

}  // namespace dashpot::model
