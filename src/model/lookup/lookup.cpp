#include "model/lookup/lookup.hpp"

#include "base/nearest.hpp"
#include "model/instances/inner_outer.hpp"
#include "model/lookup/layouts.hpp"
#include "model/lookup/redeclarations.hpp"
#include "model/lookup/visibility.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace dashpot::model {

namespace {

using syntax::ElementKind;
using syntax::Tree;

}  // namespace

Lookup::Lookup(InstanceTree& tree, Layouts& layouts, Visibility& visibility, Redeclarations& redeclarations,
               InnerOuter& innerOuter)
    : tree_(tree),
      layouts_(layouts),
      visibility_(visibility),
      redeclarations_(redeclarations),
      innerOuter_(innerOuter),
      classes_(tree.classes()),
      sources_(tree.sources()),
      diagnostics_(tree.diagnostics()) {
  Symbols& symbols = tree.symbols();
  predefined_ = {{symbols.intern("Real"), Type::real},
                 {symbols.intern("Integer"), Type::integer},
                 {symbols.intern("Boolean"), Type::boolean},
                 {symbols.intern("String"), Type::string}};
}

std::string_view Lookup::nameOf(Type predefined) const {
  for (const auto& [name, type] : predefined_)
    if (type == predefined) return tree_.symbols().text(name);
  return {};
}

Found Lookup::lookup(Scope scope, Symbol name) {
  const auto predefined = predefined_.find(name);
  if (predefined != predefined_.end()) return {.isClass = true, .predefined = predefined->second};
  bool isInherited = false;
  while (scope.instance != InstanceId::none && scope.instance != InstanceTree::global) {
    Instance& node = tree_[scope.instance];
    if (!node.layout) break;
    Layout* part = node.layout->part(scope.lexical);
    if (layouts_.findSlot(*part, name) != noSlot) {
      Found found = memberOf(scope.instance, name);
      found.isInherited = isInherited;
      if (found) return found;
    }
    if (Found imported = lookupImport(part->type, name)) {
      imported.isInherited = true;
      return imported;
    }
    if (classes_[part->type].node().isEncapsulated) return lookupPredefined(name);
    scope = part->enclosing;
    isInherited = true;
  }
  Found found = lookupGlobal(name);
  found.isInherited = true;
  return found;
}

Found Lookup::lookupGlobal(Symbol name) { return memberOf(InstanceTree::global, name); }

Found Lookup::lookupPredefined(Symbol name) {
  Found found = lookupGlobal(name);
  if (!found || classes_[tree_[InstanceTree::global].layout->members[found.slot].type].tree->source != SourceId::none)
    return {};
  found.isInherited = true;
  return found;
}

Found Lookup::memberOf(InstanceId node, Symbol name) {
  Instance& instance = tree_[node];
  if (!instance.layout) return {};
  const std::uint32_t slot = layouts_.findSlot(*instance.layout, name);
  if (slot == noSlot) return {};
  return {.node = node, .slot = slot, .isClass = instance.layout->members[slot].isClass()};
}

Found Lookup::lookupImport(ClassRef importer, Symbol name) {
  const std::uint64_t key = static_cast<std::uint64_t>(importer) << 32 | static_cast<std::uint64_t>(name);
  if (const auto known = imports_.find(key); known != imports_.end()) return known->second;
  imports_[key] = {};  // an import that leads back here finds nothing
  const ClassEntry& entry = classes_[importer];
  const Tree& tree = *entry.tree;
  const auto last = [&](const syntax::Expression& e) { return tree[tree.at(e.parts, e.parts.count - 1)].name; };
  Found found;
  const syntax::Element* origin = nullptr;
  for (const bool wantsAll : {false, true}) {
    for (const syntax::ElementId id : tree.items(entry.node().elements)) {
      const syntax::Element& element = tree[id];
      if (element.kind != ElementKind::import || element.importsAll != wantsAll) continue;
      const syntax::Expression& path = tree[element.name];
      const bool isPlain = !wantsAll && element.importedNames.empty();
      bool isListed = false;
      for (const syntax::ExpressionId item : tree.items(element.importedNames)) isListed |= last(tree[item]) == name;
      if (!wantsAll && !isListed && !(isPlain && (element.alias != Symbol::none ? element.alias : last(path)) == name))
        continue;
      const Found here = isPlain ? lookupPath(tree, path) : lookupIn(tree, path, name, isListed);
      if (here && isPlain) requirePackage(here.node, tree.range(path.span));
      if (!here && !wantsAll) reportUnknownImport(tree, path, name);
      if (here && found && tree_.reportOnce(tree.range(element.span), "import"))
        diagnostics_
            .error("import", tree.range(element.span),
                   fmt::format("'{}' is imported twice", tree_.symbols().text(name)))
            .note(fmt::format("it is imported at {}, too", sources_.describeLine(tree.range(origin->span))));
      if (!here || found) continue;
      found = here;
      origin = &element;
    }
    if (found) break;
  }
  imports_[key] = found;
  return found;
}

