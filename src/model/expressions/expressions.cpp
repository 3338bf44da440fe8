#include "model/expressions/expressions.hpp"

#include "model/expressions/array_expressions.hpp"
#include "model/expressions/array_operators.hpp"
#include "model/expressions/calls.hpp"
#include "model/expressions/domain.hpp"
#include "model/expressions/evaluation.hpp"
#include "model/expressions/operator_records.hpp"
#include "model/expressions/references.hpp"
#include "model/expressions/translation_context.hpp"
#include "model/expressions/varying_texts.hpp"
#include "model/functions/function_body.hpp"
#include "symbolic/build.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::model {

using symbolic::Op;
using syntax::ExpressionKind;

std::optional<Value> Expressions::translate(const ScopedExpression& at) {
  const syntax::Expression& node = (*at.tree)[at.expression];
  Pool& pool = context_.pool();
  switch (node.kind) {
    case ExpressionKind::real: return number(pool, at.tree->numbers[node.number], Type::real);
    case ExpressionKind::integer: return number(pool, at.tree->numbers[node.number], Type::integer);
    case ExpressionKind::boolean: return truth(pool, node.flag);
    case ExpressionKind::string:
      return Value{.type = {Type::string}, .texts = {Message{{std::string(context_.symbols().text(node.symbol))}}}};
    case ExpressionKind::reference: return references_.value(at);
    case ExpressionKind::call: return calls_.value(at);
    case ExpressionKind::unary: {
      const auto a = translate(operand(at, 0));
      if (a && a->isOperatorRecord()) return operatorRecords_.unary(at, node.op, *a);
      return a ? context_.resultOf(at, unary(context_.model(), pool, node.op, *a)) : std::nullopt;
    }
    case ExpressionKind::binary: return binaryChain(at);
    case ExpressionKind::conditional: return conditional(at, node);
    case ExpressionKind::range: return arrays_.range(at);
    case ExpressionKind::array: return arrays_.array(at);
    case ExpressionKind::matrix: return arrays_.matrix(at);
    case ExpressionKind::comprehension: return arrays_.comprehension(at);
    case ExpressionKind::end:
      if (context_.frame().ends.empty())
        return context_.report("subscript", at.where(), "'end' has a meaning only in a subscript");
      return number(pool, context_.frame().ends.back(), Type::integer);
    case ExpressionKind::tuple:
      if (node.operands.count == 1) return translate(operand(at, 0));
      return context_.typeError(at.where(),
                                "a list of results can stand only on the left of an equation or assignment");
    case ExpressionKind::functionArgument:
      return context_.typeError(at.where(), "a function can be given only to an input that is a function");
    case ExpressionKind::indexed: return references_.indexed(at);
    case ExpressionKind::member: return references_.member(at);
    default: return context_.typeError(at.where(), "this is not an expression");
  }
}

std::optional<Value> Expressions::translate(const ScopedExpression& at, const Demand& demand) {
  auto value = translate(at);
  return value ? convert(context_, std::move(*value), demand, at.where()) : std::nullopt;
}

std::optional<Expr> Expressions::condition(const ScopedExpression& at, Variability* variability) {
  const auto value = translate(at);
  if (!value) return std::nullopt;
  if (variability) *variability = value->variability;
  if (value->record || value->type.type != Type::boolean || !value->dimensions.empty())
    return context_.typeError(at.where(), fmt::format("a condition must be true or false, but this is {}",
                                                      describe(context_.model(), *value)));
  return value->scalar();
}

std::optional<Message> Expressions::message(const ScopedExpression& at) {
  const auto value = translate(at, {.what = "a message", .type = ScalarType{Type::string}, .dimensions = Dimensions{}});
  return value ? std::optional(value->texts.front()) : std::nullopt;
}

std::optional<Value> Expressions::binary(const ScopedExpression& at, syntax::Operator op, const Value& a,
                                         const Value& b) {
  if (a.isOperatorRecord() || b.isOperatorRecord()) return operatorRecords_.binary(at, op, a, b);
  return context_.resultOf(at, model::binary(context_.model(), context_.pool(), op, a, b));
}

