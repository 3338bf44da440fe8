#include "cli/annotation_json.hpp"

namespace dashpot::cli {

using nlohmann::ordered_json;
using syntax::ExpressionKind;

ordered_json AnnotationJson::object(const syntax::Modification& modification) const {
  ordered_json members = ordered_json::object();
  for (const syntax::ArgumentId id : tree_.items(modification.arguments)) {
    const syntax::Argument& argument = tree_[id];
    if (argument.kind != syntax::ArgumentKind::element) continue;
    const std::string name(sources_.text(tree_.range(tree_[argument.name].span)));
    const syntax::Modification& inner = argument.modification;
    if (inner.arguments.empty()) {
      members[name] = inner.value == syntax::ExpressionId::none ? ordered_json::object() : value(inner.value);
    } else {
      members[name] = object(inner);
      if (inner.value != syntax::ExpressionId::none) members[name]["value"] = value(inner.value);
    }
  }
  return members;
}

ordered_json AnnotationJson::value(syntax::ExpressionId expression) const {
  const syntax::Expression& node = tree_[expression];
  switch (node.kind) {
    case ExpressionKind::real:
    case ExpressionKind::integer: {
      const double number = tree_.numbers[node.number];
      if (node.kind == ExpressionKind::integer) return static_cast<std::int64_t>(number);
      return number;
    }
    case ExpressionKind::string: return std::string(symbols_.text(node.symbol));
    case ExpressionKind::boolean: return node.flag;
    case ExpressionKind::unary: {
      ordered_json operand = value(tree_.at(node.operands, 0));
      if (node.op != syntax::Operator::minus || !operand.is_number()) break;
      if (operand.is_number_integer()) return -operand.get<std::int64_t>();
      return -operand.get<double>();
    }
    case ExpressionKind::array: {
      ordered_json list = ordered_json::array();
      for (const syntax::ExpressionId item : tree_.items(node.operands)) list.push_back(value(item));
      return list;
    }
    case ExpressionKind::call: {
      const std::string name(sources_.text(tree_.range(tree_[tree_.at(node.operands, 0)].span)));
      if (name == "DynamicSelect" && node.operands.count > 1) return value(tree_.at(node.operands, 1));
      ordered_json call{{"type", name}};
      for (std::size_t i = 1; i < node.operands.count; ++i) {
        const syntax::ExpressionId id = tree_.at(node.operands, i);
        const syntax::Expression& argument = tree_[id];
        if (argument.kind == ExpressionKind::namedArgument)
          call[std::string(symbols_.text(argument.symbol))] = value(tree_.at(argument.operands, 0));
        else
          call["arguments"].push_back(value(id));
      }
      return call;
    }
    default: break;
  }
  return std::string(sources_.text(tree_.range(node.span)));
}

}  // namespace dashpot::cli
