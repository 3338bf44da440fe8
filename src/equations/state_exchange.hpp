// equations/state_exchange.hpp
//
// Variables that the user prefers as states, in the place of those that nobody asked for.
//
// State selection decides block by block, and each block knows what stands before it only. A preferred variable at the
// end of a chain of definitions comes too late: with der(m) = q, m = rho V, V = A level the block of der(V) has given up
// V before that of der(level) asks for it. An alternating path (Berge 1957) mends that: level becomes a state,
// V = A level determines V instead, and m = rho V determines m, which is no state any more.
#pragma once

#include "equations/solvable_system.hpp"

#include <functional>
#include <vector>

namespace dashpot::equations {

/// A differentiated equation and the derivative that it determines, whose integral is no state therefore.
struct Definition {
  EquationId equation;
  VariableId determined;
};

/// Derivatives: the integral of one becomes a state, that of the other is one no more.
struct StateExchange {
  VariableId wanted;
  VariableId givenUp;
};

struct ExchangeRules {
  /// The derivatives that an equation could determine as well.
  std::function<std::vector<VariableId>(EquationId)> alternatives;
  /// Whether this is the derivative of a state that may be given up.
  std::function<bool(VariableId)> isFree;
};

/// As many of the wanted ones, the first before the later, as can be had.
[[nodiscard]] std::vector<StateExchange> exchangeStates(const std::vector<Definition>& definitions,
                                                        const std::vector<VariableId>& wanted,
                                                        const ExchangeRules& rules);

}  // namespace dashpot::equations
