#include "explanation/spectrum_witness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace dashpot::explanation {
namespace {

using analysis::Eigenmode;
using analysis::Spectrum;
using analysis::SpectrumPoint;

constexpr std::size_t mostUnknowns = 300;  // decomposed as dense matrices
constexpr double nearlyAlone = 0.8;        // of the participation in a lone mode
constexpr double lightlyDamped = 0.3;
constexpr double follows = 1.0;  // h |lambda| up to which a method follows an oscillation

/// A decomposition takes about 25 n^3 operations.
std::size_t pointsFor(std::size_t unknowns) {
  if (unknowns <= 30) return 60;
  return unknowns <= 100 ? 20 : 5;
}

double median(std::vector<double> values) {
  if (values.empty()) return 0.0;
  const auto middle = values.begin() + std::ssize(values) / 2;
  std::ranges::nth_element(values, middle);
  return *middle;
}

std::string statesOf(const Eigenmode& mode, const Names& names) {
  constexpr std::size_t most = 3;
  std::string text;
  for (std::size_t k = 0; k < std::min(mode.states.size(), most); ++k)
    text +=
        fmt::format("{}{} {:.0f} %", k == 0 ? "" : ", ", names.shown(mode.states[k].state), 100 * mode.states[k].share);
  return text;
}

}  // namespace

SpectrumWitness::SpectrumWitness(Linearise linearise, double start, double stop, std::size_t unknowns)
    : start_(start),
      stop_(stop),
      isWanted_(linearise && unknowns > 0 && unknowns <= mostUnknowns),
      course_(std::move(linearise), start, stop, pointsFor(unknowns)) {}

void SpectrumWitness::begin(double t, ConstView y, simulation::BoundModel* model) {
  if (isWanted_) course_.begin(t, y, model);
}

void SpectrumWitness::see(const simulation::ObservedStep& step) {
  if (!isWanted_) return;
  const std::size_t before = course_.points().size();
  course_(step);
  if (course_.points().size() == before || loneAt_ || !step.model) return;
  if (!loneOf(course_.points().back().spectrum)) return;
  const simulation::BoundModel& model = *step.model;
  loneAt_ = Snapshot{step.to, Vector(step.y.begin(), step.y.end()), model.modes, model.d, model.pre, model.inputs};
}

std::optional<SpectrumWitness::Lone> SpectrumWitness::loneOf(const Spectrum& spectrum) const {
  if (spectrum.modes.empty()) return std::nullopt;
  const Eigenmode& fastest = spectrum.modes.front();
  if (fastest.isPair || !(fastest.eigenvalue.real() < 0) || fastest.states.empty() ||
      fastest.states.front().share < nearlyAlone)
    return std::nullopt;
  const double next = spectrum.modes.size() > 1 ? std::abs(spectrum.modes[1].eigenvalue) : 0.0;
  const double rate = std::abs(fastest.eigenvalue);
  return Lone{fastest.states.front().state, rate, rate / std::max(next, 1 / (stop_ - start_))};
}

std::string SpectrumWitness::loneState() const {
  std::map<std::string, int> counts;
  for (const SpectrumPoint& point : course_.points())
    if (const auto lone = loneOf(point.spectrum)) ++counts[lone->state];
  const auto most = std::ranges::max_element(counts, std::less{}, [](const auto& count) { return count.second; });
  return most == counts.end() ? std::string() : most->first;
}

void SpectrumWitness::tell(const Names& names, bool isExplicit, Facts& facts) const {
  if (course_.points().empty()) return;
  tellStiffness(names, facts);
  tellLone(names, facts);
  tellOscillation(names, facts);
  tellGrowth(names, facts);
  if (isExplicit) tellStability(facts);
}

void SpectrumWitness::tellStiffness(const Names& names, Facts& facts) const {
  std::vector<double> ratios;
  const SpectrumPoint* fastestAt = nullptr;
  for (const SpectrumPoint& point : course_.points()) {
    ratios.push_back(point.spectrum.stiffnessRatio);
    if (!point.spectrum.modes.empty() && (!fastestAt || point.spectrum.largest > fastestAt->spectrum.largest))
      fastestAt = &point;
  }
  facts.set("stiffness.ratio", median(ratios));
  if (!fastestAt || !(fastestAt->spectrum.largest > 0)) return;
  const Eigenmode& mode = fastestAt->spectrum.modes.front();
  facts.set("stiffness.fastest", fastestAt->spectrum.largest, "1/s");
  facts.set("stiffness.shortest", 1 / fastestAt->spectrum.largest, "s");
  facts.set("stiffness.at", fastestAt->time, "s");
  facts.set("stiffness.states", statesOf(mode, names));
  if (!mode.states.empty()) facts.set("stiffness.equation", names.equation(names.find(mode.states.front().state)));
}

