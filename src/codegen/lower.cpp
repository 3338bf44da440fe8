#include "codegen/lower.hpp"

#include "base/handle_table.hpp"
#include "symbolic/whole_power.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace dashpot::codegen {

using equations::Assignment;
using equations::EquationId;
using equations::LinearSolve;
using symbolic::Expr;
using symbolic::Op;
using symbolic::Pool;
using symbolic::VariableId;

Definitions::Definition& Definitions::at(VariableId id) {
  if (symbolic::index(id) >= known_.size()) known_.resize(symbolic::index(id) + 1);
  return known_[symbolic::index(id)];
}

void Definitions::compute(const std::vector<equations::Step>& steps) {
  const auto define = [&](VariableId id, Definition definition) {
    if (Definition& known = at(id); known.kind != Kind::loaded) known = definition;
  };
  for (const equations::Step& step : steps) {
    if (const auto* assignment = std::get_if<Assignment>(&step)) {
      define(assignment->target, {Kind::assigned, Code::state, 0, &step});
      continue;
    }
    std::uint32_t element = 0;
    for (const auto& column : equations::linearSolve(step).unknowns)
      for (const VariableId id : column) define(id, {Kind::solved, Code::state, element++, &step});
  }
}

namespace {

constexpr std::uint32_t notYet = 0xffffffff;

/// Which instructions of a function are there already. They are made of what was made last, and load what lies side by
/// side: so the youngest operand, or what is loaded, is their place among those with the same operation.
class EmittedInstructions {
 public:
  explicit EmittedInstructions(const std::vector<Instruction>& code) : code_(code) {}

  /// The place of an instruction like this one; notYet: there is none.
  [[nodiscard]] std::uint32_t find(const Instruction& instruction) const {
    return table_.find(keyOf(instruction), [&](std::uint32_t place) { return code_[place] == instruction; });
  }
  /// The instruction at this place, which is like none before it.
  void add(std::uint32_t place) {
    table_.add(place, [&](std::uint32_t known) { return keyOf(code_[known]); });
  }

 private:
  static HandleTable::Key keyOf(const Instruction& at) {
    const std::uint32_t kind = static_cast<std::uint32_t>(at.code) << 8 | static_cast<std::uint32_t>(at.op);
    std::uint64_t hash = kind;
    for (const std::uint32_t part : {at.a, at.b, at.c}) hash = (hash ^ part) * 0x9e3779b97f4a7c15u;
    return {kind * 0x9e3779b9u + 2 * std::max({at.a, at.b, at.c}), static_cast<std::uint32_t>(hash >> 32)};
  }

  static_assert(HandleTable::none == notYet);
  const std::vector<Instruction>& code_;
  HandleTable table_;
};

class Lowering {
 public:
  Lowering(std::string name, const Pool& pool, const Definitions& definitions, LoweringMemory& memory)
      : pool_(pool), definitions_(definitions), memory_(memory), result_(memory.result) {
    function_.name = std::move(name);
    result_.resize(pool.size(), notYet);
  }
  ~Lowering() {
    for (const Expr e : memory_.lowered) result_[index(e)] = notYet;
    memory_.lowered.clear();
  }
  Lowering(const Lowering&) = delete;
  Lowering& operator=(const Lowering&) = delete;

  Function run(std::span<const Output> outputs) {
    for (const Output& output : outputs) {
      const auto origin = static_cast<std::uint32_t>(output.equation);
      function_.outputs.push_back(output.variable == VariableId::none ? lowerAll(output.value, origin)
                                                                      : lowerVariable(output.variable, origin));
    }
    auto& unknowns = function_.loopUnknowns;
    std::ranges::sort(unknowns, {},
                      [](const LoopUnknown& u) { return std::tuple(u.instruction, u.element, u.variable); });
    unknowns.erase(std::unique(unknowns.begin(), unknowns.end()), unknowns.end());
    return std::move(function_);
  }

 private:
  struct Pending {
    Expr expression;
    std::uint32_t origin;
  };

  /// A variable that no expression may refer to.
  std::uint32_t lowerVariable(VariableId id, std::uint32_t origin) {
    if (const Expr reference = pool_.find(id); reference != Expr::none) return lowerAll(reference, origin);
    std::uint32_t result = resultOf(id, origin);
    while (result == notYet) {
      lowerStack();
      result = resultOf(id, origin);
    }
    return result;
  }

