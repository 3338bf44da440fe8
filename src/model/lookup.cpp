#include "base/nearest.hpp"
#include "model/instance.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::model {

namespace {

using syntax::ElementKind;
using syntax::Tree;

}  // namespace

// ------------------------------------------------------------------------------------------------------ simple names

Found InstanceTree::lookup(Scope scope, Symbol name) {
  const auto predefined = predefined_.find(name);
  if (predefined != predefined_.end()) return {.isClass = true, .predefined = predefined->second};
  bool isInherited = false;
  while (scope.instance != InstanceId::none && scope.instance != global_) {
    Instance& node = (*this)[scope.instance];
    if (!node.layout) break;
    Layout* part = node.layout->part(scope.lexical);
    if (findSlot(*part, name) != noSlot) {
      Found found = memberOf(scope.instance, name);
      found.isInherited = isInherited;
      if (found) return found;
    }
    if (Found imported = lookupImport(part->type, name)) {
      imported.isInherited = true;
      return imported;
    }
    if (classes_[part->type].node().isEncapsulated) break;
    scope = part->enclosing;
    isInherited = true;
  }
  Found found = lookupGlobal(name);
  found.isInherited = true;
  return found;
}

Found InstanceTree::lookupGlobal(Symbol name) { return memberOf(global_, name); }

Found InstanceTree::memberOf(InstanceId node, Symbol name) {
  Instance& instance = (*this)[node];
  if (!instance.layout) return {};
  const std::uint32_t slot = findSlot(*instance.layout, name);
  if (slot == noSlot) return {};
  return {.node = node, .slot = slot, .isClass = instance.layout->members[slot].isClass()};
}

Found InstanceTree::lookupImport(ClassRef importer, Symbol name) {
  const std::uint64_t key = static_cast<std::uint64_t>(importer) << 32 | static_cast<std::uint64_t>(name);
  if (const auto known = imports_.find(key); known != imports_.end()) return known->second;
  imports_[key] = {};  // an import that leads back here finds nothing
  const ClassEntry& entry = classes_[importer];
  const Tree& tree = *entry.tree;
  Found found;
  for (const syntax::ElementId id : tree.items(entry.node().elements)) {
    const syntax::Element& element = tree[id];
    if (element.kind != ElementKind::import || found) continue;
    const syntax::Expression& path = tree[element.name];
    const auto last = [&](const syntax::Expression& e) { return tree[tree.at(e.parts, e.parts.count - 1)].name; };
    const bool isPlain = !element.importsAll && element.importedNames.empty();
    if (isPlain && (element.alias != Symbol::none ? element.alias : last(path)) == name) {
      found = lookupPath(tree, path);
      if (!found) reportUnknownImport(tree, path, name);
    } else if (!isPlain) {
      bool isListed = element.importsAll;
      for (const syntax::ExpressionId item : tree.items(element.importedNames)) isListed |= last(tree[item]) == name;
      if (!isListed) continue;
      const Found package = lookupPath(tree, path);
      if (package && package.isClass)
        found = memberOf(classNode(classFound(package)), name);
      else
        reportUnknownImport(tree, path, name);
    }
  }
  imports_[key] = found;
  return found;
}

void InstanceTree::reportUnknownImport(const Tree& tree, const syntax::Expression& path, Symbol name) {
  unknownClasses_.insert({tree.source, name});  // that the name is not found here either is no news
  if (reportOnce(tree.range(path.span), "import"))
    diagnostics_.error("unknown-class", tree.range(path.span),
                       fmt::format("there is no '{}' to import", sources_.text(tree.range(path.span))));
}

/// A.B.C from the top level.
Found InstanceTree::lookupPath(const Tree& tree, const syntax::Expression& path) {
  Found found = lookupGlobal(tree[tree.at(path.parts, 0)].name);
  for (std::size_t i = 1; found && i < path.parts.count; ++i) {
    if (!found.isClass) return {};
    found = memberOf(classNode(classFound(found)), tree[tree.at(path.parts, i)].name);
  }
  return found;
}

// ----------------------------------------------------------------------------------------------------------- classes

