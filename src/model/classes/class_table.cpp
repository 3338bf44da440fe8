#include "model/classes/class_table.hpp"

#include "base/nearest.hpp"
#include "model/external/random_functions.hpp"
#include "syntax/parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace dashpot::model {

namespace {

constexpr std::string_view predefinedClasses =
    "type StateSelect = enumeration(never, avoid, default, prefer, always);\n"
    "type AssertionLevel = enumeration(warning, error);\n"
    "type Clock = enumeration(tick);\n";

/// What a flat model prints and writes matrices by.
constexpr std::string_view printFunctions =
    "function '$print' input String string; input String fileName = \"\"; "
    "external \"C\" ModelicaInternal_print(string, fileName); end '$print';\n"
    "function '$writeMatrix' input String fileName; input String name; input Real matrix[:, :]; input Boolean append; "
    "external \"C\" ModelicaIO_writeRealMatrix(fileName, name, matrix, size(matrix, 1), size(matrix, 2), append, "
    "\"4\"); "
    "end '$writeMatrix';\n";

}  // namespace

bool isReserved(std::string_view name) {
  constexpr std::array<std::string_view, 5> names{"Real", "Integer", "Boolean", "String", "time"};
  return std::ranges::find(names, name) != names.end();
}

bool isTakenByPredefined(std::string_view name) {
  return name == "StateSelect" || name == "AssertionLevel" || name == "ExternalObject";
}

bool isPredefinedClass(std::string_view name) {
  return name == "StateSelect" || name == "AssertionLevel" || name == "Clock";
}

ClassTable::ClassTable(Symbols& symbols) : symbols_(symbols) { addPredefined(); }
ClassTable::~ClassTable() = default;

void ClassTable::addPredefined() {
  Sources sources;
  Diagnostics diagnostics;
  const SourceId id = sources.add(
      "predefined", std::string(predefinedClasses) + std::string(printFunctions) + std::string(randomFunctions));
  predefinedTree_ = std::make_unique<syntax::Tree>(syntax::parse(id, sources, symbols_, diagnostics));
  predefinedTree_->source = SourceId::none;
  for (const syntax::ClassId child : predefinedTree_->items(predefinedTree_->classes))
    predefined_.emplace((*predefinedTree_)[child].name, addClass(*predefinedTree_, child, ClassRef::none, diagnostics));
}

void ClassTable::add(const syntax::Tree& tree, Diagnostics& diagnostics) {
  for (const syntax::ClassId id : tree.items(tree.classes)) {
    if (tree[id].name == Symbol::none) continue;  // after a syntax error
    const std::string_view name = symbols_.text(tree[id].name);
    if (topLevelByName_.contains(tree[id].name))
      diagnostics.error("duplicate-name", tree.range(tree[id].nameSpan),
                        fmt::format("there is a class '{}' already in the same place", name));
    const ClassRef ref = addClass(tree, id, ClassRef::none, diagnostics);
    topLevel_.emplace_back(tree[id].name, ref);
    topLevelByName_.emplace(tree[id].name, ref);
  }
}

ClassRef ClassTable::addClass(const syntax::Tree& tree, syntax::ClassId id, ClassRef enclosing,
                              Diagnostics& diagnostics) {
  const auto ref = static_cast<ClassRef>(entries_.size());
  ClassEntry& entry = entries_.emplace_back(ClassEntry{.tree = &tree, .id = id, .enclosing = enclosing});
  defined_.emplace(&tree[id], ref);
  if (const Symbol own = tree[id].name; own != Symbol::none && isReserved(symbols_.text(own)))
    diagnostics.error(
        "reserved-name", tree.range(tree[id].nameSpan),
        fmt::format("'{}' is a name of the language: give the class another one", symbols_.text(tree[id].name)));
  else if (own != Symbol::none && isTakenByPredefined(symbols_.text(own)))
    diagnostics.breach("reserved-name", tree.range(tree[id].nameSpan),
                       fmt::format("'{}' is a class of the language: give this one another name", symbols_.text(own)));
  for (const syntax::ElementId element : tree.items(tree[id].elements)) {
    if (tree[element].kind != syntax::ElementKind::classDefinition) continue;
    const syntax::ClassId child = tree[element].classDefinition;
    if (tree[child].name == Symbol::none) continue;
    const std::string_view name = symbols_.text(tree[child].name);
    if (entry.nestedByName.contains(tree[child].name))
      diagnostics.error("duplicate-name", tree.range(tree[child].nameSpan),
                        fmt::format("there is a class '{}' already in the same place", name));
    const ClassRef childRef = addClass(tree, child, ref, diagnostics);
    entry.nested.emplace_back(tree[child].name, childRef);
    entry.nestedByName.emplace(tree[child].name, childRef);
  }
  return ref;
}

ClassRef ClassTable::define(const syntax::Tree& tree, syntax::ClassId id, ClassRef enclosing) {
  if (const auto found = defined_.find(&tree[id]); found != defined_.end()) return found->second;
  Diagnostics none;
  return addClass(tree, id, enclosing, none);
}

std::string ClassTable::qualifiedName(ClassRef ref) const {
  std::string name;
  for (; ref != ClassRef::none; ref = (*this)[ref].enclosing) {
    const Symbol symbol = (*this)[ref].node().name;
    const std::string_view own = symbol == Symbol::none ? "?" : symbols_.text(symbol);
    name = name.empty() ? std::string(own) : std::string(own) + '.' + name;
  }
  return name;
}

