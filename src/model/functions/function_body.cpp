#include "model/functions/function_body.hpp"

#include "model/expressions/translator.hpp"
#include "model/expressions/value_parts.hpp"
#include "symbolic/build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace dashpot::model {

using symbolic::Op;
using symbolic::Statement;
using symbolic::StatementKind;
using syntax::ExpressionKind;

namespace {

// A loop with at most this many rounds is written out: its subscripts become constants.
constexpr std::size_t unrollLimit = 32;

/// The text of a message where no values can be shown.
std::string plain(const Message& message) {
  std::string text;
  for (const auto& piece : message.pieces)
    text += std::holds_alternative<std::string>(piece) ? std::get<std::string>(piece) : "...";
  return text;
}

/// Whether one of these expressions reads one of the variables, or an element of an array that is chosen when the
/// function runs. What they share is looked at once.
bool readsOneOf(const symbolic::Pool& pool, const std::vector<Expr>& expressions, const std::vector<Expr>& variables) {
  std::vector<bool> isVariable(pool.size(), false), isSeen(pool.size(), false);
  for (const Expr variable : variables) isVariable[symbolic::index(variable)] = true;
  std::vector<Expr> open = expressions;
  while (!open.empty()) {
    const Expr e = open.back();
    open.pop_back();
    if (e == Expr::none || isSeen[symbolic::index(e)]) continue;
    isSeen[symbolic::index(e)] = true;
    const Op op = pool.op(e);
    if (op == Op::indexed || (op == Op::variable && isVariable[symbolic::index(e)])) return true;
    if (op == Op::call)
      std::ranges::copy(pool.arguments(e), std::back_inserter(open));
    else
      std::ranges::copy(pool.operands(e), std::back_inserter(open));
  }
  return false;
}

}  // namespace

void FunctionBody::append(Statements statements) {
  for (Statement& statement : statements) pending_.push_back(std::move(statement));
}

void FunctionBody::emit(Statement statement) {
  Statements& out = target_ ? *target_ : function_.body;
  for (Statement& before : pending_) out.push_back(std::move(before));
  pending_.clear();
  out.push_back(std::move(statement));
}

void FunctionBody::call(std::vector<VariableId> targets, Expr call, SourceRange where) {
  emit({.kind = StatementKind::call, .targets = std::move(targets), .value = call, .where = where});
}

bool FunctionBody::containsCall(const Value& value) {
  if (value.record)
    return std::ranges::any_of(value.record->fields, [&](const auto& f) { return containsCall(f.second); });
  symbolic::Walker walker(function_.pool);
  return std::ranges::any_of(value.scalars, [&](Expr e) { return !walker.leaves(e, Op::call).empty(); });
}

std::optional<Value> FunctionBody::choose(const ScopedExpression& at, Expr condition, const Value& then,
                                          Statements beforeThen, const Value& otherwise, Statements beforeOtherwise) {
  const bool isPlain = beforeThen.empty() && beforeOtherwise.empty() && !containsCall(then) && !containsCall(otherwise);
  auto merged = translator_.expressions.choose(at, condition, then, otherwise);  // checks that the branches are alike
  if (isPlain || !merged) return merged;
  Value result = temporary(*merged);
  Statement branch{.kind = StatementKind::branch, .value = condition, .where = at.where()};
  Statements* outer = target_;
  Statements outerPending = std::move(pending_);
  for (int side = 0; side < 2; ++side) {
    Statements body;
    target_ = &body;
    pending_ = std::move(side == 0 ? beforeThen : beforeOtherwise);
    assign(result, side == 0 ? then : otherwise, at.where());
    (side == 0 ? branch.body : branch.otherwise) = std::move(body);
  }
  target_ = outer;
  pending_ = std::move(outerPending);
  pending_.push_back(std::move(branch));
  return result;
}

