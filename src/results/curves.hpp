// results/curves.hpp
//
// The curves of a plot, in bounded memory: of a long run, each curve keeps the extremes of short spans of time
// instead of all its points, so that no peak is lost and the picture is the same. It is made of the steps themselves,
// whatever interval a file is written at.
#pragma once

#include "results/selection.hpp"
#include "simulation/recorder.hpp"

namespace dashpot::results {

class Curves final : public simulation::Recorder {
 public:
  struct Curve {
    Column column;
    Vector times, values;
  };

  /// More points than pixels show nothing new.
  explicit Curves(std::vector<Column> columns, std::size_t mostPoints = 16'000);

  void begin(ConstView parameters) override;
  void record(double time, ConstView observed, simulation::Moment moment) override;
  [[nodiscard]] std::vector<simulation::Followed> follows() const override;

  /// Leaves out each curve that equals an earlier one, or minus it, all along: two lines that cannot be told apart.
  void dropRepeated();

  [[nodiscard]] const std::vector<Curve>& curves() const { return curves_; }
  /// The times of the first events, and how many there were.
  [[nodiscard]] const Vector& eventTimes() const { return eventTimes_; }
  [[nodiscard]] std::size_t eventCount() const { return eventCount_; }
  [[nodiscard]] bool empty() const { return curves_.empty() || curves_.front().times.empty(); }

 private:
  std::size_t mostPoints_;
  std::vector<Curve> curves_;
  Vector eventTimes_, parameters_;
  std::size_t eventCount_ = 0;
};

}  // namespace dashpot::results
