#include "symbolic/partial_evaluation.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace dashpot::symbolic {

namespace {

// What costs more is not worth knowing.
constexpr std::size_t mostWork = 1'000'000;
constexpr int deepestCall = 50;

/// Slots that a list of statements may change become unknown.
void forgetAssigned(const std::vector<Statement>& statements, std::vector<std::optional<double>>& slots) {
  for (const Statement& statement : statements) {
    const std::size_t width = statement.kind == StatementKind::assignIndexed ? statement.count : 1;
    for (const VariableId target : statement.targets)
      if (target != VariableId::none)
        std::fill_n(slots.begin() + static_cast<std::ptrdiff_t>(index(target)), width, std::nullopt);
    forgetAssigned(statement.body, slots);
    forgetAssigned(statement.otherwise, slots);
  }
}

/// All expressions below `root`, operands first, which are older than what uses them. A walker's marks are as many as
/// the pool has expressions: too many for one short look.
std::vector<Expr> partsOf(const Pool& pool, Expr root) {
  std::vector<Expr> parts{root};
  std::unordered_set<Expr> seen{root};
  const auto meet = [&](Expr e) {
    if (e != Expr::none && seen.insert(e).second) parts.push_back(e);
  };
  // NOLINTNEXTLINE(modernize-loop-convert): the list grows meanwhile
  for (std::size_t next = 0; next < parts.size(); ++next) {
    const Expr at = parts[next];
    if (pool.op(at) == Op::call)
      for (const Expr argument : pool.arguments(at)) meet(argument);
    else
      for (const Expr operand : pool.operands(at)) meet(operand);
  }
  std::ranges::sort(parts);
  return parts;
}

/// Whether break or return may leave the list before its end.
bool mayLeave(const std::vector<Statement>& statements) {
  return std::ranges::any_of(statements, [](const Statement& statement) {
    return statement.kind == StatementKind::breakLoop || statement.kind == StatementKind::returnNow ||
           mayLeave(statement.body) || mayLeave(statement.otherwise);
  });
}

}  // namespace

PartialEvaluator::Value PartialEvaluator::operator()(const Pool& pool, Expr e) {
  work_ = 0;
  Memory memory;
  return evaluate(pool, e, nullptr, memory);
}

PartialEvaluator::Value PartialEvaluator::evaluate(const Pool& pool, Expr root, const Slots* slots, Memory& memory) {
  for (const Expr e : partsOf(pool, root)) {
    if (++work_ > mostWork) return std::nullopt;
    if (pool.op(e) == Op::call) {
      if (memory.results.contains(e)) continue;
      Slots arguments;
      for (const Expr argument : pool.arguments(e)) arguments.push_back(memory.values.at(argument));
      memory.results.emplace(e, call(pool.function(e), arguments));
    } else if (!memory.values.contains(e)) {
      const Value value = operation(pool, e, slots, memory);
      memory.values.emplace(e, value && std::isfinite(*value) ? value : std::nullopt);
    }
  }
  return pool.op(root) == Op::call ? std::nullopt : memory.values.at(root);
}

PartialEvaluator::Value PartialEvaluator::operation(const Pool& pool, Expr e, const Slots* slots, Memory& memory) {
  const auto known = [&](Expr operand) { return memory.values.at(operand); };
  const Op op = pool.op(e);
  const auto [a, b, c] = pool.operands(e);
  switch (op) {
    case Op::constant: return pool.value(e);
    case Op::boolean: return pool[e].a;
    case Op::variable: return slots ? (*slots)[pool[e].a] : variable_ ? variable_(pool.variable(e)) : std::nullopt;
    case Op::element: {
      const Slots& results = memory.results.at(a);
      return pool[e].b < results.size() ? results[pool[e].b] : std::nullopt;
    }
    case Op::indexed: {
      const Value position = known(a);
      if (!slots || !position || !(*position >= 1.0 && *position <= pool[e].c)) return std::nullopt;
      return (*slots)[pool[e].b + static_cast<std::size_t>(*position) - 1];
    }
    case Op::conditional: {
      if (const Value condition = known(a)) return known(*condition != 0.0 ? b : c);
      return known(b) == known(c) ? known(b) : std::nullopt;
    }
    case Op::multiply:
      if (known(a) == 0.0 || known(b) == 0.0) return 0.0;
      break;
    case Op::divide:
      if (known(a) == 0.0) return 0.0;
      break;
    case Op::logicalAnd:
      if (known(a) == 0.0 || known(b) == 0.0) return 0.0;
      break;
    case Op::logicalOr:
      if (known(a) == 1.0 || known(b) == 1.0) return 1.0;
      break;
    default:
      if (isLeaf(op)) return std::nullopt;
  }
  if (a == Expr::none || !known(a) || (b != Expr::none && !known(b)) || c != Expr::none) return std::nullopt;
  return apply(op, *known(a), b == Expr::none ? 0.0 : *known(b));
}

