// drawing/ends.hpp: where connections end, and what belongs together by them.
#pragma once

#include "drawing/diagram.hpp"

namespace dashpot::drawing {

/// Puts ports and ends of connections where the places of the components say.
void locateEnds(Diagram& diagram);

/// Numbers the connection sets: connections that share a connector, directly or by others.
void numberSets(Diagram& diagram);

/// The region of the connector at an end.
[[nodiscard]] Extent endBox(const Diagram& diagram, const ConnectionEnd& end);

/// Finds where three or more lines of one set meet.
void findJunctions(Diagram& diagram);

/// Colour and width of lines that are not written: those of what the connector is drawn with.
void styleLines(Diagram& diagram);

}  // namespace dashpot::drawing