ClassRef ClassTable::nested(ClassRef scope, Symbol name) {
  const auto find = [&](const std::unordered_map<Symbol, ClassRef>& names) {
    const auto found = names.find(name);
    return found == names.end() ? ClassRef::none : found->second;
  };
  if (name == Symbol::none) return ClassRef::none;
  if (scope != ClassRef::none) {
    const ClassRef written = find((*this)[scope].nestedByName);
    const StoredId package = (*this)[scope].stored;
    if (written != ClassRef::none || !library_ || package == StoredId::none) return written;
    return load(scope, library_->child(package, name));
  }
  if (const ClassRef written = find(topLevelByName_); written != ClassRef::none) return written;
  if (const ClassRef ours = find(predefined_); ours != ClassRef::none || !library_) return ours;
  const ClassRef stored = load(ClassRef::none, library_->topLevel(symbols_.text(name)));
  return stored == ClassRef::none && neighbours_ ? neighbour(name) : stored;
}

ClassRef ClassTable::neighbour(Symbol name) {
  const auto found = neighbours_->find(name, *libraryDiagnostics_);
  if (found.empty()) return ClassRef::none;
  const auto& [tree, id] = found.front();
  const ClassRef ref = addClass(*tree, id, ClassRef::none, *libraryDiagnostics_);
  topLevel_.emplace_back(name, ref);
  topLevelByName_.emplace(name, ref);
  for (std::size_t i = 1; i < found.size(); ++i)
    libraryDiagnostics_
        ->error("duplicate-name", found[i].tree->range((*found[i].tree)[found[i].id].nameSpan),
                fmt::format("another file beside the model has a class '{}', too", symbols_.text(name)))
        .hint("take one of them out of the folder, or make a package of what belongs together");
  return ref;
}

ClassRef ClassTable::load(ClassRef package, StoredId stored) {
  if (stored == StoredId::none) return ClassRef::none;
  const syntax::Tree* tree = library_->load(stored, *libraryDiagnostics_);
  if (!tree) return ClassRef::none;
  const ClassRef ref = addClass(*tree, tree->at(tree->classes, 0), package, *libraryDiagnostics_);
  ClassEntry& entry = entries_[static_cast<std::size_t>(ref)];
  const Symbol name = entry.node().name;
  entry.stored = stored;
  if (package == ClassRef::none) {
    topLevel_.emplace_back(name, ref);
    topLevelByName_.emplace(name, ref);
  } else {
    ClassEntry& above = entries_[static_cast<std::size_t>(package)];
    above.nested.emplace_back(name, ref);
    above.nestedByName.emplace(name, ref);
  }
  return ref;
}

std::vector<std::string> ClassTable::storedNamesLike(std::string_view name, bool alsoSimilar) const {
  constexpr std::size_t mostNames = 3, mostFilesRead = 200;
  if (!library_ || name.empty()) return {};
  std::size_t best = alsoSimilar ? plausibleDistance(name) : 0;
  std::vector<std::string> found;
  const auto offer = [&](Symbol own, const auto& qualified) {
    const std::size_t distance = editDistance(name, symbols_.text(own));
    if (distance > best) return;
    if (distance < best) found.clear();
    best = distance;
    if (found.size() < mostNames) found.push_back(qualified());
  };
  std::vector<StoredId> stored;
  for (const Symbol symbol : library_->topLevelNames()) stored.push_back(library_->topLevel(symbols_.text(symbol)));
  for (std::size_t i = 0; i < stored.size(); ++i)
    for (const StoredId child : library_->children(stored[i])) {
      offer((*library_)[child].name, [&] { return library_->qualifiedName(child); });
      stored.push_back(child);
    }
  // Classes inside of files are known only once these are read, which takes too long for a large library.
  if (stored.size() > mostFilesRead) return found;
  Diagnostics unheard;
  library_->load(stored, unheard);
  const auto offerNested = [&](const auto& self, const syntax::Tree& tree, syntax::ClassId id,
                               const std::string& scope) -> void {
    for (const syntax::ElementId element : tree.items(tree[id].elements)) {
      if (tree[element].kind != syntax::ElementKind::classDefinition) continue;
      const syntax::ClassId child = tree[element].classDefinition;
      const std::string qualified = scope + '.' + std::string(symbols_.text(tree[child].name));
      offer(tree[child].name, [&]() -> const std::string& { return qualified; });
      self(self, tree, child, qualified);
    }
  };
  for (const StoredId id : stored)
    if (const syntax::Tree* tree = library_->load(id, unheard))
      offerNested(offerNested, *tree, tree->at(tree->classes, 0), library_->qualifiedName(id));
  return found;
}

ClassRef ClassTable::findQualified(std::string_view name) {
  ClassRef at = ClassRef::none;
  while (!name.empty()) {
    const std::size_t dot = std::min(name.find('.'), name.size());
    at = nested(at, symbols_.intern(name.substr(0, dot)));
    if (at == ClassRef::none) return at;
    name.remove_prefix(std::min(dot + 1, name.size()));
  }
  return at;
}

std::optional<std::string> ClassTable::resource(std::string_view uri) const {
  const auto found = library_ ? findResource(*library_, uri) : std::nullopt;
  return found ? std::optional(found->file.string()) : std::nullopt;
}

}  // namespace dashpot::model
