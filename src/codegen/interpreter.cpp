#include "codegen/dense_solve.hpp"
#include "codegen/executable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace dashpot::codegen {

namespace {

using symbolic::Op;

/// Evaluates a function; the results of all instructions stay in `registers()` for tracing.
class Machine {
 public:
  void run(const Function& function, const Inputs& inputs) {
    registers_.resize(function.code.size());
    solutions_.clear();
    for (std::size_t i = 0; i < function.code.size(); ++i) registers_[i] = evaluate(function, function.code[i], inputs);
  }

  [[nodiscard]] const std::vector<double>& registers() const { return registers_; }

 private:
  double evaluate(const Function& function, const Instruction& at, const Inputs& inputs) {
    switch (at.code) {
      case Code::constant: return function.constants[at.a];
      case Code::time: return inputs.time;
      case Code::state: return inputs.y[at.a];
      case Code::parameter: return inputs.parameters[at.a];
      case Code::given: return inputs.given[at.a];
      case Code::mode: return inputs.modes[at.a];
      case Code::discrete: return inputs.discrete[at.a];
      case Code::pre: return inputs.pre[at.a];
      case Code::input: return inputs.external[at.a];
      case Code::delayed: return inputs.delayed[at.a];
      case Code::phase: return inputs.phases[at.a];
      case Code::call: throw std::logic_error("bug: a call without a procedure");
      case Code::operation: return symbolic::apply(at.op, registers_[at.a], registers_[at.b], registers_[at.c]);
      case Code::solve: return solve(function, at);
      case Code::element: return solutions_[static_cast<std::size_t>(registers_[at.a]) + at.b];
    }
    return 0.0;
  }

  /// The result of a solve is where its solution begins.
  double solve(const Function& function, const Instruction& at) {
    const std::size_t n = at.b, rightLength = n * at.c, first = solutions_.size();
    matrix_.resize(n * n);
    for (std::size_t k = 0; k < n * n; ++k) matrix_[k] = registers_[function.lists[at.a + k]];
    solutions_.resize(first + rightLength);
    for (std::size_t k = 0; k < rightLength; ++k) solutions_[first + k] = registers_[function.lists[at.a + n * n + k]];
    denseSolve(matrix_, View(solutions_).subspan(first), n);
    return static_cast<double>(first);
  }

  std::vector<double> registers_;
  std::vector<double> matrix_;
  std::vector<double> solutions_;
};

class Interpreter final : public Executable {
 public:
  explicit Interpreter(const CompiledModel& model) : model_(model) {}

  Evaluation run(Entry entry, const Inputs& inputs, View outputs) override {
    const Function& function = model_[entry];
    machine_.run(function, inputs);
    bool finite = true;
    for (std::size_t i = 0; i < function.outputs.size(); ++i) {
      outputs[i] = machine_.registers()[function.outputs[i]];
      finite = finite && std::isfinite(outputs[i]);
    }
    return finite ? Evaluation::ok : Evaluation::recoverable;
  }

 private:
  const CompiledModel& model_;
  Machine machine_;
};

/// Follows operands that are not finite down to an instruction whose operands all are; of a selection, the branch
/// taken.
class Tracer {
 public:
  Tracer(const Function& function, const Inputs& inputs) : function_(function), inputs_(inputs) {
    machine_.run(function, inputs);
  }

  std::optional<Fault> run() {
    for (std::uint32_t i = 0; i < function_.outputs.size(); ++i)
      if (!finite(function_.outputs[i])) return explain(i, function_.outputs[i]);
    return std::nullopt;
  }

 private:
  [[nodiscard]] double value(std::uint32_t i) const { return machine_.registers()[i]; }
  [[nodiscard]] bool finite(std::uint32_t i) const { return std::isfinite(value(i)); }

  Fault explain(std::uint32_t output, std::uint32_t at) const {
    for (std::uint32_t next = cause(at); next != at; next = cause(at)) at = next;
    return {output, function_.origins[at], reason(function_.code[at])};
  }

  /// An operand to blame, or the instruction itself.
  [[nodiscard]] std::uint32_t cause(std::uint32_t at) const {
    const Instruction& code = function_.code[at];
    if (code.code == Code::element) return solveCause(at, function_.code[code.a]);
    if (code.code != Code::operation) return at;
    if (code.op == Op::conditional) return value(code.a) != 0.0 ? code.b : code.c;
    const int count = symbolic::operandCount(code.op);
    if (!finite(code.a)) return code.a;
    return count > 1 && !finite(code.b) ? code.b : at;
  }

  [[nodiscard]] std::uint32_t solveCause(std::uint32_t at, const Instruction& solve) const {
    const std::size_t length = static_cast<std::size_t>(solve.b) * (solve.b + solve.c);
    for (std::size_t k = 0; k < length; ++k)
      if (const std::uint32_t operand = function_.lists[solve.a + k]; !finite(operand)) return operand;
    return at;
  }

  [[nodiscard]] std::string reason(const Instruction& code) const {
    if (code.code == Code::element) return "singular system of linear equations";
    if (code.code == Code::operation) {
      const double a = value(code.a), b = symbolic::operandCount(code.op) > 1 ? value(code.b) : 0.0;
      const std::string_view violation = symbolic::domainViolation(code.op, a, b);
      if (!violation.empty())
        return code.op == Op::divide ? std::string(violation) : fmt::format("{} ({:.6g})", violation, a);
      return fmt::format("{} of {:.6g}{} is too large", symbolic::name(code.op), a,
                         symbolic::operandCount(code.op) > 1 ? fmt::format(" and {:.6g}", b) : "");
    }
    return "a value that is not finite";
  }

  const Function& function_;
  const Inputs& inputs_;
  Machine machine_;
};

}  // namespace

std::unique_ptr<Executable> makeInterpreter(const CompiledModel& model) { return std::make_unique<Interpreter>(model); }

std::optional<Fault> trace(const CompiledModel& model, Entry entry, const Inputs& inputs) {
  return Tracer(model[entry], inputs).run();
}

}  // namespace dashpot::codegen
