#include "problems/detest.hpp"

#include "problems/detest_entries.hpp"
#include "problems/detest_references.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace dashpot::problems {

namespace detest {
namespace {

struct Entry {
  std::string_view name;
  DetestProblem (*make)();
};

constexpr std::array entries{
    Entry{"a1", a1}, Entry{"a2", a2}, Entry{"a3", a3}, Entry{"a4", a4},                   //
    Entry{"b1", b1}, Entry{"b2", b2}, Entry{"b3", b3}, Entry{"b4", b4}, Entry{"b5", b5},  //
    Entry{"c1", c1}, Entry{"c2", c2}, Entry{"c3", c3}, Entry{"c4", c4}, Entry{"c5", c5},  //
    Entry{"d1", d1}, Entry{"d2", d2}, Entry{"d3", d3}, Entry{"d4", d4}, Entry{"d5", d5},  //
    Entry{"e1", e1}, Entry{"e2", e2}, Entry{"e3", e3}, Entry{"e4", e4}, Entry{"e5", e5},  //
    Entry{"f1", f1}, Entry{"f2", f2}, Entry{"f3", f3}, Entry{"f4", f4}, Entry{"f5", f5},  //
    Entry{"g1", g1}, Entry{"g2", g2}, Entry{"g3", g3}, Entry{"g4", g4}, Entry{"g5", g5},
};

}  // namespace
}  // namespace detest

std::vector<std::string_view> detestNames() {
  std::vector<std::string_view> names;
  for (const detest::Entry& entry : detest::entries) names.push_back(entry.name);
  return names;
}

std::optional<DetestProblem> findDetest(std::string_view name) {
  std::string lower(name);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto entry = std::ranges::find(detest::entries, lower, &detest::Entry::name);
  if (entry == detest::entries.end()) return std::nullopt;
  DetestProblem problem = entry->make();
  const DetestReference reference = detestReference(entry->name);
  problem.test.reference = reference.end;
  problem.test.referenceDigits = reference.digits;
  problem.test.absoluteScale = reference.largest;
  return problem;
}

}  // namespace dashpot::problems
