#include "syntax/parse.hpp"

#include <fmt/format.h>

#include <map>
#include <typeinfo>

namespace dashpot::syntax {

namespace {

/// Walks every arena once; each reference from a node to a node passes through `visit`.
class Checker {
 public:
  Checker(const Tree& tree, const Sources& sources) : tree_(tree), length_(sources[tree.source].text().size()) {}

  std::vector<std::string> run() {
    children("the file", tree_.classes);
    for (const Class& node : tree_.classNodes) visitClass(node);
    for (const Element& node : tree_.elements) visitElement(node);
    for (const Component& node : tree_.components) visitComponent(node);
    for (const Section& node : tree_.sections) children("a section", node.statements, node.span);
    for (const Statement& node : tree_.statements) visitStatement(node);
    for (const Branch& node : tree_.branches) {
      child("a branch", node.condition, node.span);
      children("a branch", node.body, node.span);
    }
    for (const Argument& node : tree_.arguments) visitArgument(node);
    for (const Iterator& node : tree_.iterators) child("an iterator", node.range, node.span);
    for (const Part& node : tree_.parts) children("a name", node.subscripts);
    for (const Remark& node : tree_.remarks) modification("a literal", node.annotation);
    for (const Expression& node : tree_.expressions) visitExpression(node);
    return std::move(violations_);
  }

 private:
  void report(std::string text) { violations_.push_back(std::move(text)); }

  [[nodiscard]] std::size_t arenaSize(ExpressionId) const { return tree_.expressions.size(); }
  [[nodiscard]] std::size_t arenaSize(PartId) const { return tree_.parts.size(); }
  [[nodiscard]] std::size_t arenaSize(ArgumentId) const { return tree_.arguments.size(); }
  [[nodiscard]] std::size_t arenaSize(IteratorId) const { return tree_.iterators.size(); }
  [[nodiscard]] std::size_t arenaSize(StatementId) const { return tree_.statements.size(); }
  [[nodiscard]] std::size_t arenaSize(BranchId) const { return tree_.branches.size(); }
  [[nodiscard]] std::size_t arenaSize(SectionId) const { return tree_.sections.size(); }
  [[nodiscard]] std::size_t arenaSize(ComponentId) const { return tree_.components.size(); }
  [[nodiscard]] std::size_t arenaSize(ElementId) const { return tree_.elements.size(); }
  [[nodiscard]] std::size_t arenaSize(ClassId) const { return tree_.classNodes.size(); }
  [[nodiscard]] std::size_t arenaSize(RemarkId) const { return tree_.remarks.size(); }

  template <class Id>
  std::vector<bool>& parentsOf() {
    static_assert(sizeof(Id) == 4);
    return seen_[typeid(Id).hash_code()];
  }

  void span(std::string_view owner, Span inner, Span outer) {
    if (inner.end < inner.begin || inner.end > length_)
      report(fmt::format("{}: text [{}, {}) lies outside the file", owner, inner.begin, inner.end));
    else if (outer.end > 0 && (inner.begin < outer.begin || inner.end > outer.end))
      report(fmt::format("{}: the text of a child, [{}, {}), lies outside its own, [{}, {})", owner, inner.begin,
                         inner.end, outer.begin, outer.end));
  }

  void childSpan(std::string_view owner, ExpressionId id, Span outer) { span(owner, tree_[id].span, outer); }
  void childSpan(std::string_view owner, StatementId id, Span outer) { span(owner, tree_[id].span, outer); }
  void childSpan(std::string_view owner, SectionId id, Span outer) { span(owner, tree_[id].span, outer); }
  void childSpan(std::string_view owner, ElementId id, Span outer) { span(owner, tree_[id].span, outer); }
  void childSpan(std::string_view owner, ArgumentId id, Span outer) { span(owner, tree_[id].span, outer); }
  void childSpan(std::string_view owner, ClassId id, Span outer) { span(owner, tree_[id].span, outer); }
  void childSpan(std::string_view owner, BranchId id, Span outer) { span(owner, tree_[id].span, outer); }
  void childSpan(std::string_view owner, ComponentId id, Span outer) { span(owner, tree_[id].span, outer); }
  void childSpan(std::string_view owner, PartId id, Span outer) { span(owner, tree_[id].span, outer); }
  void childSpan(std::string_view owner, IteratorId id, Span outer) { span(owner, tree_[id].span, outer); }
  void childSpan(std::string_view, auto, Span) {}

  template <class Id>
  bool exists(std::string_view owner, Id id) {
    if (static_cast<std::size_t>(id) < arenaSize(id)) return true;
    report(fmt::format("{}: refers to node {}, which does not exist", owner, static_cast<std::uint32_t>(id)));
    return false;
  }

  template <class Id>
  void child(std::string_view owner, Id id, Span outer = {}) {
    if (id == Id::none || !exists(owner, id)) return;
    auto& seen = parentsOf<Id>();
    seen.resize(arenaSize(id));
    if (seen[static_cast<std::size_t>(id)])
      report(fmt::format("{}: node {} has two parents", owner, static_cast<std::uint32_t>(id)));
    seen[static_cast<std::size_t>(id)] = true;
    childSpan(owner, id, outer);
  }

