// equations/tearing.hpp
//
// Few unknowns to iterate on per block (Elmqvist and Otter 1994; Cellier and Kofman 2006, ch. 7): once the torn
// variables are taken as known, the others follow one after the other, and as many equations are left as variables were
// torn.
#pragma once

#include "equations/incidence.hpp"

#include <functional>
#include <optional>

namespace dashpot::equations {

struct Tearing {
  struct Solved {
    std::uint32_t equation = 0;
    std::uint32_t unknown = 0;
  };
  std::vector<std::uint32_t> torn;       // unknowns
  std::vector<Solved> sequence;          // the others, in solve order
  std::vector<std::uint32_t> residuals;  // equations
};

/// How safely an equation can be solved for an unknown.
enum class Solvability : std::uint8_t { no, byParameter, byConstant };

/// How far the growth of an unknown may go along a chain of substitutions (see below).
constexpr double largestGrowth = 1000;

/// `block` has as many equations as unknowns and is given by itself: rows are its equations, columns its unknowns.
///
/// An unknown that no equation can be solved for is torn in any case, and first. Then solve what has one unknown left
/// (constant coefficients first); when stuck, tear. Which unknown is torn is decided in two ways, and the smaller set
/// is taken:
///   by frequency  the unknown in most open equations
///   by equation   of the equations with most open unknowns, the unknown in most open equations
///                                                                            (Cellier and Kofman 2006, section 7.4)
/// Of several, in both, the one that makes most equations solvable.
///
/// A chain of substitutions is a recurrence, and what is wrong with its beginning may grow along it: through N sections
/// of a ladder of resistors as 2.6^N, which leaves no correct digit at its end after 40. So each unknown has a growth:
/// that of a torn one is 1, that of another the sum of those it is computed from (as if coefficients were of one size),
/// and what would grow beyond `largestGrowth` is torn instead.
///
/// Empty if more than `limit` unknowns had to be torn.
[[nodiscard]] std::optional<Tearing> tear(
    const Incidence& block,
    const std::function<Solvability(std::uint32_t equation, std::uint32_t unknown)>& solvability,
    std::size_t limit = 0xffffffff);

}  // namespace dashpot::equations
