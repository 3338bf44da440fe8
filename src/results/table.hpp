// results/table.hpp: a result in memory, by columns.
#pragma once

#include "results/selection.hpp"
#include "simulation/recorder.hpp"

namespace dashpot::results {

class Table final : public simulation::Recorder {
 public:
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)), values_(columns_.size()) {}

  void begin(ConstView parameters) override;
  void record(double time, ConstView observed, simulation::Moment moment) override;
  void recordBlock(const simulation::RecordBlock& block) override;

  [[nodiscard]] const std::vector<Column>& columns() const { return columns_; }
  [[nodiscard]] const Vector& times() const { return times_; }
  [[nodiscard]] const Vector& eventTimes() const { return eventTimes_; }
  [[nodiscard]] const Vector& operator[](std::size_t column) const { return values_[column]; }
  /// The column of this name; asking for one that is not there is a bug.
  [[nodiscard]] const Vector& operator[](std::string_view name) const;

 private:
  std::vector<Column> columns_;
  Vector times_, eventTimes_, parameters_;
  std::vector<Vector> values_;
};

/// Hands every record to several recorders.
class Fanout final : public simulation::Recorder {
 public:
  explicit Fanout(const std::vector<simulation::Recorder*>& targets);
  void begin(ConstView parameters) override;
  void record(double time, ConstView observed, simulation::Moment moment) override;
  void recordBlock(const simulation::RecordBlock& block) override;
  /// All that one of them follows, as closely as the strictest.
  [[nodiscard]] std::vector<simulation::Followed> follows() const override { return course_; }

 private:
  struct Target {
    simulation::Recorder* recorder;  // not owned
    bool isFollowing;
  };
  std::vector<Target> targets_;
  std::vector<simulation::Followed> course_;
};

}  // namespace dashpot::results
