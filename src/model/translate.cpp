#include "model/translate.hpp"

#include "base/nearest.hpp"
#include "model/builtins.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::model {

namespace {

using symbolic::Op;
using syntax::ExpressionKind;
using syntax::Operator;

Op operation(Operator op) {
  switch (op) {
    case Operator::plus:
    case Operator::dotPlus: return Op::add;
    case Operator::minus:
    case Operator::dotMinus: return Op::subtract;
    case Operator::times:
    case Operator::dotTimes: return Op::multiply;
    case Operator::divide:
    case Operator::dotDivide: return Op::divide;
    case Operator::power:
    case Operator::dotPower: return Op::power;
    case Operator::less: return Op::less;
    case Operator::lessEqual: return Op::lessEqual;
    case Operator::greater: return Op::greater;
    case Operator::greaterEqual: return Op::greaterEqual;
    case Operator::equal: return Op::equal;
    case Operator::notEqual: return Op::notEqual;
    case Operator::logicalAnd: return Op::logicalAnd;
    case Operator::logicalOr: return Op::logicalOr;
    case Operator::logicalNot: return Op::logicalNot;
    case Operator::none: break;
  }
  return Op::add;
}

Type arithmeticType(Op op, Type a, Type b) {
  const bool integral = a == Type::integer && b == Type::integer && op != Op::divide && op != Op::power;
  return integral ? Type::integer : Type::real;
}

// A chain of constants defined by one another that is longer than this is a circle.
constexpr int constantLimit = 100;

std::string_view unsupportedKind(ExpressionKind kind) {
  switch (kind) {
    case ExpressionKind::range: return "a range";
    case ExpressionKind::array:
    case ExpressionKind::matrix:
    case ExpressionKind::matrixRow: return "an array";
    case ExpressionKind::comprehension: return "a comprehension";
    case ExpressionKind::tuple: return "a list of results";
    case ExpressionKind::functionArgument: return "a function as an argument";
    case ExpressionKind::namedArgument: return "a named argument";
    case ExpressionKind::end:
    case ExpressionKind::colon: return "an array subscript";
    default: return "this expression";
  }
}

}  // namespace

std::string_view describe(Type type) { return type == Type::boolean ? "a truth value" : "a number"; }

ScopedExpression Translator::operand(const ScopedExpression& at, std::size_t i) {
  return {at.tree, at.tree->at((*at.tree)[at.expression].operands, i), at.scope};
}

std::nullopt_t Translator::unsupported(const ScopedExpression& at, std::string_view what) {
  diagnostics_.error("unsupported", at.where(), fmt::format("{} is not supported yet", what));
  return std::nullopt;
}

std::nullopt_t Translator::typeError(const ScopedExpression& at, std::string message) {
  diagnostics_.error("type", at.where(), std::move(message));
  return std::nullopt;
}

std::optional<Typed> Translator::translate(const ScopedExpression& at) { return expression(at); }

std::optional<Expr> Translator::number(const ScopedExpression& at, std::string_view what) {
  const auto result = expression(at);
  if (!result) return std::nullopt;
  if (!result->isNumber())
    return typeError(at, fmt::format("{} must be a number, but this is {}", what, describe(result->type)));
  return result->expression;
}

std::optional<Expr> Translator::condition(const ScopedExpression& at) {
  const auto result = expression(at);
  if (!result) return std::nullopt;
  if (result->isNumber()) return typeError(at, "a condition must be true or false, but this is a number");
  return result->expression;
}

std::optional<Typed> Translator::expression(const ScopedExpression& at) {
  const Node& node = (*at.tree)[at.expression];
  switch (node.kind) {
    case ExpressionKind::real: return Typed{model_.pool.constant(at.tree->numbers[node.number]), Type::real};
    case ExpressionKind::integer: return Typed{model_.pool.constant(at.tree->numbers[node.number]), Type::integer};
    case ExpressionKind::boolean: return Typed{model_.pool.boolean(node.flag), Type::boolean};
    case ExpressionKind::string: return typeError(at, "a string has no meaning here");
    case ExpressionKind::reference: return reference(at, node);
    case ExpressionKind::call: return call(at, node);
    case ExpressionKind::unary: return unary(at, node);
    case ExpressionKind::binary: return binaryChain(at);
    case ExpressionKind::conditional: return conditional(at, node);
    default: return unsupported(at, unsupportedKind(node.kind));
  }
}

