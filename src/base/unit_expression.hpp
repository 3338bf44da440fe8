// base/unit_expression.hpp
//
// Unit expressions as Modelica writes them ("kg.m/s2", "J/(kg.K)", "kN", "1/min"; Modelica 3.6, chapter 19), reduced to
// exponents of the SI base units and a factor.
//
// The radian counts as 1, as in the SI: torque times angular velocity is a power.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace dashpot {

/// Exponents of m, kg, s, A, K, mol, cd; roots make fractions of them.
using Dimension = std::array<double, 7>;

/// A quantity of x in this unit is factor * x + offset in SI; only a temperature alone has an offset.
struct UnitExpression {
  Dimension dimension = {};
  double factor = 1.0;
  double offset = 0.0;

  [[nodiscard]] bool measuresSameAs(const UnitExpression& other) const;
  /// The same quantity and the same scale.
  [[nodiscard]] bool agreesWith(const UnitExpression& other) const;
};

[[nodiscard]] UnitExpression operator*(const UnitExpression& a, const UnitExpression& b);
[[nodiscard]] UnitExpression operator/(const UnitExpression& a, const UnitExpression& b);
[[nodiscard]] UnitExpression power(const UnitExpression& base, double exponent);

/// Empty if the text is not a unit expression of units we know.
[[nodiscard]] std::optional<UnitExpression> parseUnit(std::string_view text);

/// A text that parseUnit reads back, with a derived unit where there is one: "N", "m/s", "kg.m-1.s-3".
[[nodiscard]] std::string describe(const UnitExpression& unit);

}  // namespace dashpot
