#include "server/jobs/row_stream.hpp"

#include <algorithm>
#include <cstring>

namespace dashpot::server {

namespace {

constexpr std::size_t headSize = 16;

template <class Number>
void put(std::string& frame, std::size_t at, Number number) {
  std::memcpy(frame.data() + at, &number, sizeof number);  // both sides are little-endian
}

}  // namespace

std::string encodeFrame(RowsKind kind, std::uint32_t id, std::size_t firstRow, const Columns& columns) {
  const std::size_t rows = columns.front().size();
  std::string frame(headSize + columns.size() * rows * sizeof(double), '\0');
  put(frame, 0, static_cast<std::uint8_t>(kind));
  put(frame, 1, std::uint8_t{1});
  put(frame, 2, static_cast<std::uint16_t>(columns.size()));
  put(frame, 4, id);
  put(frame, 8, static_cast<std::uint32_t>(firstRow));
  put(frame, 12, static_cast<std::uint32_t>(rows));
  for (std::size_t k = 0; k < columns.size(); ++k)
    if (rows > 0)
      std::memcpy(frame.data() + headSize + k * rows * sizeof(double), columns[k].data(), rows * sizeof(double));
  return frame;
}

void RowStream::watch(std::vector<const results::Column*> variables, const ResultStore& result) {
  variables_ = std::move(variables);
  sent_ = 0;
  repeated_ = result.rows();
  underWay_.clear();
}

void RowStream::confirm(std::size_t row) {
  while (!underWay_.empty() && underWay_.front() <= row) underWay_.pop_front();
}

void RowStream::pump(const ResultStore& result) {
  const std::size_t most =
      std::max<std::size_t>(1, (largestFrame - headSize) / ((1 + variables_.size()) * sizeof(double)));
  while (!variables_.empty() && sent_ < result.rows() && underWay_.size() < mostUnconfirmed) {
    const bool isRepeated = sent_ < repeated_;
    const std::size_t count = std::min(most, (isRepeated ? repeated_ : result.rows()) - sent_);
    send_(encodeFrame(isRepeated ? RowsKind::firstRows : RowsKind::rows, job_, sent_,
                      result.copy(variables_, sent_, count)));
    sent_ += count;
    underWay_.push_back(sent_ - 1);
  }
}

}  // namespace dashpot::server
