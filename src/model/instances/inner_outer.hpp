// model/instances/inner_outer.hpp
//
// Components and classes that lie further up in the instance tree (Modelica 3.6, section 5.4).
//
// An outer element stands for the nearest inner one of its name in what surrounds it. One that is both is two: the
// inner one, which it is to the components below and which its modifications concern, and the outer one, which its name
// means in its own class.
#pragma once

#include "model/instances/instance_tree.hpp"

#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace dashpot::model {

class Components;
class Layouts;
class Lookup;
class Redeclarations;
class Subtypes;

class InnerOuter {
 public:
  InnerOuter(InstanceTree& tree, Layouts& layouts, Lookup& lookup, Redeclarations& redeclarations, Subtypes& subtypes,
             Components& components)
      : tree_(tree),
        layouts_(layouts),
        lookup_(lookup),
        redeclarations_(redeclarations),
        subtypes_(subtypes),
        components_(components),
        classes_(tree.classes()),
        sources_(tree.sources()),
        model_(tree.model()),
        diagnostics_(tree.diagnostics()),
        modifiers_(tree.modifiers()) {}

  /// Finds what an outer component stands for. True: there is nothing left to make.
  bool isElsewhere(InstanceId id, const ResolvedType& type, const std::vector<ScopedExpression>& sizes,
                   const Layers& layers);
  /// The inner class that an outer one stands for; none: it is not outer, or there is no inner one.
  std::optional<ClassInContext> innerClass(InstanceId node, const Member& outer);
  /// The component `slot` as its name means it: of one that is inner and outer, the outer one.
  InstanceId named(InstanceId parent, std::uint32_t slot);
  /// What was added to the top of the model under that name, because an outer component needs it.
  [[nodiscard]] Found addedInner(Symbol name) const;
  /// The type that an outer component promises, which hides what its inner one has beyond it; null: there is none.
  [[nodiscard]] Layout* seenAs(InstanceId owner, Symbol name) const;

 private:
  InstanceId findInner(InstanceId outer);
  bool addInner(InstanceId outer, const ResolvedType& type);
  bool fitsOuter(InstanceId id, const ResolvedType& type, const std::vector<ScopedExpression>& sizes);
  void refuseModification(std::string_view outer, SourceRange declared, const Layers& layers);

  std::unordered_map<Symbol, InstanceId> addedInners_;         // for outer ones that have none
  std::map<std::pair<InstanceId, Symbol>, Layout*> promised_;  // by owner and name: what an outer one is seen as

  InstanceTree& tree_;
  Layouts& layouts_;
  Lookup& lookup_;
  Redeclarations& redeclarations_;
  Subtypes& subtypes_;
  Components& components_;
  ClassTable& classes_;
  const Sources& sources_;
  FlatModel& model_;
  Diagnostics& diagnostics_;
  ModifierReader& modifiers_;
};

}  // namespace dashpot::model
