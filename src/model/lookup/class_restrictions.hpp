// model/lookup/class_restrictions.hpp
//
// The elements and bases that a class of each kind may have (Modelica 3.6, sections 4.6 and 7.1.3).
#pragma once

#include "model/instances/instance_tree.hpp"

#include <unordered_set>

namespace dashpot::model {

class ClassRestrictions {
 public:
  explicit ClassRestrictions(InstanceTree& tree)
      : tree_(tree), classes_(tree.classes()), sources_(tree.sources()), diagnostics_(tree.diagnostics()) {}

  /// Elements of a class must be of the sort that its kind allows. Each class is looked at once.
  void requireRestrictions(ClassRef ref);
  /// The kinds of a class and its base must go together. `base` none: a predefined type.
  bool requireBaseKind(ClassRef derived, ClassRef base, SourceRange where);
  /// An operator record is extended by a short definition only (Modelica 3.6, section 14.2).
  void requireNoLongOperatorRecord(ClassRef derived, ClassRef base, SourceRange where);
  /// The literals of an enumeration differ from one another and from the attributes (Modelica 3.6, section 4.9.5).
  void requireLiterals(ClassRef ref);

 private:
  std::unordered_set<ClassRef> restricted_;  // classes that have been looked at

  InstanceTree& tree_;
  ClassTable& classes_;
  const Sources& sources_;
  Diagnostics& diagnostics_;
};

}  // namespace dashpot::model
