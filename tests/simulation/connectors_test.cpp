// Connectors with meanings of their own: streams, which flows carry, and overconstrained ones, whose loops are cut.
#include "models/simulated.hpp"
#include "simulation/runs.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace dashpot::simulation {
namespace {

using dashpot::testing::Simulated;

double largestDifference(const Simulated& run, std::string_view name, double (*exact)(double)) {
  double largest = 0;
  for (std::size_t k = 0; k < run.table->times().size(); ++k)
    largest = std::max(largest, std::fabs((*run.table)[name][k] - exact(run.table->times()[k])));
  return largest;
}

const std::string ports = R"(
connector Port
  Real p;
  flow Real m;
  stream Real h;
end Port;
model Source
  Port port;
  parameter Real m, h;
equation
  port.m = -m;
  port.h = h;
end Source;
)";

TEST(Streams, ATankTakesTheMeanOfTwoStreamsWeightedByTheirFlows) {
  // 1 of 10 and 2 of 40 are 3 of 30; what enters leaves by a drain, so that 3 h' = 3 (30 - h).
  const Simulated run(ports + R"(
model Tank
  Port port;
  Real h(start = 0, fixed = true);
equation
  port.p = 1;
  port.h = h;
  3*der(h) = port.m*(actualStream(port.h) - h);
end Tank;
model M
  Source a(m = 1, h = 10), b(m = 2, h = 40);
  Tank tank;
equation
  connect(a.port, b.port);
  connect(b.port, tank.port);
end M;
)",
                      until(4));
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_LT(largestDifference(run, "tank.h", [](double t) { return 30 * (1 - std::exp(-t)); }), 1e-5);
}

TEST(Streams, AFlowThatTurnsBackCarriesWhatIsAtItsOtherEnd) {
  // cos(t) brings 1 while it enters and takes 2 away while it leaves: over a period 2*1 - 2*2.
  const Simulated run(ports + R"(
model Pump
  Port port;
  Real carried(start = 0, fixed = true);
equation
  port.m = cos(time);
  port.h = 2;
  der(carried) = port.m*actualStream(port.h);
end Pump;
model Reservoir
  Port port;
equation
  port.p = 1;
  port.h = 1;
end Reservoir;
model M
  Pump pump;
  Reservoir reservoir;
equation
  connect(pump.port, reservoir.port);
end M;
)",
                      until(2 * std::numbers::pi));
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR((*run.table)["pump.carried"].back(), -2.0, 1e-6);
}

TEST(Streams, WithoutAnyFlowTheMeanIsThatOfAll) {
  const Simulated run(ports + R"(
model Wall
  Port port;
  Real seen;
equation
  port.p = 1;
  port.h = 0;
  seen = inStream(port.h);
end Wall;
model M
  Source a(m = 0, h = 10), b(m = 0, h = 40);
  Wall wall;
equation
  connect(a.port, b.port);
  connect(b.port, wall.port);
end M;
)",
                      until(1));
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR((*run.table)["wall.seen"].back(), 25.0, 1e-12);
}

TEST(Overconstrained, ASpringInALoopTurnsAsFarAsTheOtherWayRound) {
  const Simulated run(R"(
record Direction
  Real c, s;
  function equalityConstraint
    input Direction a, b;
    output Real residue[1] = {a.c*b.s - a.s*b.c};
  algorithm
  end equalityConstraint;
end Direction;
connector Flange
  Direction d;
  flow Real t;
end Flange;
partial model Turning
  Flange a, b;
  Real phi;
equation
  Connections.branch(a.d, b.d);
  b.d.c = cos(phi)*a.d.c - sin(phi)*a.d.s;
  b.d.s = sin(phi)*a.d.c + cos(phi)*a.d.s;
  a.t + b.t = 0;
end Turning;
model Drive
  extends Turning;
equation
  phi = 0.5*sin(time);
end Drive;
model Spring
  extends Turning;
equation
  b.t = 3*phi;
end Spring;
model World
  Flange f;
equation
  Connections.root(f.d);
  f.d = Direction(1, 0);
end World;
model M
  World world;
  Drive drive;
  Spring spring;
equation
  connect(world.f, drive.a);
  connect(world.f, spring.a);
  connect(drive.b, spring.b);
end M;
)",
                      until(5));
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_LT(largestDifference(run, "spring.phi", [](double t) { return 0.5 * std::sin(t); }), 1e-6);
  EXPECT_LT(largestDifference(run, "drive.b.t", [](double t) { return -1.5 * std::sin(t); }), 1e-6);
}

}  // namespace
}  // namespace dashpot::simulation
