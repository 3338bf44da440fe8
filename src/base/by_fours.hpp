// Numbers at many points, by fours: for each of n elements those at the first four points, then the same for the next
// four. So four points at once are what vector registers hold, and a point is picked without a copy of all.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

namespace dashpot::by_fours {

constexpr std::size_t count = 4;

/// So many points and those that are filled up with, for all of them to be in fours.
constexpr std::size_t filledUp(std::size_t points) { return (points + count - 1) / count * count; }

/// Of n elements: where the first of a point stands; the others follow at distances of `count`.
constexpr std::size_t placeOf(std::size_t point, std::size_t n) { return point / count * count * n + point % count; }

inline void put(std::span<const double> elements, std::size_t point, std::span<double> to) {
  double* const at = to.data() + placeOf(point, elements.size());
  for (std::size_t i = 0; i < elements.size(); ++i) at[count * i] = elements[i];
}

/// At the first four points alike.
inline void putAll(std::span<const double> elements, std::span<double> to) {
  double* at = to.data();
  for (const double element : elements) at = std::fill_n(at, count, element);
}

inline void pick(std::span<const double> from, std::size_t point, std::span<double> elements) {
  const double* const at = from.data() + placeOf(point, elements.size());
  double* const to = elements.data();
  const std::size_t size = elements.size();
#pragma GCC unroll 8
  for (std::size_t i = 0; i < size; ++i) to[i] = at[count * i];
}

}  // namespace dashpot::by_fours
