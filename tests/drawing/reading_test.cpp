// Classes as they are written to the diagram form: macros, parameters, inheritance, conditions, dynamic attributes, and
// where all of it is written.
#include "drawing/drawn_text.hpp"
#include "drawing/text_macros.hpp"

#include <gmock/gmock.h>

namespace dashpot::drawing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;

TEST(Macros, AreReplacedInOnePass) {
  const MacroMeaning meaning{"valve", "Relief", [](std::string_view name) -> std::optional<std::string> {
                               if (name == "p") return "100%name";
                               if (name == "a.p") return "inner";
                               return std::nullopt;
                             }};
  EXPECT_EQ(withoutMacros("%name: %class", meaning), "valve: Relief");
  EXPECT_EQ(withoutMacros("%p", meaning), "100%name") << "a value is no macro";
  EXPECT_EQ(withoutMacros("%{a.p}x", meaning), "innerx");
  EXPECT_EQ(withoutMacros("50%% of %p", meaning), "50% of 100%name");
  EXPECT_EQ(withoutMacros("%%name", meaning), "%name");
  EXPECT_EQ(withoutMacros("%unknown and %", meaning), "%unknown and %") << "what means nothing stays";
  EXPECT_EQ(withoutMacros("%{open", meaning), "%{open");
}

constexpr const char* circuit = R"(
type Pressure = Real(unit = "Pa", displayUnit = "bar");
type Kind = enumeration(soft, hard);
package Desk
  constant Real bar = 1e5;
end Desk;
connector Pin
  Real v;
  flow Real i;
  annotation(Icon(graphics = {Rectangle(extent = {{-100, -100}, {100, 100}}, lineColor = {0, 0, 255})}));
end Pin;
partial model Base
  Pin a annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
  parameter Boolean hasB = false;
  annotation(Icon(coordinateSystem(extent = {{100, 100}, {-100, -100}}), graphics = {
    Line(points = {{-90, 0}, {90, 0}}), Text(extent = {{-100, 100}, {100, 60}}, textString = "%name")}));
end Base;
model Part
  extends Base annotation(IconMap(extent = {{-50, -50}, {50, 50}}));
  parameter Pressure p = 2e7;
  parameter Real T(unit = "s", displayUnit = "ms") = 0.1;
  parameter Kind kind = Kind.soft;
  parameter Real free;
  Real on;
  Pin b if hasB annotation(Placement(transformation(origin = {100, 0}, extent = {{-10, -10}, {10, 10}})));
  annotation(Icon(graphics = {
    Text(extent = {{-100, -60}, {100, -100}}, textString = "%p, %T, %kind, %free"),
    Ellipse(extent = {{-10, -10}, {10, 10}}, fillColor = DynamicSelect({255, 255, 255}, if on > 0.5 then {0, 200, 0} else {200, 0, 0}), fillPattern = FillPattern.Solid),
    Rectangle(extent = {{-20, -20}, {20, 20}}, visible = hasB)}));
end Part;
model Whole
  import Desk.*;
  parameter Real half = 0.5;
  Part one annotation(Placement(transformation(extent = {{-40, -10}, {-20, 10}})));
  Part two(p = 210*bar, T = half*0.2, kind = Kind.hard, hasB = true) "The second"
    annotation(Placement(transformation(origin = {30, 0}, extent = {{10, -10}, {-10, 10}}, rotation = 90)));
equation
  connect(one.a, two.a) annotation(Line(points = {{-40, 0}, {-60, 0}, {-60, -40}, {30, -40}, {30, 10}}, color = {0, 0, 255}));
end Whole;
model Heir
  extends Whole(one(p = 3e5));
end Heir;
)";

TEST(Reading, ParametersAreShownInTheirDisplayUnits) {
  Classes classes{std::string(circuit)};
  const Diagram diagram = classes.draw("Whole");
  EXPECT_THAT(textsOf(componentOf(diagram, "one").icon), ElementsAre("one", "200 bar, 100 ms, soft, free"));
  EXPECT_THAT(textsOf(componentOf(diagram, "two").icon), ElementsAre("two", "210 bar, 100 ms, hard, free"));
}

TEST(Reading, ModifiersOfAnExtendsClauseCount) {
  Classes classes{std::string(circuit)};
  const Diagram diagram = classes.draw("Heir");
  EXPECT_THAT(textsOf(componentOf(diagram, "one").icon), Contains("3 bar, 100 ms, soft, free"));
  EXPECT_TRUE(componentOf(diagram, "one").isInherited);
  EXPECT_TRUE(diagram.connections.at(0).isInherited);
}

TEST(Reading, InheritedLayersComeFirstAndAreMapped) {
  Classes classes{std::string(circuit)};
  const Graphics icon = classes.icon("Part").icon;
  ASSERT_EQ(icon.layers.size(), 2u);
  EXPECT_EQ(icon.layers[0].className, "Base");
  EXPECT_TRUE(icon.layers[0].isInherited);
  EXPECT_EQ(icon.layers[0].map({-100, 0}), (Point{-50, 0})) << "IconMap to the middle; swapped corners are put right";
  EXPECT_FALSE(icon.layers[1].isInherited);
}

