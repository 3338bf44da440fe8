#include "model/flat_model.hpp"

#include <fmt/format.h>

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
      if (variable.variability == Variability::continuous && variable.binding != Expr::none)
        report(name + ": the binding of a continuous variable is not an equation");
    }
    for (const Equation& equation : model_.equations) visit("equation", equation);
    for (const Equation& equation : model_.initialEquations) visit("initial equation", equation);
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

  bool refersToVariables(std::string_view label, Expr root) {
    const std::size_t before = violations_.size();
    if (symbolic::index(root) >= model_.pool.size()) {
      report(fmt::format("{}: refers to an expression that does not exist", label));
      return false;
    }
    for (const Expr e : walker_.reachable(root)) {
      const Op op = model_.pool.op(e);
      if (op == Op::mode) report(fmt::format("{}: contains a mode", label));
      if (op != Op::variable && op != Op::derivative) continue;
      const VariableId id = model_.pool.variable(e);
      if (symbolic::index(id) >= model_.variables.size())
        report(fmt::format("{}: refers to variable {}, which does not exist", label, symbolic::index(id)));
      else if (op == Op::derivative &&
               (model_[id].variability != Variability::continuous || model_[id].type != Type::real))
        report(fmt::format("{}: der({}) of something that is not a continuous Real", label, model_.nameOf(id)));
    }
    return violations_.size() == before;
  }

  void dependsOnParametersOnly(std::string_view label, Expr root) {
    for (const Expr e : walker_.reachable(root)) {
      const Op op = model_.pool.op(e);
      const bool varies =
          op == Op::time || op == Op::derivative ||
          (op == Op::variable && model_[model_.pool.variable(e)].variability == Variability::continuous);
      if (varies)
        return report(fmt::format("{}: a value or attribute depends on something that varies in time", label));
    }
  }

  const FlatModel& model_;
  symbolic::Walker walker_;
  std::vector<std::string> violations_;
};

}  // namespace

std::vector<std::string> check(const FlatModel& model) { return Checker(model).run(); }

}  // namespace dashpot::model
