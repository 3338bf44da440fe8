// model/instances/places.hpp
//
// The places that component references lead to: names followed through the instance tree, elements chosen by
// subscripts.
#pragma once

#include "model/instances/instance_tree.hpp"

#include <optional>
#include <vector>

namespace dashpot::model {

class Callables;
class Components;
class InnerOuter;
class Layouts;
class Lookup;
class Visibility;
struct Translator;

class Places {
 public:
  Places(InstanceTree& tree, Translator& translator, Layouts& layouts, Lookup& lookup, Visibility& visibility,
         InnerOuter& innerOuter, Components& components, Callables& callables)
      : tree_(tree),
        translator_(translator),
        layouts_(layouts),
        lookup_(lookup),
        visibility_(visibility),
        innerOuter_(innerOuter),
        components_(components),
        callables_(callables),
        sources_(tree.sources()),
        diagnostics_(tree.diagnostics()) {}

  /// Where a component reference leads. Empty: it has been reported.
  std::optional<Place> place(const ScopedExpression& reference);
  /// Where the first so many of its names lead.
  std::optional<Place> place(const ScopedExpression& reference, std::size_t parts);
  /// Whether the first so many names of a reference lead to a component, not to a class.
  bool isComponent(const ScopedExpression& reference, std::size_t parts);
  /// The sizes of what a place chooses.
  [[nodiscard]] Dimensions sizesOf(const Place& place) const;
  // As `Names` asks for them.
  std::optional<ArrayShape> shape(const ScopedExpression& reference, std::size_t last);
  std::optional<Dimensions> sizesSoFar(const ScopedExpression& reference);
  /// The scalars of a leaf as far as the place chooses them.
  [[nodiscard]] std::vector<VariableId> variables(const Place& place, InstanceId leaf) const;

 private:
  bool choose(const ScopedExpression& reference, const syntax::Part& part, Place& place);
  std::optional<Place> follow(const ScopedExpression& reference, Found found, std::size_t i, std::size_t parts);

  InstanceTree& tree_;
  Translator& translator_;
  Layouts& layouts_;
  Lookup& lookup_;
  Visibility& visibility_;
  InnerOuter& innerOuter_;
  Components& components_;
  Callables& callables_;
  const Sources& sources_;
  Diagnostics& diagnostics_;
};

}  // namespace dashpot::model
