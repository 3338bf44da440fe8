// Every rule speaks where it must, and is silent on the same circuit once it is mended.
#include "inspected.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

namespace dashpot::rules {
namespace {

using dashpot::testing::circuit;
using dashpot::testing::Inspected;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// A circuit that is wrong, and the same one as it should be.
struct Case {
  std::string rule, component;
  std::string wrong, mended;
};

std::string supply(const std::string& more = "", const std::string& connections = "") {
  return circuit(
      "  Sources.FlowSource pump;\n  Volumes.FixedVolume line;\n  Valves.ReliefValve relief(p_set = 150e5);\n"
      "  Sources.Tank tank;\n" +
          more,
      "  connect(pump.port, line.port);\n  connect(line.port, relief.port_a);\n"
      "  connect(relief.port_b, tank.port);\n" +
          connections);
}

/// The supply with a cylinder behind a directional valve.
std::string drive(const std::string& cylinder, const std::string& more = "", const std::string& b = "valve.port_b") {
  return supply(
      "  Valves.Valve43 valve;\n  Blocks.Sources.Constant u(k = 1);\n  Actuators.Cylinder cylinder" + cylinder + ";\n",
      "  connect(line.port, valve.port_p);\n  connect(valve.port_t, tank.port);\n  connect(u.y, valve.u);\n"
      "  connect(valve.port_a, cylinder.port_a);\n  connect(" +
          b + ", cylinder.port_b);\n" + more);
}

std::string valves(const std::string& leakage, const std::string& between = "") {
  return circuit("  Sources.PressureSource source(p = 100e5);\n  Sources.Tank tank;\n  Valves.CheckValve check" +
                     leakage + ";\n  Valves.Valve22 valve" + leakage +
                     ";\n  Volumes.FixedVolume space;\n  Blocks.Sources.Constant u(k = 0);\n",
                 "  connect(source.port, check.port_a);\n  connect(check.port_b, valve.port_a);\n"
                 "  connect(valve.port_b, tank.port);\n  connect(u.y, valve.u);\n" +
                     (between.empty() ? "  connect(space.port, tank.port);\n" : between));
}

const std::vector<Case>& cases() {
  static const std::vector<Case> all{
      {"open-port", "relief",
       circuit("  Sources.FlowSource pump;\n  Volumes.FixedVolume line;\n"
               "  Valves.ReliefValve relief;\n",
               "  connect(pump.port, line.port);\n  connect(line.port, relief.port_a);\n"),
       supply()},
      {"no-reference", "pump",
       circuit("  Sources.FlowSource pump;\n  Sources.FlowSource back(Q = -1e-4);\n  Resistances.Orifice orifice;\n",
               "  connect(pump.port, orifice.port_a);\n  connect(orifice.port_b, back.port);\n"),
       circuit("  Sources.FlowSource pump;\n  Resistances.Orifice orifice;\n  Sources.Tank tank;\n",
               "  connect(pump.port, orifice.port_a);\n  connect(orifice.port_b, tank.port);\n")},
      {"no-ground", "source",
       circuit("  Electrical.Sources.ConstantVoltage source;\n  Electrical.Resistor load;\n",
               "  connect(source.p, load.p);\n  connect(source.n, load.n);\n"),
       circuit(
           "  Electrical.Sources.ConstantVoltage source;\n  Electrical.Resistor load;\n  Electrical.Ground ground;\n",
           "  connect(source.p, load.p);\n  connect(source.n, load.n);\n  connect(source.n, ground.p);\n")},
      {"two-references", "source",
       circuit("  Sources.PressureSource source(p = 100e5);\n  Sources.Tank tank;\n",
               "  connect(source.port, tank.port);\n"),
       circuit("  Sources.PressureSource source(p = 100e5);\n  Resistances.Orifice orifice;\n  Sources.Tank tank;\n",
               "  connect(source.port, orifice.port_a);\n  connect(orifice.port_b, tank.port);\n")},
      {"bypassed", "orifice",
       supply("  Resistances.Orifice orifice;\n",
              "  connect(orifice.port_a, line.port);\n  connect(orifice.port_b, line.port);\n"),
       supply("  Resistances.Orifice orifice;\n",
              "  connect(orifice.port_a, line.port);\n  connect(orifice.port_b, tank.port);\n")},
      {"no-relief", "pump",
       circuit(
           "  Sources.FlowSource pump;\n  Volumes.FixedVolume line;\n  Valves.Valve22 valve;\n  Sources.Tank tank;\n"
           "  Blocks.Sources.Constant u(k = 0);\n",
           "  connect(pump.port, line.port);\n  connect(line.port, valve.port_a);\n"
           "  connect(valve.port_b, tank.port);\n  connect(u.y, valve.u);\n"),
       supply()},
      {"closed-line", "check", valves("(G_leak = 0)"),
       valves("(G_leak = 0)", "  connect(space.port, check.port_b);\n")},
      {"no-load", "cylinder", drive(""), drive("(m = 500)")},
      {"short-cylinder", "cylinder", drive("(m = 500)", "", "valve.port_a"), drive("(m = 500)")},
      {"uncharged-accumulator", "store",
       supply("  Volumes.GasAccumulator store(p_precharge = 200e5);\n", "  connect(store.port, line.port);\n"),
       supply("  Volumes.GasAccumulator store(p_precharge = 90e5);\n", "  connect(store.port, line.port);\n")},
      {"zero-size", "motor",
       supply("  Actuators.RotaryMotor motor(D = 0);\n",
              "  connect(line.port, motor.port_a);\n  connect(motor.port_b, tank.port);\n"),
       supply("  Actuators.RotaryMotor motor;\n",
              "  connect(line.port, motor.port_a);\n  connect(motor.port_b, tank.port);\n")},
      {"absurd-value", "second",
       supply("  Valves.ReliefValve second(p_set = 150);\n",
              "  connect(line.port, second.port_a);\n  connect(second.port_b, tank.port);\n"),
       supply("  Valves.ReliefValve second(p_set = 150*Dashpot.DeskUnits.bar);\n",
              "  connect(line.port, second.port_a);\n  connect(second.port_b, tank.port);\n")},
  };
  return all;
}

TEST(Rules, EachSpeaksOfItsFault) {
  for (const Case& c : cases()) {
    const Inspected wrong(c.wrong);
    ASSERT_TRUE(wrong.flat) << c.rule << "\n" << wrong.messages();
    EXPECT_THAT(wrong.codes, Contains(c.rule + " " + c.component)) << wrong.messages();
  }
}

TEST(Rules, EachIsSilentOnceTheFaultIsMended) {
  for (const Case& c : cases()) {
    const Inspected mended(c.mended);
    ASSERT_TRUE(mended.flat) << c.rule << "\n" << mended.messages();
    EXPECT_THAT(mended.codes, Not(Contains(::testing::StartsWith(c.rule)))) << mended.messages();
  }
}

TEST(Rules, EveryRuleHasACaseAndIsDocumented) {
  std::set<std::string> tested;
  for (const Case& c : cases()) tested.insert(c.rule);
  std::ifstream file(std::string(testing::sourceTree) + "/docs/rules.md");
  std::stringstream page;
  page << file.rdbuf();
  const RuleBase base;
  for (const std::string_view name : base.names()) {
    EXPECT_TRUE(tested.contains(std::string(name))) << name;
    EXPECT_THAT(page.str(), HasSubstr("`" + std::string(name) + "`"));
  }
}

TEST(Rules, AFindingNamesTheComponentItsPlaceTheReasonAndTheRemedy) {
  const Inspected seen(supply("  Valves.ReliefValve second(p_set = 150);\n",
                              "  connect(line.port, second.port_a);\n  connect(second.port_b, tank.port);\n"));
  EXPECT_THAT(seen.codes, ElementsAre("absurd-value second"));
  EXPECT_THAT(seen.messages(), HasSubstr("circuit.mo:11:22: warning: 'second.p_set' is 150 Pa, next to nothing"));
  EXPECT_THAT(seen.messages(), HasSubstr("note: pressures are in Pa"));
  EXPECT_THAT(seen.messages(), HasSubstr("hint: if bar are meant, write p_set = 150*Dashpot.DeskUnits.bar"));
}

TEST(Rules, OpenPortsOfOneComponentAreOneFinding) {
  const Inspected seen(
      supply("  Valves.CheckValve left;\n  Valves.CheckValve half;\n  Mechanics.Translational.Mass load;\n",
             "  connect(line.port, half.port_a);\n"));
  EXPECT_THAT(seen.codes, ElementsAre("open-port left", "open-port half")) << "a free end of a mass is ordinary";
  EXPECT_THAT(seen.messages(), HasSubstr("'left.port_a', 'left.port_b' are not connected"));
  EXPECT_THAT(seen.messages(), HasSubstr("'half.port_b' is not connected"));
  EXPECT_THAT(seen.messages(), HasSubstr("nothing flows through them then"));
  EXPECT_THAT(seen.messages(), HasSubstr("connect them, or close them with a component that says so"));
}

// ---- pumps

std::string pumped(const std::string& more, const std::string& connections) {
  return circuit("  Sources.FlowSource pump;\n  Volumes.FixedVolume line;\n  Sources.Tank tank;\n" + more,
                 "  connect(pump.port, line.port);\n" + connections);
}

TEST(Pumps, AnOrificeIsAWayOut) {
  const Inspected seen(pumped("  Resistances.Orifice orifice;\n",
                              "  connect(line.port, orifice.port_a);\n  connect(orifice.port_b, tank.port);\n"));
  EXPECT_THAT(seen.codes, IsEmpty()) << seen.messages();
}

TEST(Pumps, AReliefValveBehindACheckValveServesAndOneThatIsMountedBackwardsDoesNot) {
  const auto behind = [](const std::string& inlet, const std::string& outlet) {
    return pumped(
        "  Valves.CheckValve check;\n  Volumes.FixedVolume space;\n  Valves.ReliefValve relief(p_set = 100e5);\n",
        "  connect(line.port, check." + inlet + ");\n  connect(check." + outlet +
            ", space.port);\n  connect(space.port, relief.port_a);\n  connect(relief.port_b, tank.port);\n");
  };
  EXPECT_THAT(Inspected(behind("port_a", "port_b")).codes, IsEmpty());
  EXPECT_THAT(Inspected(behind("port_b", "port_a")).codes, ElementsAre("no-relief pump"));
}

TEST(Pumps, AnotherPumpOnTheLineIsNoWayOut) {
  const Inspected seen(pumped("  Pumps.Pump second;\n  Sources.PrimeMover motor;\n",
                              "  connect(motor.shaft, second.shaft);\n  connect(tank.port, second.port_a);\n"
                              "  connect(second.port_b, line.port);\n"));
  EXPECT_THAT(seen.codes, ElementsAre("no-relief pump", "no-relief second")) << seen.messages();
}

TEST(Pumps, ACircuitThatLeadsBackToTheInletIsAWayOut) {
  const Inspected seen(circuit(
      "  Pumps.Pump pump;\n  Pumps.Motor motor;\n  Sources.PrimeMover drive;\n  Volumes.FixedVolume high, low;\n",
      "  connect(drive.shaft, pump.shaft);\n  connect(low.port, pump.port_a);\n  connect(pump.port_b, high.port);\n"
      "  connect(high.port, motor.port_a);\n  connect(motor.port_b, low.port);\n"));
  EXPECT_THAT(seen.codes, IsEmpty()) << seen.messages();
}

TEST(Pumps, OneThatDeliversNothingNeedsNoWayOut) {
  EXPECT_THAT(Inspected(circuit("  Sources.FlowSource plug(Q = 0);\n  Volumes.FixedVolume line;\n",
                                "  connect(plug.port, line.port);\n"))
                  .codes,
              IsEmpty());
}

TEST(Pumps, ACompensatedPumpNeedsNoReliefValve) {
  const Inspected seen(circuit(
      "  Pumps.PressureCompensatedPump pump;\n  Sources.PrimeMover motor;\n  Volumes.FixedVolume line;\n"
      "  Sources.Tank tank;\n",
      "  connect(motor.shaft, pump.shaft);\n  connect(tank.port, pump.port_a);\n  connect(pump.port_b, line.port);\n"));
  EXPECT_THAT(seen.codes, IsEmpty()) << seen.messages();
}

TEST(Pumps, AValveThatUnloadsThePumpInItsMiddlePositionIsAWayOut) {
  const auto valve = [](const std::string& centre) {
    return pumped("  Valves.Valve43 valve(centre = Valves.Centre." + centre +
                      ");\n  Volumes.FixedVolume a, b;\n  Blocks.Sources.Constant u(k = 0);\n",
                  "  connect(line.port, valve.port_p);\n  connect(valve.port_t, tank.port);\n  connect(u.y, valve.u);\n"
                  "  connect(valve.port_a, a.port);\n  connect(valve.port_b, b.port);\n");
  };
  EXPECT_THAT(Inspected(valve("tandem")).codes, IsEmpty());
  EXPECT_THAT(Inspected(valve("open")).codes, IsEmpty());
  EXPECT_THAT(Inspected(valve("closed")).codes, ElementsAre("no-relief pump"));
  EXPECT_THAT(Inspected(valve("floating")).codes, ElementsAre("no-relief pump"));
}

TEST(Pumps, OfAComponentWithoutRolesNothingIsAssumed) {
  const std::string own =
      "model Drain \"A component of a user\"\n  Dashpot.Interfaces.HydraulicPort_a port;\nequation\n"
      "  port.m_flow = 1e-9*port.p;\nend Drain;\n";
  const Inspected seen(own + pumped("  Drain drain;\n", "  connect(line.port, drain.port);\n"));
  EXPECT_THAT(seen.codes, Not(Contains("no-relief pump"))) << seen.messages();
}

// ---- lines

TEST(Lines, ValvesThatLeakDetermineThePressureBetweenThem) {
  EXPECT_THAT(Inspected(valves("")).codes, Not(Contains(::testing::StartsWith("closed-line"))));
}

TEST(Lines, AGaugeBetweenClosedValvesIsNoVolume) {
  const std::string text =
      valves("(G_leak = 0)", "  connect(gauge.port, check.port_b);\n  connect(space.port, tank.port);\n");
  const std::string gauged = std::string(text).replace(text.find("  Volumes"), 0, "  Sensors.PressureSensor gauge;\n");
  EXPECT_THAT(Inspected(gauged).codes, Contains("closed-line check"));
}

TEST(Lines, TwoVolumesMayBeJoined) {
  const Inspected seen(supply("  Volumes.FixedVolume second;\n", "  connect(second.port, line.port);\n"));
  EXPECT_THAT(seen.codes, IsEmpty()) << "the compiler finds one pressure for both";
}

TEST(Lines, TwoResistancesMayBeJoined) {
  const Inspected seen(supply("  Resistances.Orifice first, second;\n",
                              "  connect(line.port, first.port_a);\n  connect(first.port_b, second.port_a);\n"
                              "  connect(second.port_b, tank.port);\n"));
  EXPECT_THAT(seen.codes, IsEmpty()) << seen.messages();
}

TEST(Lines, AConnectionThroughASubsystemIsOneLine) {
  const std::string unit =
      "model PowerUnit\n  import Dashpot.Hydraulics.*;\n  Dashpot.Interfaces.HydraulicPort_b port;\n"
      "  Sources.FlowSource pump;\n  Volumes.FixedVolume line;\nequation\n  connect(pump.port, line.port);\n"
      "  connect(line.port, port);\nend PowerUnit;\n";
  const Inspected mended(unit +
                         circuit("  PowerUnit unit;\n  Valves.ReliefValve relief;\n  Sources.Tank tank;\n",
                                 "  connect(unit.port, relief.port_a);\n  connect(relief.port_b, tank.port);\n"));
  EXPECT_THAT(mended.codes, IsEmpty()) << mended.messages();
  const Inspected wrong(
      unit + circuit("  PowerUnit unit;\n  Volumes.FixedVolume space;\n", "  connect(unit.port, space.port);\n"));
  EXPECT_THAT(wrong.codes, ElementsAre("no-relief unit.pump"));
}

TEST(Lines, AnOpenPortOfASubsystemIsNamed) {
  const Inspected seen(
      "model Unit\n  import Dashpot.Hydraulics.*;\n  Dashpot.Interfaces.HydraulicPort_b port;\n"
      "  Volumes.FixedVolume line;\nequation\n  connect(line.port, port);\nend Unit;\n" +
      circuit("  Unit unit;\n", ""));
  EXPECT_THAT(seen.codes, ElementsAre("open-port unit"));
  EXPECT_THAT(seen.messages(), HasSubstr("'unit.port' is not connected"));
}

TEST(Lines, ALineThatLeavesTheModelMayGoAnywhere) {
  const Inspected seen(
      "model PowerUnit\n  import Dashpot.Hydraulics.*;\n  inner Fluids.MineralOil_VG46 fluid;\n"
      "  Dashpot.Interfaces.HydraulicPort_b port;\n  Sources.FlowSource pump;\nequation\n"
      "  connect(pump.port, port);\nend PowerUnit;\n");
  EXPECT_THAT(seen.codes, IsEmpty()) << seen.messages();
}

// ---- cylinders and accumulators

TEST(Cylinders, ALoadOnTheFlangeIsALoad) {
  const std::string text = drive("", "  connect(cylinder.flange, load.flange_a);\n");
  const Inspected seen(
      std::string(text).replace(text.find("  Actuators"), 0, "  Mechanics.Translational.Mass load(m = 100);\n"));
  EXPECT_THAT(seen.codes, IsEmpty()) << seen.messages();
}

TEST(Cylinders, BothChambersMayBeVentedToTheTank) {
  const Inspected seen(circuit("  Actuators.Cylinder cylinder(m = 100);\n  Sources.Tank tank;\n",
                               "  connect(cylinder.port_a, tank.port);\n  connect(cylinder.port_b, tank.port);\n"));
  EXPECT_THAT(seen.codes, IsEmpty()) << seen.messages();
}

TEST(Cylinders, AMassThatAnInheritingClassGivesIsALoad) {
  const Inspected seen("model Heavy\n  extends Dashpot.Hydraulics.Actuators.Cylinder(m = 900);\nend Heavy;\n" +
                       std::string(drive("")).replace(drive("").find("Actuators.Cylinder"), 18, "Heavy"));
  EXPECT_THAT(seen.codes, IsEmpty()) << seen.messages();
}

TEST(Accumulators, APrechargeOfOneAtmosphereIsNone) {
  const Inspected seen(
      supply("  Volumes.GasAccumulator store(p_precharge = 1e5);\n", "  connect(store.port, line.port);\n"));
  EXPECT_THAT(seen.codes, ElementsAre("uncharged-accumulator store"));
}

TEST(Accumulators, AReliefValveAtTheOtherEndOfAPipeLimitsThePressureAndBehindAnOrificeItNeedNot) {
  const auto behind = [](const std::string& part) {
    return supply("  Volumes.GasAccumulator store(p_precharge = 250e5);\n  " + part + " neck;\n",
                  "  connect(store.port, neck.port_a);\n  connect(neck.port_b, line.port);\n");
  };
  EXPECT_THAT(Inspected(behind("Lines.ShortPipe")).codes, ElementsAre("uncharged-accumulator store"));
  EXPECT_THAT(Inspected(behind("Resistances.Orifice")).codes, IsEmpty());
}

TEST(Accumulators, BehindACheckValveThePressureMayComeFromElsewhere) {
  const Inspected seen(supply("  Volumes.GasAccumulator store(p_precharge = 250e5);\n  Valves.CheckValve check;\n",
                              "  connect(line.port, check.port_a);\n  connect(check.port_b, store.port);\n"));
  EXPECT_THAT(seen.codes, IsEmpty()) << seen.messages();
}

// ---- values

TEST(Values, EachUnitOfTheDeskIsRecognised) {
  const auto seen = [](const std::string& part) { return Inspected(circuit(part, "")).messages(); };
  EXPECT_THAT(seen("  Sources.FlowSource s(Q = 20);\n"), HasSubstr("write Q = 20*Dashpot.DeskUnits.l_min"));
  EXPECT_THAT(seen("  Sources.PressureSource s(p = 210);\n"), HasSubstr("write p = 210*Dashpot.DeskUnits.bar"));
  EXPECT_THAT(seen("  Actuators.Cylinder s(bore = 50);\n"), HasSubstr("write bore = 50*Dashpot.DeskUnits.mm"));
  EXPECT_THAT(seen("  Actuators.Cylinder s(stroke = 400);\n"), HasSubstr("write stroke = 400*Dashpot.DeskUnits.mm"));
  EXPECT_THAT(seen("  Actuators.Cylinder s(inclination = 90);\n"),
              HasSubstr("write inclination = 90*Dashpot.DeskUnits.deg"));
  EXPECT_THAT(seen("  Pumps.Pump s(D = 45);\n"), HasSubstr("write D = 45*Dashpot.DeskUnits.cc_rev"));
  const Inspected fluid("model M\n  inner Dashpot.Hydraulics.Fluids.MineralOil_VG46 fluid(nu = 46);\nend M;\n");
  EXPECT_THAT(fluid.messages(), HasSubstr("write nu = 46*Dashpot.DeskUnits.mm2_s"));
}

TEST(Values, ARodAsThickAsTheBoreLeavesNoArea) {
  const Inspected seen(drive("(m = 500, bore = 0.05, rod = 0.05)"));
  EXPECT_THAT(seen.codes, ElementsAre("zero-size cylinder"));
  EXPECT_THAT(seen.messages(), HasSubstr("'cylinder.A_b' is zero"));
}

TEST(Values, AValueThatARunSetsCounts) {
  EXPECT_THAT(Inspected(supply(), {{"relief.p_set", 150.0}}).codes, ElementsAre("absurd-value relief"));
}

TEST(Values, ManyInstancesOfOneTextAreOneFinding) {
  const Inspected seen(circuit("  Sources.PressureSource s[50](each p = 210);\n  Volumes.FixedVolume v[50];\n",
                               "  connect(s.port, v.port);\n"));
  EXPECT_THAT(seen.codes, ElementsAre("absurd-value s[1]"));
}

// ---- silence

TEST(Silence, OfAComponentIsKeptForItAlone) {
  const Inspected seen(supply(
      "  Valves.CheckValve first annotation(__Dashpot(silence = {\"open-port\"}));\n  Valves.CheckValve second;\n"));
  EXPECT_THAT(seen.codes, ElementsAre("open-port second")) << seen.messages();
}

TEST(Silence, OfAModelIsKeptForAllItsComponents) {
  const Inspected seen(
      circuit("  Sources.FlowSource pump;\n  Valves.CheckValve first;\n", "",
              "  annotation(__Dashpot(silence = {\"open-port\", \"no-relief\", \"no-reference\"}));\n"));
  EXPECT_THAT(seen.messages(), IsEmpty());
}

TEST(Silence, AMisspeltRuleIsReportedWithTheOneThatWasMeant) {
  const Inspected seen(supply("  Valves.CheckValve first annotation(__Dashpot(silence = {\"open-prot\"}));\n"));
  EXPECT_THAT(seen.codes, ElementsAre("open-port first"));
  EXPECT_THAT(seen.messages(), HasSubstr("circuit.mo:11:59: warning: there is no rule 'open-prot'"));
  EXPECT_THAT(seen.messages(), HasSubstr("did you mean 'open-port'?"));
}

TEST(Silence, AMisspeltEntryIsReported) {
  const Inspected seen(supply("  Valves.CheckValve first annotation(__Dashpot(silense = {\"open-port\"}));\n"));
  EXPECT_THAT(seen.messages(), HasSubstr("'silense' is no entry of the annotation __Dashpot"));
  EXPECT_THAT(seen.messages(), HasSubstr("did you mean 'silence'?"));
}

TEST(Silence, WhatIsNoTextIsReported) {
  const Inspected seen(supply("  Valves.CheckValve first annotation(__Dashpot(silence = 3));\n"));
  EXPECT_THAT(seen.messages(), HasSubstr("silence of the annotation __Dashpot is not a text"));
  EXPECT_THAT(seen.messages(), HasSubstr("write silence = \"...\", or {\"...\", \"...\"}"));
}

// ---- rules of others

constexpr std::string_view own = R"(
[[rule]]
name = "no-filter"
of = "network"
domain = "hydraulic"
when = ["has reference", "not has filter"]
message = "the circuit of '{component}' has no filter"
reason = "dirt wears valves out"
remedy = "put one into the return line"
)";

TEST(OwnRules, ALibraryBringsItsRolesAndRules) {
  RuleBase base;
  Diagnostics diagnostics;
  base.add(own, "own.toml", diagnostics);
  EXPECT_THAT(diagnostics.all(), IsEmpty());
  EXPECT_THAT(Inspected(supply(), {}, base).codes, ElementsAre("no-filter pump"));
  const std::string filter =
      "model Filter\n  extends Dashpot.Hydraulics.Resistances.Orifice;\n"
      "  annotation(__Dashpot(role = {\"passage\", \"filter\"}));\nend Filter;\n";
  EXPECT_THAT(Inspected(filter + supply("  Filter filter;\n",
                                        "  connect(line.port, filter.port_a);\n  connect(filter.port_b, tank.port);\n"),
                        {}, base)
                  .codes,
              IsEmpty());
}

std::string faultsOf(std::string_view text) {
  RuleBase base;
  Diagnostics diagnostics;
  base.add(text, "own.toml", diagnostics);
  EXPECT_EQ(base.rules().size(), RuleBase().rules().size()) << "a rule with faults is left out";
  return render(diagnostics, Sources());
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  return text.replace(text.find(what), what.size(), with);
}

TEST(OwnRules, FaultsOfARuleFileAreNamed) {
  const std::string text(own);
  EXPECT_THAT(faultsOf(replaced(text, "has reference", "hass reference")),
              HasSubstr("own.toml:2: 'hass' is no question to a network\nhint: did you mean 'has'?"));
  EXPECT_THAT(faultsOf(replaced(text, "has reference", "has")),
              HasSubstr("the question 'has' takes 1 words after it, not 0"));
  EXPECT_THAT(faultsOf(replaced(text, "\"network\"", "\"netwrok\"")), HasSubstr("did you mean 'network'?"));
  EXPECT_THAT(faultsOf(replaced(text, "remedy", "remdy")), HasSubstr("a rule has no entry 'remdy'"));
  EXPECT_THAT(faultsOf(replaced(text, "remedy", "remdy")), HasSubstr("a rule needs the text 'remedy'"));
  EXPECT_THAT(faultsOf(replaced(text, "when =", "domain2 =")), HasSubstr("the rule 'no-filter' has no conditions"));
  EXPECT_THAT(faultsOf("[[rule]\n"), HasSubstr("own.toml:1: "));
}

}  // namespace
}  // namespace dashpot::rules
