#include "symbolic/evaluate.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace dashpot::symbolic {

namespace {

// Far more than any size or condition of a component needs; reached within a second.
constexpr std::size_t workLimit = 20'000'000;
constexpr int recursionLimit = 500;

/// To the bit.
bool isSame(std::span<const double> a, std::span<const double> b) {
  return std::ranges::equal(a, b, {}, std::bit_cast<std::uint64_t, double>, std::bit_cast<std::uint64_t, double>);
}

}  // namespace

bool Evaluator::isTooMuch() {
  if (++work_ <= workLimit) return false;
  isEndless_ = true;
  problem_ = "there are more than 20 million steps";
  return true;
}

std::optional<double> Evaluator::operator()(const Pool& pool, Expr e) {
  work_ = 0;
  isEndless_ = false;
  problem_.clear();
  return evaluate(pool, e, nullptr);
}

/// An explicit stack: expressions are as deep as the user's sums are long. Values are kept per evaluation, since shared
/// parts are common.
std::optional<double> Evaluator::evaluate(const Pool& pool, Expr root, const Slots* slots) {
  if (pool.op(root) == Op::constant) return pool.value(root);
  std::unordered_map<Expr, double> known;
  std::unordered_map<Expr, std::vector<double>> results;  // of calls
  std::vector<Expr> stack{root};
  const auto demand = [&](Expr operand) {
    const bool missing = pool.op(operand) == Op::call ? !results.contains(operand) : !known.contains(operand);
    if (missing) stack.push_back(operand);
    return !missing;
  };
  while (!stack.empty()) {
    if (isTooMuch()) return std::nullopt;
    const Expr at = stack.back();
    const Op op = pool.op(at);
    if (op == Op::call ? results.contains(at) : known.contains(at)) {
      stack.pop_back();
      continue;
    }
    const auto [a, b, c] = pool.operands(at);
    switch (op) {
      case Op::conditional: {
        if (!demand(a)) continue;
        const Expr taken = known.at(a) != 0.0 ? b : c;
        if (!demand(taken)) continue;
        known[at] = known.at(taken);
        break;
      }
      case Op::call: {
        bool ready = true;
        for (const Expr argument : pool.arguments(at)) ready = demand(argument) && ready;
        if (!ready) continue;
        std::vector<double> arguments;
        for (const Expr argument : pool.arguments(at)) arguments.push_back(known.at(argument));
        auto result = call(pool.function(at), arguments);
        if (!result) return std::nullopt;
        results[at] = std::move(*result);
        break;
      }
      case Op::element:
        if (!demand(a)) continue;
        known[at] = results.at(a)[pool[at].b];
        break;
      case Op::indexed: {
        if (!demand(a)) continue;
        const double position = known.at(a);
        if (!slots || !(position >= 1.0 && position <= pool[at].c)) return std::nullopt;
        known[at] = (*slots)[pool[at].b + static_cast<std::size_t>(position) - 1];
        break;
      }
      case Op::constant: known[at] = pool.value(at); break;
      case Op::boolean: known[at] = pool[at].a; break;
      case Op::variable: {
        const auto value =
            slots ? std::optional((*slots)[pool[at].a]) : (variable_ ? variable_(pool.variable(at)) : std::nullopt);
        if (!value) return std::nullopt;
        known[at] = *value;
        break;
      }
      case Op::time:
      case Op::derivative:
      case Op::pre:
      case Op::initial:
      case Op::terminal:
      case Op::mode:
      case Op::sample:
      case Op::delay: return std::nullopt;
      default: {
        bool ready = demand(a);
        if (b != Expr::none) ready = demand(b) && ready;
        if (!ready) continue;
        known[at] = apply(op, known.at(a), b == Expr::none ? 0.0 : known.at(b));
      }
    }
    stack.pop_back();
  }
  return pool.op(root) == Op::call ? std::nullopt : std::optional(known.at(root));
}

