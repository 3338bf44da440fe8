// fuzz/solvable.hpp: a text as far as it can be sorted, with the promises on the way.
#pragma once

#include "equations/make_solvable.hpp"
#include "parsed.hpp"

#include <optional>

namespace dashpot::fuzz {

/// Nothing after errors, which are then in the diagnostics.
[[nodiscard]] std::optional<equations::SolvableSystem> solvable(Parsed& parsed);

}  // namespace dashpot::fuzz
