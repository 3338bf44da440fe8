// model/classes/same_declaration.hpp: whether two declarations that meet by inheritance are one.
#pragma once

#include "model/classes/layout.hpp"

namespace dashpot::model {

/// Declarations that say the same may both be inherited (Modelica 3.6, section 7.1): same prefixes, type, size and
/// modifications. Descriptions and annotations say nothing.
[[nodiscard]] bool saysTheSame(const Member& a, const Member& b, const Sources& sources);

}  // namespace dashpot::model
