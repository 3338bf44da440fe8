// simulation/step_watch.hpp: which component limits the steps, whether they get anywhere, and whether a few components
// keep them short.
#pragma once

#include "dashpot/integrate.hpp"
#include "simulation/settings.hpp"

#include <array>
#include <span>

namespace dashpot::simulation {

class StepWatch {
 public:
  StepWatch() = default;
  StepWatch(std::size_t size, const Experiment& experiment, double start)
      : stop_(experiment.stop),
        interval_(experiment.interval),
        markedTime_(start),
        windowStart_(start),
        counts_(size, 0) {}

  /// After every accepted step.
  void note(const Integrator& integrator) {
    ++steps_;
    if (steps_ % sampling == 0) look(integrator);
    if (steps_ - markedSteps_ >= stepsPerLook) measureProgress(integrator.time());
  }

  /// The components that have limited the last few hundred steps, which are shorter than an interval of the result (-1
  /// among them: not known); none: there is nothing to suspect. Told once, then watched for anew.
  [[nodiscard]] std::span<const int> suspects() {
    return looks_ < suspiciousLooks ? std::span<const int>{} : suspectsOfWindow();
  }

  /// The steps are so short that the end would need billions of them.
  [[nodiscard]] bool isStuck() const { return slowWindows_ >= patience; }
  /// The mean of the last steps that were looked at.
  [[nodiscard]] double meanStep() const { return meanStep_; }
  /// The component that limited most of the last steps; -1: not known.
  [[nodiscard]] int limiting() const;

  /// All that it has seen.
  [[nodiscard]] Vector save() const;
  /// False: it does not fit.
  [[nodiscard]] bool load(ConstView saved);

 private:
  static constexpr int patience = 3;
  static constexpr std::int64_t sampling = 32;         // steps per look at the limiting component
  static constexpr std::int64_t stepsPerLook = 20000;  // at the progress
  static constexpr std::size_t suspiciousLooks = 8;    // one after the other

  void look(const Integrator& integrator);
  void measureProgress(double time);
  [[nodiscard]] std::span<const int> suspectsOfWindow();

  double stop_ = 0.0, interval_ = 0.0, markedTime_ = 0.0, meanStep_ = 0.0;
  std::int64_t steps_ = 0, markedSteps_ = 0;
  int slowWindows_ = 0;
  std::array<int, suspiciousLooks> window_{};  // the components that limited the steps at the last looks
  std::size_t looks_ = 0;                      // so many of them
  double windowStart_ = 0.0, windowEnd_ = 0.0;
  std::vector<int> counts_;
};

}  // namespace dashpot::simulation
