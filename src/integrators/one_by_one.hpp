// Many points at once, for those who have a function for one. Points come in fours, and so do results: for each component
// four numbers, those at the first four points, then the same at the next four.
#pragma once

#include "base/by_fours.hpp"
#include "dashpot/problem.hpp"

namespace dashpot::integrators {

template <class At>
void oneByOne(ConstView points, View y, const At& at) {
  if (points.empty()) return;
  Vector one(y.size() / points.size());
  for (std::size_t k = 0; k < points.size(); ++k) {
    at(points[k], View(one));
    by_fours::put(one, k, y);
  }
}

}  // namespace dashpot::integrators
