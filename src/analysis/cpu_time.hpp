// analysis/cpu_time.hpp: how long a computation takes, with how far repetitions of it are spread.
#pragma once

#include <vector>

namespace dashpot::analysis {

/// Seconds of the processor that this thread has had. Other threads and programs do not count, though they disturb.
[[nodiscard]] double threadSeconds();

class CpuTime {
 public:
  void add(double seconds);

  [[nodiscard]] std::size_t repetitions() const { return seconds_.size(); }
  [[nodiscard]] double median() const { return quantile(0.5); }
  [[nodiscard]] double total() const { return total_; }
  /// The distance between the quartiles, as a share of the median; 0 if there was one repetition only.
  [[nodiscard]] double spread() const;
  /// Enough repetitions to know the spread, and either that is small or more of them would not tell anything new.
  [[nodiscard]] bool isSettled() const;

 private:
  [[nodiscard]] double quantile(double share) const;

  std::vector<double> seconds_;  // ascending
  double total_ = 0;
};

}  // namespace dashpot::analysis
