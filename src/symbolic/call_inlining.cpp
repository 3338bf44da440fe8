#include "symbolic/call_inlining.hpp"

#include "symbolic/build.hpp"

#include <algorithm>
#include <ranges>
#include <unordered_map>
#include <utility>

namespace dashpot::symbolic {

namespace {

// Operations of a function that is written into the expression, each counted once.
constexpr std::size_t operationLimit = 200;
// And of its results, with all that they repeat.
constexpr double writtenLimit = 1'000.0;
// Of calls in what calls become. Formulas that call one another in a circle end here.
constexpr int deepestInlining = 60;

bool isStraight(const std::vector<Statement>& statements) {
  return std::ranges::all_of(statements, [](const Statement& s) {
    return s.kind == StatementKind::assign ||
           (s.kind == StatementKind::branch && isStraight(s.body) && isStraight(s.otherwise));
  });
}

bool usesIndices(const Function& function) {
  for (std::size_t i = 0; i < function.pool.size(); ++i)
    if (function.pool.op(static_cast<Expr>(i)) == Op::indexed) return true;
  return false;
}

bool callsItself(const Function& function, FunctionId self) {
  for (std::size_t i = 0; i < function.pool.size(); ++i)
    if (const auto e = static_cast<Expr>(i); function.pool.op(e) == Op::call && function.pool.function(e) == self)
      return true;
  return false;
}

/// How long the results become, in operations and operands; arguments count as one.
class WrittenSize {
 public:
  explicit WrittenSize(const Function& function) : function_(function), walker_(function.pool) {}

  double run() {
    slots_.assign(function_.slotCount, {});
    execute(function_.body);
    double sum = 0.0;
    for (std::uint32_t i = 0; i < function_.outputCount; ++i) sum += slots_[function_.inputCount + i].size;
    return sum;
  }

 private:
  struct Slot {
    double size = 1.0;
    int assignment = 0;  // the last one
  };

  void execute(const std::vector<Statement>& statements) {
    for (const Statement& statement : statements) {
      const double size = sizeOf(statement.value);
      if (statement.kind == StatementKind::assign) {
        slots_[index(statement.targets[0])] = {size, ++assignments_};
        continue;
      }
      const std::vector<Slot> before = slots_;
      execute(statement.body);
      const std::vector<Slot> then = std::exchange(slots_, before);
      execute(statement.otherwise);
      for (std::size_t i = 0; i < slots_.size(); ++i)
        if (then[i].assignment != slots_[i].assignment)
          slots_[i] = {size + then[i].size + slots_[i].size, ++assignments_};
    }
  }

  double sizeOf(Expr root) {
    const Pool& pool = function_.pool;
    std::unordered_map<Expr, double> sizes;
    for (const Expr at : walker_.reachable(root)) {
      double size = 1.0;
      if (pool.op(at) == Op::variable)
        size = slots_[pool[at].a].size;
      else if (pool.op(at) == Op::call)
        for (const Expr argument : pool.arguments(at)) size += sizes.at(argument);
      else
        for (const Expr operand : pool.operands(at))
          if (operand != Expr::none) size += sizes.at(operand);
      sizes[at] = size;
    }
    return sizes.at(root);
  }

  const Function& function_;
  Walker walker_;
  std::vector<Slot> slots_;
  int assignments_ = 0;
};

/// Writes the statements of a function into another pool, with expressions in place of its slots.
class Inliner {
 public:
  Inliner(const Function& function, Pool& pool, bool keepsEvents)
      : function_(function), pool_(pool), keepsEvents_(keepsEvents), walker_(function.pool) {}

  std::vector<Expr> run(const std::vector<Expr>& arguments) {
    slots_.assign(function_.slotCount, Expr::none);
    std::ranges::copy(arguments, slots_.begin());
    execute(function_.body);
    std::vector<Expr> results;
    for (std::uint32_t i = 0; i < function_.outputCount; ++i)
      results.push_back(termOrZero(pool_, slots_[function_.inputCount + i]));
    return results;
  }

 private:
  void execute(const std::vector<Statement>& statements) {
    for (const Statement& statement : statements) {
      const Expr value = written(statement.value);
      if (statement.kind == StatementKind::assign) {
        slots_[index(statement.targets[0])] = value;
        continue;
      }
      const std::vector<Expr> before = slots_;
      execute(statement.body);
      std::vector<Expr> then = std::exchange(slots_, before);
      execute(statement.otherwise);
      // Relations in functions make no events.
      const Expr condition = keepsEvents_ ? value : build(pool_, Op::noEvent, value);
      for (std::size_t i = 0; i < slots_.size(); ++i)
        if (then[i] != slots_[i])
          slots_[i] = conditional(pool_, condition, termOrZero(pool_, then[i]), termOrZero(pool_, slots_[i]));
    }
  }

