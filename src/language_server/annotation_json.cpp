#include "language_server/annotation_json.hpp"

#include <set>
#include <string>

namespace dashpot::language_server {

using syntax::ExpressionId;
using syntax::ExpressionKind;

void AnnotationJson::object(const syntax::Modification& modification) {
  json_.openObject();
  members(modification);
  json_.close();
}

void AnnotationJson::members(const syntax::Modification& modification) {
  std::set<std::string_view> seen;  // of a name that is given twice, the first counts
  for (const syntax::ArgumentId id : tree_.items(modification.arguments)) {
    const syntax::Argument& argument = tree_[id];
    if (argument.kind != syntax::ArgumentKind::element) continue;
    const std::string_view name = sources_.text(tree_.range(tree_[argument.name].span));
    if (!seen.insert(name).second) continue;
    const syntax::Modification& inner = argument.modification;
    json_.key(name);
    if (inner.arguments.empty() && inner.value != ExpressionId::none) {
      value(inner.value);
      continue;
    }
    json_.openObject();
    members(inner);
    if (inner.value != ExpressionId::none) {
      json_.key("value");
      value(inner.value);
    }
    json_.close();
  }
}

void AnnotationJson::elements(ExpressionId array) {
  if (array == ExpressionId::none || tree_[array].kind != ExpressionKind::array) return;
  for (const ExpressionId item : tree_.items(tree_[array].operands)) value(item);
}

void AnnotationJson::call(const syntax::Expression& node) {
  const std::string_view name = sources_.text(tree_.range(tree_[tree_.at(node.operands, 0)].span));
  if (name == "DynamicSelect" && node.operands.count > 1) return value(tree_.at(node.operands, 1));
  json_.openObject().member("type", name);
  std::vector<ExpressionId> unnamed;
  for (std::size_t i = 1; i < node.operands.count; ++i) {
    const ExpressionId id = tree_.at(node.operands, i);
    const syntax::Expression& argument = tree_[id];
    if (argument.kind == ExpressionKind::namedArgument) {
      json_.key(symbols_.text(argument.symbol));
      value(tree_.at(argument.operands, 0));
    } else {
      unnamed.push_back(id);
    }
  }
  if (!unnamed.empty()) {
    json_.key("arguments").openArray();
    for (const ExpressionId id : unnamed) value(id);
    json_.close();
  }
  json_.close();
}

void AnnotationJson::value(ExpressionId expression) {
  const syntax::Expression& node = tree_[expression];
  const auto number = [&](const syntax::Expression& literal) { return tree_.numbers[literal.number]; };
  const auto isNumber = [](const syntax::Expression& e) {
    return e.kind == ExpressionKind::real || e.kind == ExpressionKind::integer;
  };
  if (isNumber(node)) {
    json_.value(number(node));
  } else if (node.kind == ExpressionKind::string) {
    json_.value(symbols_.text(node.symbol));
  } else if (node.kind == ExpressionKind::boolean) {
    json_.value(node.flag);
  } else if (node.kind == ExpressionKind::unary && node.op == syntax::Operator::minus &&
             isNumber(tree_[tree_.at(node.operands, 0)])) {
    json_.value(-number(tree_[tree_.at(node.operands, 0)]));
  } else if (node.kind == ExpressionKind::array) {
    json_.openArray();
    elements(expression);
    json_.close();
  } else if (node.kind == ExpressionKind::call) {
    call(node);
  } else {
    json_.value(sources_.text(tree_.range(node.span)));
  }
}

}  // namespace dashpot::language_server
