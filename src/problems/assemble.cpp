#include "problems/assemble.hpp"

#include <numeric>

namespace dashpot::problems {

PlacedPattern placePattern(int size, std::span<const Place> places) {
  std::vector<int> byColumn(places.size());
  std::iota(byColumn.begin(), byColumn.end(), 0);
  const auto key = [&](int i) { return std::pair(places[i].column, places[i].row); };
  std::stable_sort(byColumn.begin(), byColumn.end(), [&](int a, int b) { return key(a) < key(b); });

  PlacedPattern result;
  result.positions.resize(places.size());
  std::vector<int>& start = result.pattern.columnStart;
  start.assign(static_cast<std::size_t>(size) + 1, 0);
  for (std::size_t k = 0; k < byColumn.size(); ++k) {
    if (k == 0 || key(byColumn[k]) != key(byColumn[k - 1])) {
      result.pattern.rows.push_back(places[byColumn[k]].row);
      ++start[places[byColumn[k]].column + 1];
    }
    result.positions[byColumn[k]] = static_cast<int>(result.pattern.rows.size()) - 1;
  }
  std::partial_sum(start.begin(), start.end(), start.begin());
  return result;
}

MassMatrix sparseMass(int size, std::span<const MassEntry> entries) {
  std::vector<Place> places;
  for (const MassEntry& entry : entries) places.push_back({entry.row, entry.column});
  PlacedPattern placed = placePattern(size, places);

  MassMatrix mass{.kind = MassMatrix::Kind::sparse, .values = Vector(placed.pattern.rows.size()), .pattern = {}};
  for (std::size_t k = 0; k < entries.size(); ++k) mass.values[placed.positions[k]] += entries[k].value;
  mass.pattern = std::move(placed.pattern);
  return mass;
}

}  // namespace dashpot::problems
