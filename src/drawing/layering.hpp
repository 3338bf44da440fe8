// drawing/layering.hpp
//
// Layers from left to right for components that are joined with one another (Sugiyama, Tagawa and Toda 1981): edges are
// given a direction and freed of circles, layers are longest paths, the order within a layer is that of barycentres, and
// heights are those of the neighbours, as far as order and distances allow.
#pragma once

#include "drawing/diagram.hpp"

#include <vector>

namespace dashpot::drawing {

inline constexpr double rowGap = 8;       // units between what stands in one layer
inline constexpr double placingGrid = 2;  // for places that are found here

[[nodiscard]] inline double snapped(double value) { return std::round(value / placingGrid) * placingGrid; }

/// All that is seen of a component, relative to its origin.
[[nodiscard]] Extent shapeOf(const Component& component);

struct LayeredPlace {
  std::size_t component = nowhere;
  Extent shape;  // relative to the origin
  Point origin;
};

/// Where to put these components, all of one connected part. Ends of connections must have been located.
[[nodiscard]] std::vector<LayeredPlace> placeInLayers(const Diagram& diagram,
                                                      const std::vector<std::size_t>& components);

}  // namespace dashpot::drawing
