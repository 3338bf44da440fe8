#include "codegen/constant_slots.hpp"
#include "codegen/procedure.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>

namespace dashpot::codegen {

namespace {

using symbolic::Expr;
using symbolic::Op;
using symbolic::Statement;
using symbolic::StatementKind;

constexpr std::uint32_t noRegister = 0xffffffff;

class ProcedureLowering {
 public:
  ProcedureLowering(const symbolic::Function& function, const std::vector<symbolic::Function>& functions,
                    const Sources& sources)
      : function_(function), pool_(function.pool), functions_(functions), sources_(sources) {}

  Procedure run() {
    procedure_.name = function_.name;
    procedure_.inputCount = function_.inputCount;
    procedure_.outputCount = function_.outputCount;
    if (!function_.host) numbers_ = constantSlots(function_);
    assignRegisters();
    place_ = placeOf(function_.where);
    if (function_.host) {
      procedure_.host = function_.host;
      emit({.act = Act::host});
      return std::move(procedure_);
    }
    statements(function_.body);
    const std::uint32_t end = here();
    for (const std::uint32_t jump : returns_) procedure_.code[jump].a = end;
    emit({.act = Act::finish});
    return std::move(procedure_);
  }

 private:
  void assignRegisters() {
    for (std::size_t slot = 0; slot < function_.slotCount; ++slot) {
      registers_.push_back(next_);
      if (!isConstant(slot)) ++next_;
    }
    procedure_.slotCount = procedure_.registerCount = next_;
  }
  [[nodiscard]] bool isConstant(std::size_t slot) const { return slot < numbers_.size() && numbers_[slot]; }

  [[nodiscard]] std::string placeOf(SourceRange where) const {
    return where.known() ? sources_.describeLine(where) : std::string();
  }
  [[nodiscard]] std::uint32_t here() const { return static_cast<std::uint32_t>(procedure_.code.size()); }

  std::uint32_t emit(Step step) {
    procedure_.code.push_back(step);
    procedure_.places.push_back(place_);
    return here() - 1;
  }

  std::uint32_t newRegisters(std::uint32_t count = 1) {
    const std::uint32_t first = next_;
    next_ += count;
    procedure_.registerCount = std::max(procedure_.registerCount, next_);
    return first;
  }

  // ------------------------------------------------------------------------------------------------------ statements

  void statements(const std::vector<Statement>& list) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::uint32_t temporaries = next_;
      place_ = placeOf(list[i].where);
      one(list[i]);
      CallsInUse calls;
      for (; i + 1 < list.size() && calls.outlast(*this, list[i]) && calls.serve(*this, list[i + 1]); ++i)
        one(list[i + 1]);
      next_ = temporaries;
      forget(0);  // slots may have changed
    }
  }

  /// The results of a call are assigned one after the other, each by a statement of its own: the call is made once, as
  /// long as none of them is written over what it was made of. Calls may take turns, as a function and its derivative.
  class CallsInUse {
   public:
    /// Whether the calls so far are still those that they were, now that this statement is done.
    bool outlast(const ProcedureLowering& lowering, const Statement& statement) {
      if (!isResult(lowering, statement)) return false;
      const std::uint32_t target = static_cast<std::uint32_t>(statement.targets[0]);
      if (calls_.empty()) read(lowering, statement);
      written_.insert(target);
      return !read_.contains(target);
    }
    /// Whether this one takes a result of one of them, or of another that depends on nothing that was written.
    bool serve(const ProcedureLowering& lowering, const Statement& statement) {
      if (!isResult(lowering, statement)) return false;
      if (calls_.contains(callOf(lowering, statement))) return true;
      read(lowering, statement);
      return std::ranges::none_of(written_, [&](std::uint32_t slot) { return read_.contains(slot); });
    }