  std::uint32_t lowerAll(Expr root, std::uint32_t origin) {
    if (root == Expr::none) return constant(0.0, origin);
    stack_.assign(1, {root, origin});
    lowerStack();
    return result_[index(root)];
  }

  /// An explicit stack instead of recursion: chains are as deep as models are long.
  void lowerStack() {
    while (!stack_.empty()) {
      const Pending at = stack_.back();
      if (result_[index(at.expression)] != notYet) {
        stack_.pop_back();
        continue;
      }
      if (pool_.op(at.expression) == Op::variable)
        variable(at);
      else if (pool_.op(at.expression) == Op::call)
        call(at);
      else if (pool_.op(at.expression) == Op::element)
        element(at);
      else if (isLeaf(pool_.op(at.expression)))
        finish(at, leaf(at));
      else
        operation(at);
    }
  }

  void finish(const Pending& at, std::uint32_t result) {
    result_[index(at.expression)] = result;
    memory_.lowered.push_back(at.expression);
    stack_.pop_back();
  }

  /// An instruction that is there already gives the same number.
  std::uint32_t emit(Instruction instruction, std::uint32_t origin) {
    const bool isShared = instruction.code != Code::solve && instruction.code != Code::call;
    const auto next = static_cast<std::uint32_t>(function_.code.size());
    if (isShared)
      if (const std::uint32_t known = emitted_.find(instruction); known != notYet) return known;
    isDefined_.push_back(isAlwaysDefined(instruction));
    function_.code.push_back(instruction);
    function_.origins.push_back(origin);
    if (isShared) emitted_.add(next);
    return next;
  }

  /// Whether it is a number for all inputs: known from outside, or made of such by operations that are defined
  /// everywhere.
  [[nodiscard]] bool isAlwaysDefined(const Instruction& at) const {
    if (at.code != Code::operation) return at.code != Code::element && isLeaf(at.code);
    switch (at.op) {
      case Op::sqrt:
      case Op::log:
      case Op::log10:
      case Op::asin:
      case Op::acos:
      case Op::divide:
      case Op::power:
      case Op::div:
      case Op::mod:
      case Op::rem: return false;
      default: break;
    }
    const int count = symbolic::operandCount(at.op);
    return isDefined_[at.a] && (count < 2 || isDefined_[at.b]) && (count < 3 || isDefined_[at.c]);
  }

  std::uint32_t constant(double value, std::uint32_t origin) {
    const auto [found, isNew] = constants_.try_emplace(std::bit_cast<std::uint64_t>(value), 0);
    if (isNew) {
      function_.constants.push_back(value);
      found->second = emit(
          {Code::constant, Op::constant, static_cast<std::uint32_t>(function_.constants.size() - 1), 0, 0}, origin);
    }
    return found->second;
  }

  std::uint32_t leaf(const Pending& at) {
    switch (pool_.op(at.expression)) {
      case Op::constant: return constant(pool_.value(at.expression), at.origin);
      case Op::boolean: return constant(pool_[at.expression].a ? 1.0 : 0.0, at.origin);
      case Op::time: return emit({Code::time, Op::time, 0, 0, 0}, at.origin);
      case Op::mode: return emit({Code::mode, Op::mode, pool_[at.expression].a, 0, 0}, at.origin);
      default: throw std::logic_error("bug: der() in an expression of a solvable system");
    }
  }

  /// True if the operand has its result; else it is put on the stack to get one first.
  bool ready(Expr operand, std::uint32_t origin) {
    if (operand == Expr::none || result_[index(operand)] != notYet) return true;
    stack_.push_back({operand, origin});
    return false;
  }

