#include "editing/annotation_entries.hpp"

namespace dashpot::editing {

using syntax::ExpressionId;
using syntax::ExpressionKind;
using syntax::Tree;

const syntax::Argument* annotationEntry(const File& file, const syntax::Modification& annotation,
                                        std::string_view name) {
  const Tree& tree = file.tree();
  for (const syntax::ArgumentId id : tree.items(annotation.arguments)) {
    if (tree[id].kind != syntax::ArgumentKind::element) continue;
    const auto& parts = tree[tree[id].name].parts;
    if (parts.count == 1 && file.text(tree[tree.at(parts, 0)].name) == name) return &tree[id];
  }
  return nullptr;
}

std::optional<double> literalNumber(const Tree& tree, ExpressionId expression) {
  if (expression == ExpressionId::none) return std::nullopt;
  const syntax::Expression& node = tree[expression];
  if (node.kind == ExpressionKind::real || node.kind == ExpressionKind::integer) return tree.numbers[node.number];
  if (node.kind != ExpressionKind::unary || node.op == syntax::Operator::logicalNot) return std::nullopt;
  const auto value = literalNumber(tree, tree.at(node.operands, 0));
  const bool isNegative = node.op == syntax::Operator::minus || node.op == syntax::Operator::dotMinus;
  return value && isNegative ? -*value : value;
}

std::optional<WrittenPoint> writtenPoint(const Tree& tree, ExpressionId expression) {
  if (expression == ExpressionId::none) return std::nullopt;
  const syntax::Expression& node = tree[expression];
  if (node.kind != ExpressionKind::array || node.operands.count != 2) return std::nullopt;
  const WrittenPoint point{tree.at(node.operands, 0), tree.at(node.operands, 1)};
  const auto x = literalNumber(tree, point.x), y = literalNumber(tree, point.y);
  if (!x || !y) return std::nullopt;
  return WrittenPoint{point.x, point.y, {*x, *y}};
}

std::optional<std::vector<WrittenPoint>> writtenPoints(const Tree& tree, ExpressionId expression) {
  if (expression == ExpressionId::none || tree[expression].kind != ExpressionKind::array) return std::nullopt;
  std::vector<WrittenPoint> points;
  for (const ExpressionId id : tree.items(tree[expression].operands)) {
    const auto point = writtenPoint(tree, id);
    if (!point) return std::nullopt;
    points.push_back(*point);
  }
  return points;
}

void NumberEdits::knows(const WrittenPoint& point) {
  known_.push_back(point.x);
  known_.push_back(point.y);
}

void NumberEdits::set(ExpressionId number, double value) {
  const Tree& tree = file_.tree();
  if (literalNumber(tree, number) == value) return;
  std::string text = numberText(value);
  for (const ExpressionId other : known_)
    if (literalNumber(tree, other) == value) text = file_.text(tree[other].span);
  edits_.push_back({tree[number].span.begin, tree[number].span.end, std::move(text)});
}

Edit addEntry(const File& file, Span owner, const syntax::Modification& annotation, std::string_view opening,
              std::string_view entry) {
  const AnnotationLayout layout = annotationAtEnd(file, owner, annotation);
  if (!isEmpty(layout.entries))
    return addArgument(file, layout.entries, spansOf(file.tree(), annotation.arguments), entry);
  return {owner.end, owner.end, std::string(opening) + "annotation(" + std::string(entry) + ')'};
}

}  // namespace dashpot::editing
