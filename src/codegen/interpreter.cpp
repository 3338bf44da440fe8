#include "base/finite.hpp"
#include "codegen/dense_solve.hpp"
#include "codegen/executable.hpp"
#include "codegen/nearest_solution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace dashpot::codegen {

namespace {

using symbolic::Op;

/// Evaluates a function; the results of all instructions stay in `registers()` for tracing.
class Machine {
 public:
  explicit Machine(const CompiledModel& model, ProcedureCode* code = nullptr)
      : model_(model), procedures_(model.procedures, code) {}

  void run(const Function& function, const Arguments& arguments) {
    registers_.resize(function.code.size());
    results_.clear();
    double* next = registers_.data();
    for (const Instruction& at : function.code) *next++ = evaluate(function, at, arguments);
  }

  [[nodiscard]] const std::vector<double>& registers() const { return registers_; }

  /// The same; but unknowns that linear equations leave open are as near to what they were as the equations allow. Gives
  /// those that were left open.
  std::vector<std::uint32_t> runKeepingOpen(const Function& function, const Arguments& arguments, ConstView known) {
    std::vector<std::uint32_t> open;
    registers_.resize(function.code.size());
    results_.clear();
    auto unknowns = std::span(function.loopUnknowns);
    for (std::uint32_t i = 0; i < function.code.size(); ++i) {
      registers_[i] = evaluate(function, function.code[i], arguments);
      std::size_t count = 0;
      while (count < unknowns.size() && unknowns[count].instruction == i) ++count;
      if (count > 0) keepOpen(function, i, unknowns.first(count), known, open);
      unknowns = unknowns.subspan(count);
    }
    return open;
  }

  /// Why a call failed; empty: it did not.
  [[nodiscard]] std::string failureOf(const Function& function, const Instruction& call) {
    collect(function, call.a, call.c);
    std::vector<double> results(model_.procedures[call.b].outputCount);
    return procedures_.call(call.b, operands_, results) ? std::string() : procedures_.failure();
  }

 private:
  /// What most operations are is done without a call.
  [[gnu::always_inline]] static double operate(Op op, double a, double b, double c) {
    switch (op) {
      case Op::add: return a + b;
      case Op::subtract: return a - b;
      case Op::multiply: return a * b;
      case Op::divide: return a / b;
      default: return symbolic::apply(op, a, b, c);
    }
  }

  [[gnu::always_inline]] double evaluate(const Function& function, const Instruction& at, const Arguments& arguments) {
    switch (at.code) {
      case Code::constant: return function.constants[at.a];
      case Code::time: return arguments.time;
      case Code::state: return arguments.y[at.a];
      case Code::parameter: return arguments.parameters[at.a];
      case Code::given: return arguments.given[at.a];
      case Code::mode: return arguments.modes[at.a];
      case Code::discrete: return arguments.discrete[at.a];
      case Code::pre: return arguments.pre[at.a];
      case Code::input: return arguments.inputs[at.a];
      case Code::delayed: return arguments.delayed[at.a];
      case Code::phase: return arguments.phases[at.a];
      case Code::operation: return operate(at.op, registers_[at.a], registers_[at.b], registers_[at.c]);
      case Code::solve: return solve(function, at);
      case Code::call: return call(function, at);
      case Code::element: return results_[static_cast<std::size_t>(registers_[at.a]) + at.b];
    }
    return 0.0;
  }

  void collect(const Function& function, std::size_t first, std::size_t count) {
    operands_.resize(count);
    for (std::size_t k = 0; k < count; ++k) operands_[k] = registers_[function.lists[first + k]];
  }

  // The result of a solve or a call is where its numbers begin.

  double solve(const Function& function, const Instruction& at) {
    const std::size_t n = at.b, first = results_.size();
    collect(function, at.a, n * n);
    results_.resize(first + n * at.c);
    for (std::size_t k = 0; k < n * at.c; ++k) results_[first + k] = registers_[function.lists[at.a + n * n + k]];
    denseSolve(operands_, View(results_).subspan(first), n);
    return static_cast<double>(first);
  }

  double call(const Function& function, const Instruction& at) {
    const std::size_t first = results_.size();
    collect(function, at.a, at.c);
    results_.resize(first + model_.procedures[at.b].outputCount);
    procedures_.call(at.b, operands_, View(results_).subspan(first));
    return static_cast<double>(first);
  }