   private:
    static bool isResult(const ProcedureLowering& lowering, const Statement& statement) {
      return statement.kind == StatementKind::assign && lowering.pool_.op(statement.value) == Op::element &&
             lowering.pool_.op(callOf(lowering, statement)) == Op::call;
    }
    static Expr callOf(const ProcedureLowering& lowering, const Statement& statement) {
      return static_cast<Expr>(lowering.pool_[statement.value].a);
    }
    void read(const ProcedureLowering& lowering, const Statement& statement) {
      const Expr call = callOf(lowering, statement);
      calls_.insert(call);
      symbolic::Walker walker(lowering.pool_);
      for (const Expr e : walker.reachable(call)) {
        const symbolic::Node& node = lowering.pool_[e];
        if (node.op == Op::variable) read_.insert(node.a);
        for (std::uint32_t k = 0; node.op == Op::indexed && k < node.c; ++k) read_.insert(node.b + k);
      }
    }

    std::unordered_set<Expr> calls_;
    std::unordered_set<std::uint32_t> read_, written_;  // slots
  };

  void one(const Statement& statement) {
    switch (statement.kind) {
      case StatementKind::assign: {
        if (isConstant(symbolic::index(statement.targets[0]))) return;
        const std::uint32_t value = lower(statement.value);
        emit({.act = Act::copy, .target = slot(statement.targets[0]), .a = value});
        return;
      }
      case StatementKind::assignIndexed: {
        const std::uint32_t position = lower(statement.position), value = lower(statement.value);
        emit(
            {.act = Act::store, .target = value, .a = slot(statement.targets[0]), .b = statement.count, .c = position});
        return;
      }
      case StatementKind::call: {
        const std::uint32_t results = lower(statement.value);
        for (std::uint32_t k = 0; k < statement.targets.size(); ++k)
          if (statement.targets[k] != symbolic::VariableId::none)
            emit({.act = Act::copy, .target = slot(statement.targets[k]), .a = results + k});
        return;
      }
      case StatementKind::branch: return branch(statement);
      case StatementKind::forLoop: return forLoop(statement);
      case StatementKind::whileLoop: return whileLoop(statement);
      case StatementKind::breakLoop: breaks_.push_back(emit({.act = Act::jump})); return;
      case StatementKind::returnNow: returns_.push_back(emit({.act = Act::jump})); return;
      case StatementKind::assertion: {
        const std::uint32_t holds = lower(statement.value);
        procedure_.messages.push_back(statement.message);
        emit({.act = Act::demand, .target = holds, .a = static_cast<std::uint32_t>(procedure_.messages.size() - 1)});
        return;
      }
    }
  }

  [[nodiscard]] std::uint32_t slot(symbolic::VariableId id) const { return registers_[symbolic::index(id)]; }

  void branch(const Statement& statement) {
    const std::uint32_t skip = emit({.act = Act::unless, .target = lower(statement.value)});
    forget(0);
    statements(statement.body);
    const std::uint32_t leave = statement.otherwise.empty() ? noRegister : emit({.act = Act::jump});
    procedure_.code[skip].a = here();
    if (leave == noRegister) return;
    statements(statement.otherwise);
    procedure_.code[leave].a = here();
  }

  /// Round k has target = first + k*step, while k <= (last - first)/step; all of it known before the first round.
  void forLoop(const Statement& statement) {
    const std::uint32_t target = slot(statement.targets[0]);
    const std::uint32_t first = lower(statement.value), step = lower(statement.step), last = lower(statement.last);
    const std::uint32_t start = newRegisters(), distance = newRegisters(), rounds = newRegisters(),
                        count = newRegisters(), goesOn = newRegisters(), offset = newRegisters(), one = newRegisters();
    emit({.act = Act::copy, .target = start, .a = first});
    emit({.act = Act::copy, .target = distance, .a = step});
    operation(rounds, Op::subtract, last, start);
    operation(rounds, Op::divide, rounds, distance);
    emit({.act = Act::constant, .target = count, .a = constant(0.0)});
    emit({.act = Act::constant, .target = one, .a = constant(1.0)});
    loop(
        [&] {
          operation(goesOn, Op::lessEqual, count, rounds);
          return goesOn;
        },
        [&] {
          operation(offset, Op::multiply, count, distance);
          operation(target, Op::add, start, offset);
          operation(count, Op::add, count, one);
          statements(statement.body);
        });
  }

