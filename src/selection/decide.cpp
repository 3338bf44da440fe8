#include "selection/decide.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace dashpot::selection {
namespace {

// The unit of Candidate::overhead, which is that of tsit5: calls, step control, error norms, sums of stages. Explicit
// methods do nothing but sum, in vectors; implicit ones also move what they solve for.
constexpr double overheadOfStep = 82, overheadPerUnknown = 5;                   // nanoseconds, of explicit methods
constexpr double overheadOfImplicitStep = 64, overheadPerImplicitUnknown = 14;  // of implicit ones

double overheadUnit(Kind kind, double size) {
  return kind == Kind::explicitFormula ? overheadOfStep + overheadPerUnknown * size
                                       : overheadOfImplicitStep + overheadPerImplicitUnknown * size;
}

double costPerStep(const Candidate& candidate, const Work& work) {
  const double evaluations = candidate.evaluations + (work.asksBetween ? candidate.between : 0);
  return evaluations * work.evaluation + candidate.jacobians * work.jacobian +
         candidate.factorisations * work.factorisation + candidate.solves * work.solve +
         candidate.overhead * overheadUnit(candidate.kind, work.size);
}

/// Those that a rule leaves of the candidates that are allowed.
CandidateSet leftBy(const RuleBase& base, const Rule& rule, CandidateSet allowed, const Candidate& current) {
  const CandidateSet others = rule.other ? ~(CandidateSet{1} << base.indexOf(current)) : ~CandidateSet{0};
  return allowed & ~rule.excluded & others;
}

void conclude(const RuleBase& base, const Forecasts& forecasts, CandidateSet left, Decision& decision) {
  for (std::size_t i = 0; i < base.candidates.size(); ++i)
    if (contains(left, i)) decision.alternatives.push_back({&base.candidates[i], forecasts[i].cost()});
  std::ranges::sort(decision.alternatives, [](const Alternative& a, const Alternative& b) {
    return a.cost != b.cost ? a.cost < b.cost : a.candidate < b.candidate;
  });
  if (!decision.alternatives.empty()) decision.candidate = decision.alternatives.front().candidate;
}

}  // namespace

Forecasts forecastsOf(const RuleBase& base, const Work& work, double digits) {
  Forecasts forecasts;
  for (std::size_t i = 0; i < base.candidates.size(); ++i) {
    const Candidate& candidate = base.candidates[i];
    const double growth = std::exp(digits * std::numbers::ln10 / candidate.order);
    const double shorter = work.asksBetween ? candidate.shorter : 1.0;
    forecasts[i] = {costPerStep(candidate, work), shorter * candidate.steps * growth, candidate.follows / growth};
  }
  return forecasts;
}

Decision decideStart(const RuleBase& base, const Facts& facts, const Forecasts& forecasts, CandidateSet allowed) {
  Decision decision;
  CandidateSet left = allowed;
  for (const Rule& rule : base.starting()) {
    if ((left & ~rule.excluded) == 0 || !rule.applies(facts)) continue;
    left &= ~rule.excluded;
    decision.rules.push_back(&rule);
  }
  conclude(base, forecasts, left, decision);
  return decision;
}

Decision decideChange(const RuleBase& base, const Rule& because, const Forecasts& forecasts, CandidateSet allowed,
                      const Candidate& current) {
  Decision decision;
  decision.rules.push_back(&because);
  conclude(base, forecasts, leftBy(base, because, allowed, current), decision);
  return decision;
}

const Candidate* cheapestChange(const RuleBase& base, const Rule& because, const Forecasts& forecasts,
                                CandidateSet allowed, const Candidate& current) {
  const CandidateSet left = leftBy(base, because, allowed, current);
  const Candidate* cheapest = nullptr;
  for (std::size_t i = 0; i < base.candidates.size(); ++i)
    if (contains(left, i) && (!cheapest || forecasts[i].cost() < forecasts[base.indexOf(*cheapest)].cost()))
      cheapest = &base.candidates[i];
  return cheapest;
}

}  // namespace dashpot::selection
