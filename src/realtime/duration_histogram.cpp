#include "realtime/duration_histogram.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace dashpot::realtime {

/// The first two octaves are the numbers below 32 themselves; from then on the leading bit tells the octave, and the
/// four bits behind it the bucket.
std::size_t DurationHistogram::indexOf(Nanoseconds duration) {
  const auto value = static_cast<std::uint64_t>(std::max<Nanoseconds>(duration, 0));
  if (value < 2 * perOctave) return static_cast<std::size_t>(value);
  constexpr int subBits = std::countr_zero(static_cast<unsigned>(perOctave));
  const int shift = std::bit_width(value) - 1 - subBits;
  const std::uint64_t index = static_cast<std::uint64_t>(shift) * perOctave + (value >> shift);
  return std::min<std::size_t>(index, bucketCount - 1);
}

Nanoseconds DurationHistogram::firstOf(std::size_t bucket) {
  if (bucket < 2 * perOctave) return static_cast<Nanoseconds>(bucket);
  const std::size_t shift = bucket / perOctave - 1;
  return static_cast<Nanoseconds>(bucket - shift * perOctave) << shift;
}

void DurationHistogram::add(Nanoseconds duration) {
  ++counts_[indexOf(duration)];
  ++count_;
  sum_ += static_cast<double>(duration);
  largest_ = std::max(largest_, duration);
}

double DurationHistogram::mean() const {
  return count_ == 0 ? 0.0 : sum_ / static_cast<double>(count_) / nanosecondsPerSecond;
}

double DurationHistogram::quantile(double share) const {
  if (count_ == 0) return 0.0;
  const auto wanted = static_cast<std::int64_t>(std::ceil(share * static_cast<double>(count_)));
  std::int64_t seen = 0;
  for (std::size_t i = 0; i < bucketCount; ++i)
    if ((seen += counts_[i]) >= wanted) return std::min(bucket(i).to, worst());
  return worst();
}

DurationHistogram::Bucket DurationHistogram::bucket(std::size_t i) const {
  return {seconds(firstOf(i)), seconds(firstOf(i + 1)), counts_[i]};
}

}  // namespace dashpot::realtime
