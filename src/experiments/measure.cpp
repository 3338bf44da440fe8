#include "experiments/measure.hpp"

#include "base/nearest.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace dashpot::experiments {
namespace {

/// A published formula: coefficient x^exponent, x being the setting `of`.
Measured measureLaw(Settings& settings, Laboratory&) {
  for (const auto& [key, value] : settings.all()) settings.markAsRead(key.str());  // a row among measured ones
  const double coefficient = settings.number("coefficient"), exponent = settings.number("exponent", 1);
  return Value{coefficient * std::pow(settings.number(settings.text("of")), exponent)};
}

struct MeasureKind {
  std::string_view name;
  Measured (*take)(Settings&, Laboratory&);
};
constexpr std::array kinds{MeasureKind{"run", measureRun},
                           MeasureKind{"simulation", measureSimulation},
                           MeasureKind{"spectrum", measureSpectrum},
                           MeasureKind{"stability", measureStability},
                           MeasureKind{"amplification", measureAmplification},
                           MeasureKind{"coupled", measureCoupled},
                           MeasureKind{"gammas", measureGammas},
                           MeasureKind{"structure", measureStructure},
                           MeasureKind{"study", measureStudy},
                           MeasureKind{"operations", measureOperations},
                           MeasureKind{"detest", measureDetest},
                           MeasureKind{"listing", measureListing},
                           MeasureKind{"law", measureLaw}};

Measured takePlain(const toml::table& table, Laboratory& laboratory) {
  Settings settings(table);
  const std::string name = settings.text("measure");
  const auto kind = std::ranges::find(kinds, name, &MeasureKind::name);
  if (kind == kinds.end()) {
    std::vector<std::string_view> known;
    for (const MeasureKind& each : kinds) known.push_back(each.name);
    const auto near = nearest(name, known);
    return Unexpected{
        fmt::format("'{}' is no measure{}", name, near ? fmt::format("; did you mean '{}'?", *near) : "")};
  }
  const double unit = settings.number("unit", 1);
  Measured value = kind->take(settings, laboratory);
  if (!value) return value;
  if (const std::string complaint = settings.complaint(); !complaint.empty()) return Unexpected{complaint};
  value->number /= unit;
  if (!value->isWord() && !std::isfinite(value->number)) return Value{.word = "fails"};
  return value;
}

/// The label of the candidate whose value is the first by `before`.
template <class Before>
Measured chosen(Settings& settings, std::string_view key, Laboratory& laboratory, Before before) {
  const toml::table base = settings.without({key});
  Value best{.word = "none"};
  double bestNumber = 0;
  for (const toml::table& candidate : settings.tables(key)) {
    toml::table own = candidate;
    const std::string label = own["label"].value_or(std::string());
    own.erase("label");
    const Measured value = takePlain(merged(base, own), laboratory);
    if (!value) return value;
    if (value->isWord()) continue;
    if (best.word == "none" || before(value->number, bestNumber)) {
      bestNumber = value->number;
      best.word = label;
    }
  }
  return best;
}

Measured ratio(Settings& settings, Laboratory& laboratory) {
  const toml::table base = settings.without({"ratio_to"});
  const Measured one = takePlain(base, laboratory);
  const Measured other = takePlain(merged(base, settings.table("ratio_to")), laboratory);
  if (!one || one->isWord()) return one;
  if (!other || other->isWord()) return other;
  return Value{one->number / other->number};
}

Measured exponent(Settings& settings, Laboratory& laboratory) {
  const toml::table base = settings.without({"order_against", "key"});
  const std::string key = settings.text("key", "step");
  const toml::table others = merged(base, settings.table("order_against"));
  const Measured one = takePlain(base, laboratory), other = takePlain(others, laboratory);
  if (!one || one->isWord()) return one;
  if (!other || other->isWord()) return other;
  const double x = Settings(base).number(key), y = Settings(others).number(key);
  return Value{std::log(other->number / one->number) / std::log(y / x)};
}

/// How the error of a run falls with its steps, between two settings: d log error / d log steps.
Measured errorSlope(Settings& settings, Laboratory& laboratory) {
  const toml::table base = settings.without({"slope_to"});
  const toml::table other = merged(base, settings.table("slope_to"));
  const auto logOf = [&](const toml::table& run, const char* quantity) -> Expected<double, std::string> {
    toml::table asked = run;
    asked.insert_or_assign("quantity", quantity);
    const Measured value = takePlain(asked, laboratory);
    if (!value) return Unexpected{value.error()};
    return value->isWord() ? NAN : std::log(value->number);
  };
  double rise[2] = {};
  const char* const quantities[] = {"error", "steps"};
  for (int k = 0; k < 2; ++k) {
    const auto from = logOf(base, quantities[k]), to = logOf(other, quantities[k]);
    if (!from || !to) return Unexpected{from ? to.error() : from.error()};
    rise[k] = *to - *from;
  }
  const double slope = rise[0] / rise[1];
  return std::isfinite(slope) ? Value{slope} : Value{.word = "fails"};
}

}  // namespace

Measured measure(const toml::table& table, Laboratory& laboratory) {
  Settings settings(table);
  if (settings.has("least_of")) return chosen(settings, "least_of", laboratory, std::less<>());
  if (settings.has("greatest_of")) return chosen(settings, "greatest_of", laboratory, std::greater<>());
  if (settings.has("ratio_to")) return ratio(settings, laboratory);
  if (settings.has("slope_to")) return errorSlope(settings, laboratory);
  if (settings.has("order_against")) return exponent(settings, laboratory);
  return takePlain(table, laboratory);
}

}  // namespace dashpot::experiments
