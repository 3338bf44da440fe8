// What the automatic method decided, when, and what it knew then.
#pragma once

#include "dashpot/integrate.hpp"
#include "selection/decide.hpp"

#include <vector>

namespace dashpot::integrators {

class DecisionTrail {
 public:
  void note(double t, const selection::Decision& decision, const selection::Facts& facts);
  /// The last decision led to this candidate, whatever was thought then.
  void correctLast(const selection::Candidate& candidate) { noted_.back().decision.candidate = &candidate; }
  /// Decisions are put into words only when somebody asks: that takes longer than some dozens of steps.
  const MethodTrail& inWords() const;

 private:
  struct Noted {
    double time;
    selection::Decision decision;
    selection::Facts facts;
  };
  static MethodTrail::Choice inWords(const Noted& noted);

  std::vector<Noted> noted_;
  mutable MethodTrail words_;  // of those that somebody has asked for
};

}  // namespace dashpot::integrators
