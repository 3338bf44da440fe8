#include "simulation/tolerances.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dashpot::simulation {

namespace {

constexpr double shareOfLargest = 1e-3;
constexpr double sizeOfZero = 1e-3;    // of a state that has been nothing but zero
constexpr double smallestSize = 1e-6;  // rounding noise must not count as a size

}  // namespace

StateTolerances::StateTolerances(BoundModel& model, double tolerance)
    : model_(model.model()),
      tolerance_(tolerance),
      sizes_(std::make_shared<Vector>(model.sizes())),
      largest_(model_.size(), 0.0) {
  for (std::size_t i = 0; i < sizes_->size(); ++i)
    if ((*sizes_)[i] == 0.0) unknown_.push_back(i);
  growSizes();
}

Tolerances StateTolerances::tolerances() const {
  Tolerances result;
  result.relative = tolerance_;
  if (sizes_->empty()) return result;
  result.absolute = 0.0;
  result.sizes = sizes_;
  return result;
}

void StateTolerances::see(ConstView y) {
  for (std::size_t i = 0; i < largest_.size(); ++i) largest_[i] = std::max(largest_[i], std::fabs(y[i]));
  growSizes();
}

void StateTolerances::restore(ConstView largest) {
  largest_.assign(largest.begin(), largest.end());
  growSizes();
}

void StateTolerances::growSizes() {
  for (const std::size_t i : unknown_)
    (*sizes_)[i] = largest_[i] == 0.0 ? sizeOfZero : std::max(smallestSize, shareOfLargest * largest_[i]);
}

std::vector<std::string> StateTolerances::warnings() const {
  constexpr double largestShare = 0.01;
  std::vector<std::string> warnings;
  for (std::size_t i = 0; i < largest_.size(); ++i)
    if (const double absolute = tolerance_ * (*sizes_)[i]; largest_[i] > 0 && absolute > largestShare * largest_[i])
      warnings.push_back(
          fmt::format("'{}' never exceeds {:.2g}, but its absolute tolerance is {:.2g}: give it a nominal value of "
                      "that size, or a smaller tolerance",
                      model_.stateNames[i], largest_[i], absolute));
  return warnings;
}

}  // namespace dashpot::simulation
