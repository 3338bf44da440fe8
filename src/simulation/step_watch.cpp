#include "simulation/step_watch.hpp"

#include <algorithm>

namespace dashpot::simulation {

namespace {

constexpr std::int64_t sampling = 32;         // steps per look at the limiting component
constexpr std::int64_t stepsPerLook = 20000;  // at the progress
constexpr double leastShare = 1e-5;           // of what is left that these must cover: else it takes 2e9 steps

}  // namespace

void StepWatch::note(const Integrator& integrator) {
  ++steps_;
  if (steps_ % sampling == 0)
    if (const int worst = integrator.limitingComponent(); worst >= 0) ++counts_[static_cast<std::size_t>(worst)];
  if (steps_ - markedSteps_ < stepsPerLook) return;
  const double covered = integrator.time() - markedTime_;
  meanStep_ = covered / stepsPerLook;
  slowWindows_ = covered < leastShare * (stop_ - integrator.time()) ? slowWindows_ + 1 : 0;
  markedTime_ = integrator.time();
  markedSteps_ = steps_;
  for (int& count : counts_) count /= 2;  // what limits now counts for more than what did
}

int StepWatch::limiting() const {
  const auto most = std::ranges::max_element(counts_);
  return most == counts_.end() || *most == 0 ? -1 : static_cast<int>(most - counts_.begin());
}

}  // namespace dashpot::simulation
