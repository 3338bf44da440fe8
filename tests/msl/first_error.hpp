// The first error of a run, in one line.
#pragma once

#include <string>

#include "base/diagnostic.hpp"

namespace dashpot::msl {

[[nodiscard]] std::string firstError(const Diagnostics& diagnostics, const Sources& sources);

}  // namespace dashpot::msl
