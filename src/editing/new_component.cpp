// editing/new_component.cpp: what a class wants of a component that is put into a circuit.
#include "drawing/draw.hpp"
#include "editing/lookup.hpp"
#include "model/classes/catalogue.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace dashpot::editing {

namespace {

using model::ClassRef;

ClassRef classNamed(const Scope& scope, const std::string& type) {
  const Meaning meaning = meaningOfType(scope, type);
  return meaning.isClass() ? meaning.scope : ClassRef::none;
}

/// As large as the icon and its initialScale say (Modelica 3.6, section 18.6.1.1), on whole units.
Point halfSizeOf(const Scope& scope, ClassRef type) {
  constexpr Point usual{10, 10};
  if (type == ClassRef::none) return usual;
  const drawing::Diagram icon = drawing::drawIcon(scope.file.classes(), scope.file.sources(), type);
  const drawing::CoordinateSystem& system = icon.icon.system;
  const auto half = [&](double length) { return std::max(1.0, std::round(length * system.initialScale / 2)); };
  return {half(system.extent.width()), half(system.extent.height())};
}

}  // namespace

std::string usualName(std::string_view defaultName, std::string_view className) {
  if (!defaultName.empty()) return std::string(defaultName);
  std::string name(className.substr(className.rfind('.') + 1));
  if (!name.empty()) name.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(name.front())));
  return name;
}

NewComponent completed(const File& file, std::string_view type, NewComponent component,
                       const std::optional<Pose>& pose) {
  const auto scope = findScope(file, type);
  if (!scope) return component;
  const ClassRef ref = classNamed(*scope, component.type);
  model::CatalogueComponent described;
  if (ref != ClassRef::none) described = model::Catalogue(file.classes(), file.library(), file.sources()).describe(ref);
  if (component.prefixes.empty()) component.prefixes = described.defaultPrefixes;
  if (component.name.empty()) {
    const std::string wish = usualName(described.defaultName, component.type);
    component.name = freeName(*scope, wish);
  }
  if (pose) {
    const Point half = halfSizeOf(*scope, ref);
    const double left = pose->isFlipped ? half.x : -half.x;
    component.placement = Placement{pose->middle, {left, -half.y}, {-left, half.y}, pose->rotation};
  }
  return component;
}

}  // namespace dashpot::editing
