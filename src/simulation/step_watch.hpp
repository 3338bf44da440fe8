// simulation/step_watch.hpp: which component limits the steps, and whether they get anywhere.
#pragma once

#include "dashpot/integrate.hpp"

namespace dashpot::simulation {

class StepWatch {
 public:
  StepWatch() = default;
  StepWatch(std::size_t size, double start, double stop) : stop_(stop), markedTime_(start), counts_(size, 0) {}

  /// After every accepted step.
  void note(const Integrator& integrator);

  /// The steps are so short that the end would need billions of them.
  [[nodiscard]] bool isStuck() const { return slowWindows_ >= patience; }
  /// The mean of the last steps that were looked at.
  [[nodiscard]] double meanStep() const { return meanStep_; }
  /// The component that limited most of the last steps; -1: not known.
  [[nodiscard]] int limiting() const;

 private:
  static constexpr int patience = 3;

  double stop_ = 0.0, markedTime_ = 0.0, meanStep_ = 0.0;
  std::int64_t steps_ = 0, markedSteps_ = 0;
  int slowWindows_ = 0;
  std::vector<int> counts_;
};

}  // namespace dashpot::simulation
