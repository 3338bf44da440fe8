// equations/matching.hpp: one equation for each unknown, as many as possible (Pothen and Fan 1990).
#pragma once

#include "equations/incidence.hpp"

namespace dashpot::equations {

constexpr std::uint32_t unmatched = 0xffffffff;

struct Matching {
  std::vector<std::uint32_t> unknownOf;   // by equation
  std::vector<std::uint32_t> equationOf;  // by unknown
  std::uint32_t size = 0;
  [[nodiscard]] bool perfect() const { return size == unknownOf.size() && size == equationOf.size(); }
};

/// A maximum matching. Equations are matched in their order, and one that is matched stays so: where equations compete,
/// the earlier one wins.
[[nodiscard]] Matching match(const Incidence& incidence);

/// The equations and unknowns that alternating paths reach from the unmatched ones: the over- and under-determined
/// parts of the system (Dulmage and Mendelsohn 1958).
struct IllPosed {
  std::vector<std::uint32_t> overDeterminedEquations;
  std::vector<std::uint32_t> overDeterminedUnknowns;
  std::vector<std::uint32_t> underDeterminedUnknowns;
  std::vector<std::uint32_t> underDeterminedEquations;
};
[[nodiscard]] IllPosed illPosedParts(const Incidence& incidence, const Matching& matching);

}  // namespace dashpot::equations
