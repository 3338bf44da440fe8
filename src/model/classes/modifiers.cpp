#include "model/classes/modifiers.hpp"

#include <algorithm>

namespace dashpot::model {

std::vector<ScopedExpression> scoped(const syntax::Tree& tree, syntax::List<syntax::ExpressionId> list, Scope scope) {
  std::vector<ScopedExpression> result;
  for (const syntax::ExpressionId id : tree.items(list)) result.push_back({&tree, id, scope});
  return result;
}

void append(std::vector<ScopedExpression>& to, const std::vector<ScopedExpression>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

namespace {

using syntax::Tree;

Modifier& childOf(Modifier& parent, const Tree& tree, Symbol name, syntax::Span span) {
  const auto found = std::ranges::find(parent.nested, name, &Modifier::name);
  if (found != parent.nested.end()) return *found;
  return parent.nested.emplace_back(Modifier{.tree = &tree, .name = name, .where = tree.range(span)});
}

/// The modifier that `path` names below `root`, made where it is missing: a.b.c = 1 means a(b(c = 1)).
Modifier& descendPath(Modifier& root, const Tree& tree, const syntax::Expression& path) {
  Modifier* at = &root;
  for (const syntax::PartId id : tree.items(path.parts)) at = &childOf(*at, tree, tree[id].name, tree[id].span);
  return *at;
}

Symbol declaredName(const Tree& tree, const syntax::Element& element) {
  return element.kind == syntax::ElementKind::component ? tree[element.component].name
                                                        : tree[element.classDefinition].name;
}

}  // namespace

const Modifier* Modifier::find(Symbol child) const {
  for (const Modifier& modifier : nested)
    if (modifier.name == child) return &modifier;
  return nullptr;
}

SelectorId Selectors::add(Step step) {
  steps_.push_back(step);
  return static_cast<SelectorId>(steps_.size() - 1);
}

void Selectors::steps(SelectorId id, std::vector<Symbol>& fields, std::vector<std::int32_t>& positions,
                      std::vector<std::int32_t>& extents) const {
  for (; id != SelectorId::all; id = steps_[static_cast<std::size_t>(id)].before) {
    const Step& step = steps_[static_cast<std::size_t>(id)];
    if (step.field != Symbol::none) {
      fields.push_back(step.field);
      continue;
    }
    positions.push_back(step.position);
    extents.push_back(step.extent);
  }
  std::ranges::reverse(fields);
  std::ranges::reverse(positions);
  std::ranges::reverse(extents);
}

const Layer* valueLayer(const Layers& layers) {
  for (const Layer& layer : layers)
    if (layer.modifier->hasValue()) return layer.modifier->removesValue() ? nullptr : &layer;
  return nullptr;
}

Layers descend(const Layers& layers, Symbol name, Selectors& selectors) {
  Layers result;
  bool isRemoved = false;  // the value of the whole, for what is further in
  for (const Layer& layer : layers) {
    const Modifier* unless = layer.unless ? layer.unless->find(name) : nullptr;
    if (unless && (unless->hasValue() || unless->redeclared != syntax::ElementId::none)) continue;
    if (const Modifier* child = layer.modifier->find(name))
      result.push_back(
          {child, layer.scope, child->isEach ? SelectorId::all : layer.selector, layer.isOptional, unless});
    isRemoved |= layer.modifier->removesValue();
    if (layer.modifier->hasValue() && !isRemoved)
      result.push_back({layer.modifier, layer.scope, selectors.field(layer.selector, name), layer.isOptional, unless});
  }
  return result;
}

Layers element(const Layers& layers, std::span<const std::int32_t> position, std::span<const std::int32_t> extents,
               Selectors& selectors) {
  Layers result = layers;
  for (Layer& layer : result)
    for (std::size_t k = 0; k < position.size(); ++k)
      layer.selector = selectors.position(layer.selector, position[k], extents[k]);
  return result;
}

const Modifier* ModifierReader::read(const Tree& tree, const syntax::Modification& modification) {
  if (modification.empty()) return nullptr;
  auto& known = known_[&modification];
  if (!known) {
    known = std::make_unique<Modifier>(Modifier{.tree = &tree});
    fill(*known, tree, modification);
  }
  return known.get();
}

const Modifier* ModifierReader::redeclaration(const Tree& tree, syntax::ElementId element, Symbol name) {
  auto& known = known_[&tree[element]];
  if (!known)
    known = std::make_unique<Modifier>(
        Modifier{.tree = &tree, .name = name, .where = tree.range(tree[element].span), .redeclared = element});
  return known.get();
}

void ModifierReader::reportTwice(SourceRange where) {
  diagnostics_.error("duplicate-modification", where, "this is modified twice in the same place");
}

void ModifierReader::fill(Modifier& target, const Tree& tree, const syntax::Modification& modification) {
  if (modification.value != syntax::ExpressionId::none) target.value = modification.value;
  for (const syntax::ArgumentId id : tree.items(modification.arguments)) {
    const syntax::Argument& argument = tree[id];
    if (argument.kind == syntax::ArgumentKind::redeclaration) {
      const syntax::Element& element = tree[argument.redeclared];
      Modifier& child = childOf(target, tree, declaredName(tree, element), argument.span);
      if (child.hasValue() || !child.nested.empty() || child.redeclared != syntax::ElementId::none) {
        reportTwice(tree.range(argument.span));
        continue;
      }
      child.redeclared = argument.redeclared;
      child.isFinal |= argument.final;
      child.isEach |= argument.each;
      continue;
    }
    const bool removes =
        argument.kind == syntax::ArgumentKind::removal || argument.kind == syntax::ArgumentKind::connectionRemoval;
    if (removes) {
      target.removals.push_back(id);
      continue;
    }
    Modifier& child = descendPath(target, tree, tree[argument.name]);
    const bool isTwice = child.hasValue() && argument.modification.value != syntax::ExpressionId::none;
    if (isTwice || child.redeclared != syntax::ElementId::none) {
      reportTwice(tree.range(argument.span));
      continue;
    }
    child.isFinal |= argument.final;
    child.isEach |= argument.each;
    fill(child, tree, argument.modification);
  }
}

}  // namespace dashpot::model
