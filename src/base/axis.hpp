// base/axis.hpp: where the ticks of an axis stand, and what is written at them.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace dashpot {

struct Axis {
  struct Tick {
    double at = 0.0;
    std::string label{};
    int exponent = 0;  // of ten, behind the label, on a logarithmic axis
    bool isPowerOfTen = false;
  };
  std::vector<Tick> ticks{};
  int exponent = 0;  // all labels are to be multiplied by ten to this power
};

/// At multiples of 1, 2 or 5 times a power of ten; about `count` of them, or as many as `step` gives.
[[nodiscard]] Axis linearAxis(double first, double last, int count, double step = 0.0);
/// At powers of ten, at most about `count` of them; both ends are positive.
[[nodiscard]] Axis logarithmicAxis(double first, double last, int count);

}  // namespace dashpot