// ---------------------------------------------------------------------------------------------------------- operators

std::optional<Typed> Translator::unary(const ScopedExpression& at, const Node& node) {
  const auto a = expression(operand(at, 0));
  if (!a) return std::nullopt;
  const bool logical = node.op == Operator::logicalNot;
  if (logical == a->isNumber())
    return typeError(operand(at, 0), fmt::format("'{}' needs {}, but this is {}", syntax::spelling(node.op),
                                                 logical ? "a truth value" : "a number", describe(a->type)));
  if (logical) return Typed{symbolic::build(model_.pool, Op::logicalNot, a->expression), Type::boolean};
  const bool negative = node.op == Operator::minus || node.op == Operator::dotMinus;
  return Typed{negative ? symbolic::negate(model_.pool, a->expression) : a->expression, a->type};
}

/// a + b + c + ... is a tree as deep on its left as it has terms, so that side is walked in a loop.
std::optional<Typed> Translator::binaryChain(const ScopedExpression& at) {
  std::vector<ScopedExpression> spine{at};
  while ((*at.tree)[operand(spine.back(), 0).expression].kind == ExpressionKind::binary)
    spine.push_back(operand(spine.back(), 0));
  std::optional<Typed> left = expression(operand(spine.back(), 0));
  for (auto it = spine.rbegin(); it != spine.rend(); ++it) {
    const auto right = expression(operand(*it, 1));  // also when the left side failed: its errors are its own
    if (left && right)
      left = binary(*it, (*at.tree)[it->expression], *left, *right);
    else
      left = std::nullopt;
  }
  return left;
}

std::optional<Typed> Translator::binary(const ScopedExpression& at, const Node& node, const Typed& left,
                                        const Typed& right) {
  const Op op = operation(node.op);
  const bool logical = op == Op::logicalAnd || op == Op::logicalOr;
  const bool comparesAnything = op == Op::equal || op == Op::notEqual;
  if (comparesAnything && left.isNumber() != right.isNumber())
    return typeError(at, fmt::format("'{}' compares {} with {}", syntax::spelling(node.op), describe(left.type),
                                     describe(right.type)));
  for (std::size_t i = 0; i < 2 && !comparesAnything; ++i) {
    const Typed& side = i == 0 ? left : right;
    if (side.isNumber() == logical)
      return typeError(operand(at, i), fmt::format("'{}' needs {}, but this is {}", syntax::spelling(node.op),
                                                   logical ? "a truth value" : "a number", describe(side.type)));
  }
  const Expr built = symbolic::build(model_.pool, op, left.expression, right.expression);
  if (logical || isRelation(op)) return Typed{built, Type::boolean};
  return Typed{built, arithmeticType(op, left.type, right.type)};
}

std::optional<Typed> Translator::conditional(const ScopedExpression& at, const Node& node) {
  const std::size_t last = node.operands.count - 1;
  std::optional<Typed> result = expression(operand(at, last));
  for (std::size_t i = last; i > 0; i -= 2) {
    const auto test = condition(operand(at, i - 2));
    const auto value = expression(operand(at, i - 1));
    if (!test || !value || !result) {
      result = std::nullopt;
      continue;
    }
    if (value->isNumber() != result->isNumber())
      return typeError(operand(at, i - 1), fmt::format("this branch is {}, another one is {}", describe(value->type),
                                                       describe(result->type)));
    const Type type = value->type == result->type ? value->type : Type::real;
    result = Typed{symbolic::conditional(model_.pool, *test, value->expression, result->expression), type};
  }
  return result;
}

// -------------------------------------------------------------------------------------------------------------- calls

