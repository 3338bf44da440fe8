#include "model/instances/components.hpp"

#include "base/nearest.hpp"
#include "model/classes/annotations.hpp"
#include "model/classes/class_kinds.hpp"
#include "model/expressions/translator.hpp"
#include "model/instances/component_values.hpp"
#include "model/instances/declaration_rules.hpp"
#include "model/instances/inner_outer.hpp"
#include "model/instances/leaves.hpp"
#include "model/lookup/component_types.hpp"
#include "model/lookup/layouts.hpp"
#include "model/lookup/lookup.hpp"
#include "model/lookup/redeclarations.hpp"
#include "model/lookup/visibility.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace dashpot::model {

namespace {

// More of them are a mistake, and would not fit into memory.
constexpr std::size_t componentLimit = 3'000'000;  // about 3 GB
// An array that exceeds this is a mistake in its size.
constexpr std::size_t arrayLimit = 20'000'000;

using syntax::ClassKind;
using syntax::Tree;

}  // namespace

void Components::build(ClassRef type) {
  std::vector<ClassRef> chain;
  for (ClassRef at = type; at != ClassRef::none; at = classes_[at].enclosing) chain.push_back(at);
  InstanceId in = InstanceTree::global;
  ClassInContext found;
  for (auto it = chain.rbegin(); it != chain.rend(); ++it) {
    const Found member = lookup_.memberOf(in, classes_[*it].node().name);
    found = lookup_.classFound(member);
    if (it + 1 != chain.rend()) in = lookup_.classNode(found);
  }
  Instance& node = tree_[InstanceTree::root];
  node.name = classes_[type].node().name;
  node.declared = classes_[type].tree->range(classes_[type].node().nameSpan);
  node.layout = layouts_.layoutOf(type, found.enclosing);
  node.layers = found.layers;
  node.kind = classes_[type].node().kind;
  node.children.assign(node.layout->members.size(), InstanceId::none);
  expand(InstanceTree::root);
}

InstanceId Components::child(InstanceId parent, std::uint32_t slot) {
  Instance& owner = tree_[parent];
  if (owner.children.size() <= slot) owner.children.resize(owner.layout->members.size(), InstanceId::none);
  if (owner.children[slot] != InstanceId::none) return owner.children[slot];
  const Member& member = owner.layout->members[slot];
  const InstanceId id = tree_.addNode(parent, member.name);
  owner.children[slot] = id;
  if (!fitsIntoMemory(1, member.tree->range((*member.tree)[member.element].span))) {
    tree_[id].isBroken = true;
    return id;
  }
  tree_[id].isBeingMade = true;
  make(id, member);
  tree_[id].isBeingMade = false;
  const Instance& made = tree_[id];
  if (made.inner != InstanceId::none && !made.prefixes.isInner) owner.children[slot] = made.inner;
  return owner.children[slot];
}

bool Components::fitsIntoMemory(std::size_t more, SourceRange where) {
  if (tree_.size() + more <= componentLimit) return true;
  if (tree_.becomesTooLarge())
    diagnostics_.error("size", where, fmt::format("the model has more than {} components", componentLimit));
  return false;
}

void Components::expand(InstanceId id) {
  Instance& node = tree_[id];
  if (node.isExpanded || tree_.isTooLarge()) return;
  node.isExpanded = true;
  if (node.isArray()) {
    for (std::size_t i = 0; i < tree_.elementCount(id); ++i) expand(tree_.element(id, i));
    return;
  }
  if (!node.layout || node.isBroken) return;
  layouts_.requireRemovable(id);
  for (std::uint32_t slot = 0; slot < node.layout->members.size(); ++slot) {
    if (node.layout->members[slot].isClass()) {
      redeclarations_.requireFittingClass(id, slot);
      continue;
    }
    if (node.isExpandable()) continue;  // connections make them
    const InstanceId made = child(id, slot);
    if (tree_[made].parent == id) expand(made);
  }
}

