// The broad set of the automatic method: classic stiff problems, STIFF DETEST, partial differential equations by the
// method of lines, random linear systems with prescribed spectra, problems that are not stiff, and models.
#pragma once

#include "study/codes.hpp"

#include <functional>
#include <string>
#include <vector>

namespace dashpot::bench {

struct Case {
  std::string name;
  std::string kind;  // "classic", "detest", "lines", "linear", "orbit", "model"
  std::function<Run(const Code&, double tolerance, double longest)> run;
  std::vector<std::string> methods;  // that may be tried on it
  bool takesYardsticks = false;      // M = I, no discontinuities, J known
};

/// Problems in C++. References that the literature does not give are those of radau and rodas5p at 1e-12, as far as
/// they agree. `quick` leaves out the largest, `only` all whose names do not hold this text.
std::vector<Case> problemCases(bool quick, const std::string& only);
/// Models of examples/ below `root`, with what they record at their intervals.
std::vector<Case> modelCases(const std::string& root, const std::string& only);

/// A third of the names, by a hash that does not change from machine to machine (FNV-1a).
bool isHeldOut(const std::string& name);

}  // namespace dashpot::bench
