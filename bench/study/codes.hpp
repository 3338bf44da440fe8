// All codes of a comparison behind one call, on one right-hand side and Jacobian.
#pragma once

#include "problems/problems.hpp"

#include <limits>
#include <string>
#include <vector>

namespace dashpot::bench {

/// One run: what it cost and how accurate it was.
struct Run {
  bool ok = false;
  double tolerance = 0;
  double seconds = 0;  // of work; the fastest of several repetitions
  double digits = 0;   // correct ones at the end
  long steps = 0;
  long rejected = 0;
  long rhsEvals = 0;
  long jacEvals = 0;
  long lu = 0;
};

struct Code {
  std::string name;
  bool ours = true;  // else a yardstick
};

/// Our methods that take part, and the yardsticks that suit the problem.
std::vector<Code> codesFor(const problems::TestProblem& problem);

/// Runs the code once. `seconds` is that of this run. Our methods give up, between two steps, after `longest` seconds.
Run runOnce(const Code& code, const problems::TestProblem& problem, double tolerance,
            double longest = std::numeric_limits<double>::infinity());

}  // namespace dashpot::bench
