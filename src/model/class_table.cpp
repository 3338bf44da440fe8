#include "model/class_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace dashpot::model {

namespace {

// A chain of base classes longer than this is a circle.
constexpr int inheritanceLimit = 100;

ClassRef findIn(const std::vector<std::pair<Symbol, ClassRef>>& list, Symbol name) {
  for (const auto& [symbol, ref] : list)
    if (symbol == name) return ref;
  return ClassRef::none;
}

void checkName(const std::vector<std::pair<Symbol, ClassRef>>& neighbours, const syntax::Tree& tree, syntax::ClassId id,
               const Symbols& symbols, Diagnostics& diagnostics) {
  const std::string_view name = symbols.text(tree[id].name);
  if (isReserved(name))
    diagnostics.error("reserved-name", tree.range(tree[id].nameSpan),
                      fmt::format("'{}' is a name of the language: give the class another one", name));
  else if (findIn(neighbours, tree[id].name) != ClassRef::none)
    diagnostics.error("duplicate-name", tree.range(tree[id].nameSpan),
                      fmt::format("there is a class '{}' already in the same place", name));
}

}  // namespace

bool isReserved(std::string_view name) {
  constexpr std::array<std::string_view, 5> names{"Real", "Integer", "Boolean", "String", "time"};
  return std::ranges::find(names, name) != names.end();
}

void ClassTable::add(const syntax::Tree& tree, Diagnostics& diagnostics) {
  for (const syntax::ClassId id : tree.items(tree.classes)) {
    checkName(topLevel_, tree, id, symbols_, diagnostics);
    const ClassRef ref = addClass(tree, id, ClassRef::none, diagnostics);
    topLevel_.emplace_back(tree[id].name, ref);
  }
}

ClassRef ClassTable::addClass(const syntax::Tree& tree, syntax::ClassId id, ClassRef enclosing,
                              Diagnostics& diagnostics) {
  const auto ref = static_cast<ClassRef>(entries_.size());
  entries_.push_back({&tree, id, enclosing});
  for (const syntax::ElementId element : tree.items(tree[id].elements)) {
    if (tree[element].kind != syntax::ElementKind::classDefinition) continue;
    const syntax::ClassId child = tree[element].classDefinition;
    checkName(entries_[static_cast<std::size_t>(ref)].nested, tree, child, symbols_, diagnostics);
    const ClassRef childRef = addClass(tree, child, ref, diagnostics);
    entries_[static_cast<std::size_t>(ref)].nested.emplace_back(tree[child].name, childRef);
  }
  return ref;
}

std::string ClassTable::qualifiedName(ClassRef ref) const {
  std::string name;
  for (; ref != ClassRef::none; ref = (*this)[ref].enclosing) {
    const std::string_view own = symbols_.text((*this)[ref].node().name);
    name = name.empty() ? std::string(own) : std::string(own) + '.' + name;
  }
  return name;
}

ClassRef ClassTable::findQualified(std::string_view name) const {
  ClassRef at = ClassRef::none;
  while (!name.empty()) {
    const std::size_t dot = std::min(name.find('.'), name.size());
    const Symbol part = symbols_.find(name.substr(0, dot));
    at = at == ClassRef::none ? findIn(topLevel_, part) : findIn((*this)[at].nested, part);
    if (at == ClassRef::none) return at;
    name.remove_prefix(std::min(dot + 1, name.size()));
  }
  return at;
}

ClassRef ClassTable::member(ClassRef scope, Symbol name) const { return inherited(scope, name, 0); }

ClassRef ClassTable::inherited(ClassRef scope, Symbol name, int depth) const {
  if (const ClassRef own = findIn((*this)[scope].nested, name); own != ClassRef::none || depth > inheritanceLimit)
    return own;
  const ClassEntry& entry = (*this)[scope];
  for (const syntax::ElementId id : entry.tree->items(entry.node().elements)) {
    const syntax::Element& element = (*entry.tree)[id];
    if (element.kind != syntax::ElementKind::extends) continue;
    const syntax::Expression& reference = (*entry.tree)[element.name];
    // The base class itself is looked up without inherited names, or look-up would chase its own tail.
    const Symbol first = (*entry.tree)[entry.tree->at(reference.parts, 0)].name;
    ClassRef base = ClassRef::none;
    for (ClassRef at = scope; at != ClassRef::none && base == ClassRef::none; at = (*this)[at].enclosing)
      base = findIn((*this)[at].nested, first);
    if (base == ClassRef::none) base = findIn(topLevel_, first);
    for (std::size_t i = 1; i < reference.parts.count && base != ClassRef::none; ++i)
      base = inherited(base, (*entry.tree)[entry.tree->at(reference.parts, i)].name, depth + 1);
    if (base == ClassRef::none || base == scope) continue;
    if (const ClassRef found = inherited(base, name, depth + 1); found != ClassRef::none) return found;
  }
  return ClassRef::none;
}

ClassRef ClassTable::visible(ClassRef scope, Symbol name) const {
  for (ClassRef at = scope; at != ClassRef::none; at = (*this)[at].enclosing) {
    if (const ClassRef found = member(at, name); found != ClassRef::none) return found;
    if ((*this)[at].node().name == name && (*this)[at].enclosing == ClassRef::none) return at;
    if ((*this)[at].node().isEncapsulated) break;
  }
  return findIn(topLevel_, name);
}

ClassTable::Resolution ClassTable::resolve(ClassRef scope, const syntax::Tree& tree,
                                           const syntax::Expression& reference) const {
  const auto part = [&](std::size_t i) { return tree[tree.at(reference.parts, i)].name; };
  Resolution result;
  ClassRef at = reference.flag ? findIn(topLevel_, part(0)) : visible(scope, part(0));
  for (std::size_t i = 1; at != ClassRef::none && i < reference.parts.count; ++i) {
    result.lastFound = at;
    result.failedPart = i;
    at = member(at, part(i));
  }
  result.found = at;
  return result;
}

std::vector<ClassRef> ClassTable::bases(ClassRef ref) const {
  std::vector<ClassRef> result;
  const ClassEntry& entry = (*this)[ref];
  for (const syntax::ElementId id : entry.tree->items(entry.node().elements)) {
    const syntax::Element& element = (*entry.tree)[id];
    if (element.kind != syntax::ElementKind::extends) continue;
    const ClassRef base = resolve(ref, *entry.tree, (*entry.tree)[element.name]).found;
    if (base != ClassRef::none) result.push_back(base);
  }
  return result;
}

std::vector<std::string_view> ClassTable::visibleNames(ClassRef scope) const {
  std::vector<std::string_view> names{"Real", "Integer", "Boolean"};
  for (ClassRef at = scope; at != ClassRef::none; at = (*this)[at].enclosing)
    for (const auto& [symbol, ref] : (*this)[at].nested) names.push_back(symbols_.text(symbol));
  for (const auto& [symbol, ref] : topLevel_) names.push_back(symbols_.text(symbol));
  return names;
}

}  // namespace dashpot::model