  void operation(const Pending& at) {
    const auto operands = pool_.operands(at.expression);
    for (const Expr operand : operands)
      if (!ready(operand, at.origin)) return;
    const auto number = [&](Expr e) { return e == Expr::none ? 0u : result_[index(e)]; };
    std::uint32_t result = notYet;
    if (isSmallPower(at.expression))
      result = product(number(operands[0]), static_cast<unsigned>(pool_.value(operands[1])), at.origin);
    else if (isExactDivision(at.expression))
      result = emit(
          {Code::operation, Op::multiply, number(operands[0]), constant(1.0 / pool_.value(operands[1]), at.origin), 0},
          at.origin);
    else
      result = emit(
          {Code::operation, pool_.op(at.expression), number(operands[0]), number(operands[1]), number(operands[2])},
          at.origin);
    if (pool_.op(at.expression) == Op::conditional && isRelation(pool_.op(operands[0])))
      result = unlessUndecided(result, operands[0], at.origin);
    finish(at, result);
  }

  /// A small whole number as the exponent; a negative one keeps its name, for the report of a zero.
  [[nodiscard]] bool isSmallPower(Expr e) const {
    if (pool_.op(e) != Op::power) return false;
    const Expr exponent = pool_.operands(e)[1];
    if (!pool_.isConstant(exponent)) return false;
    const double n = pool_.value(exponent);
    return n >= 2.0 && symbolic::isWholePower(n);
  }

  /// By a power of two, whose reciprocal is as exact: a multiplication has the same bits and takes a quarter of the time.
  [[nodiscard]] bool isExactDivision(Expr e) const {
    if (pool_.op(e) != Op::divide) return false;
    const Expr divisor = pool_.operands(e)[1];
    if (!pool_.isConstant(divisor)) return false;
    int exponent = 0;
    const double value = pool_.value(divisor);
    return std::fabs(std::frexp(value, &exponent)) == 0.5 && std::isnormal(value) && std::isnormal(1.0 / value);
  }

  /// a^n by the very multiplications of symbolic::apply: no call, and several times at once in wide registers.
  std::uint32_t product(std::uint32_t a, unsigned n, std::uint32_t origin) {
    const auto times = [&](std::uint32_t left, std::uint32_t right) {
      return emit({Code::operation, Op::multiply, left, right, 0}, origin);
    };
    std::uint32_t result = (n & 1u) != 0 ? a : notYet;
    while ((n >>= 1) != 0) {
      a = times(a, a);
      if ((n & 1u) != 0) result = result == notYet ? a : times(result, a);
    }
    return result;
  }

  /// A relation that stands in noEvent() is false where it compares what is not a number: the branch it then takes may
  /// well be finite, and must not hide that.
  std::uint32_t unlessUndecided(std::uint32_t chosen, Expr relation, std::uint32_t origin) {
    const auto [left, right, unused] = pool_.operands(relation);
    if (isDefined_[result_[index(left)]] && isDefined_[result_[index(right)]]) return chosen;
    const auto operation = [&](Op op, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
      return emit({Code::operation, op, a, b, c}, origin);
    };
    const std::uint32_t difference = operation(Op::subtract, result_[index(left)], result_[index(right)], 0);
    return operation(Op::conditional, operation(Op::notEqual, difference, difference, 0), difference, chosen);
  }

  void call(const Pending& at) {
    const auto arguments = pool_.arguments(at.expression);
    bool isReady = true;
    for (const Expr argument : arguments) isReady = ready(argument, at.origin) && isReady;
    if (!isReady) return;
    const auto first = static_cast<std::uint32_t>(function_.lists.size());
    for (const Expr argument : arguments) function_.lists.push_back(result_[index(argument)]);
    finish(at, emit({Code::call, Op::call, first, pool_[at.expression].a, pool_[at.expression].c}, at.origin));
  }

  void element(const Pending& at) {
    const symbolic::Node& node = pool_[at.expression];
    const auto owner = static_cast<Expr>(node.a);
    if (ready(owner, at.origin))
      finish(at, emit({Code::element, Op::element, result_[index(owner)], node.b, 0}, at.origin));
  }

  void variable(const Pending& at) {
    if (const std::uint32_t result = resultOf(pool_.variable(at.expression), at.origin); result != notYet)
      finish(at, result);
  }

