#include "model/lookup/redeclarations.hpp"

#include "model/lookup/component_types.hpp"
#include "model/lookup/lookup.hpp"
#include "model/lookup/subtypes.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::model {

namespace {

using syntax::ClassKind;
using syntax::ElementKind;
using syntax::Tree;

bool isRedeclaration(const Layer& layer) { return layer.modifier->redeclared != syntax::ElementId::none; }

const syntax::Element& elementOf(const Layer& redeclaration) {
  return (*redeclaration.modifier->tree)[redeclaration.modifier->redeclared];
}

syntax::Span nameSpan(const Tree& tree, const syntax::Element& element) {
  return element.kind == ElementKind::component ? tree[element.component].nameSpan
                                                : tree[element.classDefinition].nameSpan;
}

SourceRange declaredAt(const Member& member) {
  return member.tree->range(nameSpan(*member.tree, (*member.tree)[member.element]));
}

}  // namespace

Layers Redeclarations::layersOf(InstanceId node, const Member& member) {
  Layers layers = descend(tree_[node].layers, member.name, selectors_);
  layers.insert(layers.end(), member.layers.begin(), member.layers.end());
  for (Layer& layer : layers)
    if (layer.scope.instance == InstanceId::none) layer.scope.instance = node;
  return layers;
}

/// The modifications of constraining types hold for the declaration and for every redeclaration; they are the weakest.
void Redeclarations::appendConstraints(Layers& to, InstanceId node, const Member& member, const Layers& layers) {
  for (const Layer& layer : layers)
    if (isRedeclaration(layer))
      if (const Modifier* constraint = modifiers_.read(*layer.modifier->tree, elementOf(layer).constraint))
        to.push_back({constraint, layer.scope, layer.selector, true});
  if (member.element == syntax::ElementId::none) return;
  if (const Modifier* constraint = modifiers_.read(*member.tree, (*member.tree)[member.element].constraint))
    to.push_back({constraint, {node, member.part}, SelectorId::all, true});
}

ClassInContext Redeclarations::classOf(InstanceId node, const Member& member, Layers layers) {
  for (Layer& layer : layers)
    if (layer.scope.instance == InstanceId::none) layer.scope.instance = node;
  ClassInContext result{.type = member.type, .enclosing = {node, member.part}};
  const auto redeclared = std::ranges::find_if(layers, isRedeclaration);
  if (redeclared == layers.end()) {
    result.layers = layers;
    appendConstraints(result.layers, node, member, layers);
    return result;
  }
  const Tree& tree = *redeclared->modifier->tree;
  const syntax::Element& element = elementOf(*redeclared);
  requireReplaceable(member, layers);
  if (element.kind != ElementKind::classDefinition) return result;
  result.type = classes_.define(tree, element.classDefinition, redeclared->scope.lexical);
  result.enclosing = redeclared->scope;
  result.layers.assign(layers.begin(), redeclared + 1);
  const std::size_t weaker = result.layers.size();
  for (Layer inner : Layers(redeclared + 1, layers.end())) {
    inner.isOptional = true;
    if (!isRedeclaration(inner)) result.layers.push_back(inner);
  }
  appendConstraints(result.layers, node, member, layers);
  appendOriginal(result.layers, node, member);
  // What the redeclaration itself modifies, model M = Q(k = 2), stands in its class, and is stronger all the same.
  const syntax::Class& given = tree[element.classDefinition];
  if (given.form == syntax::ClassForm::shortClass)
    for (std::size_t i = weaker; i < result.layers.size(); ++i)
      if (!result.layers[i].unless) result.layers[i].unless = modifiers_.read(tree, given.modification);
  return result;
}

/// Without a constraining type, what the original says of a class holds for its replacements, too.
void Redeclarations::appendOriginal(Layers& to, InstanceId node, const Member& member) {
  if (member.element == syntax::ElementId::none) return;
  const syntax::Element& original = (*member.tree)[member.element];
  if (original.constrainedBy != syntax::ExpressionId::none || original.kind != ElementKind::classDefinition) return;
  const syntax::Class& base = (*member.tree)[original.classDefinition];
  if (base.form != syntax::ClassForm::shortClass) return;
  if (const Modifier* own = modifiers_.read(*member.tree, base.modification))
    to.push_back({own, {node, member.part}, SelectorId::all, true});
}