  template <class Id>
  bool children(std::string_view owner, List<Id> list, Span outer = {}) {
    if (static_cast<std::size_t>(list.first) + list.count > tree_.lists.size()) {
      report(fmt::format("{}: its children lie outside the list", owner));
      return false;
    }
    for (const Id id : tree_.items(list)) {
      if (id == Id::none) report(fmt::format("{}: a child is missing", owner));
      child(owner, id, outer);
    }
    return true;
  }

  /// Nodes that the components of one clause share have no single parent.
  void shared(std::string_view owner, ExpressionId id) {
    if (id != ExpressionId::none) exists(owner, id);
  }
  template <class Id>
  void shared(std::string_view owner, List<Id> list) {
    if (static_cast<std::size_t>(list.first) + list.count > tree_.lists.size())
      return report(fmt::format("{}: its children lie outside the list", owner));
    for (const Id id : tree_.items(list)) exists(owner, id);
  }

  void modification(std::string_view owner, const Modification& node, Span outer = {}) {
    children(owner, node.arguments, outer);
    child(owner, node.value, outer);
  }

  void visitClass(const Class& node) {
    children("a class", node.elements, node.span);
    children("a class", node.sections, node.span);
    child("a class", node.base, node.span);
    children("a class", node.baseSubscripts, node.span);
    children("a class", node.names, node.span);
    children("a class", node.remarks);
    modification("a class", node.modification, node.span);
    modification("a class", node.annotation, node.span);
    child("an external clause", node.external.call, node.span);
    child("an external clause", node.external.result, node.span);
    modification("an external clause", node.external.annotation, node.span);
  }

  void visitElement(const Element& node) {
    child("an element", node.component, node.span);
    child("an element", node.classDefinition, node.span);
    child("an element", node.name, node.span);
    children("an import", node.importedNames, node.span);
    modification("an element", node.modification, node.span);
    shared("an element", node.constrainedBy);
    shared("an element", node.constraint.arguments);
    modification("an element", node.annotation, node.span);
  }

  void visitComponent(const Component& node) {
    shared("a component", node.type);
    shared("a component", node.typeSubscripts);
    if (node.type == ExpressionId::none) report("a component: has no type");
    children("a component", node.subscripts, node.span);
    modification("a component", node.modification, node.span);
    child("a component", node.condition, node.span);
    modification("a component", node.annotation, node.span);
  }

  void visitStatement(const Statement& node) {
    if (!children("a statement", node.expressions, node.span)) return;
    children("a statement", node.branches, node.span);
    children("a statement", node.iterators, node.span);
    modification("a statement", node.annotation, node.span);
    const bool twoSided = node.kind == StatementKind::equality || node.kind == StatementKind::connect ||
                          node.kind == StatementKind::assignment;
    if (twoSided && node.expressions.count != 2) report("a statement: needs two sides");
    const bool nested = node.kind == StatementKind::conditional || node.kind == StatementKind::when;
    if (nested && node.branches.empty()) report("a statement: an if or when needs a branch");
  }

  void visitArgument(const Argument& node) {
    child("a modification", node.name, node.span);
    modification("a modification", node.modification, node.span);
    child("a modification", node.redeclared, node.span);
    child("a modification", node.second, node.span);
  }

  void visitExpression(const Expression& node) {
    if (!children("an expression", node.operands, node.span)) return;
    children("an expression", node.parts, node.span);
    children("an expression", node.iterators, node.span);
    const std::uint32_t count = node.operands.count;
    const auto demand = [&](bool satisfied, std::string_view what) {
      if (!satisfied) report(fmt::format("an expression: {} has {} operands", what, count));
    };
    switch (node.kind) {
      case ExpressionKind::binary: demand(count == 2, "a binary operator"); break;
      case ExpressionKind::unary: demand(count == 1, "a unary operator"); break;
      case ExpressionKind::conditional: demand(count >= 3 && count % 2 == 1, "an if"); break;
      case ExpressionKind::range: demand(count == 2 || count == 3, "a range"); break;
      case ExpressionKind::call: demand(count >= 1, "a call"); break;
      case ExpressionKind::indexed: demand(count >= 2, "a subscripted value"); break;
      case ExpressionKind::member: demand(count == 1, "a selected member"); break;
      case ExpressionKind::real:
      case ExpressionKind::integer:
        if (node.number >= tree_.numbers.size()) report("an expression: a number without a value");
        break;
      case ExpressionKind::reference:
        if (node.parts.empty()) report("an expression: an empty name");
        break;
      default: break;
    }
  }

  const Tree& tree_;
  std::size_t length_;
  std::map<std::size_t, std::vector<bool>> seen_;
  std::vector<std::string> violations_;
};

}  // namespace

std::vector<std::string> check(const Tree& tree, const Sources& sources) { return Checker(tree, sources).run(); }

}  // namespace dashpot::syntax
