// drawing/layout.hpp
//
// Places for components that the text gives none: in layers from left to right, as things flow, where nothing is placed
// yet; else near what they are connected to. Places are on the grid, and nothing overlaps.
#pragma once

#include "drawing/diagram.hpp"

namespace dashpot::drawing {

/// Ends of connections must have been located.
void placeComponents(Diagram& diagram);

}  // namespace dashpot::drawing
