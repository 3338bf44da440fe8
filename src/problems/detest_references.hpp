// Reference values of the DETEST problems; see detest.hpp for where they come from.
#pragma once

#include "dashpot/problem.hpp"

#include <string_view>

namespace dashpot::problems {

struct DetestReference {
  Vector end{};      // y at the end
  Vector largest{};  // max |y_i| over the interval, the unit of the scaled mode
  int digits = 0;    // of `end`, relative to max(|y_i|, largest_i/1000)
};

DetestReference detestReference(std::string_view name);

}  // namespace dashpot::problems
