// One model from start to stop, as its experiment says.
#pragma once

#include "library.hpp"

namespace dashpot::msl {

/// What keeps a model from running to its end; empty: nothing.
[[nodiscard]] std::string problemOf(StandardLibrary& library, const std::string& model);

}  // namespace dashpot::msl
