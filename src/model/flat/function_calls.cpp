#include "model/flat/function_calls.hpp"

#include <variant>

namespace dashpot::model {

namespace {

using symbolic::Op;

class Search {
 public:
  explicit Search(const FlatModel& model) : model_(model), walker_(model.pool), isUsed_(model.pool.size(), false) {
    found_.isCalled.assign(model.functions.size(), false);
  }

  FunctionCalls run() {
    for (const auto* list : {&model_.equations, &model_.initialEquations})
      for (const Equation& one : *list) use(one.left), use(one.right);
    for (const Variable& variable : model_.variables)
      for (const Expr e : {variable.binding, variable.attributes.start, variable.attributes.min,
                           variable.attributes.max, variable.attributes.nominal})
        use(e);
    for (const Assertion& one : model_.assertions) use(one.condition), use(one.message);
    for (const WhenClause& clause : model_.whenClauses)
      for (const WhenBranch& branch : clause.branches) {
        for (const Expr e : branch.conditions) use(e);
        for (const Action& action : branch.actions) use(action.value), use(action.message);
      }
    for (std::size_t i = 0; i < isUsed_.size(); ++i)
      if (isUsed_[i]) visit(model_.pool, static_cast<Expr>(i));
    while (!pending_.empty()) {
      const symbolic::Function& function = model_.functions[pending_.back()];
      pending_.pop_back();
      for (std::size_t i = 0; i < function.pool.size(); ++i) visit(function.pool, static_cast<Expr>(i));
      for (const symbolic::DerivativeRule& rule : function.derivatives) call(rule.function);
      for (const symbolic::InverseRule& rule : function.inverses) call(rule.function);
    }
    return std::move(found_);
  }

 private:
  void use(Expr root) {
    if (root == Expr::none || isUsed_[symbolic::index(root)]) return;
    for (const Expr e : walker_.reachable(root)) isUsed_[symbolic::index(e)] = true;
  }
  void use(const Message& message) {
    for (const auto& piece : message.pieces)
      if (const Shown* shown = std::get_if<Shown>(&piece)) use(shown->value);
  }

  void visit(const Pool& pool, Expr e) {
    if (pool.op(e) == Op::call) call(pool.function(e));
    if (pool.op(e) == Op::element) found_.results.emplace(pool.function(pool.operands(e)[0]), pool[e].b);
  }

  void call(symbolic::FunctionId id) {
    const std::size_t i = symbolic::index(id);
    if (i >= found_.isCalled.size() || found_.isCalled[i]) return;
    found_.isCalled[i] = true;
    pending_.push_back(i);
  }

  const FlatModel& model_;
  symbolic::Walker walker_;
  std::vector<bool> isUsed_;
  std::vector<std::size_t> pending_;
  FunctionCalls found_;
};

}  // namespace

FunctionCalls functionCalls(const FlatModel& model) { return Search(model).run(); }

void removeUncalledFunctions(FlatModel& model) {
  const std::vector<bool> isCalled = functionCalls(model).isCalled;
  std::vector<symbolic::Function> called;
  std::vector<symbolic::FunctionId> renumbered(isCalled.size(), symbolic::FunctionId::none);
  for (std::size_t i = 0; i < isCalled.size(); ++i) {
    if (!isCalled[i]) continue;
    renumbered[i] = static_cast<symbolic::FunctionId>(called.size());
    called.push_back(std::move(model.functions[i]));
  }
  if (called.size() < isCalled.size()) {
    model.pool.renumberFunctions(renumbered);
    for (symbolic::Function& function : called) {
      function.pool.renumberFunctions(renumbered);
      for (symbolic::DerivativeRule& rule : function.derivatives)
        rule.function = renumbered[symbolic::index(rule.function)];
      for (symbolic::InverseRule& rule : function.inverses) rule.function = renumbered[symbolic::index(rule.function)];
    }
  }
  model.functions = std::move(called);
}

}  // namespace dashpot::model
