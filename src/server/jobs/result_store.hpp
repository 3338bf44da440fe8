// server/jobs/result_store.hpp
//
// The result of a run in memory, by columns: all rows, of which the page asks for windows at its own resolution, for
// values at an instant, and for files.
#pragma once

#include "results/selection.hpp"
#include "server/jobs/pyramid.hpp"

#include <optional>
#include <span>
#include <vector>

namespace dashpot::server {

/// Numbers that go to the page: columns of equal length, the time first.
using Columns = std::vector<std::vector<double>>;

class ResultStore {
 public:
  /// A row has its time and this many numbers.
  void begin(std::size_t outputs, std::vector<double> parameters);
  /// Rows as they come from a worker, one after the other.
  void append(std::span<const double> rows);

  [[nodiscard]] std::size_t rows() const { return times_.size(); }
  [[nodiscard]] std::size_t bytes() const;
  [[nodiscard]] const std::vector<double>& times() const { return times_; }
  [[nodiscard]] const std::vector<double>& parameters() const { return parameters_; }
  /// The numbers of a row without its time.
  void copyRow(std::size_t row, std::span<double> outputs) const;

  /// Rows [first, first + count) of some variables; a null one is NaN all along.
  [[nodiscard]] Columns copy(std::span<const results::Column* const> variables, std::size_t first,
                             std::size_t count) const;
  /// What can be seen of some variables between two times in so many pixels: two rows for each, the least and the
  /// greatest value in their order, or all rows where there are fewer. The rows next to both ends are there, too, so that
  /// lines reach them.
  [[nodiscard]] Columns window(std::span<const results::Column* const> variables, double from, double to,
                               std::size_t pixels);
  /// On the straight line between two rows; after an event, where there are two at this time. Of what changes at events
  /// only: the value since then. Nothing before the first row.
  [[nodiscard]] std::optional<double> at(const results::Column& variable, double time, bool isHeld) const;

 private:
  [[nodiscard]] double value(const results::Column* variable, std::size_t row) const;
  [[nodiscard]] Extremes extremes(const results::Column* variable, std::size_t begin, std::size_t end);

  std::vector<double> times_, parameters_;
  std::vector<std::vector<double>> columns_;  // by output
  std::vector<Pyramid> pyramids_;
};

}  // namespace dashpot::server
