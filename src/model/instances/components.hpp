// model/instances/components.hpp
//
// Makes the components of the instance tree: types, sizes, conditions. A component is made when it is first asked for,
// because a size or a condition may depend on parameters that are declared later; `expand` makes the rest, in the order
// of declaration.
#pragma once

#include "model/instances/instance_tree.hpp"

#include <optional>
#include <vector>

namespace dashpot::model {

class ComponentTypes;
class ComponentValues;
class DeclarationRules;
class InnerOuter;
class Layouts;
class Leaves;
class Lookup;
class Redeclarations;
class Visibility;
struct Translator;

class Components {
 public:
  Components(InstanceTree& tree, Translator& translator, Layouts& layouts, Lookup& lookup, Visibility& visibility,
             Redeclarations& redeclarations, ComponentTypes& types, DeclarationRules& declarationRules,
             InnerOuter& innerOuter, Leaves& leaves, ComponentValues& values)
      : tree_(tree),
        translator_(translator),
        layouts_(layouts),
        lookup_(lookup),
        visibility_(visibility),
        redeclarations_(redeclarations),
        types_(types),
        declarationRules_(declarationRules),
        innerOuter_(innerOuter),
        leaves_(leaves),
        values_(values),
        classes_(tree.classes()),
        sources_(tree.sources()),
        model_(tree.model()),
        diagnostics_(tree.diagnostics()),
        selectors_(tree.selectors()) {}

  /// The instance of the model itself and all below it.
  void build(ClassRef type);
  /// The component `slot` of an instance, made if it is new.
  InstanceId child(InstanceId parent, std::uint32_t slot);
  /// Makes all that is below.
  void expand(InstanceId id);
  /// Sizes, which must be known now; an open one (:) is that of the value. Empty: it has been reported.
  std::optional<Dimensions> dimensions(InstanceId id, const std::vector<ScopedExpression>& sizes, const Layers& layers);
  /// Whether there is an expandable connector.
  [[nodiscard]] bool hasExpandable() const { return hasExpandable_; }

 private:
  void make(InstanceId id, const Member& member);
  [[nodiscard]] bool isOverconstrained(const ResolvedType& type);
  void makeComposite(InstanceId id, const ResolvedType& type, Layers layers);
  void makeArray(InstanceId id, const ResolvedType& type, Dimensions sizes, const Layers& layers);
  bool fitsIntoMemory(std::size_t more, SourceRange where);

  bool hasExpandable_ = false;

  InstanceTree& tree_;
  Translator& translator_;
  Layouts& layouts_;
  Lookup& lookup_;
  Visibility& visibility_;
  Redeclarations& redeclarations_;
  ComponentTypes& types_;
  DeclarationRules& declarationRules_;
  InnerOuter& innerOuter_;
  Leaves& leaves_;
  ComponentValues& values_;
  ClassTable& classes_;
  const Sources& sources_;
  FlatModel& model_;
  Diagnostics& diagnostics_;
  Selectors& selectors_;
};

}  // namespace dashpot::model
