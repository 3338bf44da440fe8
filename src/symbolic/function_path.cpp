#include "symbolic/function_path.hpp"

#include "symbolic/build.hpp"
#include "symbolic/import.hpp"

#include <algorithm>
#include <unordered_set>

namespace dashpot::symbolic {

namespace {

// A way is number := remainder(factor number + decision, prime): whole numbers that a double holds exactly.
constexpr double factor = 31.0, prime = 1e9 + 7;
constexpr std::string_view namePrefix = "way(";

std::vector<Expr> expressionsOf(const Statement& statement) {
  std::vector<Expr> list;
  for (const Expr e : {statement.value, statement.position, statement.step, statement.last})
    if (e != Expr::none) list.push_back(e);
  return list;
}

/// Rewrites one function to give its way.
class PathMode {
 public:
  PathMode(const Function& original, FunctionPaths& paths)
      : original_(original), paths_(paths), walker_(original.pool) {}

  Function run() {
    result_.name = std::string(namePrefix) + original_.name + ")";
    result_.where = original_.where;
    layOut();
    findWhatDecides();
    Import import(original_.pool, result_.pool, [this](VariableId v) { return place_[index(v)]; });
    import_ = &import;
    assignPath(result_.body, result_.pool.constant(0.0));
    for (Statement& statement : statements(original_.body)) result_.body.push_back(std::move(statement));
    return std::move(result_);
  }

 private:
  void place(std::vector<Argument>& list, const std::vector<Argument>& arguments) {
    for (Argument argument : arguments) {
      for (std::uint32_t k = 0; k < argument.size; ++k)
        place_[argument.first + k] = static_cast<VariableId>(result_.slotCount + k);
      argument.first = result_.slotCount;
      result_.slotCount += argument.size;
      list.push_back(std::move(argument));
    }
  }

  void layOut() {
    place_.resize(original_.slotCount, VariableId::none);
    place(result_.inputs, original_.inputs);
    result_.inputCount = result_.slotCount;
    path_ = static_cast<VariableId>(result_.slotCount);
    result_.outputs.push_back({.name = "$way", .first = result_.slotCount});
    result_.outputCount = 1, ++result_.slotCount;
    place(result_.locals, original_.outputs);
    place(result_.locals, original_.locals);
  }

  // ------------------------------------------------------------------------------------------ what decides about ways

  /// The slots that decisions depend on, by the fixed point over all statements.
  void findWhatDecides() {
    decides_.assign(original_.slotCount, false);
    const auto walk = [&](const auto& self, const std::vector<Statement>& list, bool inIteration) -> void {
      for (const Statement& statement : list) {
        const bool kept = isKept(statement);
        const bool isIteration = statement.kind == StatementKind::whileLoop;
        if (isIteration && !kept) continue;
        if (!inIteration) demandDecisions(statement);
        if (kept)
          for (const Expr e : expressionsOf(statement)) demand(e);
        for (const auto* part : {&statement.body, &statement.otherwise}) self(self, *part, inIteration || isIteration);
      }
    };
    do {
      hasGrown_ = false;
      walk(walk, original_.body, false);
    } while (hasGrown_);
  }

  /// Statements that control the flow are kept, and those that assign to a variable which decides.
  [[nodiscard]] bool isKept(const Statement& statement) const {
    switch (statement.kind) {
      case StatementKind::assign:
      case StatementKind::call:
        return std::ranges::any_of(statement.targets,
                                   [&](VariableId v) { return v != VariableId::none && decides_[index(v)]; });
      case StatementKind::assignIndexed: {
        const auto first = decides_.begin() + static_cast<std::ptrdiff_t>(index(statement.targets[0]));
        return std::find(first, first + statement.count, true) != first + statement.count;
      }
      case StatementKind::assertion: return false;  // the function itself checks it
      case StatementKind::whileLoop: return isNeeded(statement.body);
      default: return true;
    }
  }

  /// Whether statements of a while loop assign to a variable that decides, or leave the function.
  [[nodiscard]] bool isNeeded(const std::vector<Statement>& list) const {
    return std::ranges::any_of(list, [&](const Statement& statement) {
      switch (statement.kind) {
        case StatementKind::returnNow: return true;
        case StatementKind::breakLoop: return false;
        case StatementKind::branch: return isNeeded(statement.body) || isNeeded(statement.otherwise);
        case StatementKind::forLoop: return isNeeded(statement.body);
        default: return isKept(statement);
      }
    });
  }

  void demandDecisions(const Statement& statement) {
    if (statement.kind == StatementKind::assertion) return;
    for (const Expr root : expressionsOf(statement)) {
      const std::vector<Expr> parts = walker_.reachable(root);
      for (const Expr e : parts)
        if (isStepwise(original_.pool.op(e)) || original_.pool.op(e) == Op::call) demand(e);
    }
  }

  void demand(Expr root) {
    const std::vector<Expr> parts = walker_.reachable(root);
    for (const Expr e : parts) {
      const Node& node = original_.pool[e];
      if (node.op == Op::variable) demandSlots(node.a, 1);
      if (node.op == Op::indexed) demandSlots(node.b, node.c);
    }
  }

