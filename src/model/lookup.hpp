// model/lookup.hpp
//
// The meaning of a name in a scope (Modelica 3.6, chapter 5): elements of the class, what it inherits and imports, then
// the classes around it; and the nodes that stand for classes.
#pragma once

#include "model/instance_tree.hpp"

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

  Found lookup(Scope scope, Symbol name);
  Found lookupGlobal(Symbol name);
  Found memberOf(InstanceId node, Symbol name);
  ClassInContext classMember(InstanceId node, std::uint32_t slot);
  ClassInContext classFound(const Found& found);
  InstanceId classNode(const ClassInContext& found);
  std::optional<ClassInContext> resolveClass(Scope scope, const syntax::Tree& tree, syntax::ExpressionId name,
                                             Reporting reporting);
  std::optional<ClassInContext> resolveFrom(Found found, Scope scope, const syntax::Tree& tree,
                                            syntax::ExpressionId name, Reporting reporting);
  [[nodiscard]] std::vector<std::string_view> visibleNames(Scope scope, bool classesOnly);
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
  void hintAtFileBeside(Diagnostic& d, std::string_view text, const syntax::Tree& tree) const;

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