bool FunctionBody::assign(const Value& target, const Value& value, SourceRange where) {
  std::vector<Expr> to, from;
  const auto given = arrangedLike(value, target);
  appendScalars(target, to);
  if (given) appendScalars(*given, from);
  if (to.size() != from.size()) {
    translator_.context.report("shape", where,
                               fmt::format("{} cannot be assigned to {}", describe(translator_.context.model(), value),
                                           describe(translator_.context.model(), target)));
    return false;
  }
  // x := A*x must read all of x before it writes any of it.
  if (to.size() > 1) {
    const bool readsItself = readsOneOf(function_.pool, from, to);
    if (readsItself) {
      const Value kept = temporary(*given);
      std::vector<Expr> slots;
      appendScalars(kept, slots);
      for (std::size_t i = 0; i < from.size(); ++i)
        emit({.kind = StatementKind::assign,
              .targets = {function_.pool.variable(slots[i])},
              .value = from[i],
              .where = where});
      from = slots;
    }
  }
  for (std::size_t i = 0; i < to.size(); ++i) {
    const symbolic::Node node = function_.pool[to[i]];
    if (node.op == Op::variable) {
      emit({.kind = StatementKind::assign,
            .targets = {function_.pool.variable(to[i])},
            .value = from[i],
            .where = where});
    } else if (node.op == Op::divide) {  // an array without elements has none to be assigned
      emit({.kind = StatementKind::assertion,
            .value = function_.pool.boolean(false),
            .message = "a subscript lies outside of the array",
            .where = where});
    } else if (node.op != Op::indexed) {
      translator_.context.report("type", where, "only a variable can be assigned");
      return false;
    } else {
      emit({.kind = StatementKind::assignIndexed,
            .targets = {static_cast<VariableId>(node.b)},
            .value = from[i],
            .position = static_cast<Expr>(node.a),
            .count = node.c,
            .where = where});
    }
  }
  return true;
}

void FunctionBody::readAssignments(const std::vector<ScopedStatements>& algorithms) {
  for (const ScopedStatements& algorithm : algorithms) countAssignments(*algorithm.tree, algorithm.statements, 1);
}

void FunctionBody::countAssignments(const syntax::Tree& tree, syntax::List<syntax::StatementId> ids, int weight) {
  const auto count = [&](const auto& self, syntax::ExpressionId target) -> void {
    const syntax::Expression& node = tree[target];
    if (node.kind == ExpressionKind::reference) assignments_[tree[tree.at(node.parts, 0)].name] += weight;
    if (node.kind == ExpressionKind::tuple)
      for (const syntax::ExpressionId one : tree.items(node.operands)) self(self, one);
  };
  for (const syntax::StatementId id : tree.items(ids)) {
    const syntax::Statement& statement = tree[id];
    if (statement.kind == syntax::StatementKind::assignment) count(count, tree.at(statement.expressions, 0));
    for (const syntax::BranchId branch : tree.items(statement.branches)) countAssignments(tree, tree[branch].body, 2);
  }
}

void FunctionBody::remember(const ScopedExpression& target, const Value& value) {
  const syntax::Expression& node = (*target.tree)[target.expression];
  if (target_ || node.kind != ExpressionKind::reference || node.parts.count != 1 || !value.isScalar()) return;
  if (value.type.type != Type::integer && value.type.type != Type::boolean) return;
  const Symbol name = (*target.tree)[target.tree->at(node.parts, 0)].name;
  const auto known = translator_.evaluation.constantValue(value.scalar());
  if (!known || assignments_[name] != 1) return;
  for (auto& [local, content, home] : translator_.context.frame().locals)
    if (local == name && content.type == value.type)
      content.scalars = {value.type.type == Type::boolean ? function_.pool.boolean(*known != 0.0)
                                                          : function_.pool.constant(*known)};
}

bool FunctionBody::statements(const ScopedStatements& all) { return list(*all.tree, all.statements, all.scope); }

bool FunctionBody::list(const syntax::Tree& tree, syntax::List<syntax::StatementId> ids, const Scope& scope) {
  bool sound = true;
  for (const syntax::StatementId id : tree.items(ids)) sound = statement(tree, tree[id], scope) && sound;
  return sound;
}

std::optional<FunctionBody::Statements> FunctionBody::nested(const syntax::Tree& tree,
                                                             syntax::List<syntax::StatementId> ids,
                                                             const Scope& scope) {
  Statements body;
  Statements* outer = target_;
  target_ = &body;
  const bool sound = list(tree, ids, scope);
  target_ = outer;
  return sound ? std::optional(std::move(body)) : std::nullopt;
}

bool FunctionBody::statement(const syntax::Tree& tree, const syntax::Statement& statement, const Scope& scope) {
  const SourceRange where = tree.range(statement.span);
  switch (statement.kind) {
    case syntax::StatementKind::assignment: return assignment(tree, statement, scope);
    case syntax::StatementKind::call: return callStatement(tree, statement, scope);
    case syntax::StatementKind::conditional: return branches(tree, statement, scope, 0);
    case syntax::StatementKind::loop: return loops(tree, statement, scope, 0);
    case syntax::StatementKind::whileLoop: return whileLoop(tree, statement, scope);
    case syntax::StatementKind::breakLoop:
      if (loopDepth_ == 0) {
        translator_.context.report("type", where, "break can stand only in a loop");
        return false;
      }
      emit({.kind = StatementKind::breakLoop, .where = where});
      return true;
    case syntax::StatementKind::returnCall:
      if (beforeReturn_ && !beforeReturn_(where)) return false;
      emit({.kind = StatementKind::returnNow, .where = where});
      return true;
    default: translator_.context.report("type", where, "a when-statement cannot stand in a function"); return false;
  }
}