  void whileLoop(const Statement& statement) {
    loop([&] { return lower(statement.value); }, [&] { statements(statement.body); });
  }

  template <class Condition, class Body>
  void loop(const Condition& condition, const Body& body) {
    forget(0);
    const std::string place = place_;
    const std::uint32_t begin = emit({.act = Act::round});
    const std::uint32_t leave = emit({.act = Act::unless, .target = condition()});
    forget(0);
    const std::size_t outerBreaks = breaks_.size();
    body();
    place_ = place;
    emit({.act = Act::jump, .a = begin});
    procedure_.code[leave].a = here();
    for (; breaks_.size() > outerBreaks; breaks_.pop_back()) procedure_.code[breaks_.back()].a = here();
  }

  void operation(std::uint32_t target, Op op, std::uint32_t a, std::uint32_t b) {
    emit({.act = Act::operation, .op = op, .target = target, .a = a, .b = b});
  }

  // ----------------------------------------------------------------------------------------------------- expressions

  std::uint32_t constant(double value) {
    const auto [found, isNew] = constants_.try_emplace(std::bit_cast<std::uint64_t>(value), 0);
    if (isNew) {
      procedure_.constants.push_back(value);
      found->second = static_cast<std::uint32_t>(procedure_.constants.size() - 1);
    }
    return found->second;
  }

  std::uint32_t number(double value) {
    const std::uint32_t target = newRegisters();
    emit({.act = Act::constant, .target = target, .a = constant(value)});
    return target;
  }

  /// Where the numbers of an array that never changes stand among the constants.
  std::uint32_t constants(std::uint32_t firstSlot, std::uint32_t count) {
    const auto [found, isNew] = arrays_.try_emplace({firstSlot, count}, procedure_.constants.size());
    for (std::uint32_t k = 0; k < count && isNew; ++k) procedure_.constants.push_back(*numbers_[firstSlot + k]);
    return found->second;
  }

  /// Forgets what was computed since there were `count` results: it belongs to a branch, or slots have changed.
  void forget(std::size_t count) {
    for (; computed_.size() > count; computed_.pop_back()) known_.erase(computed_.back());
  }

  std::uint32_t finish(Expr e, std::uint32_t result) {
    known_[e] = result;
    computed_.push_back(e);
    return result;
  }

  /// The register that holds an expression. Operands wait on a stack of its own, not on that of the program; only
  /// nested conditions recurse.
  std::uint32_t lower(Expr root) {
    std::vector<Expr> stack{root};
    while (!stack.empty()) {
      const Expr e = stack.back();
      if (known_.contains(e)) {
        stack.pop_back();
        continue;
      }
      const std::size_t before = stack.size();
      const auto want = [&](Expr operand) {
        if (!known_.contains(operand)) stack.push_back(operand);
      };
      const symbolic::Node& node = pool_[e];
      const bool isLazy = node.op == Op::conditional || node.op == Op::logicalAnd || node.op == Op::logicalOr;
      if (node.op == Op::call)
        for (const Expr argument : pool_.arguments(e)) want(argument);
      else if (isLazy)
        want(pool_.operands(e)[0]);
      else if (!symbolic::isLeaf(node.op))
        for (const Expr operand : pool_.operands(e))
          if (operand != Expr::none) want(operand);
      if (stack.size() == before)
        finish(e, node.op == Op::conditional ? conditional(e) : isLazy ? logical(e) : make(e));
    }
    return known_.at(root);
  }

