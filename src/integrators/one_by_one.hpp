// Many points at once, for those who have a function for one. Points come in fours, and so do results: for each component
// four numbers, those at the first four points, then the same at the next four.
#pragma once

#include "dashpot/problem.hpp"

namespace dashpot::integrators {

template <class At>
void oneByOne(ConstView points, View y, const At& at) {
  constexpr std::size_t four = 4;
  const std::size_t n = y.size() / points.size();
  Vector one(n);
  for (std::size_t k = 0; k < points.size(); ++k) {
    at(points[k], View(one));
    double* const to = y.data() + k / four * four * n + k % four;
    for (std::size_t i = 0; i < n; ++i) to[four * i] = one[i];
  }
}

}  // namespace dashpot::integrators
