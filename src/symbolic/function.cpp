#include "symbolic/function.hpp"

#include <fmt/format.h>

namespace dashpot::symbolic {

namespace {

class Checker {
 public:
  Checker(const Function& function, std::size_t functionCount)
      : function_(function), functionCount_(functionCount), walker_(function.pool) {}

  std::vector<std::string> run() {
    const std::uint32_t afterInputs = runOf(function_.inputs, 0);
    if (afterInputs != function_.inputCount) report("the inputs do not fill the first slots");
    const std::uint32_t afterOutputs = runOf(function_.outputs, afterInputs);
    if (afterOutputs - afterInputs != function_.outputCount) report("the outputs do not follow the inputs");
    if (runOf(function_.locals, afterOutputs) != function_.slotCount) report("the locals do not fill the last slots");
    statements(function_.body, false);
    for (const DerivativeRule& rule : function_.derivatives)
      if (index(rule.function) >= functionCount_) report("a derivative rule names a function that does not exist");
    for (const InverseRule& rule : function_.inverses)
      if (index(rule.function) >= functionCount_ || rule.input >= function_.inputCount || function_.outputCount != 1)
        report("an inverse rule does not fit");
    for (const std::string& text : symbolic::violations(function_.pool)) report(text);
    return std::move(found_);
  }

 private:
  void report(std::string_view text) { found_.push_back(fmt::format("function {}: {}", function_.name, text)); }

  std::uint32_t runOf(const std::vector<Argument>& arguments, std::uint32_t first) {
    for (const Argument& argument : arguments) {
      std::uint32_t size = 1;
      for (const std::int32_t dimension : argument.dimensions) size *= static_cast<std::uint32_t>(dimension);
      if (argument.first != first || argument.size != size)
        report(argument.name + " is not the run of slots it claims");
      first += argument.size;
    }
    return first;
  }

  void statements(const std::vector<Statement>& list, bool inLoop) {
    for (const Statement& statement : list) {
      const StatementKind kind = statement.kind;
      const bool loops = kind == StatementKind::forLoop || kind == StatementKind::whileLoop;
      if (kind == StatementKind::breakLoop && !inLoop) report("break outside a loop");
      if (kind != StatementKind::breakLoop && kind != StatementKind::returnNow) expression(statement.value);
      if (kind == StatementKind::assignIndexed) expression(statement.position);
      if (kind == StatementKind::forLoop) {
        expression(statement.step);
        expression(statement.last);
      }
      const bool demandsTarget =
          kind == StatementKind::assign || kind == StatementKind::assignIndexed || kind == StatementKind::forLoop;
      if (demandsTarget && statement.targets.size() != 1) report("an assignment without its one target");
      for (const VariableId target : statement.targets)
        if (target != VariableId::none &&
            index(target) + (kind == StatementKind::assignIndexed ? statement.count : 1) > function_.slotCount)
          report("an assignment to a slot that does not exist");
      statements(statement.body, inLoop || loops);
      statements(statement.otherwise, inLoop);
    }
  }

  void expression(Expr root) {
    if (root == Expr::none) return report("a statement lacks an expression");
    for (const Expr e : walker_.reachable(root)) {
      const Node& node = function_.pool[e];
      switch (node.op) {
        case Op::variable:
          if (node.a >= function_.slotCount) report("an expression refers to a slot that does not exist");
          break;
        case Op::indexed:
          if (node.b + node.c > function_.slotCount) report("an array lies outside the slots");
          break;
        case Op::call:
          if (node.a >= functionCount_) report("a call of a function that does not exist");
          break;
        case Op::time:
        case Op::derivative:
        case Op::pre:
        case Op::mode: report(fmt::format("contains {}", name(node.op))); break;
        default: break;
      }
    }
  }

  const Function& function_;
  std::size_t functionCount_;
  Walker walker_;
  std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> violations(const Function& function, std::size_t functionCount) {
  return Checker(function, functionCount).run();
}

}  // namespace dashpot::symbolic
