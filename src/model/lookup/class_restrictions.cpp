#include "model/lookup/class_restrictions.hpp"

#include "model/classes/class_kinds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace dashpot::model {

namespace {

using syntax::ClassKind;
using syntax::ElementKind;
using syntax::Tree;

/// Table 7.1. A plain `class` may be a base of all: what it contains is judged by what extends it.
bool mayExtend(ClassKind derived, ClassKind base) {
  if (base == derived || base == ClassKind::generic) return true;
  switch (derived) {
    case ClassKind::function:
    case ClassKind::operatorFunction: return isFunction(base);
    case ClassKind::operatorRecord: return base == ClassKind::record;
    case ClassKind::connector: return base == ClassKind::type || isRecord(base);
    case ClassKind::block: return isRecord(base);
    case ClassKind::model: return isRecord(base) || base == ClassKind::block;
    case ClassKind::generic: return !isFunction(base) && base != ClassKind::package;
    default: return false;
  }
}

/// A class with no more than constants and classes, most often just an icon: nothing of it depends on its kind.
bool fitsAnyKind(const Tree& tree, const syntax::Class& node) {
  if (node.form != syntax::ClassForm::composition || !node.sections.empty()) return false;
  for (const syntax::ElementId id : tree.items(node.elements))
    if (tree[id].kind == ElementKind::component &&
        tree[tree[id].component].variability != syntax::Variability::constant)
      return false;
  return true;
}

std::string_view sectionName(const syntax::Section& section) {
  if (section.algorithm) return section.initial ? "initial algorithms" : "algorithms";
  return section.initial ? "initial equations" : "equations";
}

/// The prefix that a component has and must not have in a class of this kind; empty: none.
std::string_view forbiddenPrefix(ClassKind kind, const syntax::Element& element, const syntax::Component& component) {
  if (!isRecord(kind) && !isConnector(kind)) return {};
  if (element.isInner) return "inner";
  if (element.isOuter) return "outer";
  if (isConnector(kind)) return {};
  if (component.connector == syntax::ConnectorPrefix::flow) return "flow";
  if (component.connector == syntax::ConnectorPrefix::stream) return "stream";
  if (component.causality == syntax::Causality::input) return "input";
  if (component.causality == syntax::Causality::output) return "output";
  return {};
}

}  // namespace

void ClassRestrictions::requireRestrictions(ClassRef ref) {
  if (!restricted_.insert(ref).second) return;
  const ClassEntry& entry = classes_[ref];
  const Tree& tree = *entry.tree;
  const syntax::Class& node = entry.node();
  const auto report = [&](SourceRange where, const std::string& problem) {
    if (tree_.reportOnce(where, "restriction"))
      diagnostics_.error("restriction", where, problem)
          .note(fmt::format("{} is a {}, defined at {}", tree_.symbols().text(node.name), syntax::spelling(node.kind),
                            sources_.describeLine(tree.range(node.nameSpan))));
  };
  for (const syntax::SectionId id : tree.items(node.sections)) {
    const bool isAllowed = isModel(node.kind) || isFunction(node.kind);
    if (!isAllowed && !tree[id].statements.empty())
      report(tree.range(tree[id].span),
             fmt::format("a {} cannot have {}", syntax::spelling(node.kind), sectionName(tree[id])));
  }
  if (node.external.present && !isFunction(node.kind))
    report(tree.range(node.nameSpan), "only a function can be external");
  for (const syntax::ElementId id : tree.items(node.elements)) {
    const syntax::Element& element = tree[id];
    if (element.kind != ElementKind::component) continue;
    const syntax::Component& component = tree[element.component];
    const SourceRange where = tree.range(component.nameSpan);
    const std::string_view name = tree_.symbols().text(component.name);
    const bool isConstant = component.variability == syntax::Variability::constant;
    if (const std::string_view prefix = forbiddenPrefix(node.kind, element, component); !prefix.empty())
      report(where, fmt::format("'{}' cannot be '{}' in a {}", name, prefix, syntax::spelling(node.kind)));
    else if (node.kind == ClassKind::expandableConnector && component.connector == syntax::ConnectorPrefix::flow &&
             tree_.reportOnce(where, "restriction"))
      diagnostics_.breach("restriction", where,
                          fmt::format("'{}' flows: an expandable connector has flows in its connectors only", name));
    else if (element.isProtected && (isRecord(node.kind) || isConnector(node.kind)))
      report(where, fmt::format("'{}' cannot be protected in a {}", name, syntax::spelling(node.kind)));
    else if (node.kind == ClassKind::package && !isConstant)
      report(where, fmt::format("'{}' is not a constant: a package has only constants and classes", name));
    else if (node.kind == ClassKind::type)
      report(where, fmt::format("a type cannot have components like '{}'", name));
  }
}

