// drawing/value_labels.hpp: what the lines of a diagram carry at the instant that is shown: a pressure, a voltage, a signal.
#pragma once

#include "drawing/diagram.hpp"
#include "drawing/written_values.hpp"

namespace dashpot::drawing {

/// One label for each connection set, at its longest straight piece. Lines must have been routed.
void labelValues(Diagram& diagram, WrittenValues& values);

}  // namespace dashpot::drawing
