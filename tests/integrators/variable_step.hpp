// The methods with error control that take any system.
#pragma once

#include "dashpot/integrate.hpp"

#include <string>
#include <vector>

namespace dashpot::testing {

/// Methods for positions and velocities have tests of their own.
inline std::vector<std::string> variableStepMethods() {
  std::vector<std::string> names;
  for (const MethodTraits& m : methods())
    if (m.variableStep && m.family != Family::secondOrder) names.push_back(m.name);
  return names;
}

}  // namespace dashpot::testing
