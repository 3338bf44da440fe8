#include "linalg/diagonal_dominance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dashpot::linalg {

void rowSums(int n, const SparsityPattern& pattern, std::span<const double> values, RowSums& sums) {
  std::ranges::fill(sums.diagonal, 0.0);
  std::ranges::fill(sums.others, 0.0);
  const auto add = [&](int row, int column, double value) {
    if (row == column)
      sums.diagonal[static_cast<std::size_t>(row)] = value;
    else
      sums.others[static_cast<std::size_t>(row)] += std::abs(value);
  };
  for (int j = 0; j < n; ++j) {
    if (pattern.dense())
      for (int i = 0; i < n; ++i) add(i, j, values[static_cast<std::size_t>(j) * n + i]);
    else
      for (int k = pattern.columnStart[j]; k < pattern.columnStart[j + 1]; ++k) add(pattern.rows[k], j, values[k]);
  }
}

Dominance dominanceOf(const RowSums& sums) {
  Dominance found{.strict = true, .negativeDiagonal = true};
  for (std::size_t i = 0; i < sums.diagonal.size(); ++i) {
    const double size = std::abs(sums.diagonal[i]);
    found.strict = found.strict && size > sums.others[i];
    found.negativeDiagonal = found.negativeDiagonal && sums.diagonal[i] < 0;
    const double ratio = size > 0 ? sums.others[i] / size : std::numeric_limits<double>::infinity();
    if (found.worstRow < 0 || ratio > found.ratio) {
      found.ratio = ratio;
      found.worstRow = static_cast<int>(i);
    }
  }
  return found;
}

}  // namespace dashpot::linalg
