#include "base/unit_expression.hpp"

#include "base/unit_constants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>
#include <numbers>

namespace dashpot {

namespace {

constexpr std::array<std::string_view, 7> baseUnits{"m", "kg", "s", "A", "K", "mol", "cd"};
constexpr double exponentTolerance = 1e-6;
constexpr double factorTolerance = 1e-9;
constexpr int nestingLimit = 20;

struct NamedUnit {
  std::string_view symbol;
  Dimension dimension;
  double factor = 1.0;
  double offset = 0.0;
};

constexpr Dimension dimensionless{};
constexpr Dimension length{1}, volume{3}, mass{0, 1}, time{0, 0, 1}, frequency{0, 0, -1};
constexpr Dimension current{0, 0, 0, 1}, temperature{0, 0, 0, 0, 1}, amount{0, 0, 0, 0, 0, 1};
constexpr Dimension luminousIntensity{0, 0, 0, 0, 0, 0, 1};
constexpr Dimension force{1, 1, -2}, pressure{-1, 1, -2}, energy{2, 1, -2}, watt{2, 1, -3};
constexpr Dimension charge{0, 0, 1, 1}, voltage{2, 1, -3, -1}, resistance{2, 1, -3, -2}, conductance{-2, -1, 3, 2};
constexpr Dimension capacitance{-2, -1, 4, 2}, inductance{2, 1, -2, -2}, flux{2, 1, -2, -1}, fluxDensity{0, 1, -2, -1};
constexpr Dimension illuminance{-2, 0, 0, 0, 0, 0, 1}, dose{2, 0, -2}, catalysis{0, 0, -1, 0, 0, 1};
constexpr Dimension kinematicViscosity{2, 0, -1}, dynamicViscosity{-1, 1, -1}, dipole{1, 0, 1, 1};

constexpr double turn = 2 * std::numbers::pi;
constexpr double electronVolt = 1.602176634e-19;  // SI brochure 2019, exact
constexpr double inch = 0.0254;
constexpr double debyeInCoulombMetre = 3.33564095e-30;

// The derived units of the SI come first: describe() takes the first that fits.
constexpr auto namedUnits = std::to_array<NamedUnit>({
    {"N", force},
    {"Pa", pressure},
    {"J", energy},
    {"W", watt},
    {"C", charge},
    {"V", voltage},
    {"Ohm", resistance},
    {"S", conductance},
    {"F", capacitance},
    {"H", inductance},
    {"Wb", flux},
    {"T", fluxDensity},
    {"m", length},
    {"g", mass, 1e-3},
    {"s", time},
    {"A", current},
    {"K", temperature},
    {"mol", amount},
    {"cd", luminousIntensity},
    {"Hz", frequency},
    {"Bq", frequency},
    {"lm", luminousIntensity},
    {"lx", illuminance},
    {"Gy", dose},
    {"Sv", dose},
    {"kat", catalysis},
    {"rad", dimensionless},
    {"sr", dimensionless},
    {"deg", dimensionless, turn / 360},
    {"rev", dimensionless, turn},
    {"%", dimensionless, 1e-2},
    {"dB", dimensionless},  // logarithmic: checked as a number
    {"phon", dimensionless},
    {"sone", dimensionless},
    {"min", time, 60},
    {"h", time, 3600},
    {"d", time, 86400},
    {"l", volume, 1e-3},
    {"L", volume, 1e-3},
    {"t", mass, 1e3},
    {"bar", pressure, 1e5},
    {"psi", pressure, poundForcePerSquareInch},
    {"degC", temperature, 1, 273.15},
    {"degF", temperature, 5.0 / 9, 459.67 * 5 / 9},
    {"degRk", temperature, 5.0 / 9},
    {"rpm", frequency, turn / 60},
    {"eV", energy, electronVolt},
    {"var", watt},
    {"VA", watt},
    {"Nm", energy},
    {"PS", watt, metricHorsepower},
    {"in", length, inch},
    {"ft", length, 12 * inch},
    {"St", kinematicViscosity, 1e-4},
    {"P", dynamicViscosity, 1e-1},
    {"debye", dipole, debyeInCoulombMetre},
});

struct Prefix {
  std::string_view symbol;
  double factor;
};
constexpr auto prefixes = std::to_array<Prefix>({
    {"da", 1e1}, {"Y", 1e24},  {"Z", 1e21},  {"E", 1e18},  {"P", 1e15},  {"T", 1e12},  {"G", 1e9},
    {"M", 1e6},  {"k", 1e3},   {"h", 1e2},   {"d", 1e-1},  {"c", 1e-2},  {"m", 1e-3},  {"u", 1e-6},
    {"n", 1e-9}, {"p", 1e-12}, {"f", 1e-15}, {"a", 1e-18}, {"z", 1e-21}, {"y", 1e-24},
});

const NamedUnit* find(std::string_view symbol) {
  const auto found = std::ranges::find(namedUnits, symbol, &NamedUnit::symbol);
  return found == namedUnits.end() ? nullptr : &*found;
}

/// unit-expression : unit-numerator ["/" unit-denominator] and so on; each function reads what its rule says.
class UnitParser {
 public:
  explicit UnitParser(std::string_view text) : rest_(text) {}

  std::optional<UnitExpression> whole() {
    auto unit = expression();
    if (!unit || !rest_.empty()) return std::nullopt;
    return unit;
  }