bool FunctionBody::assignment(const syntax::Tree& tree, const syntax::Statement& statement, const Scope& scope) {
  const ScopedExpression left{&tree, tree.at(statement.expressions, 0), scope};
  const ScopedExpression right{&tree, tree.at(statement.expressions, 1), scope};
  if (tree[left.expression].kind == ExpressionKind::tuple) return assignResults(left, right);
  if (translator_.slices.isVarying(left)) {
    const auto all = translator_.slices.assignment(left, right);
    if (!all) return false;
    const SourceRange where = tree.range(statement.span);
    emit({.kind = StatementKind::assertion,
          .value = all->fits,
          .message = "the sizes of an assignment differ, or lie outside of the array",
          .where = where});
    return assign(all->target, all->value, where);
  }
  const auto value = translator_.expressions.translate(right);
  if (!value || !assignTo(left, *value, tree.range(statement.span))) return false;
  remember(left, *value);
  return true;
}

bool FunctionBody::assignTo(const ScopedExpression& left, const Value& value, SourceRange where) {
  const syntax::Expression& node = (*left.tree)[left.expression];
  const syntax::Part* only = node.kind == ExpressionKind::reference && node.parts.count == 1 && !node.flag
                                 ? &(*left.tree)[left.tree->at(node.parts, 0)]
                                 : nullptr;
  auto& locals = translator_.context.frame().locals;
  const auto variable = only ? std::ranges::find(locals, only->name, &Local::name) : locals.end();
  const bool isWhole = variable != locals.end() && only->subscripts.empty();
  const auto target = translator_.expressions.translate(left);
  if (!target) return false;
  Demand demand{.what = "what is assigned"};
  if (!target->record) demand.type = target->type;
  if (!target->record && !(isWhole && open_.contains(only->name))) demand.dimensions = target->dimensions;
  const auto converted = convert(translator_.context, value, demand, where);
  if (!converted) return false;
  if (isWhole) return assignVariable(only->name, *converted, where);
  if (!target->isString()) return assign(*target, *converted, where);
  // An element of an array of texts.
  if (variable == locals.end() || only->subscripts.count != 1) {
    translator_.context.unsupported(where, "assigning a text");
    return false;
  }
  const auto chosen = translator_.references.subscripts(left, *only, {variable->value.dimensions, {}, true});
  if (!chosen || chosen->front().dynamic != Expr::none) return false;
  Value whole = variable->value;
  for (std::size_t i = 0; i < chosen->front().positions.size(); ++i)
    whole.texts[static_cast<std::size_t>(chosen->front().positions[i]) - 1] = converted->texts[i];
  return setText(variable->value, whole, where);
}

bool FunctionBody::assignVariable(Symbol name, const Value& value, SourceRange where) {
  Value& variable = std::ranges::find(translator_.context.frame().locals, name, &Local::name)->value;
  if (open_.contains(name) && variable.dimensions != value.dimensions) {
    if (variable.dimensions.size() != value.dimensions.size()) {
      translator_.context.report("shape", where,
                                 fmt::format("{} cannot be assigned to an array of {} dimension{}",
                                             describe(translator_.context.model(), value), variable.dimensions.size(),
                                             variable.dimensions.size() == 1 ? "" : "s"));
      return false;
    }
    if (target_) {
      translator_.context.unsupported(where, fmt::format("a size of '{}' that is known only when the function runs",
                                                         translator_.context.symbols().text(name)));
      return false;
    }
    const Value sized = temporary(value);
    if (!assign(sized, value, where)) return false;
    const ScalarType type = variable.type;
    variable = sized;
    variable.type = type;
    variable.variability = Variability::continuous;
    return true;
  }
  return setText(variable, value, where) && assign(Value(variable), value, where);
}

/// Texts have no slots: they are known when a function is made, or else serve messages alone, in which what is not known
/// is left out.
bool FunctionBody::setText(Value& variable, const Value& value, SourceRange where) {
  if (texts(variable) == texts(value) && !hasVaryingText(value) && !hasVaryingText(variable)) return true;
  if (loopDepth_ > 0) {
    translator_.context.unsupported(where, "a text that is known only when the function runs");
    return false;
  }
  // Whether this branch is taken shows when the function runs.
  variable =
      target_ ? withTextsThatVary(std::move(variable), temporary(number(function_.pool, 0.0, Type::integer)).scalar())
              : withTexts(std::move(variable), value);
  return true;
}

