#include "model/instances/leaves.hpp"

#include "base/nearest.hpp"
#include "model/classes/class_kinds.hpp"
#include "model/instances/attribute_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace dashpot::model {

namespace {

Variability variabilityOf(const Instance& node) {
  switch (node.prefixes.variability) {
    case syntax::Variability::constant: return Variability::constant;
    case syntax::Variability::parameter: return Variability::parameter;
    case syntax::Variability::discrete: return Variability::discrete;
    default: return node.leaf.type.type == Type::real ? Variability::continuous : Variability::discrete;
  }
}

}  // namespace

void Leaves::makeLeaf(InstanceId id, const ResolvedType& type, Dimensions sizes, const Layers& layers) {
  Instance& node = tree_[id];
  node.sort = NodeSort::leaf;
  node.leaf.type = type.scalar;
  node.dimensions = std::move(sizes);
  if (const Layer* given = valueLayer(layers)) {
    node.binding = *given;
    node.leaf.valueState = ValueState::given;
  }
  if (node.isInPackage) return;
  node.prefixes.isFinal |= std::ranges::any_of(layers, [](const Layer& layer) { return layer.modifier->isFinal; });
  node.leaf.variable = static_cast<VariableId>(model_.variables.size());
  all_.push_back(id);
  Variable prototype{.type = type.scalar.type, .variability = variabilityOf(node)};
  prototype.enumeration = type.scalar.enumeration;
  prototype.isFinal = node.prefixes.isFinal;
  prototype.isProtected = node.prefixes.isProtected;
  prototype.isFlow = node.prefixes.isFlow;
  prototype.origin = {tree_[node.parent].path, node.declared};
  prototype.declaredLevel = static_cast<Level>(2 * tree_[node.parent].depth);
  if (node.description != Symbol::none) prototype.description = descriptions_(tree_.symbols().text(node.description));
  // An input of the model with a value of its own is not left to the outside.
  const bool hasValue =
      node.leaf.valueState == ValueState::given && node.prefixes.causality == syntax::Causality::input;
  if (belongsToInterface(id) && !hasValue)
    prototype.causality = node.prefixes.causality == syntax::Causality::input    ? Causality::input
                          : node.prefixes.causality == syntax::Causality::output ? Causality::output
                                                                                 : Causality::local;
  const PathId above = model_.paths.parent(node.path);  // an inner variable that was added stands at the top
  const std::string_view name = tree_.symbols().text(node.name);
  Dimensions position(node.dimensions.size(), 1);
  for (std::size_t i = 0; i < count(node.dimensions); ++i) {
    prototype.name = model_.paths.child(above, name, position);
    model_.variables.push_back(prototype);
    leafOf_.push_back(id);
    for (std::size_t k = position.size(); k-- > 0;) {
      if (++position[k] <= node.dimensions[k]) break;
      position[k] = 1;
    }
  }
  readAttributes(id, layers);
}

/// An input or output of the model as a whole, not of one of its components.
bool Leaves::belongsToInterface(InstanceId id) const {
  for (InstanceId at = tree_[id].parent; at != InstanceTree::root; at = tree_[at].parent) {
    if (at == InstanceId::none) return false;
    const syntax::ClassKind kind = tree_[at].kind;
    if (kind != syntax::ClassKind::connector && !isRecord(kind)) return false;
  }
  return !tree_[id].prefixes.isProtected;
}

void Leaves::readAttributes(InstanceId id, const Layers& layers) {
  Instance& node = tree_[id];
  node.leaf.firstAttribute = static_cast<std::uint32_t>(attributes_.size());
  std::uint32_t seen = 0;
  for (const Layer& layer : layers)
    for (const Modifier& attribute : layer.modifier->nested) {
      const std::string_view name = tree_.symbols().text(attribute.name);
      const AttributeName which = attributeNamed(name);
      if (which == AttributeName::unknown) {
        if (!tree_.reportOnce(attribute.where, "unknown-attribute")) continue;
        Diagnostic& d = diagnostics_.error("unknown-attribute", attribute.where,
                                           fmt::format("'{}' is not an attribute of a variable", name));
        if (const auto meant = nearest(name, attributeNames)) d.hint(fmt::format("did you mean '{}'?", *meant));
        continue;
      }
      const std::uint32_t bit = 1u << static_cast<unsigned>(which);
      if (seen & bit) continue;
      seen |= bit;
      if (attribute.removesValue()) continue;
      if (!attribute.hasValue()) {
        if (tree_.reportOnce(attribute.where, "bad-attribute"))
          diagnostics_.error("bad-attribute", attribute.where, fmt::format("the attribute '{}' has no value", name));
        continue;
      }
      attributes_.push_back({&attribute, layer.scope, attribute.isEach ? SelectorId::all : layer.selector, false});
    }
  node.leaf.attributeCount = static_cast<std::uint32_t>(attributes_.size()) - node.leaf.firstAttribute;
}

void Leaves::copyAttributes(InstanceId to, InstanceId from) {
  Instance& node = tree_[to];
  const Instance& model = tree_[from];
  node.leaf.firstAttribute = static_cast<std::uint32_t>(attributes_.size());
  for (std::uint32_t i = 0; i < model.leaf.attributeCount; ++i) {
    const Layer layer = attributes_[model.leaf.firstAttribute + i];
    const std::string_view name = tree_.symbols().text(layer.modifier->name);
    if (name != "start" && name != "fixed" && name != "stateSelect") attributes_.push_back(layer);
  }
  node.leaf.attributeCount = static_cast<std::uint32_t>(attributes_.size()) - node.leaf.firstAttribute;
}

}  // namespace dashpot::model