void Lookup::reportUnknownImport(const Tree& tree, const syntax::Expression& path, Symbol name) {
  unknownClasses_.insert({tree.source, name});  // that the name is not found here either is no news
  if (tree_.reportOnce(tree.range(path.span), "import"))
    diagnostics_.error("unknown-class", tree.range(path.span),
                       fmt::format("there is no '{}' to import", sources_.text(tree.range(path.span))));
}

/// A.B.C from the top level, as an import names it.
Found Lookup::lookupPath(const Tree& tree, const syntax::Expression& path) {
  Found found = lookupGlobal(tree[tree.at(path.parts, 0)].name);
  for (std::size_t i = 1; found && i < path.parts.count; ++i) {
    if (!found.isClass) return {};
    const syntax::Part& part = tree[tree.at(path.parts, i)];
    const InstanceId in = classNode(classFound(found));
    found = memberOf(in, part.name);
    if (!found) return {};
    if (!visibility_.requireAccess(in, found, tree.range(part.span))) {
      (void)tree_.reportOnce(tree.range(path.span), "import");  // that it is not found then is no news
      return {};
    }
  }
  return found;
}

/// The element `name` of the package A.B, as import A.B.* or A.B.{name} give it.
Found Lookup::lookupIn(const Tree& tree, const syntax::Expression& path, Symbol name, bool isListed) {
  const Found package = lookupPath(tree, path);
  if (!package || !package.isClass) {
    reportUnknownImport(tree, path, name);
    return {};
  }
  const InstanceId in = classNode(classFound(package));
  const Found found = memberOf(in, name);
  if (!found) return {};
  requirePackage(in, tree.range(path.span));
  if (isListed && !visibility_.requireAccess(in, found, tree.range(path.span))) {
    (void)tree_.reportOnce(tree.range(path.span), "import");
    return {};
  }
  if (!isListed && tree_[in].layout->members[found.slot].isProtected) return {};
  return found;
}

void Lookup::requirePackage(InstanceId in, SourceRange where) {
  if (tree_[in].kind == syntax::ClassKind::package || in == InstanceTree::global || !tree_.reportOnce(where, "import"))
    return;
  diagnostics_
      .error("import", where, fmt::format("{} is no package: nothing can be imported from it", tree_.typeName(in)))
      .note(fmt::format("it is defined at {}", sources_.describeLine(tree_[in].declared)));
}

// ----------------------------------------------------------------------------------------------------------- classes

ClassInContext Lookup::classMember(InstanceId node, std::uint32_t slot) {
  const Member& member = tree_[node].layout->members[slot];
  if (auto inner = innerOuter_.innerClass(node, member)) return std::move(*inner);
  ClassInContext result = redeclarations_.classOf(node, member, redeclarations_.layersOf(node, member));
  result.home = node;
  result.slot = slot;
  if (node == InstanceTree::global) result.enclosing = {InstanceTree::global, ClassRef::none};
  return result;
}

ClassInContext Lookup::classFound(const Found& found) {
  if (found.predefined) return {.predefined = found.predefined};
  return classMember(found.node, found.slot);
}

InstanceId Lookup::classNode(const ClassInContext& found) {
  for (const auto& [slot, node] : tree_[found.home].classNodes)
    if (slot == found.slot) return node;
  const InstanceId id = tree_.addNode(found.home, classes_[found.type].node().name);
  tree_[found.home].classNodes.emplace_back(found.slot, id);
  Instance& node = tree_[id];
  node.sort = NodeSort::classNode;
  node.layers = found.layers;
  node.kind = classes_[found.type].node().kind;
  node.declared = classes_[found.type].tree->range(classes_[found.type].node().nameSpan);
  node.layout = layouts_.beginLayout(found.type, found.enclosing);
  layouts_.completeLayout(*node.layout);
  if (!redeclarations_.fits(found)) tree_[id].isBroken = true;
  return id;
}

