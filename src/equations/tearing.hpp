// equations/tearing.hpp
//
// Few unknowns to iterate on per block (Elmqvist and Otter 1994; Cellier and Kofman 2006, ch. 7): once the torn
// variables are taken as known, the others follow one after the other, and as many equations are left as variables were
// torn.
#pragma once

#include "equations/incidence.hpp"

#include <functional>

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

/// `block` has as many equations as unknowns and is given by itself: rows are its equations, columns its unknowns.
/// Greedy: solve what has one unknown left (constant coefficients first); when stuck, tear the unknown in most open
/// equations.
[[nodiscard]] Tearing tear(
    const Incidence& block,
    const std::function<Solvability(std::uint32_t equation, std::uint32_t unknown)>& solvability);

}  // namespace dashpot::equations
