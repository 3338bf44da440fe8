// base/nearest.hpp
//
// The name a user probably meant: for "did you mean ...?" hints on models, command-line options and method names.
#pragma once

#include <cstddef>
#include <optional>
#include <ranges>
#include <string_view>

namespace dashpot {

/// Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours; upper and lower
/// case of one letter count as equal.
[[nodiscard]] std::size_t editDistance(std::string_view a, std::string_view b);

/// The distance up to which two names may be taken for one another: about a third of the length, at least 1.
[[nodiscard]] std::size_t plausibleDistance(std::string_view name);

/// The candidate closest to `name`, if it is close enough to be a plausible misspelling. The first of equally close
/// ones wins. The result views the candidate, so the candidates must outlive it.
template <std::ranges::input_range Candidates>
requires std::convertible_to<std::ranges::range_reference_t<Candidates>, std::string_view>
[[nodiscard]] std::optional<std::string_view> nearest(std::string_view name, Candidates&& candidates) {
  std::optional<std::string_view> best;
  std::size_t bestDistance = plausibleDistance(name) + 1;
  for (auto&& candidate : candidates) {
    const std::string_view view = candidate;
    const std::size_t distance = editDistance(name, view);
    if (distance < bestDistance) {
      best = view;
      bestDistance = distance;
    }
  }
  return best;
}

}  // namespace dashpot
