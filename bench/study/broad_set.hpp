// The broad set of the automatic method: classic stiff problems, STIFF DETEST, partial differential equations by the
// method of lines, random linear systems with prescribed spectra, problems that are not stiff, and models.
#pragma once

#include "dashpot/integrate.hpp"
#include "study/codes.hpp"

#include <functional>
#include <string>
#include <vector>

namespace dashpot::bench {

struct Extent {
  int unknowns = 0;
  int nonZeros = 0;  // of J
};

struct Case {
  std::string name;
  std::string kind;  // "classic", "detest", "lines", "linear", "orbit", "model"
  /// Finds the reference, and compiles a model; false: there is none that can be depended on.
  std::function<bool()> prepare;
  std::function<Extent()> extent;  // after that
  std::function<Run(const Code&, double tolerance, double longest)> run;
  std::function<MethodTrail(double tolerance)> trail;  // of the automatic method
  std::vector<std::string> methods;                    // that may be tried on it
  bool takesYardsticks = false;                        // M = I, no discontinuities, J known
  bool isNew = false;  // it joined when the held-out part was drawn last: no rule had seen it then
};

/// Problems in C++. References that the literature does not give are those of radau and rodas5p at 1e-12, as far as
/// they agree. `quick` leaves out the largest.
std::vector<Case> problemCases(bool quick);
/// Models of examples/, and hydraulic circuits of bench/models/, below `root`, with what they record at their intervals.
std::vector<Case> modelCases(const std::string& root);

/// A third of the names, by a hash that does not change from machine to machine (FNV-1a, begun with a salt).
bool isHeldOut(const std::string& name);

}  // namespace dashpot::bench
