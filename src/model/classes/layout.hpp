// model/classes/layout.hpp
//
// A class with everything it inherits, in the place where it was found: the members its instances have. Instances of
// one class share its layout, so that an array of a thousand components costs one.
#pragma once

#include "model/classes/modifiers.hpp"
#include "model/expressions/value.hpp"
#include "model/flat_model.hpp"

#include <array>
#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

namespace dashpot::model {

constexpr std::uint32_t noSlot = 0xffffffff;

struct Member {
  Symbol name = Symbol::none;
  const syntax::Tree* tree = nullptr;
  syntax::ElementId element = syntax::ElementId::none;  // none: a class from a file of its own
  ClassRef part = ClassRef::none;                       // the class that declares it: the layout's own or a base
  ClassRef type = ClassRef::none;                       // a class; none: a component
  bool isProtected = false;
  Layers layers = {};  // what the class says about it, outermost first; InstanceId::none stands for the instance itself

  [[nodiscard]] bool isClass() const { return type != ClassRef::none; }
};

struct Layout;

/// A component or a connection of its base class that an extends clause leaves out.
struct Removal {
  const Layout* from = nullptr;  // the base class with all it inherits
  Symbol component = Symbol::none;
  std::array<std::string, 2> ends = {};  // of a connection, as they are written
  SourceRange where = {};
};

struct Layout {
  ClassRef type = ClassRef::none;
  Scope enclosing = {};
  std::deque<Member> members = {};
  std::unordered_map<Symbol, std::uint32_t> slots = {};
  std::vector<Layout*> parts = {};  // all bases, each before what inherits from it, and the layout itself
  std::vector<Layout*> bases = {};
  std::optional<ScalarType> predefined = {};  // it extends Real, ... or an enumeration
  Layers predefinedLayers = {};
  std::vector<ScopedExpression> dimensions = {};          // it extends type Vector = Real[3], and nothing else
  syntax::Causality causality = syntax::Causality::none;  // it extends connector In = input Real, and nothing else
  std::vector<Removal> removals = {};
  bool isExternalObject = false;  // it extends ExternalObject
  bool isBegun = false;
  bool isComplete = false;
  bool isBroken = false;  // a base class is unknown: names that are not found are not reported

  /// Itself or one of its bases.
  [[nodiscard]] Layout* part(ClassRef ref) {
    for (Layout* candidate : parts)
      if (candidate->type == ref) return candidate;
    return this;
  }
};

}  // namespace dashpot::model
