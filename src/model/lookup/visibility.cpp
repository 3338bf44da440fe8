#include "model/lookup/visibility.hpp"

#include "model/lookup/layouts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::model {

namespace {

bool isConstant(const Member& member) {
  return (*member.tree)[(*member.tree)[member.element].component].variability == syntax::Variability::constant;
}

}  // namespace

bool Visibility::requireAccess(InstanceId in, const Found& found, SourceRange where) {
  const Layout& layout = *tree_[in].layout;
  const Member& member = layout.members[found.slot];
  const std::string_view name = tree_.symbols().text(member.name);
  if (member.isProtected) {
    if (tree_.reportOnce(where, "protected"))
      diagnostics_.error("protected", where, fmt::format("'{}' is protected in {}", name, tree_.typeName(in)))
          .note(fmt::format("only {} itself and what extends it may use it", tree_.typeName(in)));
    return false;
  }
  if (!tree_[in].isClassNode() || layout.type == ClassRef::none) return true;
  const auto report = [&](std::string_view code, const std::string& problem) {
    if (tree_.reportOnce(where, code))
      diagnostics_.error(std::string(code), where, problem)
          .note(fmt::format("{} is defined at {}", tree_.typeName(in), sources_.describeLine(tree_[in].declared)));
    return false;
  };
  // The classes of partial packages are named by widely used libraries, as base classes for example.
  if (classes_[layout.type].node().isPartial && !member.isClass())
    return report("partial",
                  fmt::format("{} is partial: '{}' in it has no meaning by itself", tree_.typeName(in), name));
  const bool isEncapsulated = member.isClass() && classes_[member.type].node().isEncapsulated;
  const bool isVariable = !member.isClass() && !isConstant(member);  // that it has no value here is said later
  if (isEncapsulated || isVariable || isLikePackage(in)) return true;
  // Types, enumerations above all, are kept in models and named from outside by many: nothing in them needs a
  // component.
  if (member.isClass() && classes_[member.type].node().kind == syntax::ClassKind::type) {
    if (tree_.reportOnce(where, "encapsulated"))
      diagnostics_.warning(
          "encapsulated", where,
          fmt::format("{} is no package: types of it should not be named from outside", tree_.typeName(in)));
    return true;
  }
  if (tree_.reportOnce(where, "encapsulated"))
    diagnostics_
        .breach("encapsulated", where,
                fmt::format("{} is no package: only encapsulated classes in it can be named from outside",
                            tree_.typeName(in)))
        .note(fmt::format("{} is defined at {}", tree_.typeName(in), sources_.describeLine(tree_[in].declared)));
  return !diagnostics_.isStrict;
}

/// Whether a class could be a package: it has only classes and constants.
bool Visibility::isLikePackage(InstanceId in) {
  Layout& layout = *tree_[in].layout;
  if (classes_[layout.type].node().kind == syntax::ClassKind::package) return true;
  return std::ranges::all_of(layout.members,
                             [](const Member& member) { return member.isClass() || isConstant(member); });
}

void Visibility::requirePublic(Layout& layout, const Layers& layers) {
  for (const Layer& layer : layers) {
    if (layer.isOptional) continue;
    for (const Modifier& modifier : layer.modifier->nested) {
      const std::uint32_t slot = layouts_.findSlot(layout, modifier.name);
      if (slot == noSlot || !layout.members[slot].isProtected || !tree_.reportOnce(modifier.where, "protected"))
        continue;
      const std::string_view type = tree_.symbols().text(classes_[layout.type].node().name);
      diagnostics_
          .breach("protected", modifier.where,
                  fmt::format("'{}' is protected in {} and cannot be modified from outside",
                              tree_.symbols().text(modifier.name), type))
          .note(fmt::format("only what extends {} may modify it", type));
    }
  }
}

}  // namespace dashpot::model
