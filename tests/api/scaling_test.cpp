// What a model costs grows with its size, not with the square of it.
//
// Processor time, not that of the clock, so that others on the machine do no harm; the least of some trials. Four times
// the size may cost up to eight times as much: 4 is linear, 16 quadratic, and a larger model misses the caches more.
#include "api/compilation.hpp"
#include "dashpot/simulation.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <limits>

namespace dashpot::api {
namespace {

struct Shape {
  const char* name;
  int size;
  const char* text;  // with N
};
void PrintTo(const Shape& shape, std::ostream* out) { *out << shape.name; }

constexpr Shape shapes[] = {
    {"independent", 4000,
     "Real x[N](each start = 1, each fixed = true); equation for i in 1:N loop der(x[i]) = -i*x[i]/N; end for;"},
    {"aliasesAndInitialEquations", 4000,
     "Real T[N], s[N - 2]; initial equation for i in 1:N - 2 loop s[i] = 1; end for; equation T[1] = 2; T[N] = 3; "
     "for i in 2:N - 1 loop T[i] = s[i - 1]; end for; "
     "for i in 1:N - 2 loop der(s[i]) = T[i] - 2*T[i + 1] + T[i + 2]; end for;"},
    {"steadyStateAgainstStartValues", 2000,
     "Real x[N](each start = 1); initial equation der(x) = zeros(N); equation "
     "der(x[1]) = x[2] - 2*x[1] + 1; der(x[N]) = x[N - 1] - 2*x[N]; "
     "for i in 2:N - 1 loop der(x[i]) = x[i + 1] - 2*x[i] + x[i - 1]; end for;"},
    {"oneLargeNonlinearLoop", 2500,
     "Real x(start = 1, fixed = true), v[N]; equation der(x) = -v[N]; v[1] = x; v[N - 1] = 3*v[N]; "
     "for i in 2:N - 1 loop v[i - 1] - 2*v[i] + v[i + 1] = 0.001*v[i]^3; end for;"},
    {"manyStateSets", 400,
     "Real x[N](each start = 0.6), y[N](each start = 0.8), vx[N], vy[N], f[N]; equation for i in 1:N loop "
     "der(x[i]) = vx[i]; der(y[i]) = vy[i]; der(vx[i]) = f[i]*x[i]; der(vy[i]) = f[i]*y[i] - 9.81; "
     "x[i]^2 + y[i]^2 = 1; end for;"},
};

double secondsOf(const Shape& shape, int size) {
  const std::string text = fmt::format("model M parameter Integer N = {}; {} end M;", size, shape.text);
  const std::clock_t began = std::clock();
  const Model model = Model::fromText(text);
  EXPECT_TRUE(model) << model.messages();
  Simulation simulation(model, {.stop = 1e-3, .record = {"N"}});
  simulation.step();
  EXPECT_NE(simulation.state(), SimulationState::failed) << simulation.messages();
  return static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
}

class Scaling : public ::testing::TestWithParam<Shape> {};

TEST_P(Scaling, FourTimesTheSizeCostsLessThanEightTimesAsMuch) {
  constexpr int trials = 4;
  double small = std::numeric_limits<double>::infinity(), large = small;
  for (int trial = 0; trial < trials && !(large < 8 * small); ++trial) {
    small = std::min(small, secondsOf(GetParam(), GetParam().size));
    large = std::min(large, secondsOf(GetParam(), 4 * GetParam().size));
  }
  EXPECT_LT(large, 8 * small);
}
INSTANTIATE_TEST_SUITE_P(Shapes, Scaling, ::testing::ValuesIn(shapes),
                         [](const auto& instance) { return instance.param.name; });

}  // namespace
}  // namespace dashpot::api
