#include "experiments/experiment.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

namespace dashpot::experiments {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 4> statusNames{
    {{"agrees", "agrees"},
     {"corrected", "agrees with the corrected formula"},
     {"differs", "differs"},
     {"undecided", "cannot be decided"}}};

bool isNear(double ours, double published, const Agreement& agreement) {
  if (agreement.within) return std::abs(ours - published) <= *agreement.within * std::abs(published);
  if (agreement.absolute) return std::abs(ours - published) <= *agreement.absolute;
  if (agreement.factor) {
    const double ratio = ours / published;
    return ratio >= 1 / *agreement.factor && ratio <= *agreement.factor;
  }
  return ours == published;
}

}  // namespace

std::string toText(const Value& value) {
  if (value.isWord()) return value.word;
  const double size = std::abs(value.number);
  if (value.number == std::round(value.number) && size < 1e7) return fmt::format("{:.0f}", value.number);
  return fmt::format("{:.5g}", value.number);
}

std::string toText(const Expectation& expectation) {
  const char* const bound = expectation.kind == Expectation::Kind::below   ? "< "
                            : expectation.kind == Expectation::Kind::above ? "> "
                                                                           : "";
  return bound + toText(expectation.value);
}

std::string Agreement::text() const {
  if (within) return fmt::format("within {:g} %", 100 * *within);
  if (absolute) return fmt::format("to {:g}", *absolute);
  if (factor) return fmt::format("within a factor of {:g}", *factor);
  return "exactly";
}

bool agrees(const Value& ours, const Expectation& expected, const Agreement& agreement) {
  if (ours.isWord() || expected.value.isWord()) return ours.word == expected.value.word;
  switch (expected.kind) {
    case Expectation::Kind::below: return ours.number < expected.value.number;
    case Expectation::Kind::above: return ours.number > expected.value.number;
    case Expectation::Kind::value: break;
  }
  return isNear(ours.number, expected.value.number, agreement);
}

std::string_view titleOf(Status status) { return statusNames[static_cast<std::size_t>(status)].second; }
std::string_view nameOf(Status status) { return statusNames[static_cast<std::size_t>(status)].first; }

}  // namespace dashpot::experiments