  /// Or of no use to an observer.
  [[nodiscard]] bool isDerivative(const LoopUnknown& unknown) const {
    return unknown.variable >= model_.recorded.firstDerivative;
  }

  /// Of a solve or a division that gave no numbers, from numbers.
  void keepOpen(const Function& function, std::uint32_t i, std::span<const LoopUnknown> unknowns, ConstView known,
                std::vector<std::uint32_t>& open) {
    const Instruction& at = function.code[i];
    const auto point = [&](const LoopUnknown& unknown) {
      return unknown.variable < known.size() ? known[unknown.variable] : 0.0;
    };
    if (at.code == Code::operation) {
      if (registers_[at.a] != 0.0 || registers_[at.b] != 0.0 || isDerivative(unknowns[0])) return;
      registers_[i] = point(unknowns[0]);
      open.push_back(unknowns[0].variable);
      return;
    }
    const std::size_t n = at.b;
    const View results = View(results_).subspan(static_cast<std::size_t>(registers_[i]), n * at.c);
    if (allFinite(results) || unknowns.size() != n * at.c) return;
    // Derivatives that are left open mean a constraint between states that the structure does not show.
    if (std::ranges::any_of(unknowns, [&](const LoopUnknown& u) { return isDerivative(u); })) return;
    collect(function, at.a, n * (n + at.c));
    for (std::size_t c = 0; c < at.c; ++c) {
      Vector x(n);
      for (std::size_t k = 0; k < n; ++k) x[k] = point(unknowns[c * n + k]);
      if (!nearestSolution(ConstView(operands_).first(n * n), ConstView(operands_).subspan((n + c) * n, n), x)) return;
      std::ranges::copy(x, results.subspan(c * n).begin());
    }
    for (const LoopUnknown& unknown : unknowns) open.push_back(unknown.variable);
  }

  const CompiledModel& model_;
  ProcedureMachine procedures_;
  std::vector<double> registers_, operands_;
  std::vector<double> results_;  // of solves and calls
};

class Interpreter final : public Executable {
 public:
  Interpreter(const CompiledModel& model, ProcedureCode* code) : Executable(model), machine_(model, code) {}

  [[nodiscard]] EvaluationCounts evaluations() const override { return {.interpreted = evaluations_}; }

 private:
  Evaluation runOtherwise(Entry entry, const Arguments& arguments, View outputs) override {
    ++evaluations_;
    const Function& function = model()[entry];
    machine_.run(function, arguments);
    const double* const registers = machine_.registers().data();
    double* next = outputs.data();
    for (const std::uint32_t from : function.outputs) *next++ = registers[from];
    return judge(entry, outputs);
  }

  Machine machine_;
  std::uint64_t evaluations_ = 0;
};

/// Follows operands that are not finite down to an instruction whose operands all are; of a selection, the branch
/// taken.
class Tracer {
 public:
  Tracer(const CompiledModel& model, const Function& function, const Arguments& arguments)
      : model_(model), function_(function), arguments_(arguments), machine_(model) {
    machine_.run(function, arguments);
  }

  std::optional<Fault> run() {
    for (std::uint32_t i = 0; i < function_.outputs.size(); ++i)
      if (const auto fault = run(i)) return fault;
    return std::nullopt;
  }
  std::optional<Fault> run(std::uint32_t output) {
    if (finite(function_.outputs[output])) return std::nullopt;
    return explain(output, function_.outputs[output]);
  }

  /// The cause of a zero result, by name: "the parameter 'load.m' is 0"; empty: it is not that simple.
  [[nodiscard]] std::string zero(std::uint32_t at) const {
    int budget = 1000;
    return zero(at, budget);
  }

 private:
  [[nodiscard]] std::string zero(std::uint32_t at, int& budget) const {
    const Instruction& code = function_.code[at];
    if (value(at) != 0.0 || --budget < 0) return {};
    if (code.code == Code::state) return fmt::format("'{}' is 0", namesOfY()[code.a]);
    if (code.code == Code::parameter) return zeroParameter(code.a);
    if (code.code != Code::operation) return {};
    if (code.op == Op::conditional) {
      const std::string found = zero(value(code.a) != 0.0 ? code.b : code.c, budget);
      return found.empty() ? zeroBranch(code.a) : found;
    }
    const int count = symbolic::operandCount(code.op);
    std::string found = zero(code.a, budget);
    return found.empty() && count > 1 && code.op != Op::divide && code.op != Op::power ? zero(code.b, budget) : found;
  }

