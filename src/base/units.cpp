#include "base/units.hpp"

#include "base/nearest.hpp"
#include "base/trimmed.hpp"
#include "base/unit_constants.hpp"
#include "base/unit_expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <numbers>
#include <ranges>

namespace dashpot {

namespace {

constexpr double degree = std::numbers::pi / 180;
constexpr double revolutionPerMinute = 2 * std::numbers::pi / 60;

constexpr auto table = std::to_array<Unit>({
    {"1", "1"},
    {"%", "1", 1e-2},
    {"s", "s"},
    {"ms", "s", 1e-3},
    {"us", "s", 1e-6},
    {"ns", "s", 1e-9},
    {"min", "s", 60},
    {"h", "s", 3600},
    {"d", "s", 86400},
    {"m", "m"},
    {"km", "m", 1e3},
    {"cm", "m", 1e-2},
    {"mm", "m", 1e-3},
    {"um", "m", 1e-6},
    {"m2", "m2"},
    {"cm2", "m2", 1e-4},
    {"mm2", "m2", 1e-6},
    {"m3", "m3"},
    {"l", "m3", 1e-3},
    {"ml", "m3", 1e-6},
    {"cm3", "m3", 1e-6},
    {"mm3", "m3", 1e-9},
    {"m/s", "m/s"},
    {"km/h", "m/s", 1 / 3.6},
    {"mm/s", "m/s", 1e-3},
    {"kg", "kg"},
    {"g", "kg", 1e-3},
    {"t", "kg", 1e3},
    {"kg/s", "kg/s"},
    {"kg/min", "kg/s", 1.0 / 60},
    {"kg/h", "kg/s", 1.0 / 3600},
    {"m3/s", "m3/s"},
    {"l/s", "m3/s", 1e-3},
    {"l/min", "m3/s", 1e-3 / 60},
    {"l/h", "m3/s", 1e-3 / 3600},
    {"ml/s", "m3/s", 1e-6},
    {"cm3/s", "m3/s", 1e-6},
    {"m3/h", "m3/s", 1.0 / 3600},
    {"Pa", "Pa"},
    {"kPa", "Pa", 1e3},
    {"MPa", "Pa", 1e6},
    {"GPa", "Pa", 1e9},
    {"mbar", "Pa", 1e2},
    {"bar", "Pa", 1e5},
    {"psi", "Pa", poundForcePerSquareInch},
    {"N", "N"},
    {"kN", "N", 1e3},
    {"MN", "N", 1e6},
    {"N.m", "N.m"},
    {"Nm", "N.m"},
    {"kN.m", "N.m", 1e3},
    {"J", "J"},
    {"kJ", "J", 1e3},
    {"MJ", "J", 1e6},
    {"kWh", "J", 3.6e6},
    {"W", "W"},
    {"mW", "W", 1e-3},
    {"kW", "W", 1e3},
    {"MW", "W", 1e6},
    {"PS", "W", metricHorsepower},
    {"m2/s", "m2/s"},
    {"mm2/s", "m2/s", 1e-6},
    {"cSt", "m2/s", 1e-6},
    {"Pa.s", "Pa.s"},
    {"mPa.s", "Pa.s", 1e-3},
    {"cP", "Pa.s", 1e-3},
    {"kg/m3", "kg/m3"},
    {"g/cm3", "kg/m3", 1e3},
    {"N/m", "N/m"},
    {"N/mm", "N/m", 1e3},
    {"kN/m", "N/m", 1e3},
    {"m3/rad", "m3/rad"},
    {"cm3/rev", "m3/rad", 1e-6 / (2 * std::numbers::pi)},
    {"ml/rev", "m3/rad", 1e-6 / (2 * std::numbers::pi)},
    {"rad", "rad"},
    {"deg", "rad", degree},
    {"rev", "rad", 2 * std::numbers::pi},
    {"rad/s", "rad/s"},
    {"deg/s", "rad/s", degree},
    {"rpm", "rad/s", revolutionPerMinute},
    {"rev/min", "rad/s", revolutionPerMinute},
    {"K", "K"},
    {"degC", "K", 1, 273.15},
    {"degF", "K", 5.0 / 9, 459.67 * 5 / 9},
    {"Hz", "Hz"},
    {"kHz", "Hz", 1e3},
    {"MHz", "Hz", 1e6},
    {"V", "V"},
    {"mV", "V", 1e-3},
    {"kV", "V", 1e3},
    {"A", "A"},
    {"uA", "A", 1e-6},
    {"mA", "A", 1e-3},
    {"kA", "A", 1e3},
    {"Ohm", "Ohm"},
    {"mOhm", "Ohm", 1e-3},
    {"kOhm", "Ohm", 1e3},
    {"MOhm", "Ohm", 1e6},
    {"F", "F"},
    {"mF", "F", 1e-3},
    {"uF", "F", 1e-6},
    {"nF", "F", 1e-9},
    {"pF", "F", 1e-12},
    {"H", "H"},
    {"mH", "H", 1e-3},
    {"uH", "H", 1e-6},
});

}  // namespace

std::optional<Unit> findUnit(std::string_view name) {
  const auto found = std::ranges::find(table, name, &Unit::name);
  if (found == table.end()) return std::nullopt;
  return *found;
}

Unit unitForDisplay(std::string_view unit, std::string_view displayUnit) {
  const auto si = findUnit(unit);
  const auto shown = findUnit(displayUnit);
  const bool variableIsInSi = si && si->name == si->si;
  if (variableIsInSi && shown && shown->si == si->si) return *shown;
  // Not in the table, or a variable that is not in SI: any two unit expressions of the same quantity.
  const auto own = parseUnit(unit);
  const auto display = parseUnit(displayUnit);
  if (!displayUnit.empty() && own && display && own->measuresSameAs(*display))
    return {displayUnit, unit, display->factor / own->factor, (display->offset - own->offset) / own->factor};
  return {unit, unit};
}

Expected<Quantity, std::string> parseQuantity(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0.0;
  const auto [rest, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc{}) return Unexpected{fmt::format("'{}' is not a number", text)};
  const std::string_view unitName = trimmed(text.substr(static_cast<std::size_t>(rest - text.data())));
  if (unitName.empty()) return Quantity{value, {}};
  if (const auto unit = findUnit(unitName)) return Quantity{unit->toSi(value), unit->si};
  std::string reason = fmt::format("'{}' is not a unit we know", unitName);
  if (const auto meant = nearest(unitName, table | std::views::transform(&Unit::name)))
    reason += fmt::format("; did you mean '{}'?", *meant);
  return Unexpected{std::move(reason)};
}

}  // namespace dashpot
