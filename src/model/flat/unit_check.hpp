// model/flat/unit_check.hpp
//
// Do the two sides of an equation measure the same? Units are inferred from those of the variables through operators;
// where they disagree a warning names both: "left side [m/s], right side [m]".
//
// Silence comes before completeness. A literal, a variable without a unit and the result of a function may have any
// unit, and so may what is computed from them; only sides and terms whose units are all known are compared.
#pragma once

#include "base/diagnostic.hpp"
#include "model/flat_model.hpp"

namespace dashpot::model {

/// Warns once for each place in the text. Units that are none are reported as well.
void checkUnits(const FlatModel& model, Diagnostics& diagnostics);

}  // namespace dashpot::model
