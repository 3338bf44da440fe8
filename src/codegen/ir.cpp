#include "codegen/ir.hpp"

#include "symbolic/print.hpp"

#include <fmt/format.h>

#include <iterator>

namespace dashpot::codegen {

namespace {

class FunctionChecker {
 public:
  FunctionChecker(const Function& function, const ArgumentSizes& sizes) : function_(function), sizes_(sizes) {}

  std::vector<std::string> run() {
    if (function_.origins.size() != function_.code.size()) report("the origins do not go with the code");
    for (std::uint32_t i = 0; i < function_.code.size(); ++i) visit(i, function_.code[i]);
    for (const std::uint32_t output : function_.outputs)
      if (output >= function_.code.size()) report(fmt::format("the output %{} does not exist", output));
    return std::move(violations_);
  }

 private:
  void report(std::string text) { violations_.push_back(fmt::format("{}: {}", function_.name, text)); }

  void inside(std::uint32_t i, std::uint32_t number, std::size_t size, std::string_view what) {
    if (number >= size) report(fmt::format("%{}: {} {} does not exist", i, what, number));
  }
  void earlier(std::uint32_t i, std::uint32_t operand) {
    if (operand >= i) report(fmt::format("%{}: uses %{}, which comes later", i, operand));
  }

  void visit(std::uint32_t i, const Instruction& at) {
    switch (at.code) {
      case Code::constant: return inside(i, at.a, function_.constants.size(), "constant");
      case Code::time: return;
      case Code::state: return inside(i, at.a, sizes_.states, "state");
      case Code::parameter:
      case Code::given: return inside(i, at.a, sizes_.parameters, "parameter");
      case Code::mode: return inside(i, at.a, sizes_.modes, "mode");
      case Code::discrete:
      case Code::pre: return inside(i, at.a, sizes_.discrete, "discrete variable");
      case Code::input: return inside(i, at.a, sizes_.inputs, "input");
      case Code::delayed: return inside(i, at.a, sizes_.delayed, "delayed expression");
      case Code::phase: return inside(i, at.a, phaseCount, "phase");
      case Code::operation: return operation(i, at);
      case Code::solve: return operands(i, at.a, static_cast<std::size_t>(at.b) * (at.b + at.c));
      case Code::call: return operands(i, at.a, at.c);
      case Code::element: return element(i, at);
    }
  }

  void operation(std::uint32_t i, const Instruction& at) {
    const int count = symbolic::operandCount(at.op);
    if (count == 0) return report(fmt::format("%{}: '{}' is no operation", i, symbolic::name(at.op)));
    earlier(i, at.a);
    if (count > 1) earlier(i, at.b);
    if (count > 2) earlier(i, at.c);
  }

  void operands(std::uint32_t i, std::size_t first, std::size_t length) {
    if (first + length > function_.lists.size())
      return report(fmt::format("%{}: its operands lie outside the lists", i));
    for (std::size_t k = 0; k < length; ++k) earlier(i, function_.lists[first + k]);
  }

  void element(std::uint32_t i, const Instruction& at) {
    const Code owner = at.a < i ? function_.code[at.a].code : Code::constant;
    if (owner != Code::solve && owner != Code::call)
      return report(fmt::format("%{}: %{} is no solve and no call", i, at.a));
    const Instruction& solve = function_.code[at.a];
    if (owner == Code::solve && at.b >= solve.b * solve.c)
      report(fmt::format("%{}: element {} lies outside the solve", i, at.b));
  }

  const Function& function_;
  ArgumentSizes sizes_;
  std::vector<std::string> violations_;
};

std::string text(const Function& function, const Instruction& at) {
  switch (at.code) {
    case Code::constant: return symbolic::printNumber(function.constants[at.a]);
    case Code::time: return "time";
    case Code::state: return fmt::format("y[{}]", at.a);
    case Code::parameter: return fmt::format("p[{}]", at.a);
    case Code::given: return fmt::format("given[{}]", at.a);
    case Code::mode: return fmt::format("mode[{}]", at.a);
    case Code::discrete: return fmt::format("d[{}]", at.a);
    case Code::pre: return fmt::format("pre[{}]", at.a);
    case Code::input: return fmt::format("u[{}]", at.a);
    case Code::delayed: return fmt::format("delayed[{}]", at.a);
    case Code::phase: return at.a == 0 ? "initial" : at.a == 1 ? "terminal" : "lambda";
    case Code::element: return fmt::format("element %{} {}", at.a, at.b);
    case Code::operation: {
      const int count = symbolic::operandCount(at.op);
      std::string line = fmt::format("{} %{}", symbolic::name(at.op), at.a);
      if (count > 1) line += fmt::format(" %{}", at.b);
      if (count > 2) line += fmt::format(" %{}", at.c);
      return line;
    }
    case Code::solve: {
      std::string line = fmt::format("solve {} x {}, {} right sides:", at.b, at.b, at.c);
      for (std::size_t k = 0; k < static_cast<std::size_t>(at.b) * (at.b + at.c); ++k)
        line += fmt::format(" %{}", function.lists[at.a + k]);
      return line;
    }
    case Code::call: {
      std::string line = fmt::format("call procedure {}:", at.b);
      for (std::size_t k = 0; k < at.c; ++k) line += fmt::format(" %{}", function.lists[at.a + k]);
      return line;
    }
  }
  return {};
}

}  // namespace

std::vector<std::string> check(const Function& function, const ArgumentSizes& sizes) {
  return FunctionChecker(function, sizes).run();
}

std::string print(const Function& function) {
  std::string result = fmt::format("function {}\n", function.name);
  auto out = std::back_inserter(result);
  for (std::size_t i = 0; i < function.code.size(); ++i)
    fmt::format_to(out, "  %{} = {}\n", i, text(function, function.code[i]));
  for (std::size_t i = 0; i < function.outputs.size(); ++i)
    fmt::format_to(out, "  out[{}] = %{}\n", i, function.outputs[i]);
  return result;
}

}  // namespace dashpot::codegen
