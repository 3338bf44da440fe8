// Which method and step suit a linear block, given the frequency of its input and the accuracy wanted.
//
//   exact       from the exact steady-state error of each method on this very block (frequency_error.hpp)
//   published   by the rules of Smith (1974, ch. V): transition matrix with held input by (15), (16) and steps per
//               cycle, against RK4 at a tenth of the smallest time constant. They hold for the blocks of his study; for
//               stiff ones they understate the error up to 3.4 times, and their step for RK4 has no error behind it.
//
// Costs are operations (his table I, and the same count for higher orders) per second of simulated time.
#pragma once

#include "base/expected.hpp"
#include "integrators/linear_parts/linear_block.hpp"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace dashpot::analysis {

enum class AdviceRules { exact, published };

struct AdviceRequest {
  integrators::LinearBlock block{};  // first input, first output
  double frequency = 0;              // of the dominant input, rad/s
  double percent = 1;                // average error, of the root mean square of the output
  AdviceRules rules = AdviceRules::exact;
};

/// One way to simulate the block.
struct MethodChoice {
  std::string method{};  // as in the registry
  std::string input{};   // the input model of `transition`
  double step = 0;       // 0: none meets the accuracy
  double percent = 0;    // error with this step; NaN where the rules do not say
  double stepsPerCycle = 0;
  double cost = 0;  // microseconds on the machine of table I per second simulated
};

struct Advice {
  std::vector<MethodChoice> choices;  // cheapest first
  double slowest = 0;                 // time constants of the block, longest and shortest
  double fastest = 0;
  std::vector<std::string> reasons;  // sentences
};

/// Fails with a sentence when no advice can be given: no frequency, an unstable block.
Expected<Advice, std::string> advise(const AdviceRequest& request);

/// Real or complex poles (a complex one brings its conjugate), gain 1 at rest.
Expected<integrators::LinearBlock, std::string> blockFromPoles(const std::vector<std::complex<double>>& poles);

// ---- confirmation ---------------------------------------------------------------------------------------------------

struct Refinement {
  bool agreed = false;
  double step = 0;                                   // the longest with which the next shorter one agrees
  std::vector<std::pair<double, double>> history{};  // step, largest difference to half of it
};

/// Halves the step until two runs agree within the tolerance, and keeps the longer of the two steps. `run` returns the
/// solution at the same times for every step; one that is not finite agrees with nothing.
Refinement refineStep(const std::function<std::vector<double>(double h)>& run, double step, double tolerance,
                      int mostHalvings = 20);

}  // namespace dashpot::analysis
