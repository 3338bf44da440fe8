// model/instances/chosen_elements.hpp: the elements of an array that subscripts choose.
#pragma once

#include "model/expressions/value.hpp"

#include <algorithm>
#include <span>

namespace dashpot::model {

/// Calls visit(offset) for each chosen element of an array, by rows. No subscript is dynamic.
template <class Visit>
void forEachChosen(const Dimensions& dimensions, std::span<const Subscript> subscripts, Visit&& visit) {
  const auto walk = [&](auto&& self, std::size_t k, std::size_t offset) -> void {
    if (k == dimensions.size()) return visit(offset);
    const auto extent = static_cast<std::size_t>(dimensions[k]);
    if (k < subscripts.size()) {
      for (const std::int32_t position : subscripts[k].positions)
        self(self, k + 1, offset * extent + static_cast<std::size_t>(position - 1));
    } else {
      for (std::size_t i = 0; i < extent; ++i) self(self, k + 1, offset * extent + i);
    }
  };
  walk(walk, 0, 0);
}

/// The dimensions of what is chosen.
inline void appendChosen(Dimensions& to, const Dimensions& dimensions, std::span<const Subscript> subscripts) {
  for (std::size_t k = 0; k < dimensions.size(); ++k)
    if (k >= subscripts.size())
      to.push_back(dimensions[k]);
    else if (!subscripts[k].isScalar)
      to.push_back(static_cast<std::int32_t>(subscripts[k].positions.size()));
}

/// Whether a position is known only when the model runs.
inline bool isDynamic(std::span<const Subscript> subscripts) {
  return std::ranges::any_of(subscripts, [](const Subscript& s) { return s.dynamic != Expr::none; });
}

}  // namespace dashpot::model
