// model/lookup/visibility.hpp
//
// Names that may be used through a dot, and elements that may be modified from outside (Modelica 3.6, sections 4.1 and
// 5.3.2).
#pragma once

#include "model/instances/instance_tree.hpp"

namespace dashpot::model {

class Layouts;

class Visibility {
 public:
  Visibility(InstanceTree& tree, Layouts& layouts)
      : tree_(tree),
        layouts_(layouts),
        classes_(tree.classes()),
        sources_(tree.sources()),
        diagnostics_(tree.diagnostics()) {}

  /// `in` has been followed to the member found; the name stands at `where`. False: it may not be named here.
  bool requireAccess(InstanceId in, const Found& found, SourceRange where);
  /// Modifications of a component from outside concern public elements only.
  void requirePublic(Layout& layout, const Layers& layers);

 private:
  bool isLikePackage(InstanceId in);

  InstanceTree& tree_;
  Layouts& layouts_;
  ClassTable& classes_;
  const Sources& sources_;
  Diagnostics& diagnostics_;
};

}  // namespace dashpot::model
