// model/instances/declaration_rules.hpp
//
// Rules that the declaration of a component and its modifications must keep to.
#pragma once

#include "model/instances/instance_tree.hpp"

namespace dashpot::model {

class Layouts;

class DeclarationRules {
 public:
  DeclarationRules(InstanceTree& tree, Layouts& layouts)
      : tree_(tree),
        layouts_(layouts),
        classes_(tree.classes()),
        sources_(tree.sources()),
        diagnostics_(tree.diagnostics()) {}

  /// True: there can be no component of this type here, which has been reported.
  bool refuse(InstanceId id, const ResolvedType& type, const syntax::Tree& tree, const syntax::Component& component);
  /// Holds a component to the demands of its prefixes on its type (Modelica 3.6, section 4.4.2.2) and of its kind.
  bool refusePrefixes(InstanceId id, const ResolvedType& type, const syntax::Component& component);
  /// Every name in a modification must be that of an element.
  void requireElements(Layout& layout, const Layers& layers);
  /// Of an expandable connector: what is only potentially present is not given a value (Modelica 3.6, section 9.1.3).
  void requireNoValues(const Layers& layers);
  /// Final elements are not modified from outside.
  void requireNotFinal(const Member& member, const Layers& layers);
  /// A modification of something that the class does not have.
  void reportUnknownElement(const Modifier& modifier, Layout& layout);

 private:
  InstanceTree& tree_;
  Layouts& layouts_;
  ClassTable& classes_;
  const Sources& sources_;
  Diagnostics& diagnostics_;
};

}  // namespace dashpot::model