TEST(Reading, ConditionsAreDecidedByModifiers) {
  Classes classes{std::string(circuit)};
  const Diagram diagram = classes.draw("Whole");
  EXPECT_FALSE(portOf(componentOf(diagram, "one"), "b").isPresent);
  EXPECT_TRUE(portOf(componentOf(diagram, "two"), "b").isPresent);
  const auto isRectangleVisible = [&](const char* name) {
    return componentOf(diagram, name).icon.layers.back().primitives.back().isVisible;
  };
  EXPECT_FALSE(isRectangleVisible("one"));
  EXPECT_TRUE(isRectangleVisible("two"));
}

TEST(Reading, PortsStandWhereThePlacementPutsThem) {
  Classes classes{std::string(circuit)};
  const Diagram diagram = classes.draw("Whole");
  EXPECT_EQ(portOf(componentOf(diagram, "one"), "a").position, (Point{-40, 0}));
  EXPECT_EQ(portOf(componentOf(diagram, "one"), "a").direction, Side::left);
  // Flipped: a is on the right; then turned by 90 degrees: on top.
  EXPECT_EQ(portOf(componentOf(diagram, "two"), "a").position, (Point{30, 10}));
  EXPECT_EQ(portOf(componentOf(diagram, "two"), "a").direction, Side::top);
}

TEST(Reading, BothBranchesOfDynamicSelectAreKept) {
  Classes classes{std::string(circuit)};
  const auto ellipse = [](const Diagram& diagram) {
    return componentOf(diagram, "one").icon.layers.back().primitives.at(1);
  };
  const Primitive still = ellipse(classes.draw("Whole"));
  EXPECT_EQ(still.fillColour, (Colour{255, 255, 255}));
  ASSERT_EQ(still.dynamics.size(), 1u);
  EXPECT_EQ(still.dynamics[0].attribute, "fillColor");
  EXPECT_EQ(still.dynamics[0].expression, "if on > 0.5 then {0, 200, 0} else {200, 0, 0}");
  EXPECT_THAT(still.dynamics[0].variables, ElementsAre("on"));
  const Diagram running = classes.draw("Whole", [](const std::string& name) -> std::optional<double> {
    return name == "one.on" ? std::optional(1.0) : std::nullopt;
  });
  EXPECT_EQ(ellipse(running).fillColour, (Colour{0, 200, 0}));
}

TEST(Reading, SpansAreTheTextThatWasRead) {
  Classes classes{std::string(circuit)};
  const Diagram diagram = classes.draw("Whole");
  const Component& two = componentOf(diagram, "two");
  EXPECT_EQ(classes.sources.text(two.nameWhere), "two");
  EXPECT_EQ(classes.sources.text(two.placement.where),
            "transformation(origin = {30, 0}, extent = {{10, -10}, {-10, 10}}, rotation = 90)");
  EXPECT_TRUE(classes.sources.text(two.placementWhere).starts_with("Placement("));
  ASSERT_FALSE(two.modifiers.empty());
  EXPECT_EQ(classes.sources.text(two.modifiers[0].where), "p = 210*bar");
  EXPECT_EQ(classes.sources.text(two.modifiers[0].valueWhere), "210*bar");
  const Connection& connection = diagram.connections.at(0);
  EXPECT_TRUE(classes.sources.text(connection.where).starts_with("connect(one.a, two.a)"));
  EXPECT_TRUE(classes.sources.text(connection.lineWhere).starts_with("Line(points"));
}

TEST(Reading, AClassWithoutGraphicsIsAFrameWithItsName) {
  Classes classes(std::string("model Plain\nend Plain;\nmodel Holder\n  Plain part;\nend Holder;\n"));
  EXPECT_THAT(textsOf(componentOf(classes.draw("Holder"), "part").icon), ElementsAre("part"));
}

TEST(Reading, WhatCannotBeDecidedHasItsDefault) {
  Classes classes(std::string(R"(
model Odd
  parameter Integer n = size({1, 2}, 1);
  annotation(Icon(graphics = {
    Line(points = {{0, 0}, {n, n}}, color = {300, -5, 0.4}, thickness = unknown, pattern = LinePattern.Strange),
    Unknown(extent = 3), Rectangle(extent = "no", visible = n > 1), Text(textString = 5, extent = {{0, 0}, {1e99, 1}})}));
end Odd;
model Loop
  extends Loop;
  parameter Real a = b;
  parameter Real b = a;
  annotation(Icon(graphics = {Text(extent = {{-1, -1}, {1, 1}}, textString = "%a")}));
end Loop;
)"));
  const Diagram odd = classes.icon("Odd");
  ASSERT_EQ(odd.icon.layers.size(), 1u);
  const auto& primitives = odd.icon.layers[0].primitives;
  ASSERT_EQ(primitives.size(), 3u) << "what is no primitive is left out";
  EXPECT_EQ(primitives[0].lineColour, (Colour{255, 0, 0}));
  EXPECT_EQ(primitives[0].thickness, 0.25);
  EXPECT_EQ(primitives[0].pattern, LinePattern::solid);
  EXPECT_TRUE(primitives[1].isVisible);
  EXPECT_THAT(textsOf(classes.icon("Loop").icon), ElementsAre("b"))
      << "a circle of values ends, and is shown as written";
}

}  // namespace
}  // namespace dashpot::drawing
