// model/lookup/lookup.hpp
//
// The meaning of a name in a scope (Modelica 3.6, chapter 5): elements of the class, what it inherits and imports, then
// the classes around it; and the nodes that stand for classes.
#pragma once

#include "model/instances/instance_tree.hpp"

#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace dashpot::model {

class InnerOuter;
class Layouts;
class Redeclarations;
class Visibility;

class Lookup {
 public:
  Lookup(InstanceTree& tree, Layouts& layouts, Visibility& visibility, Redeclarations& redeclarations,
         InnerOuter& innerOuter);

  /// A name as it is written in a class. Nothing is found: nothing has been reported.
  Found lookup(Scope scope, Symbol name);
  /// Of a class at the top level.
  Found lookupGlobal(Symbol name);
  /// An element of one node alone.
  Found memberOf(InstanceId node, Symbol name);
  /// The class that an element is, after redeclarations; of an outer one: the inner one.
  ClassInContext classMember(InstanceId node, std::uint32_t slot);
  ClassInContext classFound(const Found& found);
  /// The node that stands for a class, made if it is new.
  InstanceId classNode(const ClassInContext& found);
  /// A.B.C as it is written; `resolveFrom`: its first name has been found.
  std::optional<ClassInContext> resolveClass(Scope scope, const syntax::Tree& tree, syntax::ExpressionId name,
                                             Reporting reporting);
  std::optional<ClassInContext> resolveFrom(Found found, Scope scope, const syntax::Tree& tree,
                                            syntax::ExpressionId name, Reporting reporting);
  /// Every name that can be used here, for hints.
  [[nodiscard]] std::vector<std::string_view> visibleNames(Scope scope, bool classesOnly);
  /// Part `i` of a reference is not found; `in`: what the parts before lead to; `seenAs`: the type it is seen as.
  void reportUnknownName(const ScopedExpression& reference, std::size_t i, InstanceId in,
                         const Layout* seenAs = nullptr);
  /// The first name counts that is imported by itself, then those that are imported with all others of a package.
  Found lookupImport(ClassRef importer, Symbol name);
  /// Names that encapsulated classes know, too: the classes of the language.
  Found lookupPredefined(Symbol name);
  /// The name of a predefined type: "Real".
  [[nodiscard]] std::string_view nameOf(Type predefined) const;

 private:
  void reportUnknownImport(const syntax::Tree& tree, const syntax::Expression& path, Symbol name);
  Found lookupPath(const syntax::Tree& tree, const syntax::Expression& path);
  Found lookupIn(const syntax::Tree& tree, const syntax::Expression& path, Symbol name, bool isListed);
  void requirePackage(InstanceId in, SourceRange where);
  void reportUnknownClass(Scope scope, const syntax::Tree& tree, const syntax::Part& part, InstanceId in);
  void hintAtPackageBeside(Diagnostic& d, std::string_view text, const syntax::Tree& tree) const;

  std::unordered_map<Symbol, Type> predefined_;
  std::unordered_map<std::uint64_t, Found> imports_;  // by importing class and name
  std::set<std::pair<SourceId, Symbol>> unknownClasses_;

  InstanceTree& tree_;
  Layouts& layouts_;
  Visibility& visibility_;
  Redeclarations& redeclarations_;
  InnerOuter& innerOuter_;
  ClassTable& classes_;
  const Sources& sources_;
  Diagnostics& diagnostics_;
};

}  // namespace dashpot::model