  Expr written(Expr root) {
    std::unordered_map<Expr, Expr> now;
    const std::vector<Expr> order = walker_.reachable(root);
    const Pool& own = function_.pool;
    for (const Expr at : order) {
      const Op op = own.op(at);
      if (op == Op::variable) {
        now[at] = termOrZero(pool_, slots_[own[at].a]);
      } else if (op == Op::constant) {
        now[at] = pool_.constant(own.value(at));
      } else if (op == Op::boolean) {
        now[at] = pool_.boolean(own[at].a != 0);
      } else if (op == Op::call) {
        std::vector<Expr> arguments;
        for (const Expr argument : own.arguments(at)) arguments.push_back(now.at(argument));
        now[at] = pool_.call(own.function(at), arguments);
      } else if (op == Op::element) {
        now[at] = pool_.element(now.at(own.operands(at)[0]), own[at].b);
      } else {
        const auto [a, b, c] = own.operands(at);
        const auto get = [&](Expr e) { return e == Expr::none ? e : now.at(e); };
        const bool isConditional = op == Op::conditional && !keepsEvents_;
        const bool jumps = op == Op::floor || op == Op::ceil || op == Op::div || op == Op::mod || op == Op::rem;
        now[at] = build(pool_, op, isConditional ? build(pool_, Op::noEvent, get(a)) : get(a), get(b), get(c));
        // Numbers may be compared for equality where that makes no event.
        const bool compares = op == Op::equal || op == Op::notEqual;
        if ((jumps || compares) && !keepsEvents_) now[at] = build(pool_, Op::noEvent, now[at]);
      }
    }
    return now.at(root);
  }

  const Function& function_;
  Pool& pool_;
  bool keepsEvents_;
  Walker walker_;
  std::vector<Expr> slots_;
};

}  // namespace

bool isWorthInlining(const Function& function, FunctionId self) {
  return !function.host && isStraight(function.body) && function.pool.size() <= operationLimit &&
         !usesIndices(function) && !callsItself(function, self) && WrittenSize(function).run() <= writtenLimit;
}

bool isFormula(const Function& function) {
  return !function.host &&
         std::ranges::all_of(function.body, [](const Statement& s) { return s.kind == StatementKind::assign; }) &&
         std::ranges::none_of(std::views::iota(std::size_t{0}, function.pool.size()), [&](std::size_t i) {
           const Op op = function.pool.op(static_cast<Expr>(i));
           return op == Op::conditional || isRelation(op);
         });
}

bool wouldShieldArguments(const Function& function, const std::vector<Expr>& arguments, const Pool& pool) {
  if (isFormula(function)) return false;
  std::vector<Expr> open(arguments);
  while (!open.empty()) {
    const Expr e = open.back();
    open.pop_back();
    const Op op = pool.op(e);
    if (isRelation(op)) return true;
    if (op != Op::logicalAnd && op != Op::logicalOr && op != Op::logicalNot) continue;
    for (const Expr operand : pool.operands(e))
      if (operand != Expr::none) open.push_back(operand);
  }
  return false;
}

std::vector<Expr> inlineCall(const Function& function, const std::vector<Expr>& arguments, Pool& pool,
                             bool isInFunction) {
  return Inliner(function, pool, isInFunction).run(arguments);
}

// ------------------------------------------------------------------------------------------------------- all formulas

Expr FormulaInlining::operator()(Expr e) {
  // What a call becomes may hold calls of its own.
  for (int depth = 0; depth < deepestInlining; ++depth) {
    bool isWritten = false;
    // An inner call is older than the one around it.
    for (const Expr call : walker_.leaves(e, Op::call)) {
      if (!isInlined(pool_.function(call))) continue;
      isWritten = true;
      if (seen_.insert(call).second) write(call);
    }
    if (!isWritten) break;
    e = written_(e);
  }
  return e;
}

bool FormulaInlining::isInlined(FunctionId id) {
  const auto [found, isNew] = inlined_.try_emplace(id, false);
  const Function& function = functions_[index(id)];
  if (isNew) found->second = function.mayBeInlined && isFormula(function) && isWorthInlining(function, id);
  return found->second;
}

void FormulaInlining::write(Expr call) {
  const auto given = pool_.arguments(call);
  std::vector<Expr> arguments(given.begin(), given.end());
  for (Expr& argument : arguments) argument = written_(argument);
  const Function& function = functions_[index(pool_.function(call))];
  const std::vector<Expr> results = inlineCall(function, arguments, pool_, /*isInFunction=*/true);
  for (std::uint32_t k = 0; k < results.size(); ++k) written_.replace(pool_.element(call, k), results[k]);
}

}  // namespace dashpot::symbolic