 private:
  [[nodiscard]] bool accept(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  std::optional<UnitExpression> expression() {
    if (++depth_ > nestingLimit) return std::nullopt;
    auto unit = product();
    // The grammar has one slash; a second one is read from the left, as people mean it.
    while (unit && accept('/')) {
      const auto denominator = factor();
      if (!denominator) return std::nullopt;
      unit = *unit / *denominator;
    }
    --depth_;
    return unit;
  }

  std::optional<UnitExpression> product() {
    auto unit = factor();
    while (unit && accept('.')) {
      const auto next = factor();
      if (!next) return std::nullopt;
      unit = *unit * *next;
    }
    return unit;
  }

  std::optional<UnitExpression> factor() {
    if (accept('(')) {
      auto inner = expression();
      if (!inner || !accept(')')) return std::nullopt;
      return inner;
    }
    if (accept('1')) return UnitExpression{};
    auto unit = operand();
    if (!unit) return std::nullopt;
    const auto exponent = readExponent();
    return exponent == 1 ? unit : power(*unit, exponent);
  }

  std::optional<UnitExpression> operand() {
    std::size_t size = 0;
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '%'; };
    while (size < rest_.size() && isLetter(rest_[size])) ++size;
    const std::string_view symbol = rest_.substr(0, size);
    rest_.remove_prefix(size);
    if (const NamedUnit* unit = find(symbol)) return UnitExpression{unit->dimension, unit->factor, unit->offset};
    for (const Prefix& prefix : prefixes) {
      if (!symbol.starts_with(prefix.symbol)) continue;
      if (const NamedUnit* unit = find(symbol.substr(prefix.symbol.size())); unit && unit->offset == 0)
        return UnitExpression{unit->dimension, prefix.factor * unit->factor, 0};
    }
    return std::nullopt;
  }

  int readExponent() {
    const bool isSigned = rest_.size() > 1 && (rest_[0] == '-' || rest_[0] == '+') && std::isdigit(rest_[1]) != 0;
    const bool isNegative = isSigned && rest_[0] == '-';
    if (!isSigned && (rest_.empty() || std::isdigit(static_cast<unsigned char>(rest_[0])) == 0)) return 1;
    if (isSigned) rest_.remove_prefix(1);
    int value = 0;
    while (!rest_.empty() && std::isdigit(static_cast<unsigned char>(rest_[0])) != 0) {
      value = std::min(value * 10 + (rest_[0] - '0'), 1000);
      rest_.remove_prefix(1);
    }
    return isNegative ? -value : value;
  }

  std::string_view rest_;
  int depth_ = 0;
};

std::string exponentText(double exponent) {
  if (std::abs(exponent - 1) < exponentTolerance) return {};
  const double whole = std::round(exponent);
  return std::abs(exponent - whole) < exponentTolerance ? fmt::format("{:.0f}", whole)
                                                        : fmt::format("^{:.3g}", exponent);
}

/// m/s rather than m.s-1: positive exponents above the line, one below it.
std::string baseText(const Dimension& dimension) {
  std::string above, below;
  int belowCount = 0;
  for (std::size_t i = 0; i < dimension.size(); ++i) {
    const double exponent = dimension[i];
    if (std::abs(exponent) < exponentTolerance) continue;
    std::string& side = exponent > 0 ? above : below;
    belowCount += exponent < 0 ? 1 : 0;
    if (!side.empty()) side += '.';
    side += fmt::format("{}{}", baseUnits[i], exponentText(std::abs(exponent)));
  }
  if (above.empty()) above = "1";
  if (below.empty()) return above;
  return fmt::format(fmt::runtime(belowCount > 1 ? "{}/({})" : "{}/{}"), above, below);
}

}  // namespace

bool UnitExpression::measuresSameAs(const UnitExpression& other) const {
  return std::ranges::equal(dimension, other.dimension,
                            [](double a, double b) { return std::abs(a - b) < exponentTolerance; });
}

bool UnitExpression::agreesWith(const UnitExpression& other) const {
  return measuresSameAs(other) && std::abs(factor - other.factor) <= factorTolerance * std::abs(factor);
}

UnitExpression operator*(const UnitExpression& a, const UnitExpression& b) {
  UnitExpression product{{}, a.factor * b.factor, 0};
  std::ranges::transform(a.dimension, b.dimension, product.dimension.begin(), std::plus{});
  return product;
}

UnitExpression operator/(const UnitExpression& a, const UnitExpression& b) { return a * power(b, -1); }

UnitExpression power(const UnitExpression& base, double exponent) {
  UnitExpression result{{}, std::pow(base.factor, exponent), 0};
  std::ranges::transform(base.dimension, result.dimension.begin(), [&](double e) { return e * exponent; });
  return result;
}

std::optional<UnitExpression> parseUnit(std::string_view text) { return UnitParser(text).whole(); }

std::string describe(const UnitExpression& unit) {
  std::string text = baseText(unit.dimension);
  for (const NamedUnit& named : namedUnits)
    if (named.factor == 1 && named.offset == 0 && named.dimension != dimensionless &&
        UnitExpression{named.dimension}.measuresSameAs({unit.dimension})) {
      text = named.symbol;
      break;
    }
  if (std::abs(unit.factor - 1) <= factorTolerance) return text;
  return fmt::format("{:.6g} {}", unit.factor, text);
}

}  // namespace dashpot
