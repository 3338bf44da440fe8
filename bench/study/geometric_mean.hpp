// The mean of ratios and of times: twice and half of something cancel.
#pragma once

#include <cmath>
#include <vector>

namespace dashpot::bench {

inline double geometricMean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += std::log(value);
  return std::exp(sum / static_cast<double>(values.size()));
}

}  // namespace dashpot::bench