/// a + b + c + ... is a tree as deep on its left as it has terms, so that side is walked in a loop.
std::optional<Value> Expressions::binaryChain(const ScopedExpression& at) {
  std::vector<ScopedExpression> spine{at};
  while ((*at.tree)[operand(spine.back(), 0).expression].kind == ExpressionKind::binary)
    spine.push_back(operand(spine.back(), 0));
  std::optional<Value> left = translate(operand(spine.back(), 0));
  for (auto it = spine.rbegin(); it != spine.rend(); ++it) {
    const auto right = translate(operand(*it, 1));  // also when the left side failed: its errors are its own
    const syntax::Operator op = (*at.tree)[it->expression].op;
    if (right && !right->dimensions.empty()) requireSpace(*it, op);
    auto result = left && right ? binary(*it, op, *left, *right) : std::nullopt;
    const bool isDivision = op == syntax::Operator::divide || op == syntax::Operator::dotDivide;
    const bool isPower = op == syntax::Operator::power || op == syntax::Operator::dotPower;
    const bool isScalarPower = isPower && right && right->dimensions.empty() && left && left->dimensions.empty();
    if (result && !result->record && !left->record && !right->record && (isDivision || isScalarPower) &&
        !requireDefined(context_, evaluation_, *it, "", isDivision ? Op::divide : Op::power, *left, &*right))
      result.reset();
    left = std::move(result);
  }
  return left;
}

/// 2.^A: by the rules of the language the dot belongs to the number (Modelica 3.6, section 2.4.1), and 2. ^ A is no
/// power of elements. Of a product it makes no difference.
void Expressions::requireSpace(const ScopedExpression& at, syntax::Operator op) {
  using syntax::Operator;
  const bool isDotted =
      op == Operator::dotPlus || op == Operator::dotMinus || op == Operator::dotDivide || op == Operator::dotPower;
  const syntax::Expression& left = (*at.tree)[operand(at, 0).expression];
  if (!isDotted || (left.kind != ExpressionKind::real && left.kind != ExpressionKind::integer)) return;
  const std::string_view number = context_.sources().text(operand(at, 0).where());
  const std::string_view rest = context_.sources().text(at.where()).substr(number.size());
  if (!rest.starts_with('.') || number.find_first_not_of("0123456789") != std::string_view::npos) return;
  context_.diagnostics()
      .breach(
          "syntax", at.where(),
          fmt::format("'{0}{1}' is read as '{0} {1}', but the dot belongs to the number", number, rest.substr(0, 2)))
      .hint("write a space in front of the operator");
}

// ----------------------------------------------------------------------------------------------------- if-expressions

/// A branch that is not taken need not make sense: if n > 0 then x[n] else 0. So a branch that fails is forgiven if the
/// condition is known, or can be made known by fixing parameters, and chooses the other.
std::optional<Value> Expressions::conditional(const ScopedExpression& at, const syntax::Expression& node) {
  auto all = branches(at, node);
  if (!all) return std::nullopt;
  const auto hasShapeOfFirst = [&](const Branch& b) {
    return b.value && all->front().value && b.value->dimensions == all->front().value->dimensions;
  };
  if (all->size() > 1 && !std::ranges::all_of(*all, hasShapeOfFirst)) keepTheBranchTaken(*all, at.where());
  bool sound = true;
  for (Branch& branch : *all) {
    for (const Diagnostic& problem : branch.problems.all()) context_.diagnostics().add(problem);
    sound = sound && branch.value;
  }
  if (!sound) return std::nullopt;
  FunctionBody* body = context_.body();
  std::optional<Value> result = std::move(all->back().value);
  std::vector<symbolic::Statement> before = std::move(all->back().before);
  for (std::size_t i = all->size() - 1; i-- > 0;) {
    Branch& branch = (*all)[i];
    if (body) {
      result = body->choose(at, *branch.condition, *branch.value, std::move(branch.before), *result, std::move(before));
      before.clear();
    } else {
      result = choose(at, *branch.condition, *branch.value, *result);
    }
    if (!result) return std::nullopt;
    result->variability = std::max(result->variability, branch.decidedBy);
  }
  if (body) body->append(std::move(before));
  return result;
}

