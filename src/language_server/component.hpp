// language_server/component.hpp: all that a panel beside a diagram shows of a component or a class: parameters with their
// values, choices for replaceable parts, ports, results, documentation.
#pragma once

#include "language_server/known_classes.hpp"

#include <string>

namespace dashpot::language_server {

/// The answer to dashpot/component for a component of a class, "pump" or "drive.pump"; for the class itself if the name
/// is empty. As the text of it. A RequestError if there is no such component.
[[nodiscard]] std::string describeComponent(View& view, model::ClassRef type, const std::string& component);

}  // namespace dashpot::language_server