  /// The instruction that makes a variable; notYet while what it is made of is still on the stack.
  std::uint32_t resultOf(VariableId id, std::uint32_t origin) {
    const Definitions::Definition known = definitions_[id];
    switch (known.kind) {
      case Definitions::Kind::loaded: return emit({known.code, Op::variable, known.index, 0, 0}, origin);
      case Definitions::Kind::assigned: {
        const auto& step = std::get<Assignment>(*known.step);
        if (!ready(step.value, static_cast<std::uint32_t>(step.equation))) return notYet;
        const std::uint32_t result = result_[index(step.value)];
        if (pool_.op(step.value) == Op::divide) function_.loopUnknowns.push_back({result, 0, raw(id)});
        return result;
      }
      case Definitions::Kind::givenOrAssigned: return givenOr(std::get<Assignment>(*known.step), known.index);
      case Definitions::Kind::solved: {
        const std::uint32_t solve = solveOf(equations::linearSolve(*known.step));
        return solve == notYet ? notYet : emit({Code::element, Op::variable, solve, known.index, 0}, origin);
      }
      case Definitions::Kind::none: break;
    }
    throw std::logic_error("bug: variable " + std::to_string(index(id)) + " is assigned by no step");
  }

  static std::uint32_t raw(VariableId id) { return static_cast<std::uint32_t>(id); }

  /// if given[place] then p[place] else the value of the step
  std::uint32_t givenOr(const Assignment& step, std::uint32_t place) {
    const std::uint32_t origin = noOrigin;
    const auto [loads, isNew] = givens_.try_emplace(place);
    if (isNew) {
      loads->second.isGiven = emit({Code::given, Op::variable, place, 0, 0}, origin);
      loads->second.own = emit({Code::parameter, Op::variable, place, 0, 0}, origin);
    }
    const auto [isGiven, own] = loads->second;
    if (!ready(step.value, origin)) return notYet;
    return emit({Code::operation, Op::conditional, isGiven, own, result_[index(step.value)]}, origin);
  }

  /// The instruction that performs a linear solve; notYet while its operands are still on the stack.
  std::uint32_t solveOf(const LinearSolve& step) {
    if (const auto known = solves_.find(&step); known != solves_.end()) return known->second;
    const auto origin = static_cast<std::uint32_t>(step.equation);
    bool isReady = true;
    const auto visit = [&](const std::vector<Expr>& list) {
      for (const Expr e : list) isReady = ready(e, origin) && isReady;
    };
    visit(step.matrix);
    for (const auto& right : step.rightSides) visit(right);
    if (!isReady) return notYet;
    std::vector<std::uint32_t> operands;
    const auto append = [&](const std::vector<Expr>& list) {
      for (const Expr e : list) operands.push_back(e == Expr::none ? constant(0.0, origin) : result_[index(e)]);
    };
    append(step.matrix);
    for (const auto& right : step.rightSides) append(right);
    const auto first = static_cast<std::uint32_t>(function_.lists.size());
    function_.lists.insert(function_.lists.end(), operands.begin(), operands.end());
    const std::uint32_t solve = emit({Code::solve, Op::variable, first, static_cast<std::uint32_t>(step.size()),
                                      static_cast<std::uint32_t>(step.unknowns.size())},
                                     origin);
    solves_.emplace(&step, solve);
    std::uint32_t element = 0;
    for (const auto& column : step.unknowns)
      for (const VariableId id : column) function_.loopUnknowns.push_back({solve, element++, raw(id)});
    return solve;
  }

  const Pool& pool_;
  const Definitions& definitions_;
  Function function_;
  LoweringMemory& memory_;
  std::vector<bool> isDefined_;  // by instruction
  std::vector<std::uint32_t>& result_;
  EmittedInstructions emitted_{function_.code};
  std::unordered_map<std::uint64_t, std::uint32_t> constants_;  // by bits
  std::unordered_map<const LinearSolve*, std::uint32_t> solves_;
  struct GivenParameter {
    std::uint32_t isGiven = 0, own = 0;  // the instructions that load them
  };
  std::unordered_map<std::uint32_t, GivenParameter> givens_;  // by place in p
  std::vector<Pending> stack_;
};

}  // namespace

Function lower(std::string name, const Pool& pool, const Definitions& definitions, std::span<const Output> outputs,
               LoweringMemory& memory) {
  return Lowering(std::move(name), pool, definitions, memory).run(outputs);
}

}  // namespace dashpot::codegen