/// A class member after redeclarations. `layers` are all that concern it, with InstanceId::none for `node`.
ClassInContext InstanceTree::classOf(InstanceId node, const Member& member, Layers layers) {
  for (Layer& layer : layers)
    if (layer.scope.instance == InstanceId::none) layer.scope.instance = node;
  ClassInContext result{.type = member.type, .enclosing = {node, member.part}};
  const auto redeclared = std::ranges::find_if(
      layers, [](const Layer& layer) { return layer.modifier->redeclared != syntax::ElementId::none; });
  if (redeclared == layers.end()) {
    result.layers = std::move(layers);
    return result;
  }
  const Tree& tree = *redeclared->modifier->tree;
  const syntax::Element& element = tree[redeclared->modifier->redeclared];
  requireReplaceable(member, *redeclared);
  if (element.kind != ElementKind::classDefinition) return result;
  result.isReplacement = true;
  result.type = classes_.define(tree, element.classDefinition, redeclared->scope.lexical);
  result.enclosing = redeclared->scope;
  result.layers.assign(layers.begin(), redeclared + 1);
  for (Layer inner : Layers(redeclared + 1, layers.end())) {
    inner.isOptional = true;
    if (inner.modifier->redeclared == syntax::ElementId::none) result.layers.push_back(inner);
  }
  if (member.element != syntax::ElementId::none) {
    const syntax::Element& original = (*member.tree)[member.element];
    const Scope scope{node, member.part};
    if (const Modifier* constraint = modifiers_.read(*member.tree, original.constraint))
      result.layers.push_back({constraint, scope, SelectorId::all, true});
    else if (original.constrainedBy == syntax::ExpressionId::none)
      if (const syntax::Class& base = (*member.tree)[original.classDefinition];
          base.form == syntax::ClassForm::shortClass)
        if (const Modifier* own = modifiers_.read(*member.tree, base.modification))
          result.layers.push_back({own, scope, SelectorId::all, true});
  }
  return result;
}

ClassInContext InstanceTree::classMember(InstanceId node, std::uint32_t slot) {
  const Instance& instance = (*this)[node];
  const Member& member = instance.layout->members[slot];
  Layers layers = descend(instance.layers, member.name, selectors_);
  layers.insert(layers.end(), member.layers.begin(), member.layers.end());
  ClassInContext result = classOf(node, member, std::move(layers));
  result.home = node;
  result.slot = slot;
  if (node == global_) result.enclosing = {global_, ClassRef::none};
  return result;
}

ClassInContext InstanceTree::classFound(const Found& found) {
  if (found.predefined) return {.predefined = found.predefined};
  return classMember(found.node, found.slot);
}

InstanceId InstanceTree::classNode(const ClassInContext& found) {
  for (const auto& [slot, node] : (*this)[found.home].classNodes)
    if (slot == found.slot) return node;
  const InstanceId id = addNode(found.home, classes_[found.type].node().name);
  (*this)[found.home].classNodes.emplace_back(found.slot, id);
  Instance& node = (*this)[id];
  node.isClassNode = true;
  node.layers = found.layers;
  node.kind = classes_[found.type].node().kind;
  node.declared = classes_[found.type].tree->range(classes_[found.type].node().nameSpan);
  node.layout = beginLayout(found.type, found.enclosing);
  completeLayout(*node.layout);
  if (found.isReplacement && !fits(found)) (*this)[id].isBroken = true;
  return id;
}

std::optional<ClassInContext> InstanceTree::resolveClass(Scope scope, const Tree& tree, syntax::ExpressionId name,
                                                         Reporting reporting) {
  const Symbol first = tree[tree.at(tree[name].parts, 0)].name;
  return resolveFrom(tree[name].flag ? lookupGlobal(first) : lookup(scope, first), scope, tree, name, reporting);
}

std::optional<ClassInContext> InstanceTree::resolveFrom(Found found, Scope scope, const Tree& tree,
                                                        syntax::ExpressionId name, Reporting reporting) {
  const syntax::Expression& path = tree[name];
  const auto part = [&](std::size_t i) -> const syntax::Part& { return tree[tree.at(path.parts, i)]; };
  InstanceId in = InstanceId::none;
  for (std::size_t i = 0; i < path.parts.count; ++i) {
    if (i > 0) {
      in = found.predefined ? InstanceId::none
           : found.isClass  ? classNode(classFound(found))
                            : child(found.node, found.slot);
      if (in == InstanceId::none || (*this)[in].isBroken) return std::nullopt;
      found = memberOf(in, part(i).name);
    }
    if (!found) {
      const bool isKnownFault = in != InstanceId::none && (*this)[in].layout && (*this)[in].layout->isBroken;
      if (reporting == Reporting::errors && !isKnownFault) reportUnknownClass(scope, tree, part(i), in);
      return std::nullopt;
    }
  }
  if (found.isClass) return classFound(found);
  if (reporting == Reporting::errors && reportOnce(tree.range(path.span), "unknown-class"))
    diagnostics_.error("unknown-class", tree.range(path.span),
                       fmt::format("'{}' is a component, not a class", sources_.text(tree.range(path.span))));
  return std::nullopt;
}

// ------------------------------------------------------------------------------------------------------ declarations

