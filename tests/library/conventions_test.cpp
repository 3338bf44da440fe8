// The conventions of docs/library.md, over all components of the library as its catalogue lists them: what a user has
// learnt of one component holds for the next.
#include "api/compilation.hpp"
#include "library/arithmetic.hpp"
#include "library/shelf.hpp"
#include "model/flat_model.hpp"
#include "paths.hpp"
#include "rules/inspect.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <string>

namespace dashpot::testing {
namespace {

using model::CatalogueComponent;
using model::CatalogueParameter;
using Words = std::set<std::string>;

bool isIn(const CatalogueComponent& component, const std::string& package) {
  return component.name.starts_with("Dashpot." + package + ".");
}

/// Signals have the names of the Modelica Standard Library's blocks: uMax, yMin, startTime, k, T.
bool isSignal(const CatalogueComponent& component) {
  return isIn(component, "Blocks") || isIn(component, "MethodOfLines") || component.kind == "block";
}

TEST(Conventions, AConnectorIsNamedAfterItsKindAndPairsAreAAndB) {
  const std::map<std::string, Words> allowed{
      {"HydraulicPort", {"port", "port_a", "port_b", "port_p", "port_t", "pilot"}},
      {"Flange", {"flange", "flange_a", "flange_b"}},
      {"Shaft", {"shaft", "shaft_a", "shaft_b"}},
      {"HeatPort", {"port", "port_a", "port_b", "heatPort"}},
      {"Pin",
       {"p", "n", "p1", "n1", "p2", "n2", "in_p", "in_n", "out", "C", "B", "E", "D", "G", "S", "pc", "nc", "nv"}}};
  for (const CatalogueComponent& component : Shelf::get().components())
    for (const auto& port : component.ports) {
      if (!port.causality.empty()) continue;
      std::string kind = port.type.substr(port.type.rfind('.') + 1);
      if (kind.ends_with("_a") || kind.ends_with("_b")) kind.resize(kind.size() - 2);
      if (kind.ends_with("Pin")) kind = "Pin";
      ASSERT_TRUE(allowed.contains(kind)) << component.name << "." << port.name << ": " << port.type;
      EXPECT_TRUE(allowed.at(kind).contains(port.name)) << component.name << "." << port.name;
      const bool isPaired =
          has(component.ports, port.name.substr(0, port.name.size() - 1) + "b") || has(component.ports, "port_p");
      EXPECT_TRUE(!port.name.ends_with("_a") || isPaired)
          << component.name << " has " << port.name << " without its counterpart";
    }
}

TEST(Conventions, QualifiersFollowAnUnderscore) {
  const std::regex joined("[A-Za-z0-9](Max|Min|Small|Start|Set|Ref|Low|High|Left|Right)");
  const Words old{"p_ref", "P_loss", "t_start", "t_end"};
  for (const CatalogueComponent& component : Shelf::get().components()) {
    if (isSignal(component)) continue;
    const auto check = [&](const auto& list) {
      for (const auto& entry : list)
        EXPECT_FALSE(std::regex_match(entry.name, joined) || old.contains(entry.name))
            << component.name << "." << entry.name << ": write p_set, v_small, s_max, x_start";
    };
    check(component.parameters);
    check(component.variables);
  }
}

TEST(Conventions, AStartValueBelongsToAVariableOfItsName) {
  int found = 0;
  for (const CatalogueComponent& component : Shelf::get().components())
    for (const CatalogueParameter& parameter : component.parameters) {
      if (!parameter.name.ends_with("_start")) continue;
      std::string variable = parameter.name.substr(0, parameter.name.size() - 6);
      if (variable.starts_with("pre_")) variable = variable.substr(4);
      EXPECT_TRUE(has(component.variables, variable) || has(component.ports, variable))
          << component.name << "." << parameter.name << ": there is no variable " << variable;
      ++found;
    }
  EXPECT_GT(found, 30);
}

TEST(Conventions, PressuresOfPlacesAreAbsoluteAndSettingsAreDifferences) {
  const std::regex difference(
      "drop|difference|above|below|compensator|reference|gradually|range|turns|laminar|Laminar");
  for (const CatalogueComponent& component : Shelf::get().components())
    for (const CatalogueParameter& p : component.parameters) {
      if (p.unit != "Pa" || !p.type.ends_with("Pressure")) continue;
      const std::string name = component.name + "." + p.name;
      const bool isAbsolute = p.type == "Dashpot.Units.AbsolutePressure";
      const bool isPlace = p.name.ends_with("_start") || p.name == "p";
      const bool isSetting = p.name.starts_with("p_set") || p.name.starts_with("dp") || p.name == "p_range";
      EXPECT_TRUE(!isPlace || isAbsolute) << name;
      EXPECT_FALSE(isSetting && isAbsolute) << name;
      EXPECT_TRUE(isAbsolute || p.name.starts_with("dp") || std::regex_search(p.description, difference))
          << name << " does not say what it is relative to: " << p.description;
    }
}

/// What neither loses nor stores anything, by its equations; and what gives or takes power without being asked where
/// it goes.
const Words& idealComponents() {
  static const Words names{"Dashpot.Hydraulics.Sources.Tank", "Dashpot.Hydraulics.Sources.PressureSource",
                           "Dashpot.Hydraulics.Sources.PressureSignal", "Dashpot.Hydraulics.Sources.FlowSource",
                           "Dashpot.Hydraulics.Sources.FlowSignal", "Dashpot.Hydraulics.Sources.PulsatingFlow",
                           "Dashpot.Hydraulics.Sources.PrimeMover", "Dashpot.Mechanics.RackAndPinion",
                           "Dashpot.Mechanics.Translational.Fixed", "Dashpot.Mechanics.Translational.Rod",
                           "Dashpot.Mechanics.Translational.Lever", "Dashpot.Mechanics.Translational.Weight",
                           "Dashpot.Mechanics.Rotational.Fixed", "Dashpot.Mechanics.Rotational.Gear",
                           "Dashpot.Electrical.Ground", "Dashpot.Electrical.IdealTransformer", "Dashpot.Electrical.EMF",
                           // Their outputs are fed by a supply that is not drawn.
                           "Dashpot.Electrical.IdealOpAmp", "Dashpot.Electrical.OpAmp",
                           // Heat that passes on is no loss.
                           "Dashpot.Thermal.ThermalConductor", "Dashpot.Thermal.Convection",
                           "Dashpot.Thermal.BodyRadiation", "Dashpot.Thermal.FixedTemperature",
                           "Dashpot.Thermal.PrescribedTemperature", "Dashpot.Thermal.FixedHeatFlow",
                           "Dashpot.Thermal.PrescribedHeatFlow"};
  return names;
}

TEST(Conventions, WhatLosesHasALossAndWhatStoresHasAnEnergy) {
  for (const CatalogueComponent& component : Shelf::get().components()) {
    const bool isSource = component.name.find(".Sources.") != std::string::npos &&
                          component.name != "Dashpot.Mechanics.Rotational.Sources.QuadraticLoad";
    const bool isSensor = component.name.find(".Sensors.") != std::string::npos;
    const bool isIdeal = idealComponents().contains(component.name) || isSource || isSensor;
    const bool says = has(component.variables, "loss") || has(component.variables, "energy");
    EXPECT_TRUE(!isPhysical(component) || says != isIdeal) << component.name;
    for (const auto& variable : component.variables) {
      EXPECT_TRUE(variable.name != "loss" || variable.type == "Dashpot.Units.Power") << component.name;
      EXPECT_TRUE(variable.name != "energy" || variable.type == "Dashpot.Units.Energy") << component.name;
    }
  }
}

TEST(Conventions, EveryParameterWithAPhysicalBoundSaysSo) {
  // Quantities that may have either sign.
  const Words isSigned{"Position", "Angle",          "Velocity",     "AngularVelocity", "Force", "Torque", "Voltage",
                       "Current",  "VolumeFlowRate", "HeatFlowRate", "Acceleration",    "Time",  "Power"};
  const Words exceptions{"Dashpot.Mechanics.Translational.Mass.L",
                         "Dashpot.Mechanics.Translational.Rod.L",
                         "Dashpot.Mechanics.Translational.Spring.s_rel0",
                         "Dashpot.Mechanics.Translational.SpringDamper.s_rel0",
                         "Dashpot.Mechanics.Translational.Lever.arm_b",
                         "Dashpot.Mechanics.Translational.Friction.LuGreFriction.z_start",
                         "Dashpot.Hydraulics.Actuators.Friction.LuGre.z_start",
                         "Dashpot.Mechanics.Rotational.Gear.ratio",
                         "Dashpot.Mechanics.Rotational.LossyGear.ratio",
                         "Dashpot.Electrical.IdealTransformer.n",
                         "Dashpot.Electrical.HeatingResistor.alpha",
                         "Dashpot.Electrical.EMF.k",
                         "Dashpot.Electrical.DCMotor.k",
                         "Dashpot.Hydraulics.Lines.DistributedLine.rise",
                         "Dashpot.Hydraulics.Valves.ReliefValveTable.dp_table",
                         "Dashpot.Hydraulics.Pumps.Losses.Tabulated.dp_table"};
  for (const CatalogueComponent& component : Shelf::get().components()) {
    if (isSignal(component)) continue;
    for (const CatalogueParameter& p : component.parameters) {
      const std::string name = component.name + "." + p.name;
      if (p.builtin != "Real" || isSigned.contains(p.type.substr(p.type.rfind('.') + 1)) || exceptions.contains(name))
        continue;
      EXPECT_FALSE(p.min.empty() && p.max.empty()) << name << " has neither min nor max";
    }
  }
}

TEST(Conventions, DefaultsLieWithinTheirOwnBounds) {
  int checked = 0;
  for (const CatalogueComponent& component : Shelf::get().components()) {
    Arithmetic arithmetic;
    for (const CatalogueParameter& p : Shelf::get().fluid().parameters)
      arithmetic.define("fluid." + p.name, p.defaultValue);
    for (const CatalogueParameter& p : component.parameters) {
      arithmetic.define(p.name, p.defaultValue);
      arithmetic.define("min of " + p.name, p.min);
      arithmetic.define("max of " + p.name, p.max);
    }
    for (const CatalogueParameter& p : component.parameters) {
      const auto value = arithmetic.value(p.name);
      if (!value) continue;
      const std::string name = component.name + "." + p.name;
      EXPECT_GE(*value, arithmetic.value("min of " + p.name).value_or(*value)) << name;
      EXPECT_LE(*value, arithmetic.value("max of " + p.name).value_or(*value)) << name;
      ++checked;
    }
  }
  EXPECT_GT(checked, 300);
}

TEST(Conventions, EveryResultIsDescribed) {
  for (const CatalogueComponent& component : Shelf::get().components())
    for (const auto& variable : component.variables)
      EXPECT_NE(variable.description, "") << component.name << "." << variable.name;
}

/// SI units in one of a unit that documentation uses; none: it is not known here.
std::optional<double> inSI(const std::string& unit, const Arithmetic& parameters) {
  constexpr double turn = 2 * 3.14159265358979;
  static const std::map<std::string, double> units{
      {"", 1},          {"mm", 1e-3},    {"um", 1e-6},      {"bar", 1e5},         {"l", 1e-3},
      {"ms", 1e-3},     {"mm/s", 1e-3},  {"N/mm", 1e3},     {"l/min", 1e-3 / 60}, {"ml/rev", 1e-6 / turn},
      {"Hz", 1},        {"N/m", 1},      {"s/m", 1},        {"s/rad", 1},         {"N.m/rad", 1},
      {"m3/(s.Pa)", 1}, {"W/(m2.K)", 1}, {"rpm", turn / 60}};
  if (const auto known = units.find(unit); known != units.end()) return known->second;
  return parameters.value(unit);  // "1.2 to 2 F_C"
}

/// "Typical: T 10 to 100 ms; lap 0.1 to 0.2": a default lies in the range that the documentation calls usual, and a
/// range says of which parameter it is.
TEST(Conventions, DefaultsLieInTheRangesThatTheDocumentationCallsTypical) {
  const std::string number = R"(([0-9]+(?:\.[0-9]+)?(?:e-?[0-9]+)?))";
  const std::regex range(R"(\b([A-Za-z]\w*) )" + number + " to " + number + R"((?: ([A-Za-z][^\s,;:<]*))?)");
  int checked = 0;
  for (const CatalogueComponent& component : Shelf::get().components()) {
    std::string words = component.documentation;
    for (const auto& base : component.bases) words += "\n" + base.documentation;
    Arithmetic arithmetic;
    for (const CatalogueParameter& p : Shelf::get().fluid().parameters)
      arithmetic.define("fluid." + p.name, p.defaultValue);
    for (const CatalogueParameter& p : component.parameters) arithmetic.define(p.name, p.defaultValue);
    for (std::size_t at = words.find("Typical:"); at != std::string::npos; at = words.find("Typical:", at + 1)) {
      const std::string sentence = words.substr(at, words.find("</p>", at) - at);
      const std::string place = component.name + ": " + sentence;
      const int before = checked;
      for (std::sregex_iterator i(sentence.begin(), sentence.end(), range), end; i != end; ++i) {
        if (!has(component.parameters, (*i)[1])) continue;
        std::string unit = (*i)[4];
        if (unit.ends_with('.')) unit.pop_back();
        const auto factor = inSI(unit == "for" ? "" : unit, arithmetic), value = arithmetic.value((*i)[1]);
        ASSERT_TRUE(factor) << unit << " in " << place;
        ASSERT_TRUE(value) << (*i)[1] << " in " << place;
        EXPECT_GE(*value * (1 + 1e-9), std::stod((*i)[2]) * *factor) << (*i)[1] << " in " << place;
        EXPECT_LE(*value * (1 - 1e-9), std::stod((*i)[3]) * *factor) << (*i)[1] << " in " << place;
        ++checked;
      }
      EXPECT_GT(checked, before) << "no parameter with its range in " << place;
    }
  }
  EXPECT_GE(checked, 40);
}

TEST(Conventions, APressureThatLooksLikeBarIsQuestioned) {
  int count = 0;
  for (const CatalogueComponent& component : Shelf::get().components())
    for (const std::string name : {"p_set", "p_precharge"}) {
      if (!has(component.parameters, name)) continue;
      ++count;
      const std::string text =
          fmt::format("model M\n  inner Dashpot.Hydraulics.Fluids.MineralOil_VG46 fluid;\n  {} c({} = 150);\nend M;\n",
                      component.name, name);
      api::Compilation compilation({.libraries = {std::string(testing::sourceTree) + "/library"}, .text = text});
      ASSERT_TRUE(compilation.parse() && compilation.flatten()) << component.name;
      const auto findings = rules::inspect(compilation.flat(), compilation.parts(), rules::RuleBase());
      const auto isQuestioned = [&](const rules::Finding& finding) {
        return finding.isSerious && finding.diagnostic.code == "absurd-value" &&
               finding.diagnostic.message.find("c." + name) != std::string::npos;
      };
      EXPECT_TRUE(std::ranges::any_of(findings, isQuestioned)) << component.name << '.' << name;
    }
  EXPECT_GE(count, 6);
}

}  // namespace
}  // namespace dashpot::testing