bool ClassRestrictions::requireBaseKind(ClassRef derived, ClassRef base, SourceRange where) {
  const auto report = [&](const std::string& problem) {
    if (tree_.reportOnce(where, "restriction")) diagnostics_.error("restriction", where, problem);
    return false;
  };
  const syntax::Class& node = classes_[derived].node();
  const ClassKind kind = base == ClassRef::none ? ClassKind::type : classes_[base].node().kind;
  if (!mayExtend(node.kind, kind)) {
    const std::string problem =
        fmt::format("{} is a {}, which cannot be made from a {}", tree_.symbols().text(node.name),
                    syntax::spelling(node.kind), syntax::spelling(kind));
    if (base == ClassRef::none || !fitsAnyKind(*classes_[base].tree, classes_[base].node())) return report(problem);
    if (tree_.reportOnce(where, "restriction")) diagnostics_.breach("restriction", where, problem);
    return !diagnostics_.isStrict;
  }
  if (base == ClassRef::none) return true;
  for (const auto& [name, nested] : classes_[base].nested)
    if (classes_[nested].node().kind == ClassKind::operatorRecord)
      return report(fmt::format("{} contains the operator record {}: it cannot be extended",
                                tree_.symbols().text(classes_[base].node().name), tree_.symbols().text(name)));
  return true;
}

void ClassRestrictions::requireNoLongOperatorRecord(ClassRef derived, ClassRef base, SourceRange where) {
  const syntax::Class& node = classes_[derived].node();
  const bool areBoth =
      node.kind == ClassKind::operatorRecord && classes_[base].node().kind == ClassKind::operatorRecord;
  if (!areBoth || node.form == syntax::ClassForm::shortClass || !tree_.reportOnce(where, "restriction")) return;
  const std::string_view name = tree_.symbols().text(node.name);
  diagnostics_
      .breach("restriction", where,
              fmt::format("{} extends an operator record, whose operators are not for what is added", name))
      .hint(fmt::format("write 'operator record {} = ...;'", name));
}

void ClassRestrictions::requireLiterals(ClassRef ref) {
  constexpr std::array<std::string_view, 5> attributes{"quantity", "min", "max", "start", "fixed"};
  const Tree& tree = *classes_[ref].tree;
  std::vector<Symbol> seen;
  for (const syntax::ExpressionId id : tree.items(classes_[ref].node().names)) {
    const Symbol name = tree[tree.at(tree[id].parts, 0)].name;
    const std::string_view text = tree_.symbols().text(name);
    const SourceRange where = tree.range(tree[id].span);
    if (std::ranges::find(attributes, text) != attributes.end()) {
      if (tree_.reportOnce(where, "reserved-name"))
        diagnostics_.error("reserved-name", where,
                           fmt::format("'{}' is an attribute of every enumeration: it cannot be a literal", text));
    } else if (std::ranges::find(seen, name) != seen.end()) {
      if (tree_.reportOnce(where, "duplicate-name"))
        diagnostics_.error("duplicate-name", where, fmt::format("the literal '{}' is there already", text));
    }
    seen.push_back(name);
  }
}

}  // namespace dashpot::model
