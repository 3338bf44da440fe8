// The STIFF DETEST comparison (Enright and Pryce 1987): runs of a method on the test set, and what is measured of them.
//
// Errors are global ones in the maximum norm, in units of the tolerance. Scaled, component i is measured in units of
// its largest value over the interval, unscaled as it is; the method is asked for that same absolute tolerance. The
// true solution is rodas5p at a thousandth of the tolerance. A short preliminary run finds the first step: it starts
// with that of the set, and the smaller of its first two accepted steps is taken.
#pragma once

#include "dashpot/integrate.hpp"
#include "problems/detest.hpp"

#include <optional>
#include <span>
#include <string>

namespace dashpot::analysis {

struct DetestSettings {
  std::string method = "rodas4";
  double tolerance = 1e-4;
  ErrorEstimate estimate = ErrorEstimate::automatic;
  bool scaled = true;
  bool preliminaryRun = true;  // else the first step is the method's own choice
  bool localErrors = false;    // the error of each step alone, against the solution through its start
  double firstStep = 0;        // > 0: this first step, without a preliminary run
  std::int64_t maxSteps = 100'000;
  double timingSeconds = 0.02;  // runs are repeated up to about this long; the fastest counts
};

struct DetestRun {
  enum class Outcome { finished, notStarted, endNotReached, noTrueSolution };

  std::string problem;
  std::string method;
  double tolerance = 0;
  Outcome outcome = Outcome::finished;
  std::string message;  // empty when finished
  double reached = 0;   // the time up to which the figures count
  double firstStep = 0;
  Statistics statistics;
  double seconds = 0;
  double overhead = 0;      // seconds without those in F and J
  double endError = 0;      // in units of the tolerance, as the next three
  double maxError = 0;      // over the ends of all steps
  double localError = 0;    // the largest of one step
  double deceived = 0;      // share of the steps whose local error exceeds the tolerance
  double errorPerStep = 0;  // maxError over the number of steps
};

DetestRun runDetest(const problems::DetestProblem& problem, const DetestSettings& settings);

/// error = constant tolerance^exponent, by least squares in logarithms.
struct Smoothness {
  double constant = 0;
  double exponent = 0;
};

/// From errors in units of their tolerances; those that are zero or not finite are left out. None: fewer than two are
/// left.
std::optional<Smoothness> fitSmoothness(std::span<const double> tolerances, std::span<const double> errors);

}  // namespace dashpot::analysis
