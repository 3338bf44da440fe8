#include "explanation/facts.hpp"

#include "base/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace dashpot::explanation {
namespace {

constexpr std::string_view percent = " %";

std::string percentText(double share) {
  const double value = 100 * share;
  if (value > 0 && value < 0.01) return "under 0.01 %";
  return value < 10 ? fmt::format("{:.2g} %", value) : fmt::format("{:.0f} %", value);
}

/// Calls back with each name in braces, and with what stands between them.
void scan(std::string_view text, const std::function<void(std::string_view)>& words,
          const std::function<void(std::string_view)>& name) {
  for (;;) {
    const std::size_t open = text.find('{'), close = text.find('}', open);
    words(text.substr(0, open));
    if (open == std::string_view::npos || close == std::string_view::npos) return;
    name(text.substr(open + 1, close - open - 1));
    text.remove_prefix(close + 1);
  }
}

std::string_view withoutPercent(std::string_view name) {
  if (name.ends_with(percent)) name.remove_suffix(percent.size());
  return name;
}

}  // namespace

std::string numberText(double value) {
  constexpr double largestWhole = 1e9;
  if (value != std::round(value) || std::abs(value) >= largestWhole) return fmt::format("{:.4g}", value);
  std::string digits = fmt::format("{:.0f}", std::abs(value));
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return value < 0 ? "-" + digits : digits;
}

std::string quantityText(double value, std::string_view unit, std::string_view displayUnit) {
  const Unit shown = unitForDisplay(unit, displayUnit);
  const std::string number = numberText(shown.fromSi(value));
  return shown.name.empty() || shown.name == "1" ? number : fmt::format("{} {}", number, shown.name);
}

std::string Fact::text() const {
  if (const auto* words = std::get_if<std::string>(&value)) return *words;
  return quantityText(std::get<double>(value), unit, displayUnit);
}

void Facts::set(std::string_view name, double value, std::string_view unit, std::string_view displayUnit) {
  std::erase_if(all_, [&](const Fact& fact) { return fact.name == name; });
  if (std::isfinite(value)) all_.push_back({std::string(name), value, std::string(unit), std::string(displayUnit)});
}

void Facts::set(std::string_view name, std::string text) {
  std::erase_if(all_, [&](const Fact& fact) { return fact.name == name; });
  if (!text.empty()) all_.push_back({std::string(name), std::move(text)});
}

const Fact* Facts::find(std::string_view name) const {
  const auto found = std::ranges::find(all_, name, &Fact::name);
  return found == all_.end() ? nullptr : &*found;
}

std::optional<double> Facts::number(std::string_view name) const {
  const Fact* const fact = find(name);
  const double* const value = fact ? std::get_if<double>(&fact->value) : nullptr;
  return value ? std::optional(*value) : std::nullopt;
}

std::string Facts::text(std::string_view name) const {
  const Fact* const fact = find(name);
  return fact ? fact->text() : std::string();
}

std::optional<std::string> filled(std::string_view text, const Facts& facts, Form form) {
  std::string result;
  bool areKnown = true;
  scan(
      text, [&](std::string_view words) { result += words; },
      [&](std::string_view name) {
        const std::string_view plain = withoutPercent(name);
        const auto number = facts.number(plain);
        if (plain != name && number)
          result += percentText(*number);
        else if (form == Form::program && number)
          result += fmt::format("{:.6g}", *number);
        else if (facts.knows(plain))
          result += facts.text(plain);
        else
          areKnown = false;
      });
  return areKnown ? std::optional(std::move(result)) : std::nullopt;
}

std::vector<std::string> namesIn(std::string_view text) {
  std::vector<std::string> names;
  scan(
      text, [](std::string_view) {}, [&](std::string_view name) { names.emplace_back(withoutPercent(name)); });
  return names;
}

}  // namespace dashpot::explanation