void Components::make(InstanceId id, const Member& member) {
  const InstanceId parent = tree_[id].parent;
  const Declaration declared = redeclarations_.declaration(parent, member);
  const Tree& tree = *declared.tree;
  const syntax::Element& element = tree[declared.element];
  const syntax::Component& component = tree[element.component];
  const syntax::Element& originalElement = (*member.tree)[member.element];
  const syntax::Component& original = (*member.tree)[originalElement.component];
  Instance& node = tree_[id];
  const Instance& owner = tree_[parent];
  node.path = model_.paths.child(owner.path, tree_.symbols().text(member.name));
  node.declared = member.tree->range(original.nameSpan);
  node.prefixes.isHidden = member.isProtected;
  node.prefixes.isProtected = member.isProtected || owner.prefixes.isProtected;
  node.prefixes.isFlow = component.connector == syntax::ConnectorPrefix::flow ||
                         original.connector == syntax::ConnectorPrefix::flow || owner.prefixes.isFlow;
  node.prefixes.isStream = component.connector == syntax::ConnectorPrefix::stream ||
                           original.connector == syntax::ConnectorPrefix::stream || owner.prefixes.isStream;
  node.prefixes.isFinal = element.isFinal || originalElement.isFinal || owner.prefixes.isFinal;
  node.prefixes.isInner = element.isInner || originalElement.isInner;
  node.prefixes.isEvaluated = annotationIsTrue(tree, component.annotation, "Evaluate", tree_.symbols()) ||
                              annotationIsTrue(*member.tree, original.annotation, "Evaluate", tree_.symbols());
  node.prefixes.variability =
      std::max({component.variability, original.variability,
                owner.isClassNode() ? syntax::Variability::continuous : owner.prefixes.variability});
  node.prefixes.causality = component.causality != syntax::Causality::none  ? component.causality
                            : original.causality != syntax::Causality::none ? original.causality
                                                                            : owner.prefixes.causality;
  if (owner.kind == ClassKind::model || owner.kind == ClassKind::block)
    node.prefixes.causality = component.causality != syntax::Causality::none ? component.causality : original.causality;
  const ScopedExpression condition = component.condition != syntax::ExpressionId::none
                                         ? ScopedExpression{&tree, component.condition, declared.scope}
                                         : ScopedExpression{member.tree, original.condition, {parent, member.part}};
  if (condition.expression != syntax::ExpressionId::none) {
    node.presence = Presence::conditional;
    const auto holds = translator_.evaluation.evaluateCondition(condition);
    if (!holds || !*holds) {
      if (holds) node.presence = Presence::absent;
      node.isBroken = !holds;
      return;
    }
  }
  auto type = types_.resolveType(declared.scope, tree, component.type);
  if (!type) {
    node.isBroken = true;
    return;
  }
  const bool isConstrained = originalElement.constrainedBy != syntax::ExpressionId::none;
  if ((&component != &original || isConstrained) && !redeclarations_.fits(parent, member)) {
    node.isBroken = true;
    return;
  }
  std::vector<ScopedExpression> sizes = scoped(tree, component.subscripts, declared.scope);
  append(sizes, scoped(tree, component.typeSubscripts, declared.scope));
  if (sizes.empty() && &component != &original) {  // a redeclaration keeps the size
    sizes = scoped(*member.tree, original.subscripts, {parent, member.part});
    append(sizes, scoped(*member.tree, original.typeSubscripts, {parent, member.part}));
  }
  append(sizes, type->dimensions);
  if ((element.isOuter || originalElement.isOuter) && innerOuter_.isElsewhere(id, *type, sizes, declared.layers))
    return;
  if (!type->isLeaf)
    visibility_.requirePublic(*layouts_.layoutOf(type->composite.type, type->composite.enclosing), declared.layers);
  Layers layers = declared.layers;
  layers.insert(layers.end(), type->layers.begin(), type->layers.end());
  declarationRules_.requireNotFinal(member, layers);
  if (type->causality != syntax::Causality::none) node.prefixes.causality = type->causality;
  if (owner.isExpandable()) node.prefixes.causality = syntax::Causality::none;  // connections tell who gives a value
  node.connector = type->isConnector ? ConnectorSort::plain : ConnectorSort::none;
  node.description = component.description != Symbol::none ? component.description : original.description;
  if (declarationRules_.refuse(id, *type, tree, component) || declarationRules_.refusePrefixes(id, *type, component)) {
    node.isBroken = true;
    return;
  }
  Dimensions known;
  if (!sizes.empty()) {
    auto evaluated = dimensions(id, sizes, layers);
    if (!evaluated) {
      node.isBroken = true;
      return;
    }
    known = std::move(*evaluated);
  }
  if (type->isLeaf) {
    if (isOverconstrained(*type)) node.constraint = lookup_.classNode(type->composite);
    return leaves_.makeLeaf(id, *type, std::move(known), layers);
  }
  if (known.empty()) return makeComposite(id, *type, std::move(layers));
  makeArray(id, *type, std::move(known), layers);
}

/// A type or record with a function equalityConstraint (Modelica 3.6, section 9.4.1).
bool Components::isOverconstrained(const ResolvedType& type) {
  if (type.composite.type == ClassRef::none) return false;
  Layout& layout = *layouts_.layoutOf(type.composite.type, type.composite.enclosing);
  const std::uint32_t slot = layouts_.findSlot(layout, tree_.symbols().intern("equalityConstraint"));
  return slot != noSlot && layout.members[slot].isClass();
}

