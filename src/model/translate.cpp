// model/translate.cpp: expressions; operators, if-expressions, what is demanded of a value.
#include "model/translate.hpp"

#include "model/function_body.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace dashpot::model {

using symbolic::Op;
using syntax::ExpressionKind;

Translator::Translator(FlatModel& model, Names& names, const Sources& sources, Symbols& symbols,
                       Diagnostics& diagnostics)
    : model_(model),
      names_(names),
      sources_(sources),
      symbols_(symbols),
      diagnostics_(&diagnostics),
      modelContext_{.pool = &model.pool},
      functions_(*this, model.functions),
      externals_(*this) {}

std::string Translator::textOf(const ScopedExpression& at) const {
  const Node& node = (*at.tree)[at.expression];
  if (node.kind != ExpressionKind::reference) return std::string(sources_.text(at.where()));
  std::string name = node.flag ? "." : "";
  for (std::size_t i = 0; i < node.parts.count; ++i)
    name += fmt::format("{}{}", i == 0 ? "" : ".", symbols_.text((*at.tree)[at.tree->at(node.parts, i)].name));
  return name;
}

ScopedExpression Translator::operand(const ScopedExpression& at, std::size_t i) {
  return {at.tree, at.tree->at((*at.tree)[at.expression].operands, i), at.scope};
}

std::nullopt_t Translator::report(std::string code, SourceRange where, std::string message) {
  // Many instances share one text: what is wrong with it is said once.
  const bool isKnown = std::ranges::any_of(
      diagnostics_->all(), [&](const Diagnostic& said) { return said.where == where && said.message == message; });
  if (!isKnown) diagnostics_->error(std::move(code), where, std::move(message));
  return std::nullopt;
}

void Translator::warn(std::string code, SourceRange where, std::string message) {
  const bool isKnown = std::ranges::any_of(
      diagnostics_->all(), [&](const Diagnostic& said) { return said.where == where && said.message == message; });
  if (!isKnown) diagnostics_->warning(std::move(code), where, std::move(message));
}

std::nullopt_t Translator::unsupported(SourceRange where, std::string_view what) {
  return report("unsupported", where, fmt::format("{} is not supported yet", what));
}

std::optional<Value> Translator::resultOf(const ScopedExpression& at, OperatorResult result) {
  if (result.value) return std::move(result.value);
  if (result.problem.empty()) return std::nullopt;  // reported before
  const bool blamesOperand =
      result.culprit >= 0 && (*at.tree)[at.expression].operands.count > static_cast<std::uint32_t>(result.culprit);
  const bool isCall = (*at.tree)[at.expression].kind == ExpressionKind::call;
  const auto place = static_cast<std::size_t>(result.culprit + (isCall ? 1 : 0));
  const bool exists = blamesOperand && place < (*at.tree)[at.expression].operands.count;
  return typeError(exists ? operand(at, place).where() : at.where(), std::move(result.problem));
}

Value Translator::number(double value, Type type) { return {.type = {type}, .scalars = {pool().constant(value)}}; }
Value Translator::truth(bool value) { return {.type = {Type::boolean}, .scalars = {pool().boolean(value)}}; }

// -------------------------------------------------------------------------------------------------------- expressions

std::optional<Value> Translator::translate(const ScopedExpression& at) {
  const Node& node = (*at.tree)[at.expression];
  switch (node.kind) {
    case ExpressionKind::real: return number(at.tree->numbers[node.number], Type::real);
    case ExpressionKind::integer: return number(at.tree->numbers[node.number], Type::integer);
    case ExpressionKind::boolean: return truth(node.flag);
    case ExpressionKind::string:
      return Value{.type = {Type::string}, .texts = {Message{{std::string(symbols_.text(node.symbol))}}}};
    case ExpressionKind::reference: return reference(at, node);
    case ExpressionKind::call: return call(at, node);
    case ExpressionKind::unary: {
      const auto a = translate(operand(at, 0));
      return a ? resultOf(at, unary(model_, pool(), node.op, *a)) : std::nullopt;
    }
    case ExpressionKind::binary: return binaryChain(at);
    case ExpressionKind::conditional: return conditional(at, node);
    case ExpressionKind::range: return range(at, node);
    case ExpressionKind::array: return array(at, node);
    case ExpressionKind::matrix: return matrix(at, node);
    case ExpressionKind::comprehension: {
      Dimensions dimensions;
      auto elements = comprehension(at, dimensions);
      if (!elements) return std::nullopt;
      if (elements->empty()) return Value{.type = {Type::real}, .dimensions = dimensions};
      auto whole = resultOf(at, arrayOf(model_, *elements));
      if (!whole || dimensions.size() == 1) return whole;
      whole->dimensions.erase(whole->dimensions.begin());
      whole->dimensions.insert(whole->dimensions.begin(), dimensions.begin(), dimensions.end());
      return whole;
    }
    case ExpressionKind::end:
      if (context_->ends.empty()) return report("subscript", at.where(), "'end' has a meaning only in a subscript");
      return number(context_->ends.back(), Type::integer);
    case ExpressionKind::tuple:
      if (node.operands.count == 1) return translate(operand(at, 0));
      return typeError(at.where(), "a list of results can stand only on the left of an equation or assignment");
    case ExpressionKind::functionArgument: return unsupported(at.where(), "a function as an argument");
    case ExpressionKind::indexed: return indexed(at, node);
    case ExpressionKind::member: return member(at, node);
    default: return typeError(at.where(), "this is not an expression");
  }
}

