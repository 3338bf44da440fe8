#include "selection/decide.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::selection {
namespace {

// The unit of Candidate::overhead: calls, step control, error norms, copies.
constexpr double overheadOfStep = 100, overheadPerUnknown = 10;

bool isLeftBy(const Rule& rule, const Candidate& candidate, const Candidate* current) {
  if (rule.only) return candidate.kind == *rule.only;
  if (rule.other) return !current || candidate.name != current->name;
  return std::ranges::find(rule.without, candidate.name) == rule.without.end();
}

/// Those that are left, cheapest first.
std::vector<Alternative> ranked(std::vector<const Candidate*> left, const Facts& facts, const Work& work) {
  std::vector<Alternative> alternatives;
  for (const Candidate* candidate : left)
    alternatives.push_back({candidate, predictedCost(*candidate, work, facts[Fact::digits])});
  std::ranges::stable_sort(alternatives, {}, &Alternative::cost);
  return alternatives;
}

void restrictBy(const Rule& rule, const Candidate* current, std::vector<const Candidate*>& left, Decision& decision) {
  std::vector<const Candidate*> after;
  std::ranges::copy_if(left, std::back_inserter(after),
                       [&](const Candidate* candidate) { return isLeftBy(rule, *candidate, current); });
  if (after.empty()) return;
  left = std::move(after);
  decision.rules.push_back(&rule);
}

std::vector<const Candidate*> allAllowed(const RuleBase& base, const Allowed& allowed) {
  std::vector<const Candidate*> left;
  for (const Candidate& candidate : base.candidates)
    if (allowed(candidate)) left.push_back(&candidate);
  return left;
}

Decision concluded(Decision decision, std::vector<const Candidate*> left, const Facts& facts, const Work& work) {
  decision.alternatives = ranked(std::move(left), facts, work);
  if (!decision.alternatives.empty()) decision.candidate = decision.alternatives.front().candidate;
  return decision;
}

}  // namespace

double costPerStep(const Candidate& candidate, const Work& work) {
  const double evaluations = candidate.evaluations + (work.asksBetween ? candidate.between : 0);
  return evaluations * work.evaluation + candidate.jacobians * work.jacobian +
         candidate.factorisations * work.factorisation + candidate.solves * work.solve +
         candidate.overhead * (overheadOfStep + overheadPerUnknown * work.size);
}

double stepsFor(const Candidate& candidate, double digits) {
  return candidate.steps * std::pow(10, digits / candidate.order);
}

double predictedCost(const Candidate& candidate, const Work& work, double digits) {
  return typicalSteps * stepsFor(candidate, digits) * costPerStep(candidate, work);
}

Decision decideStart(const RuleBase& base, const Facts& facts, const Work& work, const Allowed& allowed) {
  Decision decision;
  std::vector<const Candidate*> left = allAllowed(base, allowed);
  for (const Rule& rule : base.rules)
    if (rule.moment == Moment::start && rule.applies(facts)) restrictBy(rule, nullptr, left, decision);
  return concluded(std::move(decision), std::move(left), facts, work);
}

Decision decideChange(const RuleBase& base, const Rule& because, const Facts& facts, const Work& work,
                      const Allowed& allowed, const Candidate& current) {
  Decision decision;
  std::vector<const Candidate*> left = allAllowed(base, allowed);
  std::vector<const Candidate*> after;
  std::ranges::copy_if(left, std::back_inserter(after),
                       [&](const Candidate* candidate) { return isLeftBy(because, *candidate, &current); });
  decision.rules.push_back(&because);
  return concluded(std::move(decision), std::move(after), facts, work);
}

}  // namespace dashpot::selection