std::optional<std::vector<double>> Evaluator::call(FunctionId id, std::span<const double> arguments) {
  const Function& function = functions_[index(id)];
  if (arguments.size() != function.inputCount) return std::nullopt;
  if (depth_ >= recursionLimit) {
    isEndless_ = true;
    problem_ = "it calls itself more than 500 times before any call returns";
    return std::nullopt;
  }
  if (function.host) {
    std::vector<double> results(function.outputCount);
    return function.host->call(arguments, results, problem_) ? std::optional(std::move(results)) : std::nullopt;
  }
  if (const auto last = last_.find(id); last != last_.end() && isSame(last->second.arguments, arguments))
    return last->second.results;
  ++depth_;
  Slots slots(function.slotCount, 0.0);
  std::ranges::copy(arguments, slots.begin());
  const Flow flow = run(function, function.body, slots);
  --depth_;
  if (flow == Flow::failed) return std::nullopt;
  const auto first = slots.begin() + function.inputCount;
  Call& made = last_[id];
  made.arguments.assign(arguments.begin(), arguments.end());
  return made.results = std::vector<double>(first, first + function.outputCount);
}

Evaluator::Flow Evaluator::run(const Function& function, const std::vector<Statement>& statements, Slots& slots) {
  for (const Statement& statement : statements)
    if (const Flow flow = runOne(function, statement, slots); flow != Flow::onward) return flow;
  return Flow::onward;
}

Evaluator::Flow Evaluator::runOne(const Function& function, const Statement& statement, Slots& slots) {
  if (isTooMuch()) return Flow::failed;
  const auto value = [&](Expr e) { return evaluate(function.pool, e, &slots); };
  switch (statement.kind) {
    case StatementKind::assign: {
      const auto result = value(statement.value);
      if (!result) return Flow::failed;
      slots[index(statement.targets[0])] = *result;
      return Flow::onward;
    }
    case StatementKind::assignIndexed: {
      const auto position = value(statement.position);
      const auto result = value(statement.value);
      if (!position || !result || !(*position >= 1.0 && *position <= statement.count)) return Flow::failed;
      slots[index(statement.targets[0]) + static_cast<std::size_t>(*position) - 1] = *result;
      return Flow::onward;
    }
    case StatementKind::call: return assignCall(function, statement, slots) ? Flow::onward : Flow::failed;
    case StatementKind::branch: {
      const auto condition = value(statement.value);
      if (!condition) return Flow::failed;
      return run(function, *condition != 0.0 ? statement.body : statement.otherwise, slots);
    }
    case StatementKind::forLoop:
    case StatementKind::whileLoop: return loop(function, statement, slots);
    case StatementKind::breakLoop: return Flow::broke;
    case StatementKind::returnNow: return Flow::returned;
    case StatementKind::assertion: {
      const auto condition = value(statement.value);
      if (condition && *condition != 0.0) return Flow::onward;
      if (condition) problem_ = "an assertion fails: " + statement.message;
      return Flow::failed;
    }
  }
  return Flow::failed;
}

Evaluator::Flow Evaluator::loop(const Function& function, const Statement& statement, Slots& slots) {
  const auto value = [&](Expr e) { return evaluate(function.pool, e, &slots); };
  if (statement.kind == StatementKind::whileLoop) {
    for (;;) {
      const auto condition = value(statement.value);
      if (!condition || isTooMuch()) return Flow::failed;
      if (*condition == 0.0) return Flow::onward;
      const Flow flow = run(function, statement.body, slots);
      if (flow == Flow::broke) return Flow::onward;
      if (flow != Flow::onward) return flow;
    }
  }
  const auto first = value(statement.value), step = value(statement.step), last = value(statement.last);
  if (!first || !step || !last || *step == 0.0) return Flow::failed;
  const double trips = std::floor((*last - *first) / *step) + 1.0;
  for (double trip = 0.0; trip < trips; trip += 1.0) {
    if (isTooMuch()) return Flow::failed;
    slots[index(statement.targets[0])] = *first + trip * *step;
    const Flow flow = run(function, statement.body, slots);
    if (flow == Flow::broke) return Flow::onward;
    if (flow != Flow::onward) return flow;
  }
  return Flow::onward;
}

bool Evaluator::assignCall(const Function& function, const Statement& statement, Slots& slots) {
  std::vector<double> arguments;
  for (const Expr argument : function.pool.arguments(statement.value)) {
    const auto value = evaluate(function.pool, argument, &slots);
    if (!value) return false;
    arguments.push_back(*value);
  }
  const auto results = call(function.pool.function(statement.value), arguments);
  if (!results) return false;
  for (std::size_t i = 0; i < statement.targets.size(); ++i)
    if (statement.targets[i] != VariableId::none) slots[index(statement.targets[i])] = (*results)[i];
  return true;
}

}  // namespace dashpot::symbolic
