// The first error of a run, in one line.
#pragma once

#include "base/diagnostic.hpp"

#include <string>

namespace dashpot::msl {

[[nodiscard]] std::string firstError(const Diagnostics& diagnostics, const Sources& sources);

}  // namespace dashpot::msl
