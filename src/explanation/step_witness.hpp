// explanation/step_witness.hpp: how many steps a run took, where they crowd, and which unknown limits them when.
#pragma once

#include "explanation/facts.hpp"
#include "explanation/names.hpp"
#include "simulation/step_observer.hpp"

#include <array>
#include <map>

namespace dashpot::explanation {

class StepWitness {
 public:
  StepWitness(double start, double stop) : start_(start), stop_(stop) {}

  void see(const simulation::ObservedStep& step);
  void tell(const Names& names, Facts& facts) const;

  [[nodiscard]] std::int64_t steps() const { return steps_; }
  /// The share of steps that this unknown limits.
  [[nodiscard]] double limitShare(int unknown) const;

 private:
  static constexpr std::size_t bins = 200;  // of the time of the run
  using Counts = std::array<std::int64_t, bins>;

  [[nodiscard]] std::size_t binOf(double t) const;
  [[nodiscard]] double timeOf(std::size_t bin) const;
  /// The shortest stretch of bins that holds this share of all that is counted: from one to behind the other.
  [[nodiscard]] static std::pair<std::size_t, std::size_t> shortestStretch(const Counts& counts, double share);
  void tellLimits(const Names& names, Facts& facts) const;

  double start_, stop_;
  std::int64_t steps_ = 0, rejected_ = 0, unsolved_ = 0;
  double smallest_ = 0.0, largest_ = 0.0;
  Counts all_{};
  std::map<int, Counts> limiting_;  // by unknown
};

}  // namespace dashpot::explanation
