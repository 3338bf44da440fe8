// selection/rule_base.hpp
//
// What the automatic method knows, as data: src/selection/rules.toml. The stage chooses an integration method from
// facts, and knows nothing of integration itself.
//
//   facts      what is known of the problem and of the run so far
//   rule_base  rules and candidates, as they are written
//   decide     from facts to a method, with the reasons
//
// A candidate is a method with what a step of it takes and how many steps it needs:
//
//   [[candidate]]
//   name = "rodas4"
//   kind = "implicit"        # or explicit
//   evaluations = 6          # per step, on average: of F, of J, factorisations and solutions with them; those of complex
//   jacobians = 1            # matrices count fourfold
//   factorisations = 1
//   solves = 6
//   between = 0              # further evaluations of F per step where values within steps are asked for
//   shorter = 1              # and by what factor its steps are shorter there; 1 if it is not given
//   overhead = 1             # other work on vectors, in units that decide.hpp gives
//   steps = 1.02             # at digits d it takes steps 10^(d/order) of what others take
//   order = 4
//   follows = 8              # and a mode that takes part in the solution with h |lambda| of at most follows 10^(-d/order)
//   stability = 3.3          # explicit ones: the longest stable h |lambda|, where the mode is damped
//   oscillating = 1.7        # and on the imaginary axis
//
// A rule restricts the candidates; among those left the cheapest is taken.
//
//   [[rule]]
//   name = "stiff-start"
//   moment = "start"         # or running: asked again and again
//   when = ["stability.price >= 1"]     # all must hold; base/rule_file.hpp
//   passing = true           # start: what it excludes may be taken later on
//   patience = 8             # running: so many times more often than not, before it counts
//   only = "implicit"        # or
//   without = ["radau"]      # or
//   other = true             # any but the one at work
//   reason = "..."           # for people
//   source = "..."           # where the knowledge comes from
#pragma once

#include "base/diagnostic.hpp"
#include "base/rule_file.hpp"
#include "selection/facts.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dashpot::selection {

enum class Kind : std::uint8_t { explicitFormula, implicitFormula };

inline constexpr std::size_t mostCandidates = 16;
/// Some of the candidates: a bit for each, in their order.
using CandidateSet = std::uint32_t;
[[nodiscard]] constexpr bool contains(CandidateSet set, std::size_t candidate) { return set >> candidate & 1; }

struct Candidate {
  std::string name;
  Kind kind = Kind::explicitFormula;
  double evaluations = 0, jacobians = 0, factorisations = 0, solves = 0, between = 0;  // of a step
  double shorter = 1, overhead = 1;
  double steps = 1, order = 1, follows = 1;
  double stability = 0, oscillating = 0;
};

enum class Moment : std::uint8_t { start, running };

struct Condition {
  Fact fact;
  FactCondition::Test test;
  double number;

  [[nodiscard]] bool holds(const Facts& facts) const { return FactCondition::holds(test, number, facts[fact]); }
};

struct Rule {
  std::string name;
  Moment moment = Moment::start;
  std::vector<Condition> when;
  bool isPassing = false;
  int patience = 1;
  std::optional<Kind> only;
  std::vector<std::string> without;
  bool other = false;
  std::string reason, source;
  CandidateSet excluded = 0;  // by `only` and `without`

  [[nodiscard]] bool applies(const Facts& facts) const;
  /// What it asks for does not change while a run goes on, and it does not speak of the beginning alone: what it excludes
  /// at the start is excluded to the end.
  [[nodiscard]] bool isLasting() const;
  /// Whether its conclusion leaves a candidate that is not at work.
  [[nodiscard]] bool leaves(const Candidate& candidate) const;
};

struct RuleBase {
  std::vector<Candidate> candidates;
  std::vector<Rule> rules;               // those of the start first
  std::size_t firstRunning = 0;          // of them
  std::array<CandidateSet, 2> ofKind{};  // explicit ones, implicit ones

  [[nodiscard]] std::span<const Rule> starting() const { return std::span(rules).first(firstRunning); }
  [[nodiscard]] std::span<const Rule> running() const { return std::span(rules).subspan(firstRunning); }

  [[nodiscard]] CandidateSet all() const { return ofKind[0] | ofKind[1]; }
  [[nodiscard]] CandidateSet only(Kind kind) const { return ofKind[static_cast<std::size_t>(kind)]; }
  [[nodiscard]] std::size_t indexOf(const Candidate& candidate) const {
    return static_cast<std::size_t>(&candidate - candidates.data());
  }
};

/// Reads a rule base from a text; what is wrong is reported, and left out.
[[nodiscard]] RuleBase readRuleBase(std::string_view text, const std::string& file, Diagnostics& diagnostics);

/// That of the program.
[[nodiscard]] const RuleBase& ruleBase();

}  // namespace dashpot::selection