  /// A zero that stands in the branch itself, as the coefficient of a variable that only the other branch has.
  [[nodiscard]] std::string zeroBranch(std::uint32_t condition) const {
    const Instruction& code = function_.code[condition];
    if (code.code != Code::mode) return {};
    return fmt::format("what is divided by is 0 while {} is {}", model_.events.texts[code.a],
                       value(condition) != 0.0 ? "true" : "false");
  }

  [[nodiscard]] bool isOfParameters() const { return &function_ == &model_[Entry::parameters]; }
  /// y stands for the states, for the unknowns of the initial system, or for the numbers of an inlined step.
  [[nodiscard]] const std::vector<std::string>& namesOfY() const {
    if (&function_ >= &model_.functions[0] + entryCount && &function_ != &model_[model_.step->guess])
      return model_.step->names;
    const bool isInitial =
        std::ranges::any_of(std::array{Entry::initialResidual, Entry::initialJacobian, Entry::initialState,
                                       Entry::initialDiscrete, Entry::initialSelection},
                            [&](Entry entry) { return &function_ == &model_[entry]; });
    return isInitial ? model_.initial.names : model_.states.names;
  }

  /// All parameters have their values, whoever gave them.
  [[nodiscard]] std::vector<double> allGiven() const {
    std::vector<double> given(model_.parameters.givenCount, 1.0);
    given.resize(model_.parameters.count, 0.0);
    return given;
  }

  [[nodiscard]] std::optional<Fault> ofParameter(std::uint32_t index) const {
    const std::vector<double> given = allGiven();
    return Tracer(model_, model_[Entry::parameters], {.parameters = arguments_.parameters, .given = given}).run(index);
  }

  [[nodiscard]] std::string zeroParameter(std::uint32_t index) const {
    for (const VariableInfo& info : model_.recorded.variables)
      if (const bool isConstant = info.kind == VariableKind::constant;
          (isConstant || info.kind == VariableKind::parameter) && info.index == index)
        return fmt::format("the {} '{}' is 0", isConstant ? "constant" : "parameter", info.name);
    if (isOfParameters()) return {};
    const std::vector<double> given = allGiven();
    const Tracer tracer(model_, model_[Entry::parameters], {.parameters = arguments_.parameters, .given = given});
    return tracer.zero(model_[Entry::parameters].outputs[index]);
  }

  [[nodiscard]] double value(std::uint32_t i) const { return machine_.registers()[i]; }
  [[nodiscard]] bool finite(std::uint32_t i) const { return std::isfinite(value(i)); }

  Fault explain(std::uint32_t output, std::uint32_t at) {
    for (std::uint32_t next = cause(at); next != at; next = cause(at)) at = next;
    const Instruction& code = function_.code[at];
    // A number that is computed with the parameters may have no value until it is used.
    if (code.code == Code::parameter && !isOfParameters())
      if (const auto fault = ofParameter(code.a))
        return {output, fault->origin, fault->reason, fault->isFailedCall, fault->isSingularLoop};
    const bool isCall = code.code == Code::element && function_.code[code.a].code != Code::solve;
    return {output, function_.origins[code.code == Code::element ? code.a : at], reason(at),
            isCall && !machine_.failureOf(function_, function_.code[code.a]).empty(), isSingularLoop(at)};
  }

  [[nodiscard]] bool isSingularLoop(std::uint32_t at) const {
    const Instruction& code = function_.code[at];
    if (code.code == Code::element) return function_.code[code.a].code == Code::solve;
    return code.code == Code::operation && code.op == Op::divide && value(code.b) == 0.0 && isLastOfItsEquation(at) &&
           loopOf(function_.origins[at]);
  }

  /// An operand to blame, or the instruction itself.
  [[nodiscard]] std::uint32_t cause(std::uint32_t at) const {
    const Instruction& code = function_.code[at];
    if (code.code == Code::element) return ownerCause(at, function_.code[code.a]);
    if (code.code != Code::operation) return at;
    if (code.op == Op::conditional) return value(code.a) != 0.0 ? code.b : code.c;
    const int count = symbolic::operandCount(code.op);
    if (!finite(code.a)) return code.a;
    return count > 1 && !finite(code.b) ? code.b : at;
  }

  /// Of a solve or a call.
  [[nodiscard]] std::uint32_t ownerCause(std::uint32_t at, const Instruction& owner) const {
    const std::size_t length = owner.code == Code::solve ? std::size_t{owner.b} * (owner.b + owner.c) : owner.c;
    for (std::size_t k = 0; k < length; ++k)
      if (const std::uint32_t operand = function_.lists[owner.a + k]; !finite(operand)) return operand;
    return at;
  }

