// Size of a local error in units of the tolerances; at most 1 means acceptable.
#pragma once

#include "dashpot/integrate.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

namespace dashpot::integrators {

class ErrorMeasure {
 public:
  ErrorMeasure() = default;
  ErrorMeasure(int size, const Tolerances& tolerances);

  /// Norm of the vector with components error_i / scale_i, the scale taken at the larger of |y0_i| and |y1_i|
  /// (or at |y0_i| alone, on request).
  double operator()(ConstView error, ConstView y0, ConstView y1) const { return of<0>(error, y0, y1); }
  double operator()(ConstView error, ConstView y) const { return of<0>(error, y, y); }
  /// The same of N components; 0: as many as there are. Few are taken one by one, as they were written just before: as
  /// pairs they would have to wait in memory.
  template <int N>
  double of(ConstView error, ConstView y0, ConstView y1) const {
    const std::size_t n = N > 0 ? N : error.size();
    const ConstView other = atStart_ ? y0 : y1;
    const auto scaled = [&](std::size_t i) {
      return std::abs(error[i]) / scale(i, std::max(std::abs(y0[i]), std::abs(other[i])));
    };
    if (rms_) {
      double sum = 0;
#pragma GCC unroll 8
      for (std::size_t i = 0; i < n; ++i) {
        const double e = scaled(i);
        sum += e * e;
      }
      return std::sqrt(isMean_ ? sum * share_ : sum);
    }
    double largest = 0;
#pragma GCC unroll 8
    for (std::size_t i = 0; i < n; ++i)
      if (const double e = scaled(i); !(e <= largest)) largest = e;  // keeps a NaN
    return largest;
  }

  double scale(std::size_t i, double magnitude) const { return absolute_[i] + relative_[i] * (sizes_[i] + magnitude); }
  /// The component with the largest scaled error, or the first that is not finite.
  int worst(ConstView error, ConstView y) const;
  /// A typical magnitude of component i when it is near zero: below it the absolute tolerance rules.
  double floorOf(std::size_t i) const {
    return relative_[i] > 0 ? absolute_[i] / relative_[i] + sizes_[i] : absolute_[i];
  }

 private:
  std::shared_ptr<const double[]> own_;        // what the three below point into, but for the sizes of others
  std::shared_ptr<const Vector> sharedSizes_;  // theirs; they may change
  // With scale `absolute` relative_ is zero, with scale `relative` the absolute part is the smallest normal number.
  const double* relative_ = nullptr;
  const double* absolute_ = nullptr;
  const double* sizes_ = nullptr;
  double share_ = 1;  // of a component in the mean
  bool rms_ = true;   // or Euclidean
  bool isMean_ = true;
  bool atStart_ = false;
};

/// Weight of the error of component k in a step of length h: unknowns of index 2 and 3 converge with one and two orders
/// less (Hairer, Lubich and Roche 1989; RADAU5). `indices` empty: all are of index 1.
inline double indexWeight(const std::vector<int>& indices, int k, double h) {
  if (indices.empty() || indices[static_cast<std::size_t>(k)] <= 1) return 1;
  return indices[static_cast<std::size_t>(k)] == 2 ? std::abs(h) : h * h;
}

/// Empty when the tolerances make sense for a problem of this size, else a sentence that says what is wrong.
std::string complaintAbout(const Tolerances& tolerances, int size);

}  // namespace dashpot::integrators