/// The branches that may be taken, up to the first that certainly is if it is reached. Empty: a condition is no
/// condition, which has been reported.
std::optional<std::vector<Expressions::Branch>> Expressions::branches(const ScopedExpression& at,
                                                                      const syntax::Expression& node) {
  const std::size_t last = node.operands.count - 1;
  Pool& pool = context_.pool();
  std::vector<Branch> result;
  bool conditionsAreSound = true;
  bool isDecided = false;
  for (std::size_t i = 0; i < last && !isDecided; i += 2) {
    Branch branch;
    branch.condition = condition(operand(at, i), &branch.decidedBy);
    conditionsAreSound = conditionsAreSound && branch.condition.has_value();
    if (branch.condition && pool.op(*branch.condition) == Op::boolean) {
      if (pool[*branch.condition].a == 0) continue;
      isDecided = true;
      branch.condition.reset();
    }
    translateBranch(branch, operand(at, i + 1));
    result.push_back(std::move(branch));
  }
  if (!isDecided) translateBranch(result.emplace_back(), operand(at, last));
  return conditionsAreSound ? std::optional(std::move(result)) : std::nullopt;
}

void Expressions::translateBranch(Branch& branch, const ScopedExpression& value) {
  FunctionBody* body = context_.body();
  context_.reportingTo(branch.problems, [&] {
    if (body) body->exchangePending(branch.before);
    branch.value = translate(value);
    if (body) body->exchangePending(branch.before);
  });
}

/// Leaves all branches if it is not known which one is taken.
void Expressions::keepTheBranchTaken(std::vector<Branch>& branches, SourceRange where) {
  for (Branch& branch : branches) {
    const auto holds = branch.condition ? evaluation_.structuralValue(*branch.condition, where) : 1.0;
    if (!holds) return;
    if (*holds == 0.0) continue;
    Branch taken = std::move(branch);
    branches.clear();
    branches.push_back(std::move(taken));
    return;
  }
}

std::optional<Value> Expressions::choose(const ScopedExpression& at, Expr condition, const Value& then,
                                         const Value& otherwise) {
  const bool alike =
      then.isRecord() == otherwise.isRecord() && then.dimensions == otherwise.dimensions &&
      (then.record || then.type == otherwise.type || (then.type.isNumber() && otherwise.type.isNumber()));
  if (!alike)
    return context_.typeError(at.where(),
                              fmt::format("one branch is {}, another one is {}", describe(context_.model(), then),
                                          describe(context_.model(), otherwise)));
  Value result = then;
  result.variability = std::max(then.variability, otherwise.variability);
  if (then.record) {
    auto fields = std::make_shared<RecordFields>(*then.record);
    for (auto& [name, content] : fields->fields) {
      const Value* other = field(otherwise, name);
      if (!other || then.record->fields.size() != otherwise.record->fields.size())
        return context_.typeError(at.where(), "the branches are records of different types");
      auto chosen = choose(at, condition, content, *other);
      if (!chosen) return std::nullopt;
      content = std::move(*chosen);
    }
    result.record = std::move(fields);
    return result;
  }
  if (then.isString()) {
    if (const auto known = evaluation_.structuralValue(condition, at.where())) return *known != 0.0 ? then : otherwise;
    for (std::size_t i = 0; i < then.texts.size(); ++i) {
      const auto first = evaluation_.knownText(then.texts[i], at.where());
      const auto second = evaluation_.knownText(otherwise.texts[i], at.where());
      if (first && second) {
        result.texts[i] = {{Shown{condition, {.specification = "-d", .names = {*second, *first}}}}};
        continue;
      }
      const auto a = context_.body() ? std::nullopt : textNumber(context_.model(), then.texts[i]);
      const auto b = context_.body() ? std::nullopt : textNumber(context_.model(), otherwise.texts[i]);
      if (!a || !b) return context_.unsupported(at.where(), "a choice of texts known only when the model runs");
      const Value chosen{.scalars = {symbolic::conditional(context_.pool(), condition, *a, *b)}};
      result.texts[i] = textsOf(chosen).texts.front();
    }
    result.variability = Variability::discrete;
    return result;
  }
  if (then.type.isNumber()) result.type = commonNumber(then.type, otherwise.type);
  for (std::size_t i = 0; i < result.scalars.size(); ++i)
    result.scalars[i] = symbolic::conditional(context_.pool(), condition, then.scalars[i], otherwise.scalars[i]);
  return result;
}

}  // namespace dashpot::model