std::optional<Value> Translator::translate(const ScopedExpression& at, const Demand& demand) {
  auto value = translate(at);
  return value ? convert(std::move(*value), demand, at.where()) : std::nullopt;
}

std::optional<Value> Translator::convert(Value value, const Demand& demand, SourceRange where) {
  if (demand.type) {
    const bool fits = !value.record && (value.type == *demand.type ||
                                        (demand.type->type == Type::real && value.type.type == Type::integer));
    if (!fits) {
      const bool needsInteger = demand.type->type == Type::integer && !value.record && value.type.type == Type::real;
      return typeError(where, needsInteger ? fmt::format("{} must be an Integer, but this is a Real", demand.what)
                                           : fmt::format("{} must be {}, but this is {}", demand.what,
                                                         describe(model_, *demand.type), describe(model_, value)));
    }
    value.type = *demand.type;
  }
  if (!demand.dimensions || value.dimensions == *demand.dimensions) return value;
  if (demand.fillFromScalar && value.isScalar()) {
    const std::size_t n = count(*demand.dimensions);
    if (value.isString())
      value.texts.assign(n, value.texts.front());
    else
      value.scalars.assign(n, value.scalar());
    value.dimensions = *demand.dimensions;
    return value;
  }
  const std::string demanded = demand.dimensions->empty()
                                   ? std::string("a scalar")
                                   : fmt::format("an array [{}]", fmt::join(*demand.dimensions, ", "));
  return report("shape", where,
                fmt::format("{} must be {}, but this is {}", demand.what, demanded, describe(model_, value)));
}

std::optional<Expr> Translator::condition(const ScopedExpression& at, Variability* variability) {
  const auto value = translate(at);
  if (!value) return std::nullopt;
  if (variability) *variability = value->variability;
  if (value->record || value->type.type != Type::boolean || !value->dimensions.empty())
    return typeError(at.where(),
                     fmt::format("a condition must be true or false, but this is {}", describe(model_, *value)));
  return value->scalar();
}

/// a + b + c + ... is a tree as deep on its left as it has terms, so that side is walked in a loop.
std::optional<Value> Translator::binaryChain(const ScopedExpression& at) {
  std::vector<ScopedExpression> spine{at};
  while ((*at.tree)[operand(spine.back(), 0).expression].kind == ExpressionKind::binary)
    spine.push_back(operand(spine.back(), 0));
  std::optional<Value> left = translate(operand(spine.back(), 0));
  for (auto it = spine.rbegin(); it != spine.rend(); ++it) {
    const auto right = translate(operand(*it, 1));  // also when the left side failed: its errors are its own
    const syntax::Operator op = (*at.tree)[it->expression].op;
    auto result = left && right ? resultOf(*it, binary(model_, pool(), op, *left, *right)) : std::nullopt;
    const bool isDivision = op == syntax::Operator::divide || op == syntax::Operator::dotDivide;
    const bool isPower = op == syntax::Operator::power || op == syntax::Operator::dotPower;
    const bool isScalarPower = isPower && right && right->dimensions.empty() && left && left->dimensions.empty();
    if (result && (isDivision || isScalarPower) &&
        !requireDefined(*it, "", isDivision ? Op::divide : Op::power, *left, &*right))
      result.reset();
    left = std::move(result);
  }
  return left;
}

