// model/lookup/layouts.hpp
//
// Classes with all that they inherit (Modelica 3.6, chapter 7). A layout is made once for all instances of a class in
// one place. An extends clause may leave out components and connections of its base (section 7.4).
#pragma once

#include "model/instances/instance_tree.hpp"

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace dashpot::model {

class ClassRestrictions;
class ComponentTypes;
class DeclarationRules;
class Lookup;
class Redeclarations;

class Layouts {
 public:
  Layouts(InstanceTree& tree, Lookup& lookup, Redeclarations& redeclarations, ComponentTypes& types,
          ClassRestrictions& classRestrictions, DeclarationRules& declarationRules);

  /// A class with all it inherits.
  Layout* layoutOf(ClassRef type, Scope enclosing);
  /// The layout with the classes written in it: enough to find a base class in a package that is still being read.
  Layout* beginLayout(ClassRef type, Scope enclosing);
  void completeLayout(Layout& layout);
  /// noSlot: there is no such element.
  std::uint32_t findSlot(Layout& layout, Symbol name);
  /// Whether the connection is left out where the class that has it is extended.
  [[nodiscard]] bool isLeftOut(Scope scope, const syntax::Tree& tree, const syntax::Statement& connect) const;
  /// Only what has equations or connections of its own can be left out.
  void requireRemovable(InstanceId id);

 private:
  void inherit(Layout& layout, const ClassInContext& base, const syntax::Tree& tree, syntax::Span where,
               Layer modification, bool isProtected);
  void addMember(Layout& layout, Member member);
  void requireNothingBeside(Layout& layout);
  void redeclareMember(Layout& layout, const syntax::Tree& tree, syntax::ElementId id);
  std::optional<ClassInContext> extended(const Layout& layout);
  bool isExternalObject(const syntax::Tree& tree, syntax::ExpressionId base);
  std::optional<ClassInContext> baseClass(Layout& layout, const syntax::Tree& tree, syntax::ExpressionId name);
  std::vector<Removal> removals(Layout& base, const Modifier& modification);

  struct Key {
    ClassRef type;
    Scope enclosing;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      std::size_t h = static_cast<std::size_t>(key.type);
      h = h * 0x9e3779b97f4a7c15ull + static_cast<std::size_t>(key.enclosing.instance);
      return h * 0x9e3779b97f4a7c15ull + static_cast<std::size_t>(key.enclosing.lexical);
    }
  };
  std::unordered_map<Key, std::unique_ptr<Layout>, Hash> layouts_;
  int inheritanceDepth_ = 0;  // of the layouts that are being made

  InstanceTree& tree_;
  Lookup& lookup_;
  Redeclarations& redeclarations_;
  ComponentTypes& types_;
  ClassRestrictions& classRestrictions_;
  DeclarationRules& declarationRules_;
  ClassTable& classes_;
  const Sources& sources_;
  Diagnostics& diagnostics_;
  ModifierReader& modifiers_;
  Selectors& selectors_;
};

}  // namespace dashpot::model
