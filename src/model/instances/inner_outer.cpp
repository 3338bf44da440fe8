#include "model/instances/inner_outer.hpp"

#include "model/classes/annotations.hpp"
#include "model/instances/components.hpp"
#include "model/lookup/layouts.hpp"
#include "model/lookup/lookup.hpp"
#include "model/lookup/redeclarations.hpp"
#include "model/lookup/subtypes.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::model {

bool InnerOuter::isElsewhere(InstanceId id, const ResolvedType& type, const std::vector<ScopedExpression>& sizes,
                             const Layers& layers) {
  Instance& node = tree_[id];
  if (!node.prefixes.isInner) refuseModification(tree_.symbols().text(node.name), node.declared, layers);
  node.inner = findInner(id);
  if (const auto known = addedInners_.find(node.name); node.inner == InstanceId::none && known != addedInners_.end())
    node.inner = known->second;
  if (node.inner == InstanceId::none) return !addInner(id, type);
  if (!fitsOuter(id, type, sizes)) {
    node.isBroken = true;
    node.inner = InstanceId::none;
    return true;
  }
  if (!type.isLeaf)
    promised_[{node.parent, node.name}] = layouts_.layoutOf(type.composite.type, type.composite.enclosing);
  // In a state of a state machine: what states in it assign is what it assigns itself (section 17.3.5).
  if (type.isLeaf && node.prefixes.causality == syntax::Causality::output) node.prefixes.isInner = false;
  return !node.prefixes.isInner;
}

void InnerOuter::refuseModification(std::string_view outer, SourceRange declared, const Layers& layers) {
  for (const Layer& layer : layers) {
    if (layer.isOptional) continue;
    const SourceRange where = layer.modifier->where.known() ? layer.modifier->where : declared;
    if (tree_.reportOnce(where, "outer"))
      diagnostics_.error("outer", where, fmt::format("'{}' is outer: only the inner one can be modified", outer));
  }
}

/// An outer component without an inner one gets it at the top of the model, if its type can stand there by itself.
/// True: the component at hand is to be made as that; false: there is nothing left to do.
bool InnerOuter::addInner(InstanceId outer, const ResolvedType& type) {
  Instance& node = tree_[outer];
  const std::string_view name = tree_.symbols().text(node.name);
  if (node.prefixes.isInner || (!type.isLeaf && classes_[type.composite.type].node().isPartial)) {
    if (tree_.reportOnce(node.declared, "no-inner"))
      diagnostics_
          .error("no-inner", node.declared,
                 fmt::format("'outer {0} {1}' has no 'inner {0} {1}' in a component around it", type.name, name))
          .hint(fmt::format("add 'inner {} {};' to the model", type.name, name));
    node.isBroken = true;
    return false;
  }
  addedInners_.emplace(node.name, outer);
  node.isAddedInner = true;
  node.path = model_.paths.child(PathId::root, name);
  Diagnostic& d = diagnostics_.warning(
      "no-inner", node.declared,
      fmt::format("'outer {0} {1}' has no 'inner {0} {1}' around it; one is added to the model", type.name, name));
  InstanceId user = outer;  // the component of the model that needs it
  while (tree_[user].depth > 1) user = tree_[user].parent;
  if (user != outer) {
    d.where = tree_[user].declared;
    d.note(fmt::format("'{}' needs it", tree_.name(user)));
  }
  if (type.isLeaf) return true;
  const ClassEntry& entry = classes_[type.composite.type];
  const syntax::Argument* message =
      annotationEntry(*entry.tree, entry.node().annotation, "missingInnerMessage", tree_.symbols());
  if (message && message->modification.value != syntax::ExpressionId::none)
    if (const syntax::Expression& text = (*entry.tree)[message->modification.value];
        text.kind == syntax::ExpressionKind::string)
      d.hint(std::string(tree_.symbols().text(text.symbol)));
  return true;
}

InstanceId InnerOuter::findInner(InstanceId outer) {
  const Instance& node = tree_[outer];
  InstanceId at = tree_[node.parent].parent;
  for (; at != InstanceId::none; at = tree_[at].parent) {
    Instance& around = tree_[at];
    if (!around.layout || around.isClassNode()) continue;
    const auto found = around.layout->slots.find(node.name);
    if (found == around.layout->slots.end()) continue;
    const Member& member = around.layout->members[found->second];
    if (member.isClass() || !(*member.tree)[member.element].isInner) continue;
    return components_.child(at, found->second);
  }
  return InstanceId::none;
}

