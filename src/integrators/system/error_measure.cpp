#include "integrators/system/error_measure.hpp"

#include <fmt/format.h>

#include <limits>

namespace dashpot::integrators {
namespace {

Vector perComponent(int size, double common, const Vector& each) {
  return each.empty() ? Vector(static_cast<std::size_t>(size), common) : each;
}

/// A complaint about one kind of tolerance; empty: it is fine.
std::string complaint(std::string_view which, int size, double common, const Vector& each) {
  if (!each.empty() && static_cast<int>(each.size()) != size)
    return fmt::format("{} tolerances are given for {} components, but the problem has {}", which, each.size(), size);
  for (const double value : perComponent(1, common, each))
    if (!(value >= 0) || !std::isfinite(value))
      return fmt::format("the {} tolerance {} is not a finite number greater than or equal to zero", which, value);
  return {};
}

}  // namespace

// Three arrays in one block: a run of a dozen steps has several of these.
ErrorMeasure::ErrorMeasure(int size, const Tolerances& tolerances)
    : sharedSizes_(tolerances.scale == ErrorScale::relative ? nullptr : tolerances.sizes),
      share_(1.0 / std::max(size, 1)),
      rms_(tolerances.norm != ErrorNorm::maximum),
      isMean_(tolerances.norm == ErrorNorm::rms),
      atStart_(tolerances.scaleAtStart) {
  const auto n = static_cast<std::size_t>(size);
  const auto block = std::make_shared<double[]>(3 * n);
  const auto put = [&](std::size_t at, double common, const Vector& each) {
    if (each.empty())
      std::fill_n(block.get() + at, n, common);
    else
      std::ranges::copy(each, block.get() + at);
    return block.get() + at;
  };
  const bool isAbsolute = tolerances.scale == ErrorScale::absolute,
             isRelative = tolerances.scale == ErrorScale::relative;
  relative_ = isAbsolute ? put(0, 0.0, {}) : put(0, tolerances.relative, tolerances.relativeOf);
  absolute_ =
      isRelative ? put(n, std::numeric_limits<double>::min(), {}) : put(n, tolerances.absolute, tolerances.absoluteOf);
  sizes_ = sharedSizes_ ? sharedSizes_->data() : block.get() + 2 * n;
  own_ = block;
}

int ErrorMeasure::worst(ConstView error, ConstView y) const {
  int worst = -1;
  double largest = -1;
  for (std::size_t i = 0; i < error.size(); ++i) {
    const double e = std::abs(error[i]) / scale(i, std::abs(y[i]));
    if (!std::isfinite(e)) return static_cast<int>(i);
    if (e > largest) {
      largest = e;
      worst = static_cast<int>(i);
    }
  }
  return worst;
}

std::string complaintAbout(const Tolerances& tolerances, int size) {
  const bool usesRelative = tolerances.scale != ErrorScale::absolute;
  const bool usesAbsolute = tolerances.scale != ErrorScale::relative;
  if (usesRelative)
    if (auto text = complaint("relative", size, tolerances.relative, tolerances.relativeOf); !text.empty()) return text;
  if (usesAbsolute)
    if (auto text = complaint("absolute", size, tolerances.absolute, tolerances.absoluteOf); !text.empty()) return text;
  if (tolerances.sizes && static_cast<int>(tolerances.sizes->size()) != size)
    return fmt::format("sizes are given for {} components, but the problem has {}", tolerances.sizes->size(), size);
  const Vector relative = perComponent(size, tolerances.relative, tolerances.relativeOf);
  const Vector absolute = perComponent(size, tolerances.absolute, tolerances.absoluteOf);
  for (int i = 0; i < size; ++i) {
    const double largest = std::max(usesRelative ? relative[i] : 0.0, usesAbsolute ? absolute[i] : 0.0);
    if (largest == 0)
      return fmt::format("component {} has no tolerance greater than zero: no step could be accepted", i);
  }
  return {};
}

}  // namespace dashpot::integrators