  std::uint32_t make(Expr e) {
    const symbolic::Node& node = pool_[e];
    switch (node.op) {
      case Op::variable: return isConstant(node.a) ? number(*numbers_[node.a]) : registers_[node.a];
      case Op::constant: return number(pool_.value(e));
      case Op::boolean: return number(node.a ? 1.0 : 0.0);
      case Op::initial:
      case Op::terminal:
      case Op::time:
      case Op::derivative:
      case Op::pre:
      case Op::mode: throw std::logic_error("bug: a function refers to the run that calls it");
      case Op::element: return known_.at(pool_.operands(e)[0]) + node.b;
      case Op::indexed: {
        const std::uint32_t target = newRegisters();
        const std::uint32_t position = known_.at(static_cast<Expr>(node.a));
        if (node.c > 0 && isConstant(node.b))
          emit({.act = Act::look, .target = target, .a = constants(node.b, node.c), .b = node.c, .c = position});
        else
          emit({.act = Act::load, .target = target, .a = registers_[node.b], .b = node.c, .c = position});
        return target;
      }
      case Op::call: {
        const symbolic::Function& callee = functions_[symbolic::index(pool_.function(e))];
        const auto first = static_cast<std::uint32_t>(procedure_.lists.size());
        for (const Expr argument : pool_.arguments(e)) procedure_.lists.push_back(known_.at(argument));
        const std::uint32_t target = newRegisters(callee.outputCount);
        emit({.act = Act::call, .target = target, .a = first, .b = node.a, .c = node.c});
        return target;
      }
      default: break;
    }
    const auto operands = pool_.operands(e);
    const auto operand = [&](Expr each) { return each == Expr::none ? 0u : known_.at(each); };
    const std::uint32_t target = newRegisters();
    emit({.act = Act::operation,
          .op = node.op,
          .target = target,
          .a = operand(operands[0]),
          .b = operand(operands[1]),
          .c = operand(operands[2])});
    return target;
  }

  std::uint32_t conditional(Expr e) {
    const auto operands = pool_.operands(e);
    const std::uint32_t target = newRegisters();
    const auto branchTo = [&](Expr value) {
      const std::size_t scope = computed_.size();
      const std::uint32_t result = lower(value);
      emit({.act = Act::copy, .target = target, .a = result});
      forget(scope);
    };
    const std::uint32_t skip = emit({.act = Act::unless, .target = known_.at(operands[0])});
    branchTo(operands[1]);
    const std::uint32_t leave = emit({.act = Act::jump});
    procedure_.code[skip].a = here();
    branchTo(operands[2]);
    procedure_.code[leave].a = here();
    return target;
  }

  /// The second operand is not evaluated where the first decides, so that it may guard an index or a call.
  std::uint32_t logical(Expr e) {
    const auto operands = pool_.operands(e);
    const bool isAnd = pool_.op(e) == Op::logicalAnd;
    const std::uint32_t first = known_.at(operands[0]), target = newRegisters();
    std::uint32_t goesOn = first;
    if (!isAnd) {
      goesOn = newRegisters();
      operation(goesOn, Op::logicalNot, first, 0);
    }
    emit({.act = Act::constant, .target = target, .a = constant(isAnd ? 0.0 : 1.0)});
    const std::uint32_t skip = emit({.act = Act::unless, .target = goesOn});
    const std::size_t scope = computed_.size();
    const std::uint32_t second = lower(operands[1]);
    operation(target, pool_.op(e), first, second);
    forget(scope);
    procedure_.code[skip].a = here();
    return target;
  }

  const symbolic::Function& function_;
  const symbolic::Pool& pool_;
  const std::vector<symbolic::Function>& functions_;
  const Sources& sources_;
  Procedure procedure_;
  std::vector<std::optional<double>> numbers_;  // by slot, of what never changes
  std::vector<std::uint32_t> registers_;        // by slot, of what does
  std::uint32_t next_ = 0;
  std::string place_;
  std::unordered_map<Expr, std::uint32_t> known_;
  std::vector<Expr> computed_;  // in this order
  std::unordered_map<std::uint64_t, std::uint32_t> constants_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> arrays_;  // among the constants, by slot and size
  std::vector<std::uint32_t> breaks_, returns_;
};

}  // namespace

std::vector<Procedure> lowerFunctions(const std::vector<symbolic::Function>& functions, const Sources& sources) {
  std::vector<Procedure> procedures;
  for (const symbolic::Function& function : functions)
    procedures.push_back(ProcedureLowering(function, functions, sources).run());
  return procedures;
}

}  // namespace dashpot::codegen
