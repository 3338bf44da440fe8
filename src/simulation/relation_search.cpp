#include "simulation/relation_search.hpp"

namespace dashpot::simulation {

namespace {

// Pairs of more relations than that take too long.
constexpr std::size_t mostInPairs = 60;

}  // namespace

Vector RelationSearch::next(const Vector& taken, const Vector& found) {
  ++rounds_;
  if (rounds_ > roundsTogether) {
    Vector result = taken;
    for (std::size_t i = 0; i < taken.size(); ++i)
      if (taken[i] != found[i]) {
        result[i] = found[i];
        break;
      }
    return result;
  }
  switched_.resize(taken.size(), false);
  if (rounds_ > roundsTogether / 2)
    for (std::size_t i = 0; i < taken.size(); ++i) switched_[i] = switched_[i] || taken[i] != found[i];
  if (rounds_ < roundsTogether) return found;
  Vector result = found;
  for (std::size_t i = 0; i < result.size(); ++i)
    if (switched_[i]) result[i] = 0.0;
  return result;
}

bool takeNeighbour(Vector& modes, const std::function<bool()>& hasSolution) {
  const auto flip = [&](std::size_t i) { modes[i] = 1.0 - modes[i]; };
  for (std::size_t i = 0; i < modes.size(); ++i) {
    flip(i);
    if (hasSolution()) return true;
    flip(i);
  }
  for (std::size_t i = 0; i < modes.size() && modes.size() <= mostInPairs; ++i)
    for (std::size_t k = i + 1; k < modes.size(); ++k) {
      flip(i), flip(k);
      if (hasSolution()) return true;
      flip(i), flip(k);
    }
  return false;
}

}  // namespace dashpot::simulation
