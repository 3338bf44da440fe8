#include "equations/guarded_calls.hpp"

#include <algorithm>
#include <ranges>

namespace dashpot::equations {

using symbolic::FunctionId;
using symbolic::Op;

namespace {

/// function guarded(condition, inputs) outputs := if condition then f(inputs)
symbolic::Function guard(const symbolic::Function& f, FunctionId id) {
  symbolic::Function result{.name = f.name,
                            .inputs = {{.name = "$condition", .type = "Boolean"}},
                            .inputCount = f.inputCount + 1,
                            .outputCount = f.outputCount,
                            .slotCount = f.inputCount + 1 + f.outputCount,
                            .mayBeInlined = false,
                            .where = f.where};
  const auto moved = [](symbolic::Argument argument) {
    ++argument.first;
    return argument;
  };
  std::ranges::transform(f.inputs, std::back_inserter(result.inputs), moved);
  std::ranges::transform(f.outputs, std::back_inserter(result.outputs), moved);
  std::vector<Expr> inputs;
  symbolic::Statement call{.kind = symbolic::StatementKind::call, .where = f.where};
  for (std::uint32_t slot = 1; slot < result.slotCount; ++slot)
    if (slot < result.inputCount)
      inputs.push_back(result.pool.variable(static_cast<VariableId>(slot)));
    else
      call.targets.push_back(static_cast<VariableId>(slot));
  call.value = result.pool.call(id, inputs);
  result.body.push_back({.kind = symbolic::StatementKind::branch,
                         .value = result.pool.variable(static_cast<VariableId>(0)),
                         .body = {std::move(call)},
                         .where = f.where});
  return result;
}

}  // namespace

Expr GuardedCalls::operator()(Expr value) {
  struct Branch {
    Expr condition, value;
  };
  symbolic::Pool& pool = model_.pool;
  if (const Op op = pool.op(value); op == Op::logicalOr || op == Op::logicalAnd) {
    const auto [first, second, unused] = pool.operands(value);
    const Expr counts = op == Op::logicalAnd ? first : symbolic::build(pool, Op::logicalNot, first);
    return symbolic::build(pool, op, first, guarded(second, counts));
  }
  std::vector<Branch> branches;
  Expr otherwise = value;
  Expr earlier = pool.boolean(false);
  for (; pool.op(otherwise) == Op::conditional; otherwise = pool.operands(otherwise)[2]) {
    const auto [condition, chosen, rest] = pool.operands(otherwise);
    const Expr isTaken =
        symbolic::build(pool, Op::logicalAnd, condition, symbolic::build(pool, Op::logicalNot, earlier));
    branches.push_back({condition, guarded(chosen, isTaken)});
    earlier = symbolic::build(pool, Op::logicalOr, earlier, condition);
  }
  Expr result = branches.empty() ? otherwise : guarded(otherwise, symbolic::build(pool, Op::logicalNot, earlier));
  for (const Branch& branch : branches | std::views::reverse)
    result = symbolic::conditional(pool, branch.condition, branch.value, result);
  return result;
}

Expr GuardedCalls::guarded(Expr value, Expr condition) {
  symbolic::Pool& pool = model_.pool;
  if (!last_ || last_->condition != condition) last_.emplace(condition, symbolic::Substitution(pool));
  std::vector<Expr> open{value}, calls;
  while (!open.empty()) {
    const Expr at = open.back();
    open.pop_back();
    if (at == Expr::none || !last_->seen.insert(at).second) continue;
    if (pool.op(at) == Op::call) {
      calls.push_back(at);
      const auto arguments = pool.arguments(at);
      open.insert(open.end(), arguments.begin(), arguments.end());
    } else {
      const auto operands = pool.operands(at);
      open.insert(open.end(), operands.begin(), operands.end());
    }
  }
  std::ranges::sort(calls);  // operands are older: also calls in arguments are guarded
  for (const Expr call : calls) {
    const auto given = pool.arguments(call);
    std::vector<Expr> arguments(given.begin(), given.end());
    for (Expr& argument : arguments) argument = last_->guarded(argument);
    arguments.insert(arguments.begin(), condition);
    last_->guarded.replace(call, pool.call(guardedFunction(pool.function(call)), arguments));
  }
  return last_->guarded(value);
}

FunctionId GuardedCalls::guardedFunction(FunctionId function) {
  const auto [known, isNew] = made_.try_emplace(function, static_cast<FunctionId>(model_.functions.size()));
  if (isNew) model_.functions.push_back(guard(model_.functions[symbolic::index(function)], function));
  return known->second;
}

}  // namespace dashpot::equations
