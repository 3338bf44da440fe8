#include "integrators/switching/decision_trail.hpp"

namespace dashpot::integrators {
namespace {

constexpr std::size_t mostKept = 100;

}  // namespace

void DecisionTrail::note(double t, const selection::Decision& decision, const selection::Facts& facts) {
  if (noted_.size() < mostKept)
    noted_.push_back({t, decision, facts});
  else
    ++words_.left;
}

const MethodTrail& DecisionTrail::inWords() const {
  while (words_.choices.size() < noted_.size()) words_.choices.push_back(inWords(noted_[words_.choices.size()]));
  return words_;
}

MethodTrail::Choice DecisionTrail::inWords(const Noted& noted) {
  MethodTrail::Choice choice{.time = noted.time, .method = noted.decision.candidate->name};
  for (const selection::Rule* rule : noted.decision.rules) {
    choice.rules.push_back(rule->name);
    choice.reasons.push_back(rule->reason);
  }
  for (std::size_t i = 0; i < selection::factCount; ++i) {
    const auto fact = static_cast<selection::Fact>(i);
    if (const auto value = noted.facts.known(fact))
      choice.facts.push_back({std::string(selection::nameOf(fact)), *value});
  }
  for (const selection::Alternative& alternative : noted.decision.alternatives)
    choice.alternatives.push_back({alternative.candidate->name, alternative.cost});
  return choice;
}

}  // namespace dashpot::integrators