void Components::makeComposite(InstanceId id, const ResolvedType& type, Layers layers) {
  Instance& node = tree_[id];
  node.layout = layouts_.layoutOf(type.composite.type, type.composite.enclosing);
  node.kind = classes_[type.composite.type].node().kind;
  if (isOverconstrained(type)) node.constraint = id;
  if (node.kind == ClassKind::expandableConnector) {
    node.kind = ClassKind::connector;
    node.connector = ConnectorSort::expandable;
    hasExpandable_ = true;
    declarationRules_.requireNoValues(layers);
  }
  node.layers = std::move(layers);
  node.children.assign(node.layout->members.size(), InstanceId::none);
  declarationRules_.requireElements(*node.layout, node.layers);
  if (node.layout->isExternalObject) {
    node.sort = NodeSort::object;
    leaves_.addObject(id);
    if (const Layer* layer = valueLayer(node.layers)) {
      node.binding = *layer;
    } else {
      node.isBroken = true;
      if (tree_.reportOnce(node.declared, "no-value"))
        diagnostics_.error("no-value", node.declared,
                           fmt::format("the external object '{}' has no value", tree_.name(id)));
    }
    return;
  }
  const bool isRecord = model::isRecord(node.kind) || node.kind == ClassKind::generic;
  for (const Layer& layer : node.layers)
    if (layer.modifier->hasValue() && !isRecord && tree_.reportOnce(layer.value().where(), "bad-binding"))
      diagnostics_.error("bad-binding", layer.value().where(),
                         fmt::format("a component of type {} cannot be given a value", type.name));
}

void Components::makeArray(InstanceId id, const ResolvedType& type, Dimensions sizes, const Layers& layers) {
  const Instance prototype = tree_[id];
  const std::size_t n = count(sizes);
  if (!fitsIntoMemory(n, prototype.declared)) {
    tree_[id].isBroken = true;
    return;
  }
  tree_[id].sort = NodeSort::array;
  tree_[id].dimensions = sizes;
  tree_[id].kind = classes_[type.composite.type].node().kind;
  tree_[id].firstElement = tree_.addCopies(prototype, n);
  const std::string_view name = tree_.symbols().text(prototype.name);
  Dimensions position(sizes.size(), 1);
  const PathId above = tree_[prototype.parent].path;
  for (std::size_t i = 0; i < n; ++i) {
    const InstanceId at = tree_.element(id, i);
    tree_[at].path = model_.paths.child(above, name, position);
    tree_[at].isBeingMade = false;
    makeComposite(at, type, model::element(layers, position, sizes, selectors_));
    for (std::size_t k = sizes.size(); k-- > 0;) {
      if (++position[k] <= sizes[k]) break;
      position[k] = 1;
    }
  }
}

std::optional<Dimensions> Components::dimensions(InstanceId id, const std::vector<ScopedExpression>& sizes,
                                                 const Layers& layers) {
  Dimensions result;
  std::optional<Value> given;
  const std::string what = fmt::format("the size of '{}'", tree_.name(id));
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const ScopedExpression& size = sizes[i];
    const syntax::Expression& node = (*size.tree)[size.expression];
    tree_[id].dimensions = result;  // what later sizes may refer to
    if (node.kind == syntax::ExpressionKind::colon) {
      const Layer* layer = valueLayer(layers);
      if (!given && !layer) {
        if (tree_.reportOnce(size.where(), "no-size"))
          diagnostics_.error("no-size", size.where(),
                             fmt::format("the size of '{}' is left open, and no value gives it", tree_.name(id)));
        return std::nullopt;
      }
      if (!given) given = values_.layerValue(*layer);
      if (!given) return std::nullopt;
      if (given->dimensions.size() <= i) {
        if (tree_.reportOnce(layer->value().where(), "shape"))
          diagnostics_
              .error("shape", layer->value().where(),
                     fmt::format("'{}' has {} dimensions, but its value is {}", tree_.name(id), sizes.size(),
                                 describe(model_, *given)))
              .note(fmt::format("'{}' is declared at {}", tree_.name(id), sources_.describeLine(tree_[id].declared)));
        return std::nullopt;
      }
      result.push_back(given->dimensions[i]);
      continue;
    }
    if (const auto type = translator_.iterators.indexType(size)) {
      tree_[id].indexTypes.resize(sizes.size(), ScalarType{Type::integer});
      tree_[id].indexTypes[i] = *type;
      result.push_back(translator_.iterators.indexCount(*type));
      continue;
    }
    const auto value = translator_.evaluation.evaluateInteger(size, what);
    if (!value) return std::nullopt;
    if (*value < 0) {
      if (tree_.reportOnce(size.where(), "size"))
        diagnostics_.error("size", size.where(), fmt::format("{} is {}: it must not be negative", what, *value));
      return std::nullopt;
    }
    result.push_back(*value);
  }
  double total = 1;
  for (const std::int32_t n : result) total *= n;
  if (total > static_cast<double>(arrayLimit)) {
    diagnostics_.error(
        "size", tree_[id].declared,
        fmt::format("'{}' has {:.0f} elements: more than {} are not supported", tree_.name(id), total, arrayLimit));
    return std::nullopt;
  }
  return result;
}

}  // namespace dashpot::model
