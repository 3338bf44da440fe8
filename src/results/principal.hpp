// results/principal.hpp
//
// The variables to show when the user names none: outputs and states, by their public names, wherever the state itself
// is hidden; then what an engineer looks for, by its unit: pressures, positions, speeds and flows of components and
// ports. Variables that are equal count once, by the name nearest to the top of the model.
#pragma once

#include "results/selection.hpp"

namespace dashpot::results {

/// In the order of the model, not more than a picture can show: of each kind of quantity those nearest to the top.
/// Without anything of this sort, the first variables.
[[nodiscard]] std::vector<Column> principalColumns(const codegen::RecordedVariables& recorded, std::size_t most);

}  // namespace dashpot::results
