#include "problems/problems.hpp"

#include "base/nearest.hpp"
#include "problems/arguments.hpp"
#include "problems/detest.hpp"
#include "problems/lines_arguments.hpp"
#include "problems/published_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace dashpot::problems {
namespace {

using Entry = ProblemEntry;

/// A problem without parameters.
template <TestProblem (*make)()>
TestProblem plain(Arguments&) {
  return make();
}

// Where the parameters are the standard ones, the reference solution is known.

TestProblem vanDerPolFrom(Arguments& arguments) {
  const double mu = arguments.number("mu", 1e6, 0, 1e12);
  return mu == 1e6 ? vanDerPol() : vanDerPol(mu);
}

TestProblem volumeChainFrom(Arguments& arguments) {
  const int volumes = arguments.integer("n", 10, 1, 1'000'000);
  return volumes == 10 ? volumeChain() : volumeChain(volumes);
}

TestProblem stiffLoopFrom(Arguments& arguments) {
  const double gain = arguments.number("gain", 5e4, 0, 1e9);
  return gain == 5e4 ? stiffLoop() : stiffLoop(gain);
}

TestProblem protheroRobinsonFrom(Arguments& arguments) {
  const double lambda = arguments.number("lambda", -1e6, -1e15, 1e3);
  return lambda == -1e6 ? protheroRobinson() : protheroRobinson(lambda);
}

TestProblem kapsFrom(Arguments& arguments) {
  const double epsilon = arguments.number("epsilon", 1e-6, 1e-15, 1);
  return epsilon == 1e-6 ? kaps() : kaps(epsilon);
}

constexpr std::array catalogue{
    Entry{"hires", plain<hires>},
    Entry{"van-der-pol", vanDerPolFrom},
    Entry{"robertson", plain<robertson>},
    Entry{"oregonator", plain<oregonator>},
    Entry{"e5", plain<e5>},
    Entry{"pollution", plain<pollution>},
    Entry{"medical-akzo-nobel", plain<medicalAkzoNobel>},
    Entry{"brusselator", brusselatorFrom},
    Entry{"ring-modulator", plain<ringModulator>},
    Entry{"transistor-amplifier", plain<transistorAmplifier>},
    Entry{"nand-gate", plain<nandGate>},
    Entry{"andrews-squeezer", plain<andrewsSqueezer>},
    Entry{"water-tube-system", plain<waterTubeSystem>},
    Entry{"two-volume", twoVolumeFrom},
    Entry{"volume-chain", volumeChainFrom},
    Entry{"cylinder-circuit", cylinderCircuitFrom},
    Entry{"stiff-loop", stiffLoopFrom},
    Entry{"prothero-robinson", protheroRobinsonFrom},
    Entry{"kaps", kapsFrom},
    Entry{"rational", plain<rational>},
    Entry{"index-one", plain<indexOne>},
    Entry{"forced-riccati", plain<forcedRiccati>},
    Entry{"heat", heatFrom},
    Entry{"wave", waveFrom},
    Entry{"advection-diffusion", advectionDiffusionFrom},
    Entry{"burgers", burgersFrom},
    Entry{"sine-gordon", sineGordonFrom},
    Entry{"brusselator-2d", brusselatorInTwoDimensionsFrom},
};

const Entry* entryOf(std::string_view name) {
  if (const auto entry = std::ranges::find(catalogue, name, &Entry::name); entry != catalogue.end()) return &*entry;
  const auto& published = publishedExamples();
  const auto entry = std::ranges::find(published, name, &Entry::name);
  return entry == published.end() ? nullptr : &*entry;
}

constexpr std::string_view detestPrefix = "detest-";

}  // namespace

std::vector<std::string_view> names() {
  std::vector<std::string_view> result;
  for (const Entry& entry : catalogue) result.push_back(entry.name);
  return result;
}

std::vector<std::string_view> publishedNames() {
  std::vector<std::string_view> result;
  for (const Entry& entry : publishedExamples()) result.push_back(entry.name);
  return result;
}

std::optional<TestProblem> find(std::string_view name) {
  if (name.starts_with(detestPrefix)) {
    if (auto found = findDetest(name.substr(detestPrefix.size()))) return std::move(found->test);
    return std::nullopt;
  }
  const Entry* const entry = entryOf(name);
  if (!entry) return std::nullopt;
  Arguments none("");
  return entry->make(none);
}

Expected<TestProblem, ProblemFault> make(std::string_view text) {
  const auto colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  if (colon == std::string_view::npos)
    if (auto found = find(name); found && name.starts_with(detestPrefix)) return std::move(*found);
  const Entry* const entry = entryOf(name);
  if (!entry) {
    std::vector<std::string_view> known = names();
    std::ranges::copy(publishedNames(), std::back_inserter(known));
    const auto near = nearest(name, known);
    return Unexpected{ProblemFault{
        fmt::format("there is no problem '{}'", name),
        near ? fmt::format("did you mean '{}'?", *near) : fmt::format("the problems are {}", fmt::join(known, ", "))}};
  }
  Arguments arguments(colon == std::string_view::npos ? "" : text.substr(colon + 1));
  TestProblem problem = entry->make(arguments);
  if (const auto complaint = arguments.complaint())
    return Unexpected{ProblemFault{
        *complaint, arguments.known().empty()
                        ? fmt::format("'{}' has no parameters", name)
                        : fmt::format("the parameters of '{}' are {}", name, fmt::join(arguments.known(), ", "))}};
  return problem;
}

}  // namespace dashpot::problems
