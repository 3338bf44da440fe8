// The examples of the source theses as a user writes them, problem:small-circuit:number=4,unknowns=physical.
#pragma once

#include "problems/arguments.hpp"
#include "problems/problems.hpp"

#include <string_view>
#include <vector>

namespace dashpot::problems {

/// A problem by its name and what makes it.
struct ProblemEntry {
  std::string_view name;
  TestProblem (*make)(Arguments&);
};

const std::vector<ProblemEntry>& publishedExamples();

/// case = real-time-1, real-time-2, offline-1, offline-2 or stability; start: of both pressures, 0 for those at rest;
/// modulus: constant, 0 for that of the oil.
TestProblem twoVolumeFrom(Arguments& arguments);
/// modulus: constant, 0 for that of the oil.
TestProblem cylinderCircuitFrom(Arguments& arguments);

}  // namespace dashpot::problems
