#include "problems/problems.hpp"

#include <algorithm>
#include <array>

namespace dashpot::problems {
namespace {

struct Entry {
  std::string_view name;
  TestProblem (*make)();
};

constexpr std::array catalogue{
    Entry{"hires", hires},
    Entry{"van-der-pol", vanDerPol},
    Entry{"robertson", robertson},
    Entry{"oregonator", oregonator},
    Entry{"e5", e5},
    Entry{"pollution", pollution},
    Entry{"medical-akzo-nobel", medicalAkzoNobel},
    Entry{"brusselator", brusselator},
    Entry{"ring-modulator", ringModulator},
    Entry{"transistor-amplifier", transistorAmplifier},
    Entry{"nand-gate", nandGate},
    Entry{"andrews-squeezer", andrewsSqueezer},
    Entry{"water-tube-system", waterTubeSystem},
    Entry{"two-volume", twoVolume},
    Entry{"volume-chain", volumeChain},
    Entry{"cylinder-circuit", cylinderCircuit},
    Entry{"stiff-loop", stiffLoop},
    Entry{"prothero-robinson", protheroRobinson},
    Entry{"kaps", kaps},
    Entry{"rational", rational},
    Entry{"index-one", indexOne},
    Entry{"forced-riccati", forcedRiccati},
};

}  // namespace

std::vector<std::string_view> names() {
  std::vector<std::string_view> result;
  for (const Entry& entry : catalogue) result.push_back(entry.name);
  return result;
}

std::optional<TestProblem> find(std::string_view name) {
  const auto entry = std::ranges::find(catalogue, name, &Entry::name);
  if (entry == catalogue.end()) return std::nullopt;
  return entry->make();
}

}  // namespace dashpot::problems
