// realtime/courses.hpp: what is kept of a run of any length in memory of fixed size, for its report.
//
// When the memory is full, every second row is dropped (or joined with the one before it), and from then on only every
// second is kept.
#pragma once

#include "dashpot/problem.hpp"
#include "realtime/deadlines.hpp"

#include <algorithm>

namespace dashpot::realtime {

/// The most expensive step of each stretch of steps.
class CostCourse {
 public:
  CostCourse() { worst_.reserve(most); }

  void add(Nanoseconds cost) {
    if (inStretch_ == 0) {
      if (worst_.size() == most) halve();
      worst_.push_back(cost);
    }
    worst_.back() = std::max(worst_.back(), cost);
    inStretch_ = (inStretch_ + 1) % stepsPerStretch_;
  }

  [[nodiscard]] std::int64_t stepsPerStretch() const { return stepsPerStretch_; }
  [[nodiscard]] const std::vector<Nanoseconds>& worst() const { return worst_; }

 private:
  static constexpr std::size_t most = 1024;
  void halve() {
    for (std::size_t i = 0; i < most / 2; ++i) worst_[i] = std::max(worst_[2 * i], worst_[2 * i + 1]);
    worst_.resize(most / 2);
    stepsPerStretch_ *= 2;
  }

  std::vector<Nanoseconds> worst_;
  std::int64_t stepsPerStretch_ = 1, inStretch_ = 0;
};

/// Values at the ends of equidistant steps.
class ValueCourse {
 public:
  explicit ValueCourse(std::size_t width) : width_(width + 1) { rows_.reserve(most * width_); }

  void add(double time, ConstView values) {
    if (skipped_++ % stride_ != 0) return;
    if (rows_.size() == most * width_) halve();
    rows_.push_back(time);
    rows_.insert(rows_.end(), values.begin(), values.end());
  }

  [[nodiscard]] std::size_t size() const { return rows_.size() / width_; }
  [[nodiscard]] double time(std::size_t row) const { return rows_[row * width_]; }
  [[nodiscard]] double value(std::size_t row, std::size_t column) const { return rows_[row * width_ + 1 + column]; }

 private:
  static constexpr std::size_t most = 2048;
  /// An even number of rows was there: the one that is being added is the next of those that stay.
  void halve() {
    for (std::size_t row = 0; row < most / 2; ++row)
      std::copy_n(rows_.begin() + static_cast<std::ptrdiff_t>(2 * row * width_), width_,
                  rows_.begin() + static_cast<std::ptrdiff_t>(row * width_));
    rows_.resize(most / 2 * width_);
    stride_ *= 2;
  }

  std::size_t width_;
  std::int64_t stride_ = 1, skipped_ = 0;
  Vector rows_;
};

}  // namespace dashpot::realtime
