// base/units.hpp
//
// The units engineers type and read. Inside, everything is SI; a unit of this table is an affine map to its SI unit.
#pragma once

#include "base/expected.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace dashpot {

/// value in SI = factor * value in the unit + offset
struct Unit {
  std::string_view name;
  std::string_view si;
  double factor = 1.0;
  double offset = 0.0;

  [[nodiscard]] double toSi(double value) const { return factor * value + offset; }
  [[nodiscard]] double fromSi(double value) const { return (value - offset) / factor; }
};

/// The unit of this name, if we know it. Names are those of Modelica ("l/min", "degC", "N.m") plus usual spellings.
[[nodiscard]] std::optional<Unit> findUnit(std::string_view name);

/// A unit to show values of `unit` in: `displayUnit` if it is known and measures the same quantity, else `unit` itself.
[[nodiscard]] Unit unitForDisplay(std::string_view unit, std::string_view displayUnit);

struct Quantity {
  double value = 0.0;     // in SI
  std::string_view unit;  // the SI unit; empty: a plain number
};

/// Reads "210bar", "1 ms", "3.5e-2". The failure is a sentence for the user.
[[nodiscard]] Expected<Quantity, std::string> parseQuantity(std::string_view text);

}  // namespace dashpot
