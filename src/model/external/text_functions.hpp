// model/external/text_functions.hpp
//
// ModelicaStrings_*: functions of texts. Positions count from 1.
#pragma once

#include "model/external/known_values.hpp"

#include <span>

namespace dashpot::model {

[[nodiscard]] std::span<const KnownFunction> textFunctions();

}  // namespace dashpot::model
