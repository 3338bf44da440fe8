// model/lookup/redeclarations.hpp
//
// Elements after redeclarations, and what may replace them (Modelica 3.6, section 7.3).
//
// An element has a history: its declaration, and each redeclaration of it. The outermost counts. Each must fit the
// constraining type that the ones before it leave: the one written last, or else the type of the declaration.
#pragma once

#include "model/instances/instance_tree.hpp"

#include <map>
#include <utility>
#include <vector>

namespace dashpot::model {

class ComponentTypes;
class Lookup;
class Subtypes;

class Redeclarations {
 public:
  Redeclarations(InstanceTree& tree, Lookup& lookup, Subtypes& subtypes, ComponentTypes& types)
      : tree_(tree),
        lookup_(lookup),
        subtypes_(subtypes),
        types_(types),
        classes_(tree.classes()),
        sources_(tree.sources()),
        diagnostics_(tree.diagnostics()),
        modifiers_(tree.modifiers()),
        selectors_(tree.selectors()) {}

  /// A member as it is declared last.
  Declaration declaration(InstanceId node, const Member& member);
  /// All that modifies a member of an instance, outermost first.
  Layers layersOf(InstanceId node, const Member& member);
  /// A class member after redeclarations. `layers` are all that concern it, with InstanceId::none for `node`.
  ClassInContext classOf(InstanceId node, const Member& member, Layers layers);
  /// Whether a class may become another: what counts is how it was declared last.
  bool isReplaceableClass(const Found& found);
  /// Whether each step in the history of a member fits what the ones before it promise.
  bool fits(InstanceId owner, const Member& member);
  /// The same of a class that was found.
  bool fits(const ClassInContext& chosen);
  /// A class that is redeclared must fit, whether it is used or not.
  void requireFittingClass(InstanceId owner, std::uint32_t slot);

 private:
  bool fits(const ResolvedType& given, const ResolvedType& demanded, SourceRange where, const Member& member);
  void appendConstraints(Layers& to, InstanceId node, const Member& member, const Layers& layers);
  void appendOriginal(Layers& to, InstanceId node, const Member& member);
  [[nodiscard]] bool redeclaresSize(const Member& member, const Layer& redeclaration) const;
  void requireReplaceable(const Member& member, const Layers& layers);
  std::vector<Declaration> history(InstanceId owner, const Member& member);

  std::map<std::pair<const Member*, ClassRef>, bool> replacements_;  // whether this class can stand for the member

  InstanceTree& tree_;
  Lookup& lookup_;
  Subtypes& subtypes_;
  ComponentTypes& types_;
  ClassTable& classes_;
  const Sources& sources_;
  Diagnostics& diagnostics_;
  ModifierReader& modifiers_;
  Selectors& selectors_;
};

}  // namespace dashpot::model
