// The symbols of the hydraulic components, held to the rules they are drawn by (docs/library.md, Symbols): a grid with the
// module M of 20 units, the proportions of ISO 1219-1, stubs that end at their ports, dashed pilots and drains.
#include "library/symbols.hpp"

#include <gtest/gtest.h>

#include <set>

namespace dashpot::testing::symbols {
namespace {

// ---------------------------------------------------------------------------------------------------------- the grid

TEST(Symbols, EveryComponentHasAnIconAndShowsItsNameOnce) {
  Workshop workshop;
  for (const Diagram& icon : workshop.all()) {
    const auto isName = [](const Shape& s) { return s.primitive->textString == "%name"; };
    EXPECT_EQ(std::ranges::count_if(shapes(icon.icon), isName), 1) << icon.className;
    const auto isDrawn = [](const Shape& s) { return s.kind() != PrimitiveKind::text; };
    EXPECT_TRUE(std::ranges::any_of(shapes(icon.icon), isDrawn)) << icon.className;
  }
}

TEST(Symbols, PortsStandOnTheGridOfDiagramsWhenAComponentIsDropped) {
  Workshop workshop;
  for (const Diagram& icon : workshop.all()) {
    const drawing::CoordinateSystem& system = icon.icon.system;
    EXPECT_EQ(system.initialScale, 0.1) << icon.className << ": all symbols have one scale";
    for (const double half : {system.extent.width() / 2, system.extent.height() / 2})
      EXPECT_EQ(std::fmod(half, moduleLength), 0) << icon.className << ": half a side is " << half;
    for (const Port& port : icon.ports) {
      const Point from = port.inIcon - system.extent.centre();
      EXPECT_TRUE(std::fmod(from.x, moduleLength) == 0 && std::fmod(from.y, moduleLength) == 0)
          << icon.className << "." << port.name << " at " << port.inIcon.x << ", " << port.inIcon.y;
    }
  }
}

TEST(Symbols, APortIsTheEndOfALineThatLeadsInwards) {
  Workshop workshop;
  int found = 0;
  for (const Diagram& icon : workshop.all()) {
    if (!isHydraulic(icon)) continue;
    for (const Port& port : icon.ports) {
      if (is(port, "Shaft") || is(port, "Flange")) continue;
      const auto leadsThere = [&](const Shape& s) {
        std::vector<Point> points = s.points();
        if (s.kind() != PrimitiveKind::line) return false;
        if (is(port, "HydraulicPort") && !s.primitive->dynamics.empty()) return false;  // a stub stands still
        if (isNear(points.back(), port.inIcon)) std::ranges::reverse(points);
        const Point inwards = points[1] - points[0], out = drawing::outward(port.direction);
        return isNear(points[0], port.inIcon) && std::fabs(inwards.x * out.y - inwards.y * out.x) < near &&
               inwards.x * out.x + inwards.y * out.y < 0;
      };
      EXPECT_TRUE(std::ranges::any_of(shapes(icon.icon), leadsThere)) << icon.className << "." << port.name;
      ++found;
    }
  }
  EXPECT_GT(found, 60);
}

TEST(Symbols, AShaftIsADoubleLineOneModuleWideAndARodEndsAtItsFlange) {
  Workshop workshop;
  for (const Diagram& icon : workshop.all())
    for (const Port& port : icon.ports) {
      const Point out = drawing::outward(port.direction), across{-out.y, out.x};
      if (is(port, "Shaft")) {
        for (const double side : {-0.5, 0.5}) {
          const Point end = port.inIcon + side * moduleLength * across;
          const auto endsThere = [&](const Shape& s) {
            return s.isLine() && (isNear(s.points().front(), end) || isNear(s.points().back(), end));
          };
          EXPECT_TRUE(std::ranges::any_of(shapes(icon.icon), endsThere)) << icon.className;
        }
      } else if (is(port, "Flange")) {
        const auto isRod = [&](const Shape& s) {
          return s.kind() == PrimitiveKind::rectangle && s.extent().height() == moduleLength &&
                 isNear({s.extent().right(), s.extent().centre().y}, port.inIcon);
        };
        EXPECT_TRUE(std::ranges::any_of(shapes(icon.icon), isRod)) << icon.className;
      }
    }
}

TEST(Symbols, GraphicsStayInTheirCoordinateSystem) {
  Workshop workshop;
  for (const Diagram& icon : workshop.all())
    for (const Shape& shape : shapes(icon.icon)) {
      if (shape.kind() == PrimitiveKind::text) continue;
      const Extent& allowed = icon.icon.system.extent;
      for (const auto& piece : drawing::outline(*shape.primitive))
        for (std::size_t i = 0; i < piece.count(); ++i) {
          const Point p = shape.map(piece.points[i]);
          EXPECT_TRUE(p.x >= allowed.left() - near && p.x <= allowed.right() + near && p.y >= allowed.bottom() - near &&
                      p.y <= allowed.top() + near)
              << icon.className << " reaches " << p.x << ", " << p.y;
        }
    }
}

TEST(Symbols, TextsStayClearOfPortsAndOfTheLinesThatComeToThem) {
  Workshop workshop;
  for (const Diagram& icon : workshop.all()) {
    if (!isHydraulic(icon)) continue;
    for (const Shape& shape : shapes(icon.icon)) {
      if (shape.kind() != PrimitiveKind::text) continue;
      const Extent letters = drawing::textExtent(*shape.primitive, {});
      for (const Port& port : icon.ports) {
        const Point out = drawing::outward(port.direction);
        const Extent line = Extent{port.inIcon, port.inIcon + 4 * moduleLength * out}.grownBy(0.5);
        const Extent connector = Extent{port.inIcon, port.inIcon}.grownBy(moduleLength / 2);
        EXPECT_FALSE(letters.overlaps(connector) || letters.overlaps(line))
            << icon.className << ": '" << shape.primitive->textString << "' is in the way of " << port.name;
      }
    }
  }
}

TEST(Symbols, HaveOneLineWidthFewColoursAndBlackText) {
  Workshop workshop;
  const auto is = [](const drawing::Colour& c, int red, int green, int blue) {
    return c == drawing::Colour{static_cast<std::uint8_t>(red), static_cast<std::uint8_t>(green),
                                static_cast<std::uint8_t>(blue)};
  };
  for (const Diagram& icon : workshop.all())
    for (const Shape& shape : shapes(icon.icon)) {
      const Primitive& p = *shape.primitive;
      const bool isText = p.kind == PrimitiveKind::text;
      EXPECT_EQ(p.thickness, 0.25) << icon.className;
      // Hydraulic, signal, mechanical.
      EXPECT_TRUE(isText ? is(p.lineColour, 0, 0, 0)
                         : is(p.lineColour, 0, 60, 160) || is(p.lineColour, 0, 0, 127) || is(p.lineColour, 95, 95, 95))
          << icon.className;
    }
}

// ------------------------------------------------------------------------------------------------------- proportions

TEST(Symbols, HaveTheProportionsOfTheStandard) {
  struct Expected {
    const char* name;
    PrimitiveKind kind;
    double width, height;
    std::size_t count;
  };
  constexpr auto box = PrimitiveKind::rectangle, circle = PrimitiveKind::ellipse;
  const Expected table[]{
      {"Sources.FlowSource", circle, 6, 6, 1},
      {"Sources.FlowSignal", circle, 6, 6, 1},
      {"Sources.PulsatingFlow", circle, 6, 6, 1},
      {"Sources.PrimeMover", circle, 6, 6, 1},
      {"Pumps.Pump", circle, 6, 6, 1},
      {"Pumps.VariablePump", circle, 6, 6, 1},
      {"Pumps.PressureCompensatedPump", circle, 6, 6, 1},
      {"Pumps.Motor", circle, 6, 6, 1},
      {"Pumps.VariableMotor", circle, 6, 6, 1},
      {"Actuators.RotaryMotor", circle, 6, 6, 1},
      {"Actuators.Cylinder", box, 9, 4, 1},
      {"Actuators.Cylinder", box, 2, 4, 1},  // the piston
      {"Actuators.SingleActingCylinder", box, 9, 4, 1},
      {"Volumes.GasAccumulator", box, 4, 8, 1},
      {"Volumes.SpringAccumulator", box, 4, 8, 1},
      {"Valves.ReliefValve", box, 4, 4, 1},
      {"Valves.ReliefValveTable", box, 4, 4, 1},
      {"Valves.ReliefValveFirstOrder", box, 4, 4, 1},
      {"Valves.ReliefValveSecondOrder", box, 4, 4, 1},
      {"Valves.ReducingValve", box, 4, 4, 1},
      {"Valves.CounterbalanceValve", box, 4, 4, 1},
      {"Valves.CounterbalanceValve", circle, 1, 1, 1},
      {"Valves.CheckValve", circle, 1, 1, 1},
      {"Valves.ShuttleValve", box, 8, 4, 1},
      {"Valves.ShuttleValve", circle, 1, 1, 1},
      {"Valves.Valve22", box, 4, 4, 2},
      {"Valves.Valve22", box, 2, 3, 1},  // the solenoid, turned
      {"Valves.Valve32", box, 4, 4, 2},
      {"Valves.Valve32", box, 3, 2, 1},
      {"Valves.Valve43", box, 4, 4, 3},
      {"Valves.Valve43", box, 3, 2, 2},
      {"Valves.ProportionalValve43", box, 4, 4, 3},
      {"Valves.ProportionalValve43", box, 3, 2, 2},
      {"Valves.ServoValve43", box, 4, 4, 3},
      {"Sensors.PressureSensor", circle, 4, 4, 1},
      {"Sensors.DifferentialPressureSensor", circle, 4, 4, 1},
      {"Sensors.FlowSensor", circle, 4, 4, 1},
  };
  Workshop workshop;
  for (const Expected& e : table)
    EXPECT_EQ(countOf(workshop.icon(std::string("Dashpot.Hydraulics.") + e.name).icon, e.kind, e.width, e.height),
              e.count)
        << e.name << ": " << e.width << " x " << e.height << " M";
}

TEST(Symbols, TrianglesAreFilledForLiquidAndHollowForGas) {
  Workshop workshop;
  const auto fills = [&](const std::string& name) {
    std::set<bool> found;
    const Diagram icon = workshop.icon("Dashpot.Hydraulics." + name);
    for (const Shape& s : shapes(icon.icon))
      if (s.kind() == PrimitiveKind::polygon && s.primitive->points.size() == 3)
        found.insert(s.primitive->fill == drawing::FillPattern::solid);
    return found;
  };
  EXPECT_EQ(fills("Sources.FlowSource"), std::set{true});
  EXPECT_EQ(fills("Pumps.Motor"), std::set{true});
  EXPECT_EQ(fills("Volumes.GasAccumulator"), std::set{false});
}

TEST(Symbols, WorkingLinesAreSolidAndPilotLinesAreDashed) {
  Workshop workshop;
  for (const Diagram& icon : workshop.all())
    for (const Port& port : icon.ports) {
      if (!is(port, "HydraulicPort")) continue;
      for (const Shape& s : shapes(icon.icon)) {
        if (s.kind() != PrimitiveKind::line) continue;
        if (!isNear(s.points().front(), port.inIcon) && !isNear(s.points().back(), port.inIcon)) continue;
        EXPECT_EQ(s.primitive->pattern, port.name == "pilot" ? LinePattern::dash : LinePattern::solid)
            << icon.className << "." << port.name;
      }
    }
}

TEST(Symbols, APressureValveIsOpenedByItsInletAndAReducingValveClosedByItsOutlet) {
  Workshop workshop;
  const Point top{0, 40};
  const auto sensed = [&](const std::string& name) {
    std::vector<double> from;
    const drawing::Graphics icon = workshop.icon("Dashpot.Hydraulics.Valves." + name).icon;
    for (const Shape& s : lines(icon, LinePattern::dash)) {
      if (!isNear(s.points().back(), top)) continue;
      from.push_back(s.points().front().x);
      EXPECT_EQ(s.points().front().y, 0) << name << ": it begins on the line through the valve";
      const auto isJoint = [&](const Shape& dot) {
        return dot.kind() == PrimitiveKind::ellipse && dot.primitive->fill == drawing::FillPattern::solid &&
               isNear(dot.extent().centre(), s.points().front());
      };
      EXPECT_TRUE(std::ranges::any_of(shapes(icon), isJoint)) << name << ": a joint is a dot";
    }
    return from;
  };
  for (const char* name : {"ReliefValve", "ReliefValveFirstOrder", "ReliefValveSecondOrder", "ReliefValveTable"})
    EXPECT_EQ(sensed(name), std::vector{-60.0}) << name;
  EXPECT_EQ(sensed("ReducingValve"), std::vector{60.0});
}

}  // namespace
}  // namespace dashpot::testing::symbols
