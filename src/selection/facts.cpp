#include "selection/facts.hpp"

#include <algorithm>

namespace dashpot::selection {
namespace {

constexpr std::array<std::string_view, factCount> factNames{
    "problem.size",    "problem.algebraic", "problem.mass",    "problem.events",    "problem.linear",
    "problem.forced",  "run.digits",        "run.fixedStep",   "run.between",       "run.delays",
    "stability.price", "stability.excess",  "stability.rest",  "stability.damping", "stability.reach",
    "stability.order", "run.ahead",         "method.explicit", "method.implicit",   "method.hasFailed"};

}  // namespace

std::string_view nameOf(Fact fact) { return factNames[static_cast<std::size_t>(fact)]; }

std::optional<Fact> factNamed(std::string_view name) {
  const auto found = std::ranges::find(factNames, name);
  if (found == factNames.end()) return std::nullopt;
  return static_cast<Fact>(found - factNames.begin());
}

}  // namespace dashpot::selection