/// The inner component must have all that the outer one promises.
bool InnerOuter::fitsOuter(InstanceId id, const ResolvedType& type, const std::vector<ScopedExpression>& sizes) {
  const Instance& outer = tree_[id];
  const Instance& inner = tree_[outer.inner];
  if (inner.isBroken || inner.isAbsent() || inner.isBeingMade) return !inner.isBroken;
  const auto report = [&](const std::string& problem) {
    if (tree_.reportOnce(outer.declared, "outer"))
      diagnostics_
          .error("outer", outer.declared,
                 fmt::format("the inner '{}' does not fit: {}", tree_.name(outer.inner), problem))
          .note(fmt::format("it is declared at {}", sources_.describeLine(inner.declared)));
    return false;
  };
  if (sizes.size() != inner.dimensions.size())
    return report(
        fmt::format("the number of its dimensions is {}, of the outer one {}", inner.dimensions.size(), sizes.size()));
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if ((*sizes[i].tree)[sizes[i].expression].kind == syntax::ExpressionKind::colon) continue;
    const auto size = components_.dimensions(id, {sizes[i]}, {});
    if (!size) return false;
    if (size->front() != inner.dimensions[i])
      return report(fmt::format("it has {} elements, the outer one {}", inner.dimensions[i], size->front()));
  }
  if (outer.prefixes.variability >= syntax::Variability::parameter &&
      inner.prefixes.variability < syntax::Variability::parameter)
    return report("it varies, and the outer one does not");
  const bool isEmpty = inner.isArray() && tree_.elementCount(outer.inner) == 0;
  if (isEmpty) return true;
  const Instance& one = inner.isArray() ? tree_[tree_.element(outer.inner, 0)] : inner;
  ResolvedType given{
      .isLeaf = one.isLeaf(), .scalar = one.leaf.type, .dimensions = type.dimensions, .layers = one.layers};
  if (one.layout) given.composite = {.type = one.layout->type, .enclosing = one.layout->enclosing};
  const Misfit misfit = subtypes_.compare(given, type);
  if (misfit.problem.empty()) return true;
  return report(type.isLeaf || given.isLeaf ? "it is of another type" : misfit.problem);
}

std::optional<ClassInContext> InnerOuter::innerClass(InstanceId node, const Member& outer) {
  if (outer.element == syntax::ElementId::none || !(*outer.tree)[outer.element].isOuter) return std::nullopt;
  const syntax::Class& written = (*outer.tree)[(*outer.tree)[outer.element].classDefinition];
  const SourceRange declared = outer.tree->range(written.nameSpan);
  const std::string_view name = tree_.symbols().text(outer.name);
  Layers layers = redeclarations_.layersOf(node, outer);
  if (const Modifier* own = modifiers_.read(*outer.tree, written.modification)) layers.push_back({own, {}});
  refuseModification(name, declared, layers);
  for (InstanceId at = tree_[node].parent; at != InstanceId::none; at = tree_[at].parent) {
    const Instance& around = tree_[at];
    if (!around.layout || around.isClassNode()) continue;
    const auto found = around.layout->slots.find(outer.name);
    if (found == around.layout->slots.end()) continue;
    const Member& member = around.layout->members[found->second];
    if (member.isClass() && (*member.tree)[member.element].isInner) return lookup_.classMember(at, found->second);
  }
  if (tree_.reportOnce(declared, "no-inner"))
    diagnostics_.warning("no-inner", declared,
                         fmt::format("the outer class '{}' has no inner one around it; it is used itself", name));
  return std::nullopt;
}

InstanceId InnerOuter::named(InstanceId parent, std::uint32_t slot) {
  const InstanceId id = components_.child(parent, slot);
  const Instance& node = tree_[id];
  return node.parent == parent && node.inner != InstanceId::none ? node.inner : id;
}

Found InnerOuter::addedInner(Symbol name) const {
  const auto known = addedInners_.find(name);
  if (known == addedInners_.end()) return {};
  const InstanceId parent = tree_[known->second].parent;
  return {.node = parent, .slot = tree_[parent].layout->slots.at(name)};
}

Layout* InnerOuter::seenAs(InstanceId owner, Symbol name) const {
  const auto found = promised_.find({owner, name});
  return found == promised_.end() ? nullptr : found->second;
}

}  // namespace dashpot::model
