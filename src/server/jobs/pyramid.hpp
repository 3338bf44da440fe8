// server/jobs/pyramid.hpp
//
// The least and the greatest value of any stretch of a column, in a few looks: extremes of 16 values, of 16 of these, and
// so on. It is made when it is first asked, and grows with the column. NaN counts for nothing.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace dashpot::server {

struct Extremes {
  // None yet: any value is less and greater.
  double least = std::numeric_limits<double>::infinity(), greatest = -std::numeric_limits<double>::infinity();
  std::size_t leastAt = 0, greatestAt = 0;  // where each stands first

  [[nodiscard]] bool empty() const { return !(least <= greatest); }
  void add(double value, std::size_t at);
  void add(const Extremes& others);
};

class Pyramid {
 public:
  /// Of values [begin, end) of a column, which may have grown since the last call, but not changed.
  [[nodiscard]] Extremes over(std::span<const double> column, std::size_t begin, std::size_t end);
  [[nodiscard]] std::size_t bytes() const;

 private:
  static constexpr std::size_t fan = 16;
  void grow(std::span<const double> column);

  std::vector<std::vector<Extremes>> levels_;  // of whole groups only
};

}  // namespace dashpot::server