/// A branch that is not taken need not make sense: if n > 0 then x[n] else 0. So a branch that fails is forgiven if the
/// condition is known, or can be made known by fixing parameters, and chooses the other.
std::optional<Value> Translator::conditional(const ScopedExpression& at, const Node& node) {
  const std::size_t last = node.operands.count - 1;
  struct Branch {
    std::optional<Expr> condition;
    Variability decidedBy = Variability::constant;
    std::optional<Value> value;
    Diagnostics problems;
    std::vector<symbolic::Statement> before;
  };
  std::vector<Branch> branches;
  const auto translateBranch = [&](Branch& branch, const ScopedExpression& value) {
    Diagnostics* outer = diagnostics_;
    diagnostics_ = &branch.problems;
    if (context_->body) context_->body->exchangePending(branch.before);
    branch.value = translate(value);
    if (context_->body) context_->body->exchangePending(branch.before);
    diagnostics_ = outer;
  };
  bool conditionsAreSound = true;
  bool isDecided = false;
  for (std::size_t i = 0; i < last && !isDecided; i += 2) {
    Branch branch;
    branch.condition = condition(operand(at, i), &branch.decidedBy);
    conditionsAreSound = conditionsAreSound && branch.condition.has_value();
    if (branch.condition && pool().op(*branch.condition) == Op::boolean) {
      if (pool()[*branch.condition].a == 0) continue;
      isDecided = true;
      branch.condition.reset();
    }
    translateBranch(branch, operand(at, i + 1));
    branches.push_back(std::move(branch));
  }
  if (!isDecided) translateBranch(branches.emplace_back(), operand(at, last));
  if (!conditionsAreSound) return std::nullopt;

  const auto sameShape = [&](const Branch& b) {
    return b.value && branches.front().value && b.value->dimensions == branches.front().value->dimensions;
  };
  if (branches.size() > 1 && !std::ranges::all_of(branches, sameShape)) {
    std::vector<Branch> kept;
    for (Branch& branch : branches) {
      const auto truthValue = branch.condition ? structuralValue(*branch.condition, at.where()) : 1.0;
      if (!truthValue) {
        kept.clear();
        break;
      }
      if (*truthValue == 0.0) continue;
      kept.push_back(std::move(branch));
      break;
    }
    if (!kept.empty()) branches = std::move(kept);
  }
  bool sound = true;
  for (Branch& branch : branches) {
    for (const Diagnostic& problem : branch.problems.all()) diagnostics_->add(problem);
    sound = sound && branch.value;
  }
  if (!sound) return std::nullopt;
  std::optional<Value> result = std::move(branches.back().value);
  std::vector<symbolic::Statement> before = std::move(branches.back().before);
  for (std::size_t i = branches.size() - 1; i-- > 0;) {
    if (context_->body) {
      result = context_->body->choose(at, *branches[i].condition, *branches[i].value, std::move(branches[i].before),
                                      *result, std::move(before));
      before.clear();
    } else {
      result = choose(at, *branches[i].condition, *branches[i].value, *result);
    }
    if (!result) return std::nullopt;
    result->variability = std::max(result->variability, branches[i].decidedBy);
  }
  if (context_->body) context_->body->append(std::move(before));
  return result;
}

std::optional<Value> Translator::choose(const ScopedExpression& at, Expr condition, const Value& then,
                                        const Value& otherwise) {
  const bool alike =
      then.isRecord() == otherwise.isRecord() && then.dimensions == otherwise.dimensions &&
      (then.record || then.type == otherwise.type || (then.type.isNumber() && otherwise.type.isNumber()));
  if (!alike)
    return typeError(at.where(), fmt::format("one branch is {}, another one is {}", describe(model_, then),
                                             describe(model_, otherwise)));
  Value result = then;
  result.variability = std::max(then.variability, otherwise.variability);
  if (then.record) {
    if (then.record->fields.size() != otherwise.record->fields.size())
      return typeError(at.where(), "the branches are records of different types");
    auto fields = std::make_shared<RecordFields>(*then.record);
    for (std::size_t i = 0; i < fields->fields.size(); ++i) {
      auto field = choose(at, condition, then.record->fields[i].second, otherwise.record->fields[i].second);
      if (!field) return std::nullopt;
      fields->fields[i].second = std::move(*field);
    }
    result.record = std::move(fields);
    return result;
  }
  if (then.isString()) {
    if (const auto known = structuralValue(condition, at.where())) return *known != 0.0 ? then : otherwise;
    for (std::size_t i = 0; i < then.texts.size(); ++i) {
      const auto first = knownText(then.texts[i], at.where()), second = knownText(otherwise.texts[i], at.where());
      if (!first || !second) return unsupported(at.where(), "a choice of texts known only when the model runs");
      result.texts[i] = {{Shown{condition, {.specification = "-d", .names = {*second, *first}}}}};
    }
    result.variability = Variability::discrete;
    return result;
  }
  if (then.type.isNumber()) result.type = commonNumber(then.type, otherwise.type);
  for (std::size_t i = 0; i < result.scalars.size(); ++i)
    result.scalars[i] = symbolic::conditional(pool(), condition, then.scalars[i], otherwise.scalars[i]);
  return result;
}

}  // namespace dashpot::model
