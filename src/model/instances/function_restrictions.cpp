#include "model/instances/function_restrictions.hpp"

#include "model/classes/annotations.hpp"
#include "model/lookup/component_types.hpp"
#include "model/lookup/redeclarations.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::model {

namespace {

using syntax::ClassKind;
using syntax::ExpressionKind;
using syntax::Tree;

const ComponentDescription* inputNamed(const FunctionClass& function, Symbol name) {
  const auto found = std::ranges::find(function.components, name, &ComponentDescription::name);
  const bool isInput = found != function.components.end() && found->causality == syntax::Causality::input;
  return isInput ? &*found : nullptr;
}

/// Calls visit(name, where) for every variable that statements assign.
template <class Visit>
void forEachTarget(const Tree& tree, syntax::List<syntax::StatementId> statements, const Visit& visit) {
  const auto target = [&](const auto& self, syntax::ExpressionId id) -> void {
    const syntax::Expression& node = tree[id];
    if (node.kind == ExpressionKind::tuple)
      for (const syntax::ExpressionId one : tree.items(node.operands)) self(self, one);
    if (node.kind == ExpressionKind::reference) visit(tree[tree.at(node.parts, 0)].name, tree.range(node.span));
  };
  for (const syntax::StatementId id : tree.items(statements)) {
    const syntax::Statement& statement = tree[id];
    if (statement.kind == syntax::StatementKind::assignment) target(target, tree.at(statement.expressions, 0));
    for (const syntax::BranchId branch : tree.items(statement.branches)) forEachTarget(tree, tree[branch].body, visit);
  }
}

}  // namespace

bool FunctionRestrictions::requireFunction(InstanceId id, const FunctionClass& function) {
  bool sound = true;
  const auto refuse = [&](SourceRange where, std::string problem) -> void {
    sound = false;
    if (tree_.reportOnce(where, "function")) diagnostics_.error("function", where, std::move(problem));
  };
  int bodies = 0;
  for (Layout* part : tree_[id].layout->parts) {
    const Tree& tree = *classes_[part->type].tree;
    const syntax::Class& written = classes_[part->type].node();
    bodies += written.external.present;
    for (const syntax::SectionId section : tree.items(written.sections)) {
      const SourceRange where = tree.range(tree[section].span);
      if (!tree[section].algorithm)
        refuse(where, fmt::format("the function '{}' cannot have equations", function.name));
      else if (tree[section].initial)
        refuse(where, fmt::format("the function '{}' cannot have an initial algorithm", function.name));
      else if (++bodies == 2)
        refuse(where, fmt::format("the function '{}' has more than one body", function.name));
    }
  }
  for (const Member& member : tree_[id].layout->members)
    if (!member.isClass()) requireFunctionComponent(id, member, function, refuse);
  for (const ScopedStatements& algorithm : function.algorithms)
    forEachTarget(*algorithm.tree, algorithm.statements, [&](Symbol name, SourceRange where) {
      const ComponentDescription* input = inputNamed(function, name);
      if (!input) return;
      sound = false;
      if (tree_.reportOnce(where, "function"))
        diagnostics_
            .error("function", where,
                   fmt::format("'{}' is an input: it cannot be assigned", tree_.symbols().text(name)))
            .note(fmt::format("it is declared at {}", sources_.describeLine(input->declared)));
    });
  return sound;
}

void FunctionRestrictions::requireFunctionComponent(InstanceId id, const Member& member, const FunctionClass& function,
                                                    const std::function<void(SourceRange, std::string)>& refuse) {
  const Declaration declared = redeclarations_.declaration(id, member);
  const Tree& tree = *declared.tree;
  const syntax::Element& element = tree[declared.element];
  const syntax::Component& component = tree[element.component];
  const SourceRange where = tree.range(component.nameSpan);
  const std::string_view name = tree_.symbols().text(member.name);
  if (element.isInner || element.isOuter)
    return refuse(where, fmt::format("'{}' cannot be {} in a function", name, element.isInner ? "inner" : "outer"));
  const auto type = types_.resolveType(declared.scope, tree, component.type);
  if (!type) return;
  if (!type->isLeaf && type->composite.type != ClassRef::none) {
    const ClassKind kind = classes_[type->composite.type].node().kind;
    if (kind == ClassKind::model || kind == ClassKind::block || kind == ClassKind::connector)
      return refuse(where, fmt::format("a function cannot have a component of {}, which is a {}", type->name,
                                       syntax::spelling(kind)));
  }
  const auto described = std::ranges::find(function.components, member.name, &ComponentDescription::name);
  if (!member.isProtected && described != function.components.end() &&
      described->causality == syntax::Causality::none && described->variability != syntax::Variability::constant)
    refuse(where,
           fmt::format("'{}' in the function '{}' must be an input, an output or protected", name, function.name));
}

void FunctionRestrictions::requireAnnotationInput(const FunctionClass& function, const Tree& tree,
                                                  const syntax::Expression& name) {
  if (inputNamed(function, tree[tree.at(name.parts, 0)].name)) return;
  const SourceRange where = tree.range(name.span);
  if (tree_.reportOnce(where, "annotation"))
    diagnostics_.error("annotation", where,
                       fmt::format("'{}' is not an input of '{}'", sources_.text(where), function.name));
}

void FunctionRestrictions::requireInverse(const FunctionClass& function, const Tree& tree,
                                          const syntax::Modification& annotation) {
  const syntax::Argument* entry = annotationEntry(tree, annotation, "inverse", tree_.symbols());
  if (!entry) return;
  const SourceRange where = tree.range(entry->span);
  const auto outputs =
      std::ranges::count(function.components, syntax::Causality::output, &ComponentDescription::causality);
  if (outputs != 1 && tree_.reportOnce(where, "annotation"))
    diagnostics_.error(
        "annotation", where,
        fmt::format("'{}' has {} outputs: only a function with one can have an inverse", function.name, outputs));
  for (const syntax::ArgumentId id : tree.items(entry->modification.arguments))
    if (tree[id].kind == syntax::ArgumentKind::element) requireAnnotationInput(function, tree, tree[tree[id].name]);
}

}  // namespace dashpot::model
