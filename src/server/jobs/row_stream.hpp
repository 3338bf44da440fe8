// server/jobs/row_stream.hpp
//
// The rows of the variables that a page watches, on their way to it. A page that is busy confirms late: then what is
// recorded meanwhile waits with the result, and goes in one piece later. The run never waits.
#pragma once

#include "server/jobs/result_store.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <string>

namespace dashpot::server {

enum class RowsKind : std::uint8_t { rows = 1, window = 2, firstRows = 3 };

/// A binary frame of docs/protocol.md.
[[nodiscard]] std::string encodeFrame(RowsKind kind, std::uint32_t id, std::size_t firstRow, const Columns& columns);

class RowStream {
 public:
  using Send = std::function<void(std::string frame)>;
  RowStream(std::uint32_t job, Send send) : job_(job), send_(std::move(send)) {}

  /// From now on these variables, from the first row; null: there is none of this name.
  void watch(std::vector<const results::Column*> variables, const ResultStore& result);
  /// The page has all rows up to this one.
  void confirm(std::size_t row);
  /// Sends what there is and what may be under way at once.
  void pump(const ResultStore& result);

  static constexpr std::size_t mostUnconfirmed = 4;      // frames
  static constexpr std::size_t largestFrame = 64 << 10;  // bytes

 private:
  std::uint32_t job_;
  Send send_;
  std::vector<const results::Column*> variables_;
  std::size_t sent_ = 0, repeated_ = 0;  // rows; those before `repeated_` were recorded before they were asked for
  std::deque<std::size_t> underWay_;     // the last row of each frame
};

}  // namespace dashpot::server