bool FunctionBody::assignResults(const ScopedExpression& targets, const ScopedExpression& call) {
  const syntax::Expression& list = (*targets.tree)[targets.expression];
  const auto results = translator_.calls.resultsFor(targets, call);
  if (!results) return false;
  // All results are read before any of them is written over an argument.
  std::vector<Value> kept;
  for (const Value& result : *results)
    kept.push_back(translator_.evaluation.isKnown(result) ? result : this->kept(result, call.where()));
  for (std::size_t i = 0; i < list.operands.count; ++i) {
    const ScopedExpression one = operand(targets, i);
    if ((*targets.tree)[one.expression].kind == ExpressionKind::omitted) continue;
    if (!assignTo(one, kept[i], one.where())) return false;
  }
  return true;
}

bool FunctionBody::branches(const syntax::Tree& tree, const syntax::Statement& statement, const Scope& scope,
                            std::size_t first) {
  if (first >= statement.branches.count) return true;
  const syntax::Branch& branch = tree[tree.at(statement.branches, first)];
  if (branch.condition == syntax::ExpressionId::none) return list(tree, branch.body, scope);
  const auto condition = translator_.expressions.condition({&tree, branch.condition, scope});
  if (!condition) return false;
  if (const auto known =
          translator_.evaluation.constantValue(*condition))  // as sizes decide: if size(x, 1) == 0 then ...
    return *known != 0.0 ? list(tree, branch.body, scope) : branches(tree, statement, scope, first + 1);
  Statements before = std::move(pending_);
  pending_.clear();
  auto body = nested(tree, branch.body, scope);
  Statements otherwise;
  Statements* outer = target_;
  target_ = &otherwise;
  const bool sound = branches(tree, statement, scope, first + 1);
  target_ = outer;
  if (!body || !sound) return false;
  pending_ = std::move(before);
  emit({.kind = StatementKind::branch,
        .value = *condition,
        .body = std::move(*body),
        .otherwise = std::move(otherwise),
        .where = tree.range(statement.span)});
  return true;
}

/// break or return somewhere inside: such a loop cannot be unrolled.
bool FunctionBody::leaves(const syntax::Tree& tree, syntax::List<syntax::StatementId> ids) const {
  for (const syntax::StatementId id : tree.items(ids)) {
    const syntax::Statement& statement = tree[id];
    if (statement.kind == syntax::StatementKind::breakLoop || statement.kind == syntax::StatementKind::returnCall)
      return true;
    for (const syntax::BranchId branch : tree.items(statement.branches))
      if (leaves(tree, tree[branch].body)) return true;
  }
  return false;
}

