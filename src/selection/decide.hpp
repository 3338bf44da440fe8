// selection/decide.hpp: from facts to a method, with the reasons. Pure: the same facts give the same decision.
#pragma once

#include "base/short_list.hpp"
#include "selection/rule_base.hpp"

#include <array>

namespace dashpot::selection {

/// What evaluations and linear algebra of a problem cost, in nanoseconds of an ordinary machine.
struct Work {
  double size = 1;  // unknowns: the unit of `overhead` is some work on each of them, and a fixed part
  double evaluation = 1, jacobian = 1, factorisation = 1, solve = 1;
  bool asksBetween = false;  // for values within steps
};

/// The steps of a typical run of a method with Forecast::steps = 1; measured on the problems of bench/auto.cpp.
inline constexpr double typicalSteps = 7;

/// What is predicted of a candidate: the same through a whole run.
struct Forecast {
  double costPerStep = 0;  // nanoseconds
  double steps = 0;        // that accuracy demands, of those that a method of no order and constant 1 would take
  double follows = 0;      // the longest h |lambda| with which a mode that takes part is followed to the wanted digits

  /// Of a typical run.
  [[nodiscard]] double cost() const { return costOf(steps); }
  [[nodiscard]] double costOf(double otherSteps) const { return typicalSteps * otherSteps * costPerStep; }
};

/// In the order of the candidates.
using Forecasts = std::array<Forecast, mostCandidates>;
[[nodiscard]] Forecasts forecastsOf(const RuleBase& base, const Work& work, double digits);

struct Alternative {
  const Candidate* candidate;
  double cost;  // predicted
};

struct Decision {
  const Candidate* candidate = nullptr;                 // null: none is left
  ShortList<const Rule*, 12> rules;                     // that applied
  ShortList<Alternative, mostCandidates> alternatives;  // those left, cheapest first
};

/// The candidate to start with: the cheapest that the problem and the rules allow. A rule that would leave none is
/// passed over.
[[nodiscard]] Decision decideStart(const RuleBase& base, const Facts& facts, const Forecasts& forecasts,
                                   CandidateSet allowed);
/// The candidate to change to because a rule says so, the one at work being `current`.
[[nodiscard]] Decision decideChange(const RuleBase& base, const Rule& because, const Forecasts& forecasts,
                                    CandidateSet allowed, const Candidate& current);
/// That candidate alone.
[[nodiscard]] const Candidate* cheapestChange(const RuleBase& base, const Rule& because, const Forecasts& forecasts,
                                              CandidateSet allowed, const Candidate& current);

}  // namespace dashpot::selection