InstanceTree::Declaration InstanceTree::declaration(InstanceId node, const Member& member) {
  Layers layers = descend((*this)[node].layers, member.name, selectors_);
  layers.insert(layers.end(), member.layers.begin(), member.layers.end());
  for (Layer& layer : layers)
    if (layer.scope.instance == InstanceId::none) layer.scope.instance = node;
  Declaration result{member.tree, member.element, {node, member.part}, {}};
  const auto redeclared = std::ranges::find_if(
      layers, [](const Layer& layer) { return layer.modifier->redeclared != syntax::ElementId::none; });
  if (redeclared == layers.end()) {
    result.layers = std::move(layers);
    return result;
  }
  requireReplaceable(member, *redeclared);
  const Tree& tree = *redeclared->modifier->tree;
  const syntax::Element& element = tree[redeclared->modifier->redeclared];
  if (element.kind != ElementKind::component) return result;
  result.tree = &tree;
  result.element = redeclared->modifier->redeclared;
  result.scope = redeclared->scope;
  result.layers.assign(layers.begin(), redeclared + 1);
  if (const Modifier* own = modifiers_.read(tree, tree[element.component].modification))
    result.layers.push_back({own, redeclared->scope, redeclared->selector});
  // Of the original, what constrains its replacements still holds.
  const syntax::Element& original = (*member.tree)[member.element];
  const Modifier* ownOriginal = modifiers_.read(*member.tree, (*member.tree)[original.component].modification);
  const bool isConstrained = original.constrainedBy != syntax::ExpressionId::none;
  for (Layer inner : Layers(redeclared + 1, layers.end())) {
    if (inner.modifier->redeclared != syntax::ElementId::none || (isConstrained && inner.modifier == ownOriginal))
      continue;
    inner.isOptional = true;
    result.layers.push_back(inner);
  }
  if (const Modifier* constraint = modifiers_.read(*member.tree, original.constraint))
    result.layers.push_back({constraint, {node, member.part}, SelectorId::all, true});
  return result;
}

void InstanceTree::requireReplaceable(const Member& member, const Layer& redeclaration) {
  if (member.element == syntax::ElementId::none) return;
  const Tree& tree = *redeclaration.modifier->tree;
  const syntax::Element& element = tree[redeclaration.modifier->redeclared];
  const syntax::Element& original = (*member.tree)[member.element];
  const bool isExtension = element.kind == ElementKind::classDefinition &&
                           tree[element.classDefinition].form == syntax::ClassForm::extension;
  std::string problem;
  if (element.kind != original.kind)
    problem = fmt::format("'{}' is redeclared as another kind of element", symbols().text(member.name));
  else if (!original.isReplaceable && !isExtension)
    problem = fmt::format("'{}' is not replaceable", symbols().text(member.name));
  else if (original.isFinal)
    problem = fmt::format("'{}' is final and cannot be redeclared", symbols().text(member.name));
  if (problem.empty() || !reportOnce(redeclaration.modifier->where, "redeclare")) return;
  const syntax::Span where = original.kind == ElementKind::component
                                 ? (*member.tree)[original.component].nameSpan
                                 : (*member.tree)[original.classDefinition].nameSpan;
  diagnostics_.error("redeclare", redeclaration.modifier->where, problem)
      .note(fmt::format("'{}' is declared at {}", symbols().text(member.name),
                        sources_.describeLine(member.tree->range(where))));
}

// ---------------------------------------------------------------------------------------------------------- messages

bool InstanceTree::reportOnce(SourceRange where, std::string_view code) {
  return reported_.insert({std::string(code), {static_cast<std::uint32_t>(where.source), where.begin}}).second;
}

std::vector<std::string_view> InstanceTree::visibleNames(Scope scope, bool classesOnly) {
  std::vector<std::string_view> names;
  while (scope.instance != InstanceId::none && (*this)[scope.instance].layout) {
    const Layout* part = (*this)[scope.instance].layout->part(scope.lexical);
    for (const Member& member : part->members)
      if (!classesOnly || member.isClass()) names.push_back(symbols().text(member.name));
    if (scope.instance == global_ || classes_[part->type].node().isEncapsulated) break;
    scope = part->enclosing;
  }
  for (const auto& [symbol, ref] : classes_.topLevel()) names.push_back(symbols().text(symbol));
  if (classesOnly) names.insert(names.end(), {"Real", "Integer", "Boolean", "String"});
  return names;
}

void InstanceTree::reportUnknownClass(Scope scope, const Tree& tree, const syntax::Part& part, InstanceId in) {
  const std::string_view text = symbols().text(part.name);
  if (!unknownClasses_.insert({tree.source, part.name}).second) return;  // once per file is enough
  if (text == "Clock" && in == InstanceId::none) {
    unsupported(tree.range(part.span), "'Clock'");
    return;
  }
  Diagnostic& d =
      diagnostics_.error("unknown-class", tree.range(part.span),
                         in == InstanceId::none ? fmt::format("there is no class '{}' here", text)
                                                : fmt::format("there is no class '{}' in {}", text, typeName(in)));
  std::vector<std::string_view> candidates;
  if (in == InstanceId::none)
    candidates = visibleNames(scope, true);
  else if ((*this)[in].layout)
    for (const Member& member : (*this)[in].layout->members)
      if (member.isClass()) candidates.push_back(symbols().text(member.name));
  if (const auto meant = nearest(text, candidates)) d.hint(fmt::format("did you mean '{}'?", *meant));
}

}  // namespace dashpot::model
