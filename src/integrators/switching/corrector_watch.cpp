#include "integrators/switching/corrector_watch.hpp"

#include <algorithm>
#include <functional>

namespace dashpot::integrators {

void CorrectorWatch::observe(double t, ConstView y, ConstView f) {
  if (t == time_ && y_.size() == y.size()) {
    difference_.resize(y.size());
    std::ranges::transform(y, y_, difference_.begin(), std::minus<>());
    const double moved = measure_(difference_, y);
    std::ranges::transform(f, f_, difference_.begin(), std::minus<>());
    constexpr double rounding = 1e-6;  // in units of the tolerance
    if (moved > rounding) estimate_ = std::max(estimate_, measure_(difference_, y) / moved);
  }
  time_ = t;
  y_.assign(y.begin(), y.end());
  f_.assign(f.begin(), f.end());
}

}  // namespace dashpot::integrators