  void demandSlots(std::size_t first, std::size_t count) {
    for (std::size_t i = first; i < first + count; ++i)
      if (!decides_[i]) decides_[i] = true, hasGrown_ = true;
  }

  // ---------------------------------------------------------------------------------------------------- new statements

  std::vector<Statement> statements(const std::vector<Statement>& list) {
    std::vector<Statement> out;
    for (const Statement& statement : list) rewrite(statement, out);
    return out;
  }

  void rewrite(const Statement& from, std::vector<Statement>& out) {
    const bool isIteration = from.kind == StatementKind::whileLoop;
    if (from.kind != StatementKind::assertion && !isIteration && iterations_ == 0)
      for (const Expr root : expressionsOf(from)) mixDecisions((*import_)(root), out);
    if (!isKept(from)) return;
    Statement copy = from;
    copy.value = imported(from.value), copy.position = imported(from.position);
    copy.step = imported(from.step), copy.last = imported(from.last);
    for (VariableId& target : copy.targets)
      if (target != VariableId::none) target = place_[index(target)];
    if (isIteration) ++iterations_;
    copy.body = statements(from.body);
    copy.otherwise = statements(from.otherwise);
    if (isIteration) --iterations_;
    out.push_back(std::move(copy));
  }

  Expr imported(Expr e) { return e == Expr::none ? e : (*import_)(e); }

  void mixDecisions(Expr root, std::vector<Statement>& out) {
    Walker walker(result_.pool);
    const std::vector<Expr> parts = walker.reachable(root);
    for (const Expr e : parts) {
      const Op op = result_.pool.op(e);
      if (isStepwise(op)) mix(jumpingPart(result_.pool, e), out);
      if (op != Op::call) continue;
      const std::vector<Expr> arguments(result_.pool.arguments(e).begin(), result_.pool.arguments(e).end());
      if (const Expr way = paths_.path(result_.pool, result_.pool.function(e), arguments); way != Expr::none)
        mix(way, out);
    }
  }

  void mix(Expr decision, std::vector<Statement>& out) {
    Pool& pool = result_.pool;
    const Expr scaled = multiply(pool, pool.constant(factor), pool.variable(path_));
    assignPath(out, build(pool, Op::rem, add(pool, scaled, decision), pool.constant(prime)));
  }

  void assignPath(std::vector<Statement>& out, Expr value) {
    out.push_back({.kind = StatementKind::assign, .targets = {path_}, .value = value, .where = original_.where});
  }

  const Function& original_;
  FunctionPaths& paths_;
  Walker walker_;
  Function result_;
  VariableId path_ = VariableId::none;
  std::vector<VariableId> place_;  // by original slot
  std::vector<bool> decides_;      // by original slot
  bool hasGrown_ = false;
  int iterations_ = 0;  // while loops around the statement that is rewritten
  Import* import_ = nullptr;
};

}  // namespace

Expr jumpingPart(Pool& pool, Expr stepwise) {
  const auto [a, b, c] = pool.operands(stepwise);
  if (pool.op(stepwise) == Op::mod) return build(pool, Op::floor, divide(pool, a, b));
  if (pool.op(stepwise) == Op::rem) return build(pool, Op::div, a, b);
  return stepwise;
}

std::string originalName(const Function& way) {
  return way.name.substr(namePrefix.size(), way.name.size() - namePrefix.size() - 1);
}

Expr FunctionPaths::path(Pool& pool, FunctionId id, std::span<const Expr> arguments) {
  if (!hasWays(id)) return Expr::none;
  auto [found, isNew] = made_.try_emplace(id, static_cast<FunctionId>(functions_.size()));
  const FunctionId made = found->second;
  if (isNew) {  // known before its body is made: a function may call itself
    functions_.emplace_back();
    const Function original = functions_[index(id)];  // the table may grow while the body is made
    Function way = PathMode(original, *this).run();
    functions_[index(made)] = std::move(way);
  }
  return pool.element(pool.call(made, arguments), 0);
}

bool FunctionPaths::hasWays(FunctionId id) {
  const auto [found, isNew] = hasWays_.try_emplace(id, false);  // one that calls itself decides elsewhere whether to
  if (!isNew) return found->second;
  const bool result = hasWays(functions_[index(id)], functions_[index(id)].body);
  return hasWays_[id] = result;
}

bool FunctionPaths::hasWays(const Function& function, const std::vector<Statement>& statements) {
  Walker walker(function.pool);
  for (const Statement& statement : statements) {
    if (statement.kind == StatementKind::assertion || statement.kind == StatementKind::whileLoop) continue;
    for (const Expr root : expressionsOf(statement)) {
      const std::vector<Expr> parts = walker.reachable(root);
      for (const Expr e : parts)
        if (isStepwise(function.pool.op(e)) || (function.pool.op(e) == Op::call && hasWays(function.pool.function(e))))
          return true;
    }
    if (hasWays(function, statement.body) || hasWays(function, statement.otherwise)) return true;
  }
  return false;
}

}  // namespace dashpot::symbolic
