// Built-in problems, run with several methods and compared.
#pragma once

#include "dashpot/integrate.hpp"
#include "problems/problems.hpp"

#include <string>
#include <vector>

namespace dashpot::cli {

struct ComparisonSettings {
  std::vector<std::string> methods{};
  double tolerance = 1e-5;          // relative; the absolute ones follow from the problem's scales
  std::int64_t maxSteps = 200'000;  // what a method that is not made for stiff problems may try
  double timingSeconds = 0.1;       // runs are repeated up to about this long; the fastest counts
};

struct MethodRun {
  std::string method;
  Solution solution;  // at every step
  double seconds = 0;
  double correctDigits = 0;  // at the end, of the worst component compared; NaN: no reference, or the run failed
};

Options optionsFor(const problems::TestProblem& test, const std::string& method, const ComparisonSettings& settings);
MethodRun runProblem(const problems::TestProblem& test, const std::string& method, const ComparisonSettings& settings);
std::vector<MethodRun> runProblem(const problems::TestProblem& test, const ComparisonSettings& settings);

}  // namespace dashpot::cli
