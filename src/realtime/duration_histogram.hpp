// realtime/duration_histogram.hpp: a distribution of durations in memory of fixed size.
//
// Buckets are a sixteenth of an octave of nanoseconds wide (linear within each power of two, as in HdrHistogram), so a
// quantile is known to 1/16 of its value, from nanoseconds to hours. Count, sum and largest value are exact.
#pragma once

#include "realtime/deadlines.hpp"

#include <array>
#include <cstddef>

namespace dashpot::realtime {

class DurationHistogram {
 public:
  void add(Nanoseconds duration);

  [[nodiscard]] std::int64_t count() const { return count_; }
  /// In seconds; 0 if there are none.
  [[nodiscard]] double mean() const;
  [[nodiscard]] double worst() const { return seconds(largest_); }
  /// A duration that this share of all does not exceed: the end of its bucket, but never beyond the largest one.
  [[nodiscard]] double quantile(double share) const;

  struct Bucket {
    double from = 0.0, to = 0.0;  // seconds
    std::int64_t count = 0;
  };
  static constexpr int perOctave = 16, octaves = 44;
  static constexpr std::size_t bucketCount = static_cast<std::size_t>(perOctave) * octaves;
  [[nodiscard]] Bucket bucket(std::size_t i) const;

 private:
  static std::size_t indexOf(Nanoseconds duration);
  static Nanoseconds firstOf(std::size_t bucket);

  std::array<std::int64_t, bucketCount> counts_{};
  std::int64_t count_ = 0;
  double sum_ = 0.0;
  Nanoseconds largest_ = 0;
};

}  // namespace dashpot::realtime
