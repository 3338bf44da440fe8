// The symbols of the hydraulic components mean what the equations do: parameters decide what is seen, the paths through a
// box are those that are open, and what moves in a machine moves in its symbol.
#include "library/symbols.hpp"

#include <gtest/gtest.h>

namespace dashpot::testing::symbols {
namespace {

// --------------------------------------------------------------------------------------------- what parameters show

bool liesOn(Point p, Point a, Point b) {
  const double span = drawing::length(b - a);
  return std::fabs(drawing::length(p - a) + drawing::length(p - b) - span) < near;
}

bool touch(const Shape& a, const Shape& b) {
  const auto endsOn = [](const Shape& ending, const Shape& on) {
    const std::vector<Point> ends = ending.points(), way = on.points();
    for (std::size_t i = 1; i < way.size(); ++i)
      if (liesOn(ends.front(), way[i - 1], way[i]) || liesOn(ends.back(), way[i - 1], way[i])) return true;
    return false;
  };
  return endsOn(a, b) || endsOn(b, a);
}

/// The ports of a 4/3 valve that its lines inside the box at the ports connect with each other: "ABT".
std::string connectedWith(const drawing::Graphics& icon, char port) {
  const std::map<char, Point> places{{'P', {-20, -40}}, {'T', {20, -40}}, {'A', {-20, 40}}, {'B', {20, 40}}};
  std::vector<Shape> inside = lines(icon, LinePattern::solid);
  std::erase_if(inside, [](const Shape& s) {
    return std::ranges::any_of(s.points(), [](Point p) { return std::fabs(p.x) >= 40 || std::fabs(p.y) > 40; });
  });
  std::vector<Shape> reached;
  for (std::size_t before = inside.size() + 1; before != inside.size();) {
    before = inside.size();
    for (auto it = inside.begin(); it != inside.end();) {
      const bool isFirst =
          isNear(it->points().front(), places.at(port)) || isNear(it->points().back(), places.at(port));
      const bool isNext = std::ranges::any_of(reached, [&](const Shape& s) { return touch(s, *it); });
      if (isFirst || isNext) reached.push_back(*it);
      it = isFirst || isNext ? inside.erase(it) : it + 1;
    }
  }
  std::string ports;
  for (const auto& [name, place] : places) {
    const Point at = place;
    const auto isThere = [&](const Shape& s) {
      return isNear(s.points().front(), at) || isNear(s.points().back(), at);
    };
    if (std::ranges::any_of(reached, isThere)) ports += name;
  }
  return ports;
}

TEST(Symbols, TheMiddleBoxOfADirectionalValveShowsWhatItsCentreConnects) {
  const std::map<std::string, std::vector<std::string>> expected{
      {"closed", {"A", "B", "P", "T"}},
      {"open", {"ABPT", "ABPT", "ABPT", "ABPT"}},
      {"tandem", {"A", "B", "PT", "PT"}},
      {"floating", {"ABT", "ABT", "P", "ABT"}},
      {"pressurised", {"ABP", "ABP", "ABP", "T"}},
  };
  Workshop workshop;
  for (const auto& [centre, connections] : expected)
    for (const char* kind : {"Valve43", "ProportionalValve43", "ServoValve43"}) {
      const auto icon = workshop.declared("Valves." + std::string(kind) + " v(centre = Valves.Centre." + centre + ")");
      std::vector<std::string> found;
      for (const char port : {'A', 'B', 'P', 'T'}) found.push_back(connectedWith(icon, port));
      EXPECT_EQ(found, connections) << kind << ", " << centre;
    }
}

TEST(Symbols, AppearWithWhatTheirParametersGiveThem) {
  Workshop workshop;
  const auto count = [&](const std::string& declaration) {
    const drawing::Graphics icon = workshop.declared(declaration);
    return shapes(icon).size();
  };
  const auto dashed = [&](const std::string& declaration) {
    const drawing::Graphics icon = workshop.declared(declaration);
    return lines(icon, LinePattern::dash).size();
  };
  // One zigzag more.
  EXPECT_EQ(count("Actuators.SingleActingCylinder c(k_spring = 1000)"), count("Actuators.SingleActingCylinder c") + 1);
  EXPECT_EQ(count("Actuators.SingleActingCylinder c(F_spring = 10)"), count("Actuators.SingleActingCylinder c") + 1);
  // Its opening pressure is written beside it; a line takes the place of the spring.
  EXPECT_EQ(count("Valves.CheckValve c(p_crack = 1e5)"), count("Valves.CheckValve c(p_crack = 0)") + 1);
  EXPECT_EQ(dashed("Actuators.RotaryMotor m(G_leak = 1e-12)"), dashed("Actuators.RotaryMotor m(G_leak = 0)") + 1);
  EXPECT_EQ(dashed("Actuators.SingleActingCylinder c(G_leak = 1e-12)"), 1);
  EXPECT_EQ(dashed("Pumps.PressureCompensatedPump p"), dashed("Pumps.PressureCompensatedPump p(G_leak = 0)") + 1);
  // A pipe has walls, a hose sags between its ends.
  const auto walls = [&](const std::string& declaration) {
    return countOf(workshop.declared(declaration), PrimitiveKind::rectangle, 8, 1);
  };
  EXPECT_EQ(walls("Lines.ShortPipe l"), 1);
  EXPECT_EQ(walls("Lines.ShortPipe l(wallCompliance = 2e-9)"), 0);
}

TEST(Symbols, AClassThatLeavesOutInheritedGraphicsShowsOnlyItsOwn) {
  for (const auto& component : Shelf::get().components())
    if (component.name == "Dashpot.Hydraulics.Sources.PressureSource") {
      EXPECT_EQ(component.icons.size(), 1);
      return;
    }
  FAIL() << "there is no such component";
}

// ------------------------------------------------------------------------------------------------------- what moves

TEST(Symbols, WhatMovesFollowsVariablesThatThereAre) {
  Workshop workshop;
  int found = 0;
  for (const auto& component : Shelf::get().components()) {
    if (!component.name.starts_with("Dashpot.Hydraulics.")) continue;
    const Diagram icon = workshop.icon(component.name);
    for (const drawing::Layer& layer : icon.icon.layers)
      for (const Primitive& p : layer.primitives)
        for (const auto& dynamic : p.dynamics)
          for (const std::string& variable : dynamic.variables) {
            EXPECT_TRUE(has(component.variables, variable) || has(component.parameters, variable) ||
                        has(component.ports, variable))
                << component.name << ": " << dynamic.expression;
            ++found;
          }
  }
  EXPECT_GT(found, 100);
}

/// An arrow with its tail at one point and the tip of its head at another.
bool hasArrow(const drawing::Graphics& icon, Point from, Point to) {
  const auto isShaft = [&](const Shape& s) {
    return s.isLine() && isNear(s.points().front(), from) && liesOn(s.points().back(), from, to);
  };
  const auto isHead = [&](const Shape& s) {
    return s.kind() == PrimitiveKind::polygon && isNear(s.points().front(), to);
  };
  return std::ranges::any_of(shapes(icon), isShaft) && std::ranges::any_of(shapes(icon), isHead);
}

TEST(Symbols, ASpoolBringsTheBoxOfItsPositionToThePorts) {
  Workshop workshop;
  const Point p{-20, -40}, t{20, -40}, a{-20, 40}, b{20, 40};
  for (const char* name : {"Valve43", "ProportionalValve43", "ServoValve43"}) {
    const std::string valve = std::string("Dashpot.Hydraulics.Valves.") + name;
    const auto forward = workshop.icon(valve, {{"spool", 1}}).icon, back = workshop.icon(valve, {{"spool", -1}}).icon,
               rest = workshop.icon(valve, {{"spool", 0}}).icon, still = workshop.icon(valve).icon;
    EXPECT_TRUE(hasArrow(forward, p, a) && hasArrow(forward, b, t)) << name;
    EXPECT_TRUE(hasArrow(back, p, b) && hasArrow(back, a, t)) << name;
    EXPECT_FALSE(hasArrow(rest, p, a) || hasArrow(rest, p, b)) << name;
    EXPECT_FALSE(hasArrow(still, p, a) || hasArrow(still, p, b)) << name;
  }
  const std::string valve32 = "Dashpot.Hydraulics.Valves.Valve32", valve22 = "Dashpot.Hydraulics.Valves.Valve22";
  EXPECT_TRUE(hasArrow(workshop.icon(valve32, {{"u", 0}}).icon, {20, 40}, {60, -40}));
  EXPECT_TRUE(hasArrow(workshop.icon(valve32, {{"u", 1}}).icon, {20, -40}, {20, 40}));
  EXPECT_FALSE(hasArrow(workshop.icon(valve22, {{"u", 0}}).icon, {-40, 0}, {40, 0}));
  EXPECT_TRUE(hasArrow(workshop.icon(valve22, {{"u", 1}}).icon, {-40, 0}, {40, 0}));
}

TEST(Symbols, APressureValveOpensItsPathAtItsSetPressure) {
  Workshop workshop;
  const std::string relief = "Dashpot.Hydraulics.Valves.ReliefValve",
                    reducing = "Dashpot.Hydraulics.Valves.ReducingValve";
  const auto isOpen = [&](const std::string& valve, const Values& values) {
    return hasArrow(workshop.icon(valve, values).icon, {-40, 0}, {40, 0});
  };
  EXPECT_FALSE(isOpen(relief, {}));
  EXPECT_FALSE(isOpen(relief, {{"dp", 99e5}}));
  EXPECT_TRUE(isOpen(relief, {{"dp", 200e5}}));
  EXPECT_TRUE(isOpen(reducing, {}));
  EXPECT_TRUE(isOpen(reducing, {{"opening", 1}}));
  EXPECT_FALSE(isOpen(reducing, {{"opening", 0}}));
}

TEST(Symbols, APistonStaysInItsCylinderAndHoldsItsRod) {
  Workshop workshop;
  for (const double x : {-0.001, 0.0, 0.2, 0.5, 0.501}) {  // the stroke is 0.5
    const auto icon = workshop.icon("Dashpot.Hydraulics.Actuators.Cylinder", {{"x", x}}).icon;
    Extent body, piston, rod;
    for (const Shape& s : shapes(icon)) {
      if (s.kind() != PrimitiveKind::rectangle) continue;
      const double width = s.extent().width() / moduleLength, height = s.extent().height() / moduleLength;
      (height == 1 ? rod : std::fabs(width - 9) < near ? body : piston) = s.extent();
    }
    EXPECT_GE(piston.left(), body.left() + moduleLength) << x;
    EXPECT_LE(piston.right(), body.right() - moduleLength) << x;
    EXPECT_NEAR(piston.left(), body.left() + moduleLength + 5 * moduleLength * std::clamp(x / 0.5, 0.0, 1.0), near);
    EXPECT_NEAR(rod.left(), piston.right(), near) << x;
    EXPECT_EQ(rod.right(), 120) << "where the flange is";
  }
}

TEST(Symbols, AMembraneRisesWithTheFluidBelowIt) {
  Workshop workshop;
  const auto height = [&](double volume) {
    const Diagram icon = workshop.icon("Dashpot.Hydraulics.Volumes.GasAccumulator", {{"V_fluid", volume}});
    for (const Shape& s : lines(icon.icon, LinePattern::solid))
      if (s.points().front().x == -40) return s.points().front().y;
    return std::nan("");
  };
  EXPECT_LT(height(0), height(0.3e-3));
  EXPECT_LT(height(0.3e-3), height(0.9e-3));
  // Straight walls are between the round ends.
  EXPECT_GE(height(0), -60 + 2 * moduleLength);
  EXPECT_LE(height(1e-3), 100 - 2 * moduleLength);
}

TEST(Symbols, ANeedleTurnsClockwiseAsThePressureRises) {
  Workshop workshop;
  const auto angle = [&](const Values& values) {
    const Diagram icon = workshop.icon("Dashpot.Hydraulics.Sensors.PressureSensor", values);
    for (const Shape& s : shapes(icon.icon))
      if (s.kind() == PrimitiveKind::polygon) return s.primitive->rotation;
    return std::nan("");
  };
  EXPECT_EQ(angle({}), 0) << "at rest as in the standard: to the upper right";
  EXPECT_EQ(angle({{"p", 0}}), 180);
  EXPECT_GT(angle({{"p", 0}}), angle({{"p", 50e5}}));
  EXPECT_GT(angle({{"p", 50e5}}), angle({{"p", 400e5}}));
  EXPECT_GT(angle({{"p", 1e12}}), -90 - near) << "the scale has an end";
}

}  // namespace
}  // namespace dashpot::testing::symbols
