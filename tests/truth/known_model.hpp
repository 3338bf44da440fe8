// A model whose solution is known: Modelica text, and what its variables must be.
//
//   networks      linear networks, electrical and hydraulic, stiff to 1e12; by the matrix exponential
//   constrained   index 1, 2 and 3; the trajectory is chosen first, the equations are made to have it
//   events        hysteresis, clocks, bouncing, delays; event by event in closed form
//   circuits      circuits of the component library; what flows in is stored or flows out
//
// Nothing here uses an integrator, an event loop or an equation of the program: a defect there cannot hide itself.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace dashpot::truth {

/// Solutions are given at this many equal intervals.
constexpr int gridIntervals = 64;

struct KnownSignal {
  std::string name;
  std::vector<double> values;  // on the grid, its end included
  double size = 0.0;           // what errors are measured by, before the tolerance
  std::string sizeFrom = {};   // or the largest value of this variable in the run
  bool isConserved = false;    // it keeps the value that the run starts with
};

struct KnownModel {
  std::string text;
  double stop = 1.0;
  std::vector<KnownSignal> signals;
  std::vector<double> jumps = {};           // times at which signals jump: grid points very near to one are left out
  std::vector<std::string> libraries = {};  // that it needs

  [[nodiscard]] double time(int gridPoint) const { return stop * gridPoint / gridIntervals; }
  /// A signal with a closed form; its size is its largest value.
  void add(std::string name, const std::function<double(double)>& solution);
};

struct Family {
  const char* name;
  KnownModel (*make)(std::uint64_t seed);
};
[[nodiscard]] const std::vector<Family>& families();

KnownModel electricalNetwork(std::uint64_t seed);
KnownModel hydraulicNetwork(std::uint64_t seed);

KnownModel indexOne(std::uint64_t seed);
KnownModel indexTwo(std::uint64_t seed);
KnownModel indexThree(std::uint64_t seed);
KnownModel indexThreeWithTransformation(std::uint64_t seed);  // der(q) = T(q) v, g(q) = 0

KnownModel hysteresis(std::uint64_t seed);
KnownModel sampledControl(std::uint64_t seed);
KnownModel coincidingClocks(std::uint64_t seed);
KnownModel bouncing(std::uint64_t seed);
KnownModel delayedSignals(std::uint64_t seed);
KnownModel delayedFeedback(std::uint64_t seed);
KnownModel timeSwitches(std::uint64_t seed);

KnownModel electricalEnergy(std::uint64_t seed);
KnownModel mechanicalEnergy(std::uint64_t seed);
KnownModel hydraulicMass(std::uint64_t seed);
KnownModel thermalEnergy(std::uint64_t seed);

}  // namespace dashpot::truth
