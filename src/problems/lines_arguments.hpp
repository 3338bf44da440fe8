// Partial differential equations with the parameters of a command line; see Arguments and method_of_lines.hpp.
#pragma once

#include "problems/arguments.hpp"
#include "problems/problems.hpp"

namespace dashpot::problems {

TestProblem heatFrom(Arguments& arguments);
TestProblem waveFrom(Arguments& arguments);
TestProblem advectionDiffusionFrom(Arguments& arguments);
TestProblem burgersFrom(Arguments& arguments);
TestProblem sineGordonFrom(Arguments& arguments);
TestProblem brusselatorFrom(Arguments& arguments);
TestProblem brusselatorInTwoDimensionsFrom(Arguments& arguments);

}  // namespace dashpot::problems
