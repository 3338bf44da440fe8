// editing/occurrences.hpp
//
// Where a file names a class or a component: declarations, types, equations, connections, modifiers, arguments of
// functions, imports, `end NAME`, and the text macros of icons ("%R"). For renaming, and for finding references.
//
// Names mean what they mean in Modelica (3.6, chapter 5): iterators hide components, nested classes their surroundings,
// what is inherited counts, `encapsulated` ends the search. The classes are asked as they are written, so that what is
// redeclared counts as what it is declared as; where a class is not in the table, names that lead through it are not
// found.
//
//   const Target pump{lift, symbols.find("pump")};                       // component `pump` of the class Lift
//   for (const Span span : occurrences(classes, sources, tree, pump)) ...
#pragma once

#include "base/source.hpp"
#include "model/classes/class_table.hpp"
#include "syntax/tree.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace dashpot::editing {

/// A class, or what a class declares: a component, or a literal of an enumeration.
struct Target {
  model::ClassRef scope = model::ClassRef::none;  // the class itself, or the one that has the declaration
  Symbol component = Symbol::none;                // none: the class
};

/// Whether two targets are one. A file that is open beside its library has each class twice, under one qualified name.
[[nodiscard]] bool isSame(const model::ClassTable& classes, const Target& a, const Target& b);

/// The target's own name.
[[nodiscard]] Symbol nameOf(const model::ClassTable& classes, const Target& target);

/// The class in the table that a class of the tree is. A tree that was not added to the table is put beneath the
/// package of its within-clause.
[[nodiscard]] model::ClassRef entryOf(model::ClassTable& classes, const Sources& sources, const syntax::Tree& tree,
                                      syntax::ClassId id);

/// Every identifier of the tree that names the target, declarations included, in the order of the text.
[[nodiscard]] std::vector<syntax::Span> occurrences(model::ClassTable& classes, const Sources& sources,
                                                    const syntax::Tree& tree, const Target& target);

/// What the identifier at a place names; empty: nothing that is in the table (a word of the language, an iterator).
[[nodiscard]] std::optional<Target> targetAt(model::ClassTable& classes, const Sources& sources,
                                             const syntax::Tree& tree, std::uint32_t offset);

/// Each identifier that is wanted and names something, in the order in which the tree is walked; the two above are made
/// of this.
struct NamedPlace {
  syntax::Span span = {};
  Symbol name = Symbol::none;
};
void forEachName(model::ClassTable& classes, const Sources& sources, const syntax::Tree& tree,
                 const std::function<bool(const NamedPlace&)>& isWanted,
                 const std::function<void(const NamedPlace&, const Target&)>& found);

}  // namespace dashpot::editing
