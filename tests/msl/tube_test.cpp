#include "tube.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

namespace dashpot::msl {
namespace {

constexpr int intervals = 5000;

struct Samples {
  std::vector<double> times, values;
  [[nodiscard]] Signal signal() const { return {times, values}; }
};

Samples sampled(const std::function<double(double)>& f) {
  Samples samples;
  for (int i = 0; i <= intervals; ++i) {
    samples.times.push_back(i / double{intervals});
    samples.values.push_back(f(samples.times.back()));
  }
  return samples;
}

/// 0 before the jump and 1 after, with both values at the jump.
Samples stepAt(double jump) {
  Samples samples;
  for (int i = 0; i <= intervals; ++i) {
    const double time = i / double{intervals};
    if (!samples.times.empty() && samples.times.back() < jump && jump <= time)
      for (const double value : {0.0, 1.0}) {
        samples.times.push_back(jump);
        samples.values.push_back(value);
      }
    if (time == jump) continue;
    samples.times.push_back(time);
    samples.values.push_back(time < jump ? 0.0 : 1.0);
  }
  return samples;
}

bool follows(const Samples& ours, const Samples& reference) {
  return !Tube(reference.signal(), 1.0 / intervals).worst(ours.signal());
}

TEST(Tube, HoldsASignalThatDiffersByLessThanItsHeight) {
  const auto sine = [](double offset) { return sampled([=](double t) { return std::sin(6 * t) + offset; }); };
  EXPECT_TRUE(follows(sine(0.003), sine(0)));  // height: 2e-3 of a range of 2
  EXPECT_FALSE(follows(sine(0.02), sine(0)));
}

TEST(Tube, IsNoWiderInTimeThanSamplingNeedsWhereNothingJumps) {
  const auto cosine = [](double delay) {
    return sampled([=](double t) { return std::cos(30 * std::numbers::pi * (t - delay)); });
  };
  EXPECT_TRUE(follows(cosine(1e-4), cosine(0)));
  EXPECT_FALSE(follows(cosine(1e-3), cosine(0)));
}

TEST(Tube, LetsAJumpComeEarlyOrLate) {
  for (const double shift : {-1.5e-3, 1.5e-3}) EXPECT_TRUE(follows(stepAt(0.4 + shift), stepAt(0.4))) << shift;
  for (const double shift : {-3e-3, 3e-3}) EXPECT_FALSE(follows(stepAt(0.4 + shift), stepAt(0.4))) << shift;
}

TEST(Tube, DoesNotTakeAJumpForItsNeighbour) {
  // A pulse shorter than the shift that a single jump is granted.
  Samples pulse = sampled([](double) { return 0.0; });
  const auto put = [&](double time, double value) {
    const auto at = std::upper_bound(pulse.times.begin(), pulse.times.end(), time) - pulse.times.begin();
    pulse.times.insert(pulse.times.begin() + at, time);
    pulse.values.insert(pulse.values.begin() + at, value);
  };
  for (int i = 0; i <= intervals; ++i)
    if (pulse.times[i] > 0.5 && pulse.times[i] < 0.502) pulse.values[i] = 1.0;
  put(0.5001, 0.0), put(0.5001, 1.0), put(0.5019, 1.0), put(0.5019, 0.0);
  EXPECT_TRUE(follows(pulse, pulse));
  EXPECT_FALSE(follows(sampled([](double) { return 0.0; }), pulse));
}

TEST(Tube, NamesTheWorstPlace) {
  const Samples zero = sampled([](double) { return 0.0; });
  const Samples ours = sampled([](double t) { return t == 0.5 ? 3.0 : t > 0.25 ? 1.0 : 0.0; });
  const auto worst = Tube(zero.signal(), 1.0 / intervals).worst(ours.signal());
  ASSERT_TRUE(worst);
  EXPECT_EQ(worst->time, 0.5);
  EXPECT_EQ(worst->ours, 3.0);
}

TEST(Tube, LetsASignalGoOnToAKinkOrJumpBetweenTwoSamples) {
  constexpr double turn = 0.50013, interval = 1.0 / intervals;  // no sample is there
  const auto saw = [](double t) { return t < turn ? 500 * t : 500 * (t - 1); };
  const Samples reference = sampled(saw);
  const auto worst = [&](double value) {
    const Samples ours{{turn}, {value}};
    return Tube(reference.signal(), interval).worst(ours.signal());
  };
  EXPECT_FALSE(worst(500 * turn));
  EXPECT_FALSE(worst(500 * (turn - 1)));
  EXPECT_TRUE(worst(500 * turn + 3));  // the height is 1
  EXPECT_TRUE(worst(500 * (turn - 1) - 3));
}

TEST(Tube, HoldsNothingThatIsNotFinite) {
  const Samples zero = sampled([](double) { return 0.0; });
  EXPECT_FALSE(follows(sampled([](double t) { return t == 0.5 ? NAN : 0.0; }), zero));
}

TEST(Tube, AllowsAConstantTheDigitsOfARun) {
  const auto constant = [](double value) { return sampled([=](double) { return value; }); };
  EXPECT_TRUE(follows(constant(293.151), constant(293.15)));
  EXPECT_FALSE(follows(constant(293.2), constant(293.15)));
}

}  // namespace
}  // namespace dashpot::msl
