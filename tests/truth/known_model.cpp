#include "known_model.hpp"

#include <algorithm>
#include <cmath>

namespace dashpot::truth {

void KnownModel::add(std::string name, const std::function<double(double)>& solution) {
  KnownSignal signal{.name = std::move(name)};
  for (int i = 0; i <= gridIntervals; ++i) {
    signal.values.push_back(solution(time(i)));
    signal.size = std::max(signal.size, std::fabs(signal.values.back()));
  }
  signals.push_back(std::move(signal));
}

const std::vector<Family>& families() {
  static const std::vector<Family> all{
      {"electrical network", electricalNetwork},
      {"hydraulic network", hydraulicNetwork},
      {"index 1", indexOne},
      {"index 2", indexTwo},
      {"index 3", indexThree},
      {"index 3, der(q) = T(q) v", indexThreeWithTransformation},
      {"hysteresis", hysteresis},
      {"sampled control", sampledControl},
      {"coinciding clocks", coincidingClocks},
      {"bouncing", bouncing},
      {"delayed signals", delayedSignals},
      {"delayed feedback", delayedFeedback},
      {"time switches", timeSwitches},
      {"energy, electrical", electricalEnergy},
      {"energy, mechanical", mechanicalEnergy},
      {"mass, hydraulic", hydraulicMass},
      {"energy, thermal", thermalEnergy},
  };
  return all;
}

}  // namespace dashpot::truth
