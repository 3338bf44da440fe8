#include "simulation/delay_history.hpp"

#include <algorithm>
#include <limits>

namespace dashpot::simulation {

void DelayHistory::add(double t, ConstView arguments, ConstView ages, double longest) {
  ages_.assign(ages.begin(), ages.end());
  samples_.push_back({t, Vector(arguments.begin(), arguments.end())});
  while (samples_.size() > 3 && samples_[2].time < t - longest) samples_.pop_front();
}

/// Piecewise linear: the slope of a segment is that of the chord, so a kink where an event was stays one.
void DelayHistory::evaluate(double t, View out) const {
  const std::size_t count = out.size() / 2;
  for (std::size_t k = 0; k < count; ++k) {
    out[k] = out[count + k] = 0.0;
    if (samples_.empty()) continue;
    const double wanted = t - ages_[k];
    const auto after = std::ranges::upper_bound(samples_, wanted, {}, [](const Sample& sample) { return sample.time; });
    if (after == samples_.begin()) {
      out[k] = samples_.front().values[k];
      continue;
    }
    const auto before = after - 1;
    if (after == samples_.end()) {
      out[k] = before->values[k];
      continue;
    }
    out[count + k] = (after->values[k] - before->values[k]) / (after->time - before->time);
    out[k] = before->values[k] + out[count + k] * (wanted - before->time);
  }
}

double DelayHistory::shortest() const {
  double result = std::numeric_limits<double>::infinity();
  for (const double age : ages_)
    if (age > 0) result = std::min(result, age);
  return result;
}

}  // namespace dashpot::simulation
