// equations/blt.hpp: block lower triangular form: strongly connected blocks of equations, in the order in which they
// can be solved (Tarjan 1972).
#pragma once

#include "base/short_list.hpp"
#include "equations/matching.hpp"

namespace dashpot::equations {

/// Blocks of equation numbers; each block needs only unknowns of itself and of blocks before it. The matching must be
/// perfect.
[[nodiscard]] std::vector<ShortList<std::uint32_t>> blockTriangularForm(const Incidence& incidence,
                                                                        const Matching& matching);

}  // namespace dashpot::equations
