// drawing/routing.hpp
//
// Lines for connections that have none, or whose line does not end at its ports: horizontal and vertical pieces round the
// components, with few bends and crossings. Points that somebody set by hand stay: a line whose ends have both moved by as
// much moves with them, and where one end has moved the piece next to it stretches.
#pragma once

#include "drawing/changed.hpp"
#include "drawing/diagram.hpp"

namespace dashpot::drawing {

/// Ends of connections must have been located. A line of a changed component ends exactly at its port, and is found anew
/// if it would run through a component now.
void routeConnections(Diagram& diagram, const Changed& changed = {});

}  // namespace dashpot::drawing