PartialEvaluator::Slots PartialEvaluator::call(FunctionId id, const Slots& arguments) {
  const Function& function = functions_[index(id)];
  Slots results(function.outputCount);
  if (function.host || arguments.size() != function.inputCount || depth_ >= deepestCall) return results;
  ++depth_;
  Slots slots(function.slotCount);
  std::ranges::copy(arguments, slots.begin());
  // What is not assigned is zero.
  std::fill(slots.begin() + static_cast<std::ptrdiff_t>(arguments.size()), slots.end(), 0.0);
  const Flow flow = run(function, function.body, slots);
  --depth_;
  if (flow == Flow::onward) std::copy_n(slots.begin() + function.inputCount, results.size(), results.begin());
  return results;
}

PartialEvaluator::Flow PartialEvaluator::run(const Function& function, const std::vector<Statement>& statements,
                                             Slots& slots) {
  for (const Statement& statement : statements)
    if (runOne(function, statement, slots) != Flow::onward) return Flow::unclear;
  return Flow::onward;
}

PartialEvaluator::Flow PartialEvaluator::runOne(const Function& function, const Statement& statement, Slots& slots) {
  if (++work_ > mostWork) return Flow::unclear;
  Memory memory;
  const auto value = [&](Expr e) { return evaluate(function.pool, e, &slots, memory); };
  switch (statement.kind) {
    case StatementKind::assign: slots[index(statement.targets[0])] = value(statement.value); return Flow::onward;
    case StatementKind::assignIndexed: {
      const Value position = value(statement.position);
      const auto first = slots.begin() + static_cast<std::ptrdiff_t>(index(statement.targets[0]));
      if (position && *position >= 1.0 && *position <= statement.count)
        first[static_cast<std::ptrdiff_t>(*position) - 1] = value(statement.value);
      else
        std::fill_n(first, statement.count, std::nullopt);
      return Flow::onward;
    }
    case StatementKind::call: {
      Slots arguments;
      const auto given = function.pool.arguments(statement.value);
      for (const Expr argument : std::vector(given.begin(), given.end())) arguments.push_back(value(argument));
      const Slots results = call(function.pool.function(statement.value), arguments);
      for (std::size_t i = 0; i < statement.targets.size(); ++i)
        if (statement.targets[i] != VariableId::none) slots[index(statement.targets[i])] = results[i];
      return Flow::onward;
    }
    case StatementKind::branch: return branch(function, statement, slots);
    case StatementKind::forLoop:
    case StatementKind::whileLoop: return loop(function, statement, slots);
    case StatementKind::assertion: return Flow::onward;
    case StatementKind::breakLoop:
    case StatementKind::returnNow: return Flow::unclear;
  }
  return Flow::unclear;
}

PartialEvaluator::Flow PartialEvaluator::branch(const Function& function, const Statement& statement, Slots& slots) {
  Memory memory;
  if (const Value condition = evaluate(function.pool, statement.value, &slots, memory))
    return run(function, *condition != 0.0 ? statement.body : statement.otherwise, slots);
  Slots other = slots;
  if (run(function, statement.body, slots) != Flow::onward) return Flow::unclear;
  if (run(function, statement.otherwise, other) != Flow::onward) return Flow::unclear;
  for (std::size_t i = 0; i < slots.size(); ++i)
    if (slots[i] != other[i]) slots[i].reset();
  return Flow::onward;
}

PartialEvaluator::Flow PartialEvaluator::loop(const Function& function, const Statement& statement, Slots& slots) {
  if (mayLeave(statement.body)) return Flow::unclear;
  Memory memory;
  const auto value = [&](Expr e) { return evaluate(function.pool, e, &slots, memory); };
  const bool isCounted = statement.kind == StatementKind::forLoop;
  const Value first = isCounted ? value(statement.value) : std::nullopt;
  const Value step = isCounted ? value(statement.step) : std::nullopt;
  const Value last = isCounted ? value(statement.last) : std::nullopt;
  if (!first || !step || !last || *step == 0.0) {
    if (!statement.targets.empty()) slots[index(statement.targets[0])].reset();
    forgetAssigned(statement.body, slots);
    return Flow::onward;
  }
  const double trips = std::floor((*last - *first) / *step) + 1.0;
  for (double trip = 0.0; trip < trips; trip += 1.0) {
    slots[index(statement.targets[0])] = *first + trip * *step;
    if (run(function, statement.body, slots) != Flow::onward) return Flow::unclear;
  }
  return Flow::onward;
}

}  // namespace dashpot::symbolic
