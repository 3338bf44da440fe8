// Published problems that exist twice: as Modelica models in tests/models/published and examples, and in C++ in
// src/problems, with their references.
#pragma once

#include <string>
#include <vector>

namespace dashpot::testing {

struct PublishedModel {
  std::string file;                // from the root of the source tree
  std::string problem;             // its name in src/problems
  std::vector<std::string> names;  // of the model's variables, in the order of the problem's components
};

inline std::vector<std::string> numbered(const std::string& name, int count, const std::string& close = "]") {
  std::vector<std::string> names;
  for (int i = 1; i <= count; ++i) names.push_back(name + std::to_string(i) + close);
  return names;
}

inline std::vector<std::string> joined(std::vector<std::string> first, const std::vector<std::string>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

/// Ordinary differential equations.
inline std::vector<PublishedModel> publishedOdes() {
  const std::string folder = "tests/models/published/";
  return {{"examples/hires.mo", "hires", numbered("y", 8, "")},
          {folder + "robertson.mo", "robertson", {"A", "B", "C"}},
          {folder + "van_der_pol.mo", "van-der-pol", {"y", "v"}},
          {folder + "oregonator.mo", "oregonator", {"y1", "y2", "y3"}},
          {folder + "pollution.mo", "pollution", numbered("y[", 20)},
          {folder + "ring_modulator.mo", "ring-modulator", joined(numbered("U[", 7), numbered("I[", 8))}};
}

/// Differential-algebraic ones. Components without a name here are not compared.
inline std::vector<PublishedModel> publishedDaes() {
  const std::string folder = "tests/models/published/";
  return {{folder + "transistor_amplifier.mo", "transistor-amplifier", numbered("U[", 8)},
          {folder + "nand_gate.mo", "nand-gate", numbered("V[", 14)},
          {folder + "andrews_squeezer.mo",
           "andrews-squeezer",
           {"beta", "theta", "gamma", "phi", "delta", "omega", "epsilon"}},
          {folder + "water_tube_system.mo", "water-tube-system", numbered("phi[", 18)}};
}

}  // namespace dashpot::testing
