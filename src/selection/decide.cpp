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

std::vector<Alternative> allAllowed(const RuleBase& base, const Forecasts& forecasts, const Allowed& allowed) {
  std::vector<Alternative> left;
  left.reserve(base.candidates.size());
  for (std::size_t i = 0; i < base.candidates.size(); ++i)
    if (allowed(base.candidates[i])) left.push_back({&base.candidates[i], forecasts[i].cost()});
  return left;
}

/// Cheapest first.
Decision concluded(Decision decision) {
  std::ranges::sort(decision.alternatives, [](const Alternative& a, const Alternative& b) {
    return a.cost != b.cost ? a.cost < b.cost : a.candidate < b.candidate;
  });
  if (!decision.alternatives.empty()) decision.candidate = decision.alternatives.front().candidate;
  return decision;
}

}  // namespace

Forecasts forecastsOf(const RuleBase& base, const Work& work, double digits) {
  Forecasts forecasts;
  forecasts.reserve(base.candidates.size());
  for (const Candidate& candidate : base.candidates)
    forecasts.push_back(
        {costPerStep(candidate, work), candidate.steps * std::exp(digits * std::numbers::ln10 / candidate.order)});
  return forecasts;
}

Decision decideStart(const RuleBase& base, const Facts& facts, const Forecasts& forecasts, const Allowed& allowed) {
  Decision decision;
  decision.rules.reserve(base.rules.size());
  std::uint64_t left = 0;  // a bit for each candidate
  for (std::size_t i = 0; i < base.candidates.size(); ++i)
    if (allowed(base.candidates[i])) left |= std::uint64_t{1} << i;
  for (const Rule& rule : base.rules) {
    if (rule.moment != Moment::start || (left & ~rule.excluded) == 0 || !rule.applies(facts)) continue;
    left &= ~rule.excluded;
    decision.rules.push_back(&rule);
  }
  for (std::size_t i = 0; i < base.candidates.size(); ++i)
    if (left >> i & 1) decision.alternatives.push_back({&base.candidates[i], forecasts[i].cost()});
  return concluded(std::move(decision));
}

Decision decideChange(const RuleBase& base, const Rule& because, const Forecasts& forecasts, const Allowed& allowed,
                      const Candidate& current) {
  Decision decision{.rules = {&because}, .alternatives = allAllowed(base, forecasts, allowed)};
  std::erase_if(decision.alternatives, [&](const Alternative& a) { return !because.leaves(*a.candidate, &current); });
  return concluded(std::move(decision));
}

}  // namespace dashpot::selection
