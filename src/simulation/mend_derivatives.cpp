#include "simulation/mend_derivatives.hpp"

#include "simulation/unknown_size.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dashpot::simulation {

namespace {

/// Of the argument: half of the digits are left for the difference.
double increment(double size) { return std::sqrt(std::numeric_limits<double>::epsilon()) * size; }

bool isFinite(double value) { return std::isfinite(value); }

/// (f(x + dx) - f(x - dx)) / (2 dx), or one half of it where the other is not defined.
class Difference {
 public:
  Difference(MendWork& work, std::size_t size)
      : above_(View(work.above).first(size)), below_(View(work.below).first(size)) {}

  template <class Function>
  bool take(double x, double dx, const Function& function) {
    left_ = x - dx, right_ = x + dx;
    const bool hasRight = function(right_, above_) == Evaluation::ok;
    const bool hasLeft = function(left_, below_) == Evaluation::ok;
    if (hasRight && hasLeft) return true;
    if (!hasRight && !hasLeft) return false;
    (hasRight ? left_ : right_) = x;
    return function(x, hasRight ? below_ : above_) == Evaluation::ok;
  }
  [[nodiscard]] double operator[](std::size_t i) const { return (above_[i] - below_[i]) / (right_ - left_); }

 private:
  View above_, below_;
  double left_ = 0.0, right_ = 0.0;
};

}  // namespace

MendWork::MendWork(std::size_t most) : point(most), above(most), below(most) {}

bool mendJacobian(const SparsityPattern& pattern, ConstView x, ConstView sizes, const PointFunction& function,
                  MendWork& work, View values) {
  const std::size_t n = x.size();
  const View point = View(work.point).first(n);
  std::ranges::copy(x, point.begin());
  Difference difference(work, n);
  for (std::size_t j = 0; j < n; ++j) {
    const auto first = static_cast<std::size_t>(pattern.columnStart[j]);
    const View column = values.subspan(first, static_cast<std::size_t>(pattern.columnStart[j + 1]) - first);
    if (std::ranges::all_of(column, isFinite)) continue;
    const double size = std::max(std::fabs(x[j]), sizeOrUnknown(sizes[j]));
    const bool isDefined = difference.take(x[j], increment(size), [&](double xj, View f) {
      point[j] = xj;
      return function(point, f);
    });
    point[j] = x[j];
    if (!isDefined) return false;
    for (std::size_t k = 0; k < column.size(); ++k)
      if (!isFinite(column[k])) column[k] = difference[static_cast<std::size_t>(pattern.rows[first + k])];
    if (!std::ranges::all_of(column, isFinite)) return false;
  }
  return true;
}

bool mendTimeDerivative(double t, const std::function<Evaluation(double t, View f)>& function, MendWork& work,
                        View values) {
  Difference difference(work, values.size());
  if (!difference.take(t, increment(std::max(std::fabs(t), unknownSize)), function)) return false;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!isFinite(values[i])) values[i] = difference[i];
  return std::ranges::all_of(values, isFinite);
}

}  // namespace dashpot::simulation
