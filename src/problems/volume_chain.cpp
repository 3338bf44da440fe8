// Chains of hydraulic volumes joined by orifices, fed by a pump: Esque (2008), circuit 1 (two volumes, "stiffness")
// and the scalable circuits of his section 5.3. A small volume beside a large one gives the stiffness.
//   p_i' = B(p_i)/V_i (Q_{i-1} - Q_i),  Q_0 = pump,  Q_i = orifice(p_i - p_{i+1}),  the last one to tank.
#include "problems/assemble.hpp"
#include "problems/fluid_power.hpp"

#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>

namespace dashpot::problems {
namespace {

struct Stage {
  double volume;
  Orifice outlet;
};

/// The problem, and the same on numbers that are counted.
struct Chain {
  Problem problem;
  CountedSystem counted;
};

Chain chainOf(const std::vector<Stage>& stages, const Oil& oil, const PumpFlow& pump) {
  const int n = static_cast<int>(stages.size());
  const InputClock clock;

  const auto dropAfter = [n](auto p, int i) { return i + 1 < n ? p[i] - p[i + 1] : p[i]; };
  const auto rhs = [=](double t, auto p, auto f) {
    std::remove_cvref_t<decltype(f[0])> inflow = pump.value(clock.read(t));
    for (int i = 0; i < n; ++i) {
      const BulkModulus b(oil, p[i]);
      if (!b.defined) return Evaluation::recoverable;
      const auto outflow = stages[i].outlet.flow(dropAfter(p, i)).value;
      f[i] = b.value / stages[i].volume * (inflow - outflow);
      inflow = outflow;
    }
    return Evaluation::ok;
  };
  const auto stamps = [=](double t, auto p, auto&& add) {
    FlowOf<std::remove_cvref_t<decltype(p[0])>> in{pump.value(clock.read(t)), 0};
    for (int i = 0; i < n; ++i) {
      const BulkModulus b(oil, p[i]);
      const auto out = stages[i].outlet.flow(dropAfter(p, i));
      const double v = stages[i].volume;
      if (i > 0) add(i, i - 1, b.value / v * in.slope);
      add(i, i, (b.slope * (in.value - out.value) - b.value * (in.slope + out.slope)) / v);
      if (i + 1 < n) add(i, i + 1, b.value / v * out.slope);
      in = out;
    }
  };
  const auto timeDerivative = [=](double t, ConstView p, View ft) {
    std::fill(ft.begin(), ft.end(), 0.0);
    if (clock.running()) ft[0] = BulkModulus(oil, p[0]).value / stages[0].volume * pump.slope(t);
  };

  std::vector<std::string> names;
  for (int i = 1; i <= n; ++i) names.push_back("p" + std::to_string(i));
  Problem problem = driven(n, rhs, n > 3 ? sparseJacobian(n, stamps) : denseJacobian(n, stamps), timeDerivative, names);
  problem.discontinuities = pump.jumps();
  clock.attachTo(problem);
  return {std::move(problem), countedSystem(rhs, stamps)};
}

/// Where the pressures rest for a constant flow.
Vector restingPressures(const std::vector<Stage>& stages, double flow) {
  Vector p(stages.size());
  double downstream = 0;
  for (std::size_t i = stages.size(); i-- > 0;) p[i] = downstream += stages[i].outlet.pressureDifference(flow);
  return p;
}

}  // namespace

double PumpFlow::value(double t) const {
  double flow = mean;
  for (const FlowStep& step : steps)
    if (t >= step.time) flow = step.flow;
  if (t < sineEnd) flow += amplitude * std::sin(2 * std::numbers::pi * frequency * t);
  return flow;
}

double PumpFlow::slope(double t) const {
  const double omega = 2 * std::numbers::pi * frequency;
  return t < sineEnd ? amplitude * omega * std::cos(omega * t) : 0;
}

Vector PumpFlow::jumps() const {
  Vector times;
  for (const FlowStep& step : steps) times.push_back(step.time);
  if (amplitude != 0 && std::isfinite(sineEnd)) times.push_back(sineEnd);
  return times;
}

TestProblem twoVolume(const TwoVolumeParameters& parameters) {
  const Oil& oil = parameters.oil;
  const std::vector<Stage> stages{{parameters.volume1, Orifice(oil, parameters.diameter1)},
                                  {parameters.volume2, Orifice(oil, parameters.diameter2)}};
  Chain chain = chainOf(stages, oil, parameters.pump);
  return {
      .name = "two-volume",
      .title = "Two hydraulic volumes and two orifices",
      .source = "Esque 2008, circuit 1; oil and start after our choice",
      .problem = std::move(chain.problem),
      .end = parameters.end,
      .initial = parameters.start.value_or(restingPressures(stages, parameters.pump.mean)),
      .absoluteScale = {bar, bar},
      .counted = std::move(chain.counted),
  };
}

TwoVolumeParameters twoVolumeRealTime1() { return {}; }

TwoVolumeParameters twoVolumeRealTime2() {
  return {.volume1 = 0.01e-3,
          .diameter1 = 6e-3,
          .pump = {.mean = 60 * litrePerMinute, .amplitude = 40 * litrePerMinute, .frequency = 10, .sineEnd = 0.8}};
}

TwoVolumeParameters twoVolumeOffline1() {
  return {.volume1 = 0.01e-3,
          .volume2 = 10e-3,
          .pump = {.mean = 60 * litrePerMinute, .steps = {{1, 30 * litrePerMinute}, {2, 60 * litrePerMinute}}},
          .start = Vector{bar, bar},
          .end = 3};
}

TwoVolumeParameters twoVolumeOffline2() {
  return {.volume1 = 0.02e-3,
          .volume2 = 10e-3,
          .diameter1 = 6e-3,
          .pump = {.mean = 60 * litrePerMinute, .amplitude = 20 * litrePerMinute, .frequency = 4},
          .start = Vector{bar, bar},
          .end = 2};
}

TwoVolumeParameters twoVolumeStability() {
  return {.volume1 = 0.1e-3,
          .volume2 = 10e-3,
          .pump = {.mean = 60 * litrePerMinute},
          .start = Vector{50 * bar, 40 * bar},
          .end = 0.08};
}

TestProblem twoVolume() {
  TestProblem result = twoVolume(twoVolumeRealTime1());
  result.reference = {15303719.9881577, 7651859.7694928};  // RADAU at 1e-12 and 1e-13
  result.referenceDigits = 12;
  return result;
}

TestProblem volumeChain(int volumes) {
  static constexpr double small = 0.05e-3, large = 5e-3, diameter = 6e-3;
  const Oil oil;
  const PumpFlow pump{.mean = 60 * litrePerMinute, .amplitude = 10 * litrePerMinute, .frequency = 10, .sineEnd = 0.8};
  std::vector<Stage> stages;
  for (int i = 0; i < volumes; ++i) stages.push_back({i % 2 == 0 ? small : large, Orifice(oil, diameter)});
  Chain chain = chainOf(stages, oil, pump);
  return {
      .name = "volume-chain",
      .title = "Chain of " + std::to_string(volumes) + " hydraulic volumes",
      .source = "after Esque 2008, section 5.3",
      .problem = std::move(chain.problem),
      .end = 1.5,
      .initial = restingPressures(stages, pump.mean),
      .absoluteScale = Vector(volumes, bar),
      .counted = std::move(chain.counted),
  };
}

TestProblem volumeChain() {
  TestProblem result = volumeChain(10);
  result.reference = {15106212.8471978, 13594738.3169180, 12083670.5234557, 10572606.6382412, 9061917.1851488,
                      7551231.1266078,  6040848.7171799,  4530468.8282134,  3020288.2522053,  1510109.0304524};
  result.referenceDigits = 12;  // RADAU at 1e-12 and 1e-13
  return result;
}

}  // namespace dashpot::problems