Declaration Redeclarations::declaration(InstanceId node, const Member& member) {
  const Layers layers = layersOf(node, member);
  Declaration result{member.tree, member.element, {node, member.part}, {}};
  const auto redeclared = std::ranges::find_if(layers, isRedeclaration);
  if (redeclared == layers.end()) {
    result.layers = layers;
    appendConstraints(result.layers, node, member, layers);
    return result;
  }
  requireReplaceable(member, layers);
  const Tree& tree = *redeclared->modifier->tree;
  const syntax::Element& element = elementOf(*redeclared);
  if (element.kind != ElementKind::component) return result;
  result.tree = &tree;
  result.element = redeclared->modifier->redeclared;
  result.scope = redeclared->scope;
  result.layers.assign(layers.begin(), redeclared + 1);
  if (const Modifier* own = modifiers_.read(tree, tree[element.component].modification))
    result.layers.push_back({own, redeclared->scope, redeclared->selector});
  // Without a constraining type, what the original says holds for its replacements.
  const syntax::Element& original = (*member.tree)[member.element];
  const Modifier* ownOriginal = modifiers_.read(*member.tree, (*member.tree)[original.component].modification);
  const bool isConstrained = original.constrainedBy != syntax::ExpressionId::none;
  for (Layer inner : Layers(redeclared + 1, layers.end())) {
    if (isRedeclaration(inner) || (isConstrained && inner.modifier == ownOriginal)) continue;
    inner.isOptional = true;
    result.layers.push_back(inner);
  }
  appendConstraints(result.layers, node, member, layers);
  return result;
}

bool Redeclarations::isReplaceableClass(const Found& found) {
  if (!found.isClass || found.predefined) return false;
  const Member& member = tree_[found.node].layout->members[found.slot];
  if (member.element == syntax::ElementId::none) return false;
  const Layers layers = layersOf(found.node, member);
  const auto redeclared = std::ranges::find_if(layers, isRedeclaration);
  return redeclared == layers.end() ? (*member.tree)[member.element].isReplaceable
                                    : elementOf(*redeclared).isReplaceable;
}

/// The size of a component that is no other may be redeclared (Modelica 3.6, section 7.3.3): Real x[:] as Real x[4].
bool Redeclarations::redeclaresSize(const Member& member, const Layer& redeclaration) const {
  const Tree &before = *member.tree, &after = *redeclaration.modifier->tree;
  const syntax::Component& x = before[before[member.element].component];
  const syntax::Component& y = after[elementOf(redeclaration).component];
  const auto dimensions = [](const syntax::Component& c) { return c.subscripts.count + c.typeSubscripts.count; };
  return dimensions(x) > 0 && dimensions(x) == dimensions(y) &&
         sources_.text(before.range(before[x.type].span)) == sources_.text(after.range(after[y.type].span));
}

/// Every declaration in the history of a member, but for the last, must allow to be replaced.
void Redeclarations::requireReplaceable(const Member& member, const Layers& layers) {
  if (member.element == syntax::ElementId::none) return;
  const syntax::Element& original = (*member.tree)[member.element];
  const std::string_view name = tree_.symbols().text(member.name);
  const auto report = [&](const Layer& redeclaration, const std::string& problem, SourceRange declared,
                          bool isTolerated = false) {
    if (!tree_.reportOnce(redeclaration.modifier->where, "redeclare")) return;
    const SourceRange where = redeclaration.modifier->where;
    (isTolerated ? diagnostics_.breach("redeclare", where, problem) : diagnostics_.error("redeclare", where, problem))
        .note(fmt::format("'{}' is declared at {}", name, sources_.describeLine(declared)));
  };
  const Layer* outer = nullptr;
  for (const Layer& layer : layers) {
    if (!isRedeclaration(layer)) continue;
    const syntax::Element& element = elementOf(layer);
    const Tree& tree = *layer.modifier->tree;
    if (outer && !element.isReplaceable)
      report(*outer, fmt::format("'{}' is redeclared already, and not as replaceable", name),
             tree.range(nameSpan(tree, element)), true);
    outer = &layer;
    if (element.kind != original.kind) {
      report(layer, fmt::format("'{}' is redeclared as another kind of element", name), declaredAt(member));
      continue;
    }
    if (element.kind != ElementKind::component) continue;
    if (tree[element.component].condition != syntax::ExpressionId::none)
      report(layer, fmt::format("the redeclaration of '{}' cannot have a condition", name), declaredAt(member));
    if ((*member.tree)[original.component].variability == syntax::Variability::constant)
      report(layer, fmt::format("'{}' is a constant and cannot be redeclared", name), declaredAt(member));
  }
  if (!outer || elementOf(*outer).kind != original.kind) return;
  const bool isSize =
      original.kind == ElementKind::component && !original.isReplaceable && redeclaresSize(member, *outer);
  if (original.isFinal)
    report(*outer, fmt::format("'{}' is final and cannot be redeclared", name), declaredAt(member));
  else if (!original.isReplaceable && !isSize)
    report(*outer, fmt::format("'{}' is not replaceable", name), declaredAt(member), true);
}

