// editing/annotation_text.hpp (internal): annotations as they are written anew, in the forms of Modelica 3.6, chapter 18.
#pragma once

#include "editing/lookup.hpp"

namespace dashpot::editing {

/// {10, -20}
[[nodiscard]] std::string pointText(Point point);
/// {{0, 0}, {10, 0}}
[[nodiscard]] std::string pointsText(const std::vector<Point>& points);
/// transformation(origin = {10, 20}, extent = {{-10, -10}, {10, 10}}, rotation = 90)
[[nodiscard]] std::string transformationText(const Placement& placement);
/// Placement(transformation(...))
[[nodiscard]] std::string placementText(const Placement& placement);
/// points = {{0, 0}, {10, 0}}, color = {0, 0, 255}; empty: there is nothing to say.
[[nodiscard]] std::string lineArguments(const Line& line);
/// Line(...); empty: there is nothing to say.
[[nodiscard]] std::string lineText(const Line& line);

/// What stands between a declaration or connection and its annotation in this class: a blank, or a line of its own.
[[nodiscard]] std::string annotationOpening(const Scope& scope);

}  // namespace dashpot::editing
