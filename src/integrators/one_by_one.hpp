// Several points at once, for those who have a function for one: results stand component by component, all points of one
// component, then those of the next.
#pragma once

#include "dashpot/problem.hpp"

namespace dashpot::integrators {

template <class At>
void oneByOne(ConstView points, View y, const At& at) {
  const std::size_t count = points.size(), n = y.size() / count;
  Vector one(n);
  for (std::size_t k = 0; k < count; ++k) {
    at(points[k], View(one));
    for (std::size_t i = 0; i < n; ++i) y[count * i + k] = one[i];
  }
}

}  // namespace dashpot::integrators
