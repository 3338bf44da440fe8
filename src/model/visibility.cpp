// model/visibility.cpp: what may be named through a dot, and what may be modified from outside (Modelica 3.6, sections
// 4.1 and 5.3.2).
#include "model/instance.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::model {

namespace {

bool isConstant(const Member& member) {
  return (*member.tree)[(*member.tree)[member.element].component].variability == syntax::Variability::constant;
}

}  // namespace

/// `in` has been followed to the member found; the name stands at `where`. False: it may not be named here.
bool InstanceTree::requireAccess(InstanceId in, const Found& found, SourceRange where) {
  const Layout& layout = *(*this)[in].layout;
  const Member& member = layout.members[found.slot];
  const std::string_view name = symbols().text(member.name);
  if (member.isProtected) {
    if (reportOnce(where, "protected"))
      diagnostics_.error("protected", where, fmt::format("'{}' is protected in {}", name, typeName(in)))
          .note(fmt::format("only {} itself and what extends it may use it", typeName(in)));
    return false;
  }
  if (!(*this)[in].isClassNode || layout.type == ClassRef::none) return true;
  const auto report = [&](std::string_view code, const std::string& problem) {
    if (reportOnce(where, code))
      diagnostics_.error(std::string(code), where, problem)
          .note(fmt::format("{} is defined at {}", typeName(in), sources_.describeLine((*this)[in].declared)));
    return false;
  };
  // The classes of partial packages are named by widely used libraries, as base classes for example.
  if (classes_[layout.type].node().isPartial && !member.isClass())
    return report("partial", fmt::format("{} is partial: '{}' in it has no meaning by itself", typeName(in), name));
  const bool isEncapsulated = member.isClass() && classes_[member.type].node().isEncapsulated;
  const bool isVariable = !member.isClass() && !isConstant(member);  // that it has no value here is said later
  if (isEncapsulated || isVariable || isLikePackage(in)) return true;
  // Types, enumerations above all, are kept in models and named from outside by many: nothing in them needs a
  // component.
  if (member.isClass() && classes_[member.type].node().kind == syntax::ClassKind::type) {
    if (reportOnce(where, "encapsulated"))
      diagnostics_.warning("encapsulated", where,
                           fmt::format("{} is no package: types of it should not be named from outside", typeName(in)));
    return true;
  }
  return report(
      "encapsulated",
      fmt::format("{} is no package: only encapsulated classes in it can be named from outside", typeName(in)));
}

/// Whether a class could be a package: it has only classes and constants.
bool InstanceTree::isLikePackage(InstanceId in) {
  Layout& layout = *(*this)[in].layout;
  if (classes_[layout.type].node().kind == syntax::ClassKind::package) return true;
  return std::ranges::all_of(layout.members,
                             [](const Member& member) { return member.isClass() || isConstant(member); });
}

/// Modifications of a component from outside concern public elements only.
void InstanceTree::requirePublic(Layout& layout, const Layers& layers) {
  for (const Layer& layer : layers) {
    if (layer.isOptional) continue;
    for (const Modifier& modifier : layer.modifier->nested) {
      const std::uint32_t slot = findSlot(layout, modifier.name);
      if (slot == noSlot || !layout.members[slot].isProtected || !reportOnce(modifier.where, "protected")) continue;
      const std::string_view type = symbols().text(classes_[layout.type].node().name);
      diagnostics_
          .error("protected", modifier.where,
                 fmt::format("'{}' is protected in {} and cannot be modified from outside",
                             symbols().text(modifier.name), type))
          .note(fmt::format("only what extends {} may modify it", type));
    }
  }
}

}  // namespace dashpot::model
