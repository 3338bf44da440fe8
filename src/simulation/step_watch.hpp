// simulation/step_watch.hpp: which component limits the steps, whether they get anywhere, and whether a single component
// keeps them short.
#pragma once

#include "dashpot/integrate.hpp"
#include "simulation/settings.hpp"

namespace dashpot::simulation {

class StepWatch {
 public:
  StepWatch() = default;
  StepWatch(std::size_t size, const Experiment& experiment, double start)
      : stop_(experiment.stop), interval_(experiment.interval), markedTime_(start), counts_(size, 0) {}

  /// After every accepted step.
  void note(const Integrator& integrator) {
    ++steps_;
    if (steps_ % sampling == 0) look(integrator);
    if (steps_ - markedSteps_ >= stepsPerLook) measureProgress(integrator.time());
  }

  /// A component that alone has limited the last few hundred steps, which are shorter than an interval of the result;
  /// -1: there is none. Told once, then watched for anew.
  [[nodiscard]] int suspect() { return alone_ < 0 || looks_ < suspiciousLooks ? -1 : suspectAlone(); }

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
  static constexpr int suspiciousLooks = 8;            // at one and the same component

  void look(const Integrator& integrator);
  void measureProgress(double time);
  int suspectAlone();

  double stop_ = 0.0, interval_ = 0.0, markedTime_ = 0.0, meanStep_ = 0.0;
  std::int64_t steps_ = 0, markedSteps_ = 0;
  int slowWindows_ = 0;
  int alone_ = -1, looks_ = 0;  // the component that limited the steps at so many looks, one after the other
  double aloneSince_ = 0.0, aloneFor_ = 0.0;
  std::vector<int> counts_;
};

}  // namespace dashpot::simulation