std::optional<ClassInContext> Lookup::resolveClass(Scope scope, const Tree& tree, syntax::ExpressionId name,
                                                   Reporting reporting) {
  const Symbol first = tree[tree.at(tree[name].parts, 0)].name;
  return resolveFrom(tree[name].flag ? lookupGlobal(first) : lookup(scope, first), scope, tree, name, reporting);
}

std::optional<ClassInContext> Lookup::resolveFrom(Found found, Scope scope, const Tree& tree, syntax::ExpressionId name,
                                                  Reporting reporting) {
  const syntax::Expression& path = tree[name];
  const auto part = [&](std::size_t i) -> const syntax::Part& { return tree[tree.at(path.parts, i)]; };
  InstanceId in = InstanceId::none;
  bool isThroughComponent = false, isReplaceable = false;
  for (std::size_t i = 0; i < path.parts.count; ++i) {
    if (i > 0) {
      in = found.predefined ? InstanceId::none
           : found.isClass  ? classNode(classFound(found))
                            : innerOuter_.named(found.node, found.slot);
      if (in == InstanceId::none || tree_[in].isBroken) return std::nullopt;
      const bool isComponent = !found.isClass;
      if (tree_[in].isConditional()) {
        if (tree_.reportOnce(tree.range(path.span), "absent"))
          diagnostics_
              .breach("absent", tree.range(path.span),
                      fmt::format("'{}' belongs to a conditional component", sources_.text(tree.range(path.span))))
              .hint("only connect() may name it");
        if (reporting == Reporting::errors && diagnostics_.isStrict) return std::nullopt;
      }
      found = memberOf(in, part(i).name);
      // Only functions can be named through a component, and all between them are classes.
      if (isThroughComponent && !isComponent && found && !found.isClass) return std::nullopt;
      isThroughComponent |= isComponent;
    }
    if (!found) {
      const bool isKnownFault = in != InstanceId::none && tree_[in].layout && tree_[in].layout->isBroken;
      if (reporting == Reporting::errors && !isKnownFault) reportUnknownClass(scope, tree, part(i), in);
      return std::nullopt;
    }
    if (i > 0 && !visibility_.requireAccess(in, found, tree.range(part(i).span)) && reporting == Reporting::errors)
      return std::nullopt;
    isReplaceable |= redeclarations_.isReplaceableClass(found);
    if (isThroughComponent && found.isClass && reporting == Reporting::errors) {
      if (tree_.reportOnce(tree.range(path.span), "unknown-class"))
        diagnostics_.error("unknown-class", tree.range(path.span),
                           fmt::format("'{}' leads through a component: only functions can be named that way",
                                       sources_.text(tree.range(path.span))));
      return std::nullopt;
    }
  }
  if (found.isClass) {
    ClassInContext result = classFound(found);
    result.isReplaceable = isReplaceable;
    return result;
  }
  if (reporting == Reporting::errors && tree_.reportOnce(tree.range(path.span), "unknown-class"))
    diagnostics_.error("unknown-class", tree.range(path.span),
                       fmt::format("'{}' is a component, not a class", sources_.text(tree.range(path.span))));
  return std::nullopt;
}

std::vector<std::string_view> Lookup::visibleNames(Scope scope, bool classesOnly) {
  std::vector<std::string_view> names;
  bool isEncapsulated = false;
  while (scope.instance != InstanceId::none && tree_[scope.instance].layout) {
    const Layout* part = tree_[scope.instance].layout->part(scope.lexical);
    for (const Member& member : part->members)
      if (!classesOnly || member.isClass()) names.push_back(tree_.symbols().text(member.name));
    if (scope.instance == InstanceTree::global) break;
    isEncapsulated = classes_[part->type].node().isEncapsulated;
    if (isEncapsulated) break;
    scope = part->enclosing;
  }
  if (!isEncapsulated)
    for (const auto& [symbol, ref] : classes_.topLevel()) names.push_back(tree_.symbols().text(symbol));
  if (classesOnly) names.insert(names.end(), {"Real", "Integer", "Boolean", "String"});
  return names;
}