// ------------------------------------------------------------------------------------------------- constraining types

/// The declaration of a member and its redeclarations, in the order in which they apply.
std::vector<Declaration> Redeclarations::history(InstanceId owner, const Member& member) {
  std::vector<Declaration> result{{member.tree, member.element, {owner, member.part}, {}}};
  Layers layers = layersOf(owner, member);
  std::ranges::reverse(layers);
  for (const Layer& layer : layers)
    if (isRedeclaration(layer) && elementOf(layer).kind == (*member.tree)[member.element].kind)
      result.push_back({layer.modifier->tree, layer.modifier->redeclared, layer.scope, {}});
  return result;
}

bool Redeclarations::fits(InstanceId owner, const Member& member) {
  const auto steps = history(owner, member);
  const bool isConstrained = (*member.tree)[member.element].constrainedBy != syntax::ExpressionId::none;
  if (steps.size() == 1 && !isConstrained) return true;
  std::optional<ResolvedType> constraint;
  for (const Declaration& step : steps) {
    const Tree& tree = *step.tree;
    const syntax::Element& element = tree[step.element];
    SourceRange where;
    std::optional<ResolvedType> given;
    std::size_t ownDimensions = 0;
    bool isExtension = false;
    if (member.isClass()) {
      const syntax::Class& node = tree[element.classDefinition];
      const bool isShort = node.form == syntax::ClassForm::shortClass;
      isExtension = node.form == syntax::ClassForm::extension;  // it fits what it extends
      where = tree.range(isShort ? tree[node.base].span : node.nameSpan);
      ownDimensions = node.baseSubscripts.count;
      given = types_.followType(
          {.type = classes_.define(tree, element.classDefinition, step.scope.lexical), .enclosing = step.scope}, where);
    } else {
      where = tree.range(tree[tree[element.component].type].span);
      given = types_.resolveType(step.scope, tree, tree[element.component].type);
    }
    if (!given) return false;
    // Only types are compared: type T = T1[n] constrainedby T2 is about T1 and T2 (Modelica 3.6, section 7.3.2).
    given->dimensions.erase(given->dimensions.begin(),
                            given->dimensions.begin() + static_cast<std::ptrdiff_t>(ownDimensions));
    if (constraint && !isExtension && !fits(*given, *constraint, where, member)) return false;
    if (element.constrainedBy != syntax::ExpressionId::none) {
      const auto own = types_.resolveType(step.scope, tree, element.constrainedBy);
      if (!own) return false;
      if (constraint && !fits(*own, *constraint, tree.range(tree[element.constrainedBy].span), member)) return false;
      if (!fits(*given, *own, where, member)) return false;
      constraint = own;
    } else if (!constraint) {
      constraint = std::move(given);
    }
  }
  return true;
}

bool Redeclarations::fits(const ClassInContext& chosen) {
  const Member& member = tree_[chosen.home].layout->members[chosen.slot];
  if (member.element == syntax::ElementId::none) return true;
  // A constraint that leads back here finds that it fits.
  const auto [known, isNew] = replacements_.try_emplace({&member, chosen.type}, true);
  if (isNew) known->second = fits(chosen.home, member);
  return known->second;
}

void Redeclarations::requireFittingClass(InstanceId owner, std::uint32_t slot) {
  const Member& member = tree_[owner].layout->members[slot];
  if (std::ranges::any_of(layersOf(owner, member), isRedeclaration)) (void)fits(lookup_.classMember(owner, slot));
}

bool Redeclarations::fits(const ResolvedType& given, const ResolvedType& demanded, SourceRange where,
                          const Member& member) {
  const Misfit misfit = subtypes_.compare(given, demanded);
  if (misfit.problem.empty()) return true;
  if (!tree_.reportOnce(where, "redeclare")) return false;
  Diagnostic& d = diagnostics_.error(
      "redeclare", where, fmt::format("{} cannot replace {}: {}", given.name, demanded.name, misfit.problem));
  if (!misfit.note.empty()) d.note(misfit.note);
  d.note(fmt::format("'{}' is declared at {}: what replaces it must fit {}", tree_.symbols().text(member.name),
                     sources_.describeLine(declaredAt(member)), demanded.name));
  return false;
}

}  // namespace dashpot::model