void SpectrumWitness::tellLone(const Names& names, Facts& facts) const {
  const std::string state = loneState();
  std::vector<double> rates, gaps;
  for (const SpectrumPoint& point : course_.points())
    if (const auto lone = loneOf(point.spectrum); lone && lone->state == state)
      rates.push_back(lone->rate), gaps.push_back(lone->gap);
  if (rates.empty()) return;
  facts.set("lone.state", names.shown(state));
  facts.set("lone.gap", median(gaps));
  facts.set("lone.shortest", 1 / median(rates), "s");
  facts.set("lone.perRun", median(rates) * (stop_ - start_));
  facts.set("lone.share", static_cast<double>(rates.size()) / static_cast<double>(course_.points().size()));
  facts.set("lone.equation", names.equation(names.find(state)));
}

/// The fastest oscillation that the steps follow.
void SpectrumWitness::tellOscillation(const Names& names, Facts& facts) const {
  struct Followed {
    std::size_t points = 0;
    double periods = 0.0, stepsPerPeriod = 0.0;
    const Eigenmode* mode = nullptr;
  } best;
  double last = start_;
  double stepsPerPeriod = 0.0;
  for (const SpectrumPoint& point : course_.points()) {
    const double span = point.time - last;
    last = point.time;
    const auto isFollowed = [&](const Eigenmode& mode) {
      return mode.isPair && mode.damping < lightlyDamped && point.step > 0 &&
             point.step * std::abs(mode.eigenvalue) <= follows;
    };
    const auto found = std::ranges::find_if(point.spectrum.modes, isFollowed);
    if (found == point.spectrum.modes.end()) continue;
    ++best.points;
    best.periods += span * found->dampedFrequency();
    stepsPerPeriod += 1 / (point.step * found->dampedFrequency());
    if (!best.mode || found->damping < best.mode->damping) best.mode = &*found;
  }
  if (!best.mode) return;
  facts.set("oscillation.frequency", best.mode->dampedFrequency(), "Hz");
  facts.set("oscillation.damping", best.mode->damping);
  facts.set("oscillation.periods", std::round(best.periods));
  facts.set("oscillation.stepsPerPeriod", std::round(stepsPerPeriod / static_cast<double>(best.points)));
  facts.set("oscillation.followed", static_cast<double>(best.points) / static_cast<double>(course_.points().size()));
  facts.set("oscillation.states", statesOf(*best.mode, names));
}

void SpectrumWitness::tellGrowth(const Names& names, Facts& facts) const {
  const SpectrumPoint& last = course_.points().back();
  const auto growing = std::ranges::max_element(last.spectrum.modes, std::less{},
                                                [](const Eigenmode& mode) { return mode.eigenvalue.real(); });
  if (growing == last.spectrum.modes.end() || !(growing->eigenvalue.real() > 0)) return;
  facts.set("growth.rate", growing->eigenvalue.real(), "1/s");
  facts.set("growth.time", 1 / growing->eigenvalue.real(), "s");
  facts.set("growth.perRun", growing->eigenvalue.real() * (stop_ - start_));
  facts.set("growth.states", statesOf(*growing, names));
}

/// Beyond h |lambda| of about 2 to 4 explicit formulas are not stable; steps near there are as long as they can be.
void SpectrumWitness::tellStability(Facts& facts) const {
  constexpr double nearTheBorder = 1.5;
  std::size_t limited = 0, all = 0;
  std::vector<double> products;
  for (const SpectrumPoint& point : course_.points()) {
    if (!(point.step > 0)) continue;
    ++all;
    products.push_back(point.step * point.spectrum.largest);
    limited += products.back() >= nearTheBorder ? 1 : 0;
  }
  if (all == 0) return;
  facts.set("stability.share", static_cast<double>(limited) / static_cast<double>(all));
  facts.set("stability.product", median(products));
}

}  // namespace dashpot::explanation
