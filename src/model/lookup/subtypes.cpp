#include "model/lookup/subtypes.hpp"

#include "model/lookup/component_types.hpp"
#include "model/lookup/layouts.hpp"
#include "model/lookup/lookup.hpp"
#include "model/lookup/redeclarations.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::model {

using syntax::ClassKind;

InstanceId Subtypes::typeNode(const ResolvedType& type) {
  if (type.layers.empty() && type.composite.home != InstanceId::none) return lookup_.classNode(type.composite);
  const InstanceId id = tree_.addNode(type.composite.home, classes_[type.composite.type].node().name);
  Instance& node = tree_[id];
  node.sort = NodeSort::classNode;
  node.layers = type.layers;
  node.layout = layouts_.layoutOf(type.composite.type, type.composite.enclosing);
  node.kind = classes_[type.composite.type].node().kind;
  return id;
}

Misfit Subtypes::compare(const ResolvedType& given, const ResolvedType& demanded) {
  if (given.dimensions.size() != demanded.dimensions.size())
    return {fmt::format("the number of dimensions is {}, not {}", given.dimensions.size(), demanded.dimensions.size()),
            {}};
  if (given.isLeaf || demanded.isLeaf) {
    const bool isSame = given.isLeaf == demanded.isLeaf && given.scalar.type == demanded.scalar.type;
    const auto literals = [&](const ResolvedType& type) {
      return model_.enumerations[type.scalar.enumeration].literals;
    };
    if (!isSame || (given.scalar.type == Type::enumeration && !literals(demanded).empty() &&  // enumeration(:) fits all
                    literals(given) != literals(demanded)))
      return {"they are different types", {}};
    return {};
  }
  Layout* actual = layouts_.layoutOf(given.composite.type, given.composite.enclosing);
  Layout* promised = layouts_.layoutOf(demanded.composite.type, demanded.composite.enclosing);
  if (actual == promised || actual->isBroken) return {};
  const auto [known, isNew] = known_.try_emplace({actual, promised});
  if (!isNew) return known->second;  // also while it is being found out: a type may contain itself
  Misfit misfit;
  const bool isPackage = classes_[demanded.composite.type].node().kind == ClassKind::package;
  InstanceId left = InstanceId::none, right = InstanceId::none;
  for (std::size_t i = 0; i < promised->members.size() && misfit.problem.empty(); ++i) {
    const Member& needed = promised->members[i];
    if (needed.isProtected || (needed.isClass() && !isPackage)) continue;
    const std::uint32_t slot = layouts_.findSlot(*actual, needed.name);
    if (slot == noSlot) {
      misfit = {fmt::format("it has no '{}'", tree_.symbols().text(needed.name)), tree_.describeElements(*actual)};
    } else if (const Member& has = actual->members[slot]; has.element != needed.element || has.tree != needed.tree) {
      if (left == InstanceId::none) left = typeNode(given), right = typeNode(demanded);
      misfit.problem = compareMembers(left, has, right, needed);
      if (!misfit.problem.empty()) misfit.note = tree_.describeElements(*actual);
    }
  }
  return known_[{actual, promised}] = misfit;
}

std::string Subtypes::compareMembers(InstanceId left, const Member& has, InstanceId right, const Member& needed) {
  const std::string_view name = tree_.symbols().text(needed.name);
  if (has.isClass() != needed.isClass())
    return fmt::format("its '{}' is a {}", name, has.isClass() ? "class" : "component");
  if (has.isProtected) return fmt::format("its '{}' is protected", name);
  if (has.isClass()) return {};
  const Declaration a = redeclarations_.declaration(left, has), b = redeclarations_.declaration(right, needed);
  const syntax::Component& x = (*a.tree)[(*a.tree)[a.element].component];
  const syntax::Component& y = (*b.tree)[(*b.tree)[b.element].component];
  if (x.connector != y.connector) return fmt::format("its '{}' differs in 'flow'", name);
  auto actual = types_.resolveType(a.scope, *a.tree, x.type), promised = types_.resolveType(b.scope, *b.tree, y.type);
  if (!actual || !promised) return {};  // reported
  const auto causality = [](const syntax::Component& written, const ResolvedType& type) {
    return written.causality != syntax::Causality::none ? written.causality : type.causality;
  };
  if (causality(x, *actual) != causality(y, *promised)) return fmt::format("its '{}' has another direction", name);
  actual->dimensions.resize(actual->dimensions.size() + x.subscripts.count + x.typeSubscripts.count);
  promised->dimensions.resize(promised->dimensions.size() + y.subscripts.count + y.typeSubscripts.count);
  const Misfit misfit = compare(*actual, *promised);
  if (misfit.problem.empty()) return {};
  if (actual->dimensions.size() != promised->dimensions.size())
    return fmt::format("of its '{}' {}", name, misfit.problem);
  return actual->isLeaf != promised->isLeaf || actual->isLeaf
             ? fmt::format("its '{}' is {}, not {}", name, actual->name, promised->name)
             : fmt::format("its '{}' is {}, which cannot replace {}: {}", name, actual->name, promised->name,
                           misfit.problem);
}

}  // namespace dashpot::model
