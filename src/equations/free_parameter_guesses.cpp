#include "equations/free_parameter_guesses.hpp"

#include "symbolic/substitute.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dashpot::equations {

void guessByFreeParameters(SolvableSystem& system, Diagnostics& diagnostics) {
  symbolic::Pool& pool = system.flat.pool;
  std::vector<VariableId> free;
  for (std::size_t i = 0; i < system.flat.variables.size(); ++i)
    if (system.variables[i].role == Role::held) free.push_back(static_cast<VariableId>(i));
  if (free.empty()) return;
  symbolic::Walker walker(pool);
  const auto isOpen = [&](Expr e) {
    return e != Expr::none && std::ranges::any_of(walker.leaves(e, symbolic::Op::variable), [&](Expr leaf) {
             return system[pool.variable(leaf)].role == Role::held;
           });
  };
  const auto replaceOnce = [&] {
    symbolic::Substitution guess(pool);
    for (const VariableId id : free) {
      const Expr start = system[id].start;
      guess.replace(pool.variable(id), start == Expr::none ? pool.constant(0.0) : start);
    }
    bool isAnyOpen = false;
    for (SystemVariable& variable : system.variables)
      for (Expr* value : {&variable.start, &variable.nominal})
        if (isOpen(*value)) *value = guess(*value), isAnyOpen |= isOpen(*value);
    return isAnyOpen;
  };
  for (std::size_t i = 0; i < system.flat.variables.size(); ++i) {
    const auto id = static_cast<VariableId>(i);
    const bool isBeginning = system[id].role == Role::discrete || system[id].role == Role::input;
    if (isBeginning && isOpen(system[id].start))
      diagnostics.error("unsupported", system.flat[id].origin.where,
                        fmt::format("the start value of '{}' depends on a parameter that initialisation finds: this is "
                                    "not supported yet for what is discrete or an input",
                                    system.nameOf(id)));
  }
  // A guess may lead to another guess, at most through all of them; a circle has none and is cut.
  for (std::size_t round = 0; round < free.size(); ++round)
    if (!replaceOnce()) return;
  for (const VariableId id : free) system.variables[symbolic::index(id)].start = pool.constant(0.0);
  replaceOnce();
}

}  // namespace dashpot::equations
