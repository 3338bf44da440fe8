// What it takes to find where an event function crosses zero, once it is known that it does.
#include "dashpot/integrate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <ostream>
#include <string>

namespace dashpot {
namespace {

using Function = std::function<double(double)>;

struct Located {
  double time = 0;
  std::vector<int> functions;
  int evaluations = 0;  // from the first one that has seen the crossing
};

/// The first event within one step from 0 to 1, in which the only state is time.
Located locate(const std::vector<Function>& functions) {
  int evaluations = 0, seenAt = 0;
  Problem p{.size = 1};
  p.rhs = [](double, ConstView, View f) { f[0] = 1; };
  Vector first;
  p.events.evaluate = [&](double, ConstView y, View g) {
    ++evaluations;
    for (std::size_t i = 0; i < g.size(); ++i) {
      g[i] = functions[i](y[0]);
      if (first.size() == g.size() && seenAt == 0 && g[i] * first[i] < 0) seenAt = evaluations;
    }
    if (first.empty()) first.assign(g.begin(), g.end());
  };
  p.events.crossings.assign(functions.size(), Crossing::either);
  Integrator integrator(p, {.method = "rk4", .step = 1});
  EXPECT_EQ(integrator.start(0, Vector{0.0}, 1), RunStatus::running);
  EXPECT_EQ(integrator.step(), RunStatus::event);
  return {integrator.event().time, integrator.event().functions, evaluations - seenAt + 1};
}

constexpr double c = 0.3137;

struct Crossed {
  std::string name;
  Function g;
  double tolerance = 1e-13;
  int most = 24;  // evaluations, with closer looks at what bends
};

TEST(EventLocation, TakesFewEvaluations) {
  // Smooth functions, and such as make methods slow that keep one end of the bracket.
  const std::vector<Crossed> all{{"straight", [](double t) { return t - c; }},
                                 {"small", [](double t) { return 1e-8 * (t - c); }},
                                 {"large", [](double t) { return 1e8 * (c - t); }},
                                 {"offset", [](double t) { return (1e7 + t) - (1e7 + c); }, 1e-7, 60},
                                 {"parabola", [](double t) { return t * t - c * c; }},
                                 {"root", [](double t) { return std::sqrt(t) - std::sqrt(c); }},
                                 {"wave", [](double t) { return std::sin(t) - std::sin(c); }},
                                 {"growth", [](double t) { return std::exp(20 * (t - c)) - 1; }, 1e-13, 30},
                                 {"decay", [](double t) { return std::exp(-20 * (t - c)) - 1; }, 1e-13, 50},
                                 {"steep", [](double t) { return std::tanh(1e4 * (t - c)); }, 1e-13, 30},
                                 {"jump", [](double t) { return t < c ? -1.0 : 1.0; }, 1e-13, 60},
                                 {"cubic", [](double t) { return (t - c) * (t - c) * (t - c); }, 1e-12, 130}};
  for (const Crossed& crossed : all) {
    const Located located = locate({crossed.g});
    EXPECT_NEAR(located.time, c, crossed.tolerance) << crossed.name;
    EXPECT_LE(located.evaluations, crossed.most) << crossed.name;
    EXPECT_LE(crossed.g(0) * crossed.g(located.time), 0) << crossed.name << " has its new sign at the event";
  }
}

TEST(EventLocation, StartsWithRoundingAtTheLeftEnd) {
  // Negative at the start by less than any bit of the state decides; positive from there on.
  const Located located = locate({[](double t) { return t - 1e-18; }});
  EXPECT_NEAR(located.time, 0, 1e-12);
  EXPECT_LE(located.evaluations, 60);
  // Rounding up to the middle of the step, and then growing.
  const Located later = locate({[](double t) { return t < 0.5 ? -1e-18 : (t - 0.5) - 1e-18; }});
  EXPECT_NEAR(later.time, 0.5, 1e-12);
  EXPECT_LE(later.evaluations, 60);
}

TEST(EventLocation, FindsTheFirstOfSeveralInOneStep) {
  const Located located = locate(
      {[](double t) { return t - 0.7; }, [](double t) { return t * t - 0.09; }, [](double t) { return 0.6 - t; }});
  EXPECT_NEAR(located.time, 0.3, 1e-13);
  EXPECT_EQ(located.functions, std::vector<int>{1});
  EXPECT_LE(located.evaluations, 30);  // with closer looks at the parabola, which might have crossed before
}

TEST(EventLocation, FindsTheFirstOfTwoCrossingsOfOneFunction) {
  const Located located = locate({[](double t) { return (t - 0.4) * (t - 0.45); }});
  EXPECT_NEAR(located.time, 0.4, 1e-13);
  EXPECT_LE(located.evaluations, 16);
}

}  // namespace
}  // namespace dashpot
