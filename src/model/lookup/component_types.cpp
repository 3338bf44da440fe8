#include "model/lookup/component_types.hpp"

#include "base/nearest.hpp"
#include "model/classes/annotations.hpp"
#include "model/lookup/class_restrictions.hpp"
#include "model/lookup/layouts.hpp"
#include "model/lookup/lookup.hpp"
#include "model/lookup/redeclarations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace dashpot::model {

namespace {

// A chain of types that is longer is a circle.
constexpr int chainLimit = 100;

using syntax::ClassKind;
using syntax::Tree;

}  // namespace

std::optional<ResolvedType> ComponentTypes::resolveType(Scope scope, const Tree& tree, syntax::ExpressionId name) {
  auto found = lookup_.resolveClass(scope, tree, name, Reporting::errors);
  if (!found) return std::nullopt;
  auto result = followType(std::move(*found), tree.range(tree[name].span));
  if (!result) return std::nullopt;
  result->name.clear();
  for (const syntax::PartId part : tree.items(tree[name].parts))
    result->name += fmt::format("{}{}", result->name.empty() ? "" : ".", tree_.symbols().text(tree[part].name));
  return result;
}

std::optional<ResolvedType> ComponentTypes::followType(ClassInContext first, SourceRange where) {
  ResolvedType result;
  std::optional<ClassInContext> found = std::move(first);
  for (int chain = 0; chain < chainLimit; ++chain) {
    if (!found) return std::nullopt;
    if (found->home != InstanceId::none && !redeclarations_.fits(*found)) return std::nullopt;
    if (found->predefined) {
      result.name = lookup_.nameOf(*found->predefined);
      result.isLeaf = true;
      result.scalar.type = *found->predefined;
      return result;
    }
    const ClassEntry& entry = classes_[found->type];
    const syntax::Class& node = entry.node();
    result.name = tree_.symbols().text(node.name);
    result.isConnector |= node.kind == ClassKind::connector || node.kind == ClassKind::expandableConnector;
    result.layers.insert(result.layers.end(), found->layers.begin(), found->layers.end());
    switch (node.form) {
      case syntax::ClassForm::enumeration:
        result.isLeaf = true;
        result.scalar = {Type::enumeration, enumerationOf(found->type)};
        return result;
      case syntax::ClassForm::derivative:
        tree_.unsupported(where, "a partial derivative of a function");
        return std::nullopt;
      case syntax::ClassForm::shortClass: {
        const Tree& tree = *entry.tree;
        const Scope scope = found->enclosing;
        if (result.causality == syntax::Causality::none) result.causality = node.baseCausality;
        append(result.dimensions, scoped(tree, node.baseSubscripts, scope));
        if (const Modifier* modifier = modifiers_.read(tree, node.modification))
          result.layers.push_back({modifier, scope});
        const ClassRef derived = found->type;
        found = lookup_.resolveClass(scope, tree, node.base, Reporting::errors);
        if (found && !classRestrictions_.requireBaseKind(derived, found->predefined ? ClassRef::none : found->type,
                                                         tree.range(tree[node.base].span)))
          return std::nullopt;
        break;
      }
      default: {
        Layout* layout = layouts_.layoutOf(found->type, found->enclosing);
        append(result.dimensions, layout->dimensions);
        if (result.causality == syntax::Causality::none) result.causality = layout->causality;
        if (layout->predefined) {
          result.isLeaf = true;
          result.scalar = *layout->predefined;
          for (Layer layer : layout->predefinedLayers) {
            if (layer.scope.instance == InstanceId::none) layer.scope.instance = lookup_.classNode(*found);
            result.layers.push_back(layer);
          }
        }
        result.composite = std::move(*found);
        return result;
      }
    }
  }
  if (tree_.reportOnce(where, "circular-type"))
    diagnostics_.error("circular-type", where, "this type is defined by itself");
  return std::nullopt;
}

std::uint32_t ComponentTypes::enumerationOf(ClassRef type) {
  if (const auto known = enumerations_.find(type); known != enumerations_.end()) return known->second;
  const ClassEntry& entry = classes_[type];
  classRestrictions_.requireLiterals(type);
  Enumeration enumeration{classes_.qualifiedName(type), {}};
  for (const syntax::ExpressionId id : entry.tree->items(entry.node().names))
    enumeration.literals.emplace_back(
        tree_.symbols().text((*entry.tree)[entry.tree->at((*entry.tree)[id].parts, 0)].name));
  const auto index = static_cast<std::uint32_t>(model_.enumerations.size());
  model_.enumerations.push_back(std::move(enumeration));
  enumerations_.emplace(type, index);
  return index;
}

}  // namespace dashpot::model