std::optional<Typed> Translator::call(const ScopedExpression& at, const Node& node) {
  const ScopedExpression function = operand(at, 0);
  const Node& callee = (*at.tree)[function.expression];
  std::vector<ScopedExpression> arguments;
  for (std::size_t i = 1; i < node.operands.count; ++i) arguments.push_back(operand(at, i));
  const std::string name = std::string(sources_.text(function.where()));

  if (callee.parts.count == 1) {
    if (name == "der") return derivative(at, arguments);
    if (name == "noEvent" && arguments.size() == 1) {
      auto inner = expression(arguments[0]);
      if (inner) inner->expression = symbolic::build(model_.pool, Op::noEvent, inner->expression);
      return inner;
    }
    if (name == "smooth" && arguments.size() == 2)
      return expression(arguments[1]);  // a promise we need not use: events stay
    if (const auto op = findBuiltin(name)) return callBuiltin(at, *op, name, arguments);
  }
  unknownFunction(function, name);
  return std::nullopt;
}

std::optional<Typed> Translator::callBuiltin(const ScopedExpression& at, Op op, std::string_view name,
                                             const std::vector<ScopedExpression>& arguments) {
  const auto demanded = static_cast<std::size_t>(symbolic::operandCount(op));
  if (arguments.size() != demanded) {
    diagnostics_.error("arguments", at.where(),
                       fmt::format("{} takes {} argument{}, but {} given", name, demanded, demanded == 1 ? "" : "s",
                                   arguments.size() == 1 ? "1 is" : fmt::format("{} are", arguments.size())));
    return std::nullopt;
  }
  std::array<Expr, 2> values{Expr::none, Expr::none};
  for (std::size_t i = 0; i < demanded; ++i) {
    const auto value = number(arguments[i], fmt::format("the argument of {}", name));
    if (!value) return std::nullopt;
    values[i] = *value;
  }
  return Typed{symbolic::build(model_.pool, op, values[0], values[1]), Type::real};
}

std::optional<Typed> Translator::derivative(const ScopedExpression& at,
                                            const std::vector<ScopedExpression>& arguments) {
  if (arguments.size() != 1) return typeError(at, "der takes one argument");
  if ((*at.tree)[arguments[0].expression].kind != ExpressionKind::reference)
    return unsupported(arguments[0], "the derivative of an expression");
  const auto inner = expression(arguments[0]);
  if (!inner) return std::nullopt;
  if (model_.pool.op(inner->expression) != Op::variable) return typeError(arguments[0], "der needs a variable");
  const VariableId id = model_.pool.variable(inner->expression);
  const Variable& variable = model_[id];
  if (variable.variability != Variability::continuous || variable.type != Type::real)
    return typeError(arguments[0],
                     fmt::format("der needs a variable that changes in time, but '{}' is a {}", model_.nameOf(id),
                                 variable.variability == Variability::constant ? "constant" : "parameter"));
  return Typed{model_.pool.derivative(id), Type::real};
}

void Translator::unknownFunction(const ScopedExpression& at, std::string_view name) {
  const auto known = [&](std::string_view builtin) { return builtin == name; };
  if (std::ranges::any_of(unsupportedBuiltins, known)) {
    unsupported(at, fmt::format("the function '{}'", name));
    return;
  }
  if (classes_.resolve(at.scope.lexical, *at.tree, (*at.tree)[at.expression]).found != ClassRef::none) {
    unsupported(at, fmt::format("calling '{}', a function written in Modelica,", name));
    return;
  }
  Diagnostic& d = diagnostics_.error("unknown-function", at.where(), fmt::format("there is no function '{}'", name));
  std::vector<std::string_view> candidates{"der", "noEvent", "smooth"};
  for (const Builtin& builtin : builtins) candidates.push_back(builtin.name);
  if (const auto meant = nearest(name, candidates)) d.hint(fmt::format("did you mean '{}'?", *meant));
}

// -------------------------------------------------------------------------------------------------------------- names