void Lookup::reportUnknownClass(Scope scope, const Tree& tree, const syntax::Part& part, InstanceId in) {
  const std::string_view text = tree_.symbols().text(part.name);
  if (!unknownClasses_.insert({tree.source, part.name}).second) return;  // once per file is enough
  Diagnostic& d = diagnostics_.error("unknown-class", tree.range(part.span),
                                     in == InstanceId::none
                                         ? fmt::format("there is no class '{}' here", text)
                                         : fmt::format("there is no class '{}' in {}", text, tree_.typeName(in)));
  std::vector<std::string_view> candidates;
  if (in == InstanceId::none && lookupGlobal(part.name)) {
    d.hint(fmt::format("the class here is encapsulated: write 'import {};' in it", text));
    return;
  }
  if (in == InstanceId::none)
    candidates = visibleNames(scope, true);
  else if (tree_[in].layout)
    for (const Member& member : tree_[in].layout->members)
      if (member.isClass()) candidates.push_back(tree_.symbols().text(member.name));
  const auto meant = nearest(text, candidates);
  if (meant) d.hint(fmt::format("did you mean '{}'?", *meant));
  if (in == InstanceId::none) hintAtPackageBeside(d, text, tree);
  for (const std::string& name : classes_.storedNamesLike(text, !meant))
    d.hint(fmt::format("the library has '{}'", name));
}

/// Loose files beside the model have been looked at; packages in folders are libraries.
void Lookup::hintAtPackageBeside(Diagnostic& d, std::string_view text, const Tree& tree) const {
  const std::filesystem::path file(sources_[tree.source].name());
  const std::string folder = file.has_parent_path() ? file.parent_path().string() : ".";
  const std::string package = std::string(text) + "/package.mo";
  std::error_code status;
  if (std::filesystem::is_regular_file(std::filesystem::path(folder) / package, status))
    d.hint(fmt::format("{} lies beside this file: add '--library {}'", package, folder));
}

void Lookup::reportUnknownName(const ScopedExpression& reference, std::size_t i, InstanceId in, const Layout* seenAs) {
  const Tree& tree = *reference.tree;
  const syntax::Expression& path = tree[reference.expression];
  const syntax::Part& part = tree[tree.at(path.parts, i)];
  const std::string_view text = tree_.symbols().text(part.name);
  if (unknownClasses_.contains({tree.source, part.name})) return;  // an import that leads nowhere
  if (!tree_.reportOnce(tree.range(part.span), "unknown-name")) return;
  if (in != InstanceId::none) {
    std::string whole;
    for (std::size_t k = 0; k <= i; ++k)
      whole += fmt::format("{}{}", k == 0 ? "" : ".", tree_.symbols().text(tree[tree.at(path.parts, k)].name));
    const std::string type =
        seenAs ? std::string(tree_.symbols().text(classes_[seenAs->type].node().name)) : tree_.typeName(in);
    Diagnostic& d = diagnostics_.error("unknown-name", tree.range(part.span),
                                       fmt::format("'{}' is not a component of {}", whole, type));
    d.note(seenAs ? tree_.describeElements(*seenAs) : tree_.describeElements(in));
    if (seenAs) return;
    if (const auto meant = nearest(text, tree_.elementNames(in))) d.hint(fmt::format("did you mean '{}'?", *meant));
    return;
  }
  const InstanceId scope = reference.scope.instance;
  const bool isGlobal = path.flag || scope == InstanceId::none || scope == InstanceTree::global;
  Diagnostic& d = diagnostics_.error("unknown-name", tree.range(part.span),
                                     isGlobal ? fmt::format("there is no '{}' at the top level", text)
                                              : fmt::format("'{}' is not declared in {}", text, tree_.typeName(scope)));
  if (isGlobal) return;
  if (const Layout* layout = tree_[scope].layout)
    if (const auto removal = std::ranges::find(layout->removals, part.name, &Removal::component);
        removal != layout->removals.end()) {
      d.note(fmt::format("it is left out at {}", sources_.describeLine(removal->where)));
      return;
    }
  d.note(tree_.describeElements(scope));
  if (const auto meant = nearest(text, visibleNames(reference.scope, false)))
    d.hint(fmt::format("did you mean '{}'?", *meant));
}

}  // namespace dashpot::model