  /// The number 0 over the number 0: it stands where a subscript leaves nothing to take. Final parameters may come to it,
  /// too.
  [[nodiscard]] bool isNothing(const Instruction& code) const {
    const auto isZero = [&](std::uint32_t operand) {
      return function_.code[operand].code == Code::constant && value(operand) == 0.0;
    };
    return code.code == Code::operation && code.op == Op::divide && isZero(code.a) && isZero(code.b);
  }

  [[nodiscard]] std::string reason(std::uint32_t at) {
    const Instruction& code = function_.code[at];
    if (code.code == Code::element) {
      const Instruction& owner = function_.code[code.a];
      if (owner.code == Code::solve) return singular(loopOf(function_.origins[code.a]));
      const std::string failure = machine_.failureOf(function_, owner);
      return failure.empty() ? "a function gives a value that is not finite" : failure;
    }
    if (isNothing(code)) return "zero is divided by zero, which is also what a subscript outside of its array gives";
    const std::string culprit = code.code == Code::operation && code.op == Op::divide ? zero(code.b) : "";
    if (isSingularLoop(at))
      return culprit.empty() ? singular(loopOf(function_.origins[at])) : fmt::format("division by zero: {}", culprit);
    if (code.code == Code::operation) {
      const double a = value(code.a), b = symbolic::operandCount(code.op) > 1 ? value(code.b) : 0.0;
      const std::string_view violation = symbolic::domainViolation(code.op, a, b);
      if (!violation.empty())
        return code.op != Op::divide ? fmt::format("{} ({:.6g})", violation, a)
               : culprit.empty()     ? std::string(violation)
                                     : fmt::format("{}: {}", violation, culprit);
      return fmt::format("{} of {:.6g}{} is too large", symbolic::name(code.op), a,
                         symbolic::operandCount(code.op) > 1 ? fmt::format(" and {:.6g}", b) : "");
    }
    return "a value that is not finite";
  }

  static std::string singular(const LinearLoop* loop) {
    return fmt::format(
        "singular system of linear equations{}: they repeat or contradict one another here. A part that floats freely "
        "(no ground, no fixed end) or two ideal sources in a loop are the usual causes",
        loop ? " for " + loop->unknowns : "");
  }

  [[nodiscard]] const LinearLoop* loopOf(std::uint32_t origin) const {
    const auto at = std::ranges::lower_bound(model_.loops, origin, {}, &LinearLoop::equation);
    return at != model_.loops.end() && at->equation == origin ? &*at : nullptr;
  }

  /// One unknown that is left of a loop is had by a division, which is the last that its equation does.
  [[nodiscard]] bool isLastOfItsEquation(std::uint32_t at) const {
    for (std::uint32_t later = at + 1; later < function_.code.size(); ++later)
      if (function_.code[later].code == Code::operation && function_.origins[later] == function_.origins[at])
        return false;
    return true;
  }

  const CompiledModel& model_;
  const Function& function_;
  Arguments arguments_;
  Machine machine_;
};

}  // namespace

Evaluation Executable::judge(Entry entry, View outputs) const {
  return allFinite(outputs.first(model_[entry].outputs.size())) ? Evaluation::ok : Evaluation::recoverable;
}

std::unique_ptr<Executable> makeInterpreter(const CompiledModel& model, ProcedureCode* code) {
  return std::make_unique<Interpreter>(model, code);
}

std::optional<std::vector<std::uint32_t>> evaluateKeepingOpen(const CompiledModel& model, Entry entry,
                                                              const Arguments& arguments, ConstView known,
                                                              View outputs) {
  const Function& function = model[entry];
  if (function.loopUnknowns.empty()) return std::nullopt;
  Machine machine(model);
  std::vector<std::uint32_t> open = machine.runKeepingOpen(function, arguments, known);
  for (std::size_t i = 0; i < function.outputs.size(); ++i) outputs[i] = machine.registers()[function.outputs[i]];
  if (open.empty() || !allFinite(outputs.first(function.outputs.size()))) return std::nullopt;
  return open;
}

std::optional<Fault> trace(const CompiledModel& model, Entry entry, const Arguments& arguments) {
  return Tracer(model, model[entry], arguments).run();
}

}  // namespace dashpot::codegen