bool FunctionBody::loops(const syntax::Tree& tree, const syntax::Statement& statement, const Scope& scope,
                         std::size_t iterator) {
  const syntax::List<syntax::StatementId> body = tree[tree.at(statement.branches, 0)].body;
  if (iterator == statement.iterators.count) return list(tree, body, scope);
  const syntax::Iterator& it = tree[tree.at(statement.iterators, iterator)];
  const SourceRange where = tree.range(it.span);
  const ScopedExpression range{&tree, it.range, scope};
  if (it.range != syntax::ExpressionId::none && tree[it.range].kind == ExpressionKind::range) {
    std::vector<Expr> parts;
    for (std::size_t i = 0; i < tree[it.range].operands.count; ++i) {
      const auto part = translator_.expressions.translate(operand(range, i),
                                                          {.what = "the bound of a loop", .dimensions = Dimensions{}});
      if (!part) return false;
      parts.push_back(part->scalar());
    }
    const Expr step = parts.size() == 3 ? parts[1] : function_.pool.constant(1.0);
    const auto first = translator_.evaluation.constantValue(parts.front()),
               by = translator_.evaluation.constantValue(step),
               last = translator_.evaluation.constantValue(parts.back());
    const bool isKnown = first && by && last && *by != 0.0;
    const bool isShort = isKnown && (*last - *first) / *by < static_cast<double>(unrollLimit);
    if (!isShort || leaves(tree, body)) {
      Statements before = std::move(pending_);
      pending_.clear();
      const Value counter = temporary({.type = {Type::integer}, .scalars = {function_.pool.constant(0.0)}});
      translator_.context.bind(it.name, counter, scope);
      Statements inner;
      Statements* outer = target_;
      target_ = &inner;
      ++loopDepth_;
      const bool sound = loops(tree, statement, scope, iterator + 1);
      --loopDepth_;
      target_ = outer;
      translator_.context.unbind();
      if (!sound) return false;
      pending_ = std::move(before);
      emit({.kind = StatementKind::forLoop,
            .targets = {function_.pool.variable(counter.scalar())},
            .value = parts.front(),
            .step = step,
            .last = parts.back(),
            .body = std::move(inner),
            .where = where});
      return true;
    }
  }
  const auto values =
      translator_.iterators.values({.tree = &tree, .iterator = &it, .scope = scope, .body = body, .mayVary = true});
  if (!values) return false;
  const auto writeOut = [&] {
    for (const Value& value : *values) {
      translator_.context.bind(it.name, value, scope);
      const bool sound = loops(tree, statement, scope, iterator + 1);
      translator_.context.unbind();
      if (!sound) return false;
    }
    return true;
  };
  if (!leaves(tree, body)) return writeOut();
  // A loop of one round around what is written out, which break leaves.
  Statements before = std::move(pending_);
  pending_.clear();
  const Expr one = function_.pool.constant(1.0);
  const Value counter = temporary({.type = {Type::integer}, .scalars = {one}});
  Statements inner;
  Statements* outer = target_;
  target_ = &inner;
  ++loopDepth_;
  const bool sound = writeOut();
  --loopDepth_;
  target_ = outer;
  if (!sound) return false;
  pending_ = std::move(before);
  emit({.kind = StatementKind::forLoop,
        .targets = {function_.pool.variable(counter.scalar())},
        .value = one,
        .step = one,
        .last = one,
        .body = std::move(inner),
        .where = where});
  return true;
}

bool FunctionBody::whileLoop(const syntax::Tree& tree, const syntax::Statement& statement, const Scope& scope) {
  const syntax::Branch& branch = tree[tree.at(statement.branches, 0)];
  const SourceRange where = tree.range(statement.span);
  Statements before = std::move(pending_);
  pending_.clear();
  const auto condition = translator_.expressions.condition({&tree, branch.condition, scope});
  if (!condition) return false;
  Statements forCondition = std::move(pending_);
  pending_.clear();
  ++loopDepth_;
  auto body = nested(tree, branch.body, scope);
  --loopDepth_;
  if (!body) return false;
  pending_ = std::move(before);
  if (forCondition.empty()) {
    emit({.kind = StatementKind::whileLoop, .value = *condition, .body = std::move(*body), .where = where});
    return true;
  }
  // while true loop <compute the condition>; if it does not hold then break; <body> end while
  Statements whole = std::move(forCondition);
  whole.push_back({.kind = StatementKind::branch,
                   .value = symbolic::build(function_.pool, Op::logicalNot, *condition),
                   .body = {{.kind = StatementKind::breakLoop, .where = where}},
                   .where = where});
  for (Statement& part : *body) whole.push_back(std::move(part));
  emit({.kind = StatementKind::whileLoop,
        .value = function_.pool.boolean(true),
        .body = std::move(whole),
        .where = where});
  return true;
}

bool FunctionBody::callStatement(const syntax::Tree& tree, const syntax::Statement& statement, const Scope& scope) {
  const SourceRange where = tree.range(statement.span);
  const auto call = translator_.statementCalls.read({&tree, tree.at(statement.expressions, 0), scope},
                                                    StatementPlace::function, where);
  if (!call) return false;
  if (call->kind == StatementCallKind::assertion) return assertion(*call);
  if (call->kind == StatementCallKind::failure) {
    const auto text = translator_.expressions.message(call->message);
    if (!text) return false;
    emit({.kind = StatementKind::assertion,
          .value = function_.pool.boolean(false),
          .message = plain(*text),
          .where = where});
    return true;
  }
  const auto done = translator_.calls.performed(call->call);
  if (done && *done != Expr::none) emit({.kind = StatementKind::assertion, .value = *done, .where = where});
  return done.has_value();
}

bool FunctionBody::assertion(const StatementCall& call) {
  if (call.isWarning) return true;  // functions have no way to tell
  const auto condition = translator_.expressions.condition(call.condition);
  if (!condition) return false;
  Statement assertion{.kind = StatementKind::assertion, .value = *condition, .where = call.where};
  if (const auto message = translator_.expressions.message(call.message)) assertion.message = plain(*message);
  emit(std::move(assertion));
  return true;
}

}  // namespace dashpot::model
