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

/// Texts of connections to the points of the lines that they stand at.
void placeConnectionTexts(Diagram& diagram);

/// The colour of lines that are not written: that of the connector.
void styleLines(Diagram& diagram);

}  // namespace dashpot::drawing
