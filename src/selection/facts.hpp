// selection/facts.hpp: what is known of a problem before a run, and of the run so far. Rules ask for facts by name.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace dashpot::selection {

/// Those before stabilityPrice stay the same through a run.
enum class Fact : std::uint8_t {
  size,              // unknowns
  algebraic,         // of them, those without a derivative
  mass,              // 1: M is not the identity
  events,            // event functions, and declared discontinuities
  linear,            // 1: J is the same at the start and beside it
  forced,            // 1: F depends on time
  digits,            // -log10 of the relative tolerance
  fixedStep,         // 1: there is no error control
  between,           // 1: values within steps are asked for
  delays,            // 1: and come back into the equations
  stabilityPrice,    // cost of the best explicit method, kept to its stability limit, over that of the implicit one
  stabilityExcess,   // steps of the former for the sake of stability over those for accuracy
  stabilityRest,     // the price for the rest of the run, the implicit method taking a typical one
  stabilityDamping,  // of the fastest mode: 1 on the negative real axis, 0 on the imaginary one
  stabilityReach,    // the last step of an explicit method over the longest stable one
  stabilityOrder,    // cost of the best explicit method, its steps being kept stable, over that of the one at work
  ahead,             // steps of an implicit method to the end, if they stay as long as they are
  isExplicit,        // 1: the method at work is explicit
  isImplicit,
  hasFailed,  // 1: the method at work cannot go on from here
};
inline constexpr std::size_t factCount = static_cast<std::size_t>(Fact::hasFailed) + 1;

/// As rules and people write it: "problem.size".
[[nodiscard]] std::string_view nameOf(Fact fact);
[[nodiscard]] std::optional<Fact> factNamed(std::string_view name);

/// Numbers by fact; a NaN is not known.
class Facts {
 public:
  Facts() { values_.fill(std::numeric_limits<double>::quiet_NaN()); }

  void set(Fact fact, double value) { values_[static_cast<std::size_t>(fact)] = value; }
  void set(Fact fact, bool value) { set(fact, value ? 1.0 : 0.0); }
  [[nodiscard]] double operator[](Fact fact) const { return values_[static_cast<std::size_t>(fact)]; }
  [[nodiscard]] std::optional<double> known(Fact fact) const {
    const double value = (*this)[fact];
    return std::isnan(value) ? std::nullopt : std::optional(value);
  }

 private:
  std::array<double, factCount> values_;
};

}  // namespace dashpot::selection
