// A whole machine (pump, relief valve, directional valve, cylinder), and what happens to it when a link is left out, made
// twice or leads to the wrong place: each fault is named, and the machine as it should be gets no warning.
//
// The machine is the example of the link table of HASP; its faults are those that a table of links can have. Rules of
// other packages that forbid two volumes or two resistances side by side are none here: see Lines.TwoVolumesMayBeJoined.
#include "inspected.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dashpot::rules {
namespace {

using dashpot::testing::circuit;
using dashpot::testing::Inspected;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string parts =
    "  Sources.PrimeMover mover;\n  Pumps.Pump pump;\n  Volumes.FixedVolume supply;\n"
    "  Valves.ReliefValve relief(p_set = 180e5);\n  Sources.Tank tank;\n  Valves.Valve43 valve;\n"
    "  Volumes.FixedVolume toPiston, toRod;\n  Actuators.Cylinder cylinder(m = 300);\n"
    "  Valves.StepSequence command(y_start = 1, times = {1}, values = {0});\n";
const std::string links =
    "  connect(mover.shaft, pump.shaft);\n  connect(tank.port, pump.port_a);\n  connect(pump.port_b, supply.port);\n"
    "  connect(supply.port, relief.port_a);\n  connect(relief.port_b, tank.port);\n  connect(supply.port, "
    "valve.port_p);\n"
    "  connect(valve.port_t, tank.port);\n  connect(valve.port_a, toPiston.port);\n"
    "  connect(toPiston.port, cylinder.port_a);\n  connect(valve.port_b, toRod.port);\n"
    "  connect(toRod.port, cylinder.port_b);\n  connect(command.y, valve.u);\n";

/// The machine with one text in the place of another.
std::string machine(const std::string& what = "", const std::string& with = "") {
  std::string text = circuit(parts, links);
  return what.empty() ? text : text.replace(text.find(what), what.size(), with);
}

std::string without(const std::string& link) { return machine("  connect(" + link + ");\n"); }

TEST(Malformed, TheMachineAsItShouldBeGetsNoWarning) {
  const Inspected seen(machine());
  EXPECT_THAT(seen.messages(), IsEmpty());
}

TEST(Malformed, ALinkThatIsLeftOutIsNamedAtTheEndThatStaysOpen) {
  EXPECT_THAT(Inspected(without("toRod.port, cylinder.port_b")).codes, ElementsAre("open-port cylinder"));
  EXPECT_THAT(Inspected(without("relief.port_b, tank.port")).codes, ElementsAre("open-port relief"));
  EXPECT_THAT(Inspected(without("tank.port, pump.port_a")).codes, ElementsAre("open-port pump"));
}

TEST(Malformed, AReliefValveThatIsLeftOutAltogetherIsMissed) {
  const std::string text = without("supply.port, relief.port_a");
  const Inspected seen(std::string(text).replace(text.find("connect(relief.port_b, tank.port)"), 33,
                                                 "connect(relief.port_b, relief.port_a)"));
  EXPECT_THAT(seen.codes, Contains("no-relief pump")) << seen.messages();
  EXPECT_THAT(seen.codes, Contains("bypassed relief")) << seen.messages();
}

TEST(Malformed, AnUnknownModelAndAMissingPortAreNamed) {
  const Inspected model(machine("Valves.ReliefValve relief", "Valves.ReliefValv relief"));
  EXPECT_FALSE(model.flat);
  EXPECT_THAT(model.messages(), HasSubstr("ReliefValve"));
  const Inspected port(machine("relief.port_b, tank.port", "relief.port_c, tank.port"));
  EXPECT_FALSE(port.flat);
  EXPECT_THAT(port.messages(), HasSubstr("port_c"));
}

TEST(Malformed, ALinkThatIsMadeTwiceIsOne) {
  const std::string link = "  connect(relief.port_b, tank.port);\n";
  EXPECT_THAT(Inspected(machine(link, link + link)).messages(), IsEmpty());
}

TEST(Malformed, ALinkBetweenPortsOfDifferentKindsIsRefused) {
  const Inspected seen(machine("connect(mover.shaft, pump.shaft)", "connect(mover.shaft, pump.port_a)"));
  EXPECT_FALSE(seen.flat);
  EXPECT_THAT(seen.messages(), HasSubstr("cannot be connected"));
}

TEST(Malformed, AValveWithItsConsumersOnOneLineDrivesNothing) {
  const Inspected seen(machine("connect(valve.port_b, toRod.port)", "connect(toPiston.port, toRod.port)"));
  EXPECT_THAT(seen.codes, ElementsAre("open-port valve", "short-cylinder cylinder")) << seen.messages();
}

TEST(Malformed, AReliefValveMountedTheWrongWayRoundRelievesNothing) {
  const std::string text = machine("connect(supply.port, relief.port_a)", "connect(supply.port, relief.port_b)");
  const Inspected seen(std::string(text).replace(text.find("connect(relief.port_b, tank.port)"), 33,
                                                 "connect(relief.port_a, tank.port)"));
  EXPECT_THAT(seen.codes, ElementsAre("no-relief pump")) << seen.messages();
}

TEST(Malformed, ASecondTankOnTheSameLineIsOneTooMany) {
  const std::string text = machine("  connect(mover", "  connect(second.port, tank.port);\n  connect(mover");
  const Inspected seen(std::string(text).replace(text.find("  Sources.Tank"), 0, "  Sources.Tank second;\n"));
  EXPECT_THAT(seen.codes, ElementsAre("two-references second")) << seen.messages();
}

TEST(Malformed, AClosedTransmissionWithChargePumpGetsNoWarning) {
  const Inspected seen(circuit(
      "  Sources.PrimeMover engine;\n  Pumps.VariablePump pump;\n  Pumps.Motor motor;\n"
      "  Mechanics.Rotational.Inertia drum(J = 8);\n  Volumes.FixedVolume high, low, charged;\n"
      "  Valves.ReliefValve first(p_set = 350e5), second(p_set = 350e5), chargeRelief(p_set = 20e5);\n"
      "  Sources.FlowSource charge;\n  Valves.CheckValve toHigh, toLow;\n  Sources.Tank tank;\n"
      "  Blocks.Sources.Constant u(k = 1);\n",
      "  connect(engine.shaft, pump.shaft);\n  connect(pump.port_b, high.port);\n  connect(high.port, motor.port_b);\n"
      "  connect(motor.port_a, low.port);\n  connect(low.port, pump.port_a);\n  connect(motor.shaft, drum.shaft_a);\n"
      "  connect(first.port_a, high.port);\n  connect(first.port_b, low.port);\n  connect(second.port_a, low.port);\n"
      "  connect(second.port_b, high.port);\n  connect(charge.port, charged.port);\n"
      "  connect(charged.port, chargeRelief.port_a);\n  connect(chargeRelief.port_b, tank.port);\n"
      "  connect(charged.port, toHigh.port_a);\n  connect(toHigh.port_b, high.port);\n"
      "  connect(charged.port, toLow.port_a);\n  connect(toLow.port_b, low.port);\n  connect(u.y, pump.u);\n"));
  EXPECT_THAT(seen.messages(), IsEmpty());
}

}  // namespace
}  // namespace dashpot::rules
