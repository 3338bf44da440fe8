#include "server/jobs/pyramid.hpp"

namespace dashpot::server {

void Extremes::add(double value, std::size_t at) {
  if (value < least) least = value, leastAt = at;
  if (value > greatest) greatest = value, greatestAt = at;
}

void Extremes::add(const Extremes& others) {
  if (others.empty()) return;
  add(others.least, others.leastAt);
  add(others.greatest, others.greatestAt);
}

void Pyramid::grow(std::span<const double> column) {
  for (std::size_t level = 0, below = column.size(); below >= fan; ++level, below /= fan) {
    if (level == levels_.size()) levels_.emplace_back();
    for (std::size_t group = levels_[level].size(); group < below / fan; ++group) {
      Extremes extremes;
      for (std::size_t i = group * fan; i < (group + 1) * fan; ++i)
        level == 0 ? extremes.add(column[i], i) : extremes.add(levels_[level - 1][i]);
      levels_[level].push_back(extremes);
    }
  }
}

Extremes Pyramid::over(std::span<const double> column, std::size_t begin, std::size_t end) {
  grow(column);
  Extremes extremes;
  for (std::size_t at = begin; at < end;) {
    // The largest group that begins here and lies within.
    std::size_t level = 0, size = 1;
    while (at % (size * fan) == 0 && at + size * fan <= end) size *= fan, ++level;
    level == 0 ? extremes.add(column[at], at) : extremes.add(levels_[level - 1][at / size]);
    at += size;
  }
  return extremes;
}

std::size_t Pyramid::bytes() const {
  std::size_t count = 0;
  for (const auto& level : levels_) count += level.capacity();
  return count * sizeof(Extremes);
}

}  // namespace dashpot::server
