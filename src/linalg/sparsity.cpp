#include "linalg/sparsity.hpp"

#include <algorithm>

namespace dashpot::linalg {

std::vector<Place> places(int n, const SparsityPattern& pattern) {
  std::vector<Place> result;
  result.reserve(pattern.nonZeros(n));
  for (int j = 0; j < n; ++j) {
    if (pattern.dense())
      for (int i = 0; i < n; ++i) result.push_back({i, j});
    else
      for (int k = pattern.columnStart[j]; k < pattern.columnStart[j + 1]; ++k) result.push_back({pattern.rows[k], j});
  }
  return result;
}

Bandwidth bandwidth(int n, const SparsityPattern& pattern) {
  if (pattern.dense()) return {n - 1, n - 1};
  Bandwidth band;
  for (int j = 0; j < n; ++j) {
    if (pattern.columnStart[j] == pattern.columnStart[j + 1]) continue;
    band.upper = std::max(band.upper, j - pattern.rows[pattern.columnStart[j]]);
    band.lower = std::max(band.lower, pattern.rows[pattern.columnStart[j + 1] - 1] - j);
  }
  return band;
}

SparsityPattern unite(int n, const SparsityPattern& a, const SparsityPattern& b) {
  if (a.dense() || b.dense()) return {};
  SparsityPattern result;
  result.columnStart.push_back(0);
  for (int j = 0; j < n; ++j) {
    std::set_union(a.rows.begin() + a.columnStart[j], a.rows.begin() + a.columnStart[j + 1],
                   b.rows.begin() + b.columnStart[j], b.rows.begin() + b.columnStart[j + 1],
                   std::back_inserter(result.rows));
    result.columnStart.push_back(static_cast<int>(result.rows.size()));
  }
  return result;
}

SparsityPattern diagonalPattern(int n) {
  SparsityPattern result;
  for (int j = 0; j <= n; ++j) result.columnStart.push_back(j);
  for (int j = 0; j < n; ++j) result.rows.push_back(j);
  return result;
}

std::vector<int> placesIn(int n, const SparsityPattern& part, const SparsityPattern& whole) {
  std::vector<int> result;
  for (const Place p : places(n, part)) {
    if (whole.dense()) {
      result.push_back(p.column * n + p.row);
      continue;
    }
    const auto begin = whole.rows.begin() + whole.columnStart[p.column];
    const auto end = whole.rows.begin() + whole.columnStart[p.column + 1];
    result.push_back(static_cast<int>(std::lower_bound(begin, end, p.row) - whole.rows.begin()));
  }
  return result;
}

Colouring colour(int n, const SparsityPattern& pattern) {
  Colouring result;
  result.colourOf.resize(n);
  if (pattern.dense()) {
    for (int j = 0; j < n; ++j) result.colourOf[j] = j;
    result.colours = n;
    return result;
  }
  std::vector<std::vector<int>> coloursInRow(n);  // colours that already have a non-zero in this row
  std::vector<int> forbiddenBy(n + 1, -1);        // the last column that may not take this colour
  for (int j = 0; j < n; ++j) {
    const auto rows =
        std::span(pattern.rows).subspan(pattern.columnStart[j], pattern.columnStart[j + 1] - pattern.columnStart[j]);
    for (const int i : rows)
      for (const int c : coloursInRow[i]) forbiddenBy[c] = j;
    int c = 0;
    while (forbiddenBy[c] == j) ++c;
    result.colourOf[j] = c;
    result.colours = std::max(result.colours, c + 1);
    for (const int i : rows) coloursInRow[i].push_back(c);
  }
  return result;
}

bool valid(int n, const SparsityPattern& pattern) {
  if (pattern.dense()) return pattern.rows.empty();
  if (static_cast<int>(pattern.columnStart.size()) != n + 1 || pattern.columnStart.front() != 0) return false;
  if (!std::ranges::is_sorted(pattern.columnStart)) return false;
  if (pattern.columnStart.back() != static_cast<int>(pattern.rows.size())) return false;
  for (int j = 0; j < n; ++j)
    for (int k = pattern.columnStart[j]; k < pattern.columnStart[j + 1]; ++k) {
      if (pattern.rows[k] < 0 || pattern.rows[k] >= n) return false;
      if (k > pattern.columnStart[j] && pattern.rows[k] <= pattern.rows[k - 1]) return false;
    }
  return true;
}

}  // namespace dashpot::linalg