std::optional<Typed> Translator::reference(const ScopedExpression& at, const Node& node) {
  const syntax::Part& first = (*at.tree)[at.tree->at(node.parts, 0)];
  if (at.scope.instance == InstanceId::none || node.flag ||
      instances_.child(at.scope.instance, first.name) == InstanceId::none) {
    if (node.parts.count == 1 && symbols_.text(first.name) == "time") return Typed{model_.pool.time(), Type::real};
    if (const auto constant = packageConstant(at, node)) return constant;
    if (at.scope.instance == InstanceId::none) {
      diagnostics_.error("unknown-name", at.where(),
                         fmt::format("there is no constant '{}' here", sources_.text(at.where())));
      return std::nullopt;
    }
  }
  const InstanceId id = resolveComponent(at);
  if (id == InstanceId::none || instances_[id].isBroken) return std::nullopt;
  const VariableId variable = instances_[id].variable;
  if (variable == VariableId::none)
    return typeError(at, fmt::format("'{}' is a component of type {}, not a variable",
                                     model_.paths.text(instances_[id].path), typeName(instances_, id, classes_)));
  return Typed{model_.pool.variable(variable), model_[variable].type};
}

InstanceId Translator::resolveComponent(const ScopedExpression& at) {
  const Node& node = (*at.tree)[at.expression];
  InstanceId found = at.scope.instance;
  for (const syntax::PartId partId : at.tree->items(node.parts)) {
    const syntax::Part& part = (*at.tree)[partId];
    if (!part.subscripts.empty()) {
      unsupported(at, "an array subscript");
      return InstanceId::none;
    }
    const InstanceId child = instances_.child(found, part.name);
    if (child == InstanceId::none) {
      unknownName(at, part, found);
      return InstanceId::none;
    }
    found = child;
    if (instances_[found].isBroken) return InstanceId::none;
  }
  return found;
}

void Translator::unknownName(const ScopedExpression& at, const syntax::Part& part, InstanceId in) {
  const std::string_view written =
      sources_.text({at.tree->source, (*at.tree)[at.expression].span.begin, part.span.end});
  const bool first = in == at.scope.instance;
  Diagnostic& d = diagnostics_.error(
      "unknown-name", at.tree->range(part.span),
      first ? fmt::format("'{}' is not declared in {}", written, typeName(instances_, in, classes_))
            : fmt::format("'{}' is not a component of {}", written, typeName(instances_, in, classes_)));
  d.note(describeElements(instances_, in, classes_, sources_));
  if (const auto meant = nearest(symbols_.text(part.name), elementNames(instances_, in, classes_)))
    d.hint(fmt::format("did you mean '{}'?", *meant));
}

/// A constant of an enclosing class, or of a package named by the reference.
std::optional<Typed> Translator::packageConstant(const ScopedExpression& at, const Node& node) {
  const syntax::Tree& tree = *at.tree;
  const Symbol last = tree[tree.at(node.parts, node.parts.count - 1)].name;
  if (node.parts.count == 1) {
    for (ClassRef owner = at.scope.lexical; owner != ClassRef::none; owner = classes_[owner].enclosing)
      if (auto constant = constantOf(owner, last)) return constant;
    return std::nullopt;
  }
  Node prefix = node;
  prefix.parts.count -= 1;
  const ClassRef owner = classes_.resolve(at.scope.lexical, tree, prefix).found;
  return owner == ClassRef::none ? std::nullopt : constantOf(owner, last);
}

std::optional<Typed> Translator::constantOf(ClassRef owner, Symbol name) {
  const ClassEntry& entry = classes_[owner];
  for (const syntax::ElementId id : entry.tree->items(entry.node().elements)) {
    const syntax::Element& element = (*entry.tree)[id];
    if (element.kind != syntax::ElementKind::component) continue;
    const syntax::Component& component = (*entry.tree)[element.component];
    if (component.name != name || component.variability != syntax::Variability::constant) continue;
    if (component.modification.value == syntax::ExpressionId::none || constantDepth_ > constantLimit)
      return std::nullopt;
    ++constantDepth_;
    auto value = expression({entry.tree, component.modification.value, {InstanceId::none, owner}});
    --constantDepth_;
    return value;
  }
  return std::nullopt;
}

}  // namespace dashpot::model
