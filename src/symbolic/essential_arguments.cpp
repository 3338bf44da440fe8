#include "symbolic/essential_arguments.hpp"

#include <algorithm>

namespace dashpot::symbolic {

namespace {

class Reading {
 public:
  explicit Reading(const Function& function)
      : function_(function), walker_(function.pool), isRead_(function.inputCount, false) {}

  std::vector<bool> run() && {
    if (function_.host) isRead_.assign(isRead_.size(), true);
    visit(function_.body);
    return std::move(isRead_);
  }

 private:
  void visit(const std::vector<Statement>& statements) {
    for (const Statement& statement : statements) {
      for (const Expr e : {statement.value, statement.position, statement.step, statement.last})
        if (e != Expr::none) visit(e);
      visit(statement.body);
      visit(statement.otherwise);
    }
  }

  void visit(Expr e) {
    for (const Expr leaf : walker_.leaves(e, Op::variable)) mark(index(function_.pool.variable(leaf)), 1);
    for (const Expr element : walker_.leaves(e, Op::indexed))
      mark(function_.pool[element].b, function_.pool[element].c);
  }

  void mark(std::size_t first, std::size_t count) {
    for (std::size_t slot = first; slot < std::min(first + count, isRead_.size()); ++slot) isRead_[slot] = true;
  }

  const Function& function_;
  Walker walker_;
  std::vector<bool> isRead_;
};

}  // namespace

Expr EssentialArguments::operator()(Expr e) {
  const Walker::Leaves calls = walker_.leaves(e, Op::call);
  if (calls.empty()) return e;
  // An inner call is older than the one around it, which is made of what became of it.
  for (const Expr call : calls)
    if (seen_.insert(call).second) essential_.replace(call, withoutIgnored(essential_(call)));
  return essential_(e);
}

Expr EssentialArguments::withoutIgnored(Expr call) {
  const FunctionId id = pool_.function(call);
  const std::vector<bool>& isRead = readInputs(id);
  const auto given = pool_.arguments(call);
  std::vector<Expr> arguments(given.begin(), given.end());
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (!isRead[i] && pool_.op(arguments[i]) != Op::boolean) arguments[i] = pool_.constant(0.0);
  return pool_.call(id, arguments);
}

const std::vector<bool>& EssentialArguments::readInputs(FunctionId id) {
  const auto [at, isNew] = read_.try_emplace(id);
  if (isNew) at->second = Reading(functions_[index(id)]).run();
  return at->second;
}

}  // namespace dashpot::symbolic
