#include "simulation/relation_search.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::simulation {

namespace {

// Pairs of more relations than that take too long.
constexpr std::size_t mostInPairs = 60;
// A function that changes by more than this share has jumped.
constexpr double jump = 1e-9;

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

void RelationSearch::observe(const Vector& taken, const Vector& found, const Vector& values) {
  takesPart_.resize(taken.size(), false);
  for (std::size_t i = 0; i < taken.size(); ++i) {
    const bool jumps = values_.size() == values.size() &&
                       std::fabs(values[i] - values_[i]) > jump * std::max(std::fabs(values[i]), std::fabs(values_[i]));
    takesPart_[i] = takesPart_[i] || jumps || taken[i] != found[i];
  }
  values_ = values;
}

std::vector<std::size_t> RelationSearch::involved() const {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < takesPart_.size(); ++i)
    if (takesPart_[i]) result.push_back(i);
  return result;
}

bool takeCombination(Vector& modes, const std::vector<std::size_t>& involved, const std::function<bool()>& agrees,
                     int atMost) {
  int left = atMost;
  const Vector given = modes;
  std::vector<std::size_t> chosen;  // ascending places in `involved`
  // All choices of `more` further relations from `first` on.
  const std::function<bool(std::size_t, std::size_t)> choose = [&](std::size_t first, std::size_t more) {
    if (more == 0) {
      if (left-- <= 0) return false;
      modes = given;
      for (const std::size_t k : chosen) modes[involved[k]] = 1.0 - given[involved[k]];
      return agrees();
    }
    for (std::size_t k = first; k + more <= involved.size() && left > 0; ++k) {
      chosen.push_back(k);
      if (choose(k + 1, more - 1)) return true;
      chosen.pop_back();
    }
    return false;
  };
  for (std::size_t count = 0; count <= involved.size() && left > 0; ++count)
    if (choose(0, count)) return true;
  modes = given;
  return false;
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
