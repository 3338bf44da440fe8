// drawing/routing.hpp
//
// Lines for connections that have none, or whose line does not end at its ports: horizontal and vertical pieces round the
// components, with few bends and crossings. Points that somebody set by hand stay.
#pragma once

#include "drawing/diagram.hpp"

namespace dashpot::drawing {

/// Ends of connections must have been located.
void routeConnections(Diagram& diagram);

}  // namespace dashpot::drawing
