// Places and lines that are found automatically, on every example and on small circuits.
#include "drawing/drawn_text.hpp"
#include "drawing/ends.hpp"

#include <gmock/gmock.h>

namespace dashpot::drawing {
namespace {

namespace fs = std::filesystem;
using ::testing::IsEmpty;

bool isSlanted(const std::vector<Point>& points) {
  for (std::size_t i = 1; i < points.size(); ++i)
    if (points[i].x != points[i - 1].x && points[i].y != points[i - 1].y) return true;
  return false;
}

/// Whether a straight piece passes through the inside of a region.
bool crosses(Point a, Point b, const Extent& box) {
  constexpr double edge = 1e-6;
  const Extent piece = Extent{a, b}.normalised();
  return piece.left() < box.right() - edge && piece.right() > box.left() + edge && piece.bottom() < box.top() - edge &&
         piece.top() > box.bottom() + edge;
}

/// Whether two lines have more than points in common.
bool runTogether(const std::vector<Point>& one, const std::vector<Point>& other) {
  const auto overlap = [](double a, double b, double c, double d) {
    return std::min(std::max(a, b), std::max(c, d)) - std::max(std::min(a, b), std::min(c, d)) > 1e-6;
  };
  for (std::size_t i = 1; i < one.size(); ++i)
    for (std::size_t k = 1; k < other.size(); ++k) {
      const Point a = one[i - 1], b = one[i], c = other[k - 1], d = other[k];
      if (a.y == b.y && c.y == d.y && a.y == c.y && overlap(a.x, b.x, c.x, d.x)) return true;
      if (a.x == b.x && c.x == d.x && a.x == c.x && overlap(a.y, b.y, c.y, d.y)) return true;
    }
  return false;
}

/// Components that the line of a connection crosses, its own at both ends left out.
std::vector<std::string> crossed(const Diagram& diagram, const Connection& connection) {
  std::vector<std::string> names;
  for (std::size_t c = 0; c < diagram.components.size(); ++c) {
    if (c == connection.ends[0].component || c == connection.ends[1].component) continue;
    const auto& points = connection.line.points;
    for (std::size_t i = 1; i < points.size(); ++i)
      if (crosses(points[i - 1], points[i], diagram.components[c].box())) names.push_back(diagram.components[c].name);
  }
  return names;
}

/// Every class with components in a file, and what the promises of a drawing say of it.
void expectGoodDrawing(const Diagram& diagram, const std::string& where) {
  EXPECT_THAT(check(diagram), IsEmpty()) << where;
  for (std::size_t i = 0; i < diagram.components.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      EXPECT_FALSE(diagram.components[i].box().overlaps(diagram.components[k].box()))
          << where << ": " << diagram.components[i].name << " and " << diagram.components[k].name;
  for (const Connection& connection : diagram.connections) {
    const std::string name = where + ": " + connection.ends[0].text + " - " + connection.ends[1].text;
    ASSERT_TRUE(connection.ends[0].isKnown() && connection.ends[1].isKnown()) << name;
    ASSERT_GE(connection.line.points.size(), 2u) << name;
    EXPECT_EQ(connection.line.points.front(), connection.ends[0].position) << name;
    EXPECT_EQ(connection.line.points.back(), connection.ends[1].position) << name;
    EXPECT_FALSE(isSlanted(connection.line.points)) << name;
    EXPECT_THAT(crossed(diagram, connection), IsEmpty()) << name;
    for (const Connection& other : diagram.connections) {
      const bool isShort = other.set != connection.set && runTogether(connection.line.points, other.line.points);
      EXPECT_FALSE(isShort) << name << " and " << other.ends[0].text;
    }
  }
}

TEST(Layout, EveryExampleIsDrawnWithoutOverlapsAndItsLinesEndOnPorts) {
  std::size_t drawn = 0, lines = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(testing::sourceTree) / "examples")) {
    if (entry.path().extension() != ".mo") continue;
    Classes classes(entry.path());
    for (const syntax::ClassId id : classes.tree->items(classes.tree->classes)) {
      const std::string name(classes.symbols.text((*classes.tree)[id].name));
      const Diagram diagram = classes.draw(name);
      expectGoodDrawing(diagram, entry.path().filename().string() + " " + name);
      ++drawn;
      lines += diagram.connections.size();
    }
  }
  EXPECT_GT(drawn, 40u);
  EXPECT_GT(lines, 150u);
}

TEST(Layout, FlowsFromLeftToRight) {
  Classes classes(fs::path(testing::sourceTree) / "examples" / "water_tube_system.mo");
  const Diagram diagram = classes.draw("WaterTubeSystem");
  const auto x = [&](const char* name) { return componentOf(diagram, name).placement.origin.x; };
  EXPECT_LT(x("in1"), x("tube1_2"));
  EXPECT_LT(x("tube1_2"), x("tube2_3"));
  EXPECT_LT(x("tube5_10"), x("out10"));
}

TEST(Layout, PlacesAreOnTheGrid) {
  Classes classes(fs::path(testing::sourceTree) / "examples" / "press_cycle.mo");
  for (const Component& component : classes.draw("PressCycle").components) {
    EXPECT_EQ(std::remainder(component.placement.origin.x, 2.0), 0) << component.name;
    EXPECT_EQ(std::remainder(component.placement.origin.y, 2.0), 0) << component.name;
  }
}

constexpr const char* parts = R"(
connector Pin
  Real v;
  flow Real i;
end Pin;
model TwoPin
  Pin a annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
  Pin b annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
end TwoPin;
)";

TEST(Layout, ANewComponentFindsAPlaceBesideWhatIsPlaced) {
  Classes classes(parts + std::string(R"(
model M
  TwoPin one annotation(Placement(transformation(extent = {{-10, -10}, {10, 10}})));
  TwoPin two annotation(Placement(transformation(extent = {{20, -10}, {40, 10}})));
  TwoPin fresh;
equation
  connect(one.b, fresh.a);
end M;
)"));
  const Diagram diagram = classes.draw("M");
  expectGoodDrawing(diagram, "M");
  EXPECT_TRUE(componentOf(diagram, "one").isPlaced);
  EXPECT_EQ(componentOf(diagram, "one").box(), (Extent{{-10, -10}, {10, 10}})) << "what is placed stays";
  EXPECT_FALSE(componentOf(diagram, "fresh").isPlaced);
  const Point there = componentOf(diagram, "fresh").placement.origin;
  EXPECT_LT(std::hypot(there.x, there.y), 70) << "near to what it is joined with";
}

/// Two parts with a third one in the straight way between them.
std::string blocked(const std::string& line) {
  return parts + std::string(R"(
model M
  TwoPin left annotation(Placement(transformation(extent = {{-60, -10}, {-40, 10}})));
  TwoPin between annotation(Placement(transformation(extent = {{-10, -20}, {10, 20}})));
  TwoPin right annotation(Placement(transformation(extent = {{40, -10}, {60, 10}})));
equation
  connect(left.b, right.a))") +
         line + ";\nend M;\n";
}

TEST(Routing, GoesRoundAComponentThatStandsInTheWay) {
  Classes classes(blocked(""));
  const Diagram diagram = classes.draw("M");
  expectGoodDrawing(diagram, "M");
  EXPECT_TRUE(diagram.connections[0].isRouted);
  EXPECT_LE(diagram.connections[0].line.points.size(), 6u) << "four bends are enough";
}

TEST(Routing, LeavesALineAloneThatEndsAtItsPorts) {
  Classes classes(blocked(" annotation(Line(points = {{-40, 0}, {-30, 50}, {40, 0}}))"));
  const Connection connection = classes.draw("M").connections.at(0);
  EXPECT_FALSE(connection.isRouted);
  EXPECT_EQ(connection.line.points, (std::vector<Point>{{-40, 0}, {-30, 50}, {40, 0}}));
}

TEST(Routing, KeepsThePointsBetweenWhereAnEndHasMoved) {
  Classes classes(blocked(" annotation(Line(points = {{-70, 6}, {-30, 6}, {-30, 50}, {30, 50}, {30, 0}, {40, 0}}))"));
  const std::vector<Point> points = classes.draw("M").connections.at(0).line.points;
  EXPECT_EQ(points.front(), (Point{-40, 0}));
  EXPECT_EQ(points.back(), (Point{40, 0}));
  for (const Point kept : {Point{-30, 50}, Point{30, 50}, Point{30, 0}}) EXPECT_THAT(points, ::testing::Contains(kept));
  EXPECT_EQ(points[1], (Point{-30, 0})) << "the piece next to the end stretches, and no bend is added";
  EXPECT_FALSE(isSlanted(points));
}

TEST(Routing, LeavesAPortInTheDirectionThatItLooks) {
  Classes classes(parts + std::string(R"(
model M
  TwoPin one annotation(Placement(transformation(extent = {{-10, -10}, {10, 10}})));
  TwoPin two annotation(Placement(transformation(extent = {{-70, -10}, {-50, 10}})));
equation
  connect(one.b, two.a);
end M;
)"));
  const std::vector<Point> points = classes.draw("M").connections.at(0).line.points;
  ASSERT_GT(points.size(), 2u);
  EXPECT_GT(points[1].x, 10) << "one.b looks to the right, whatever it is joined with";
  EXPECT_LT(points[points.size() - 2].x, -70);
}

TEST(Junctions, AreWhereThreeLinesOfOneSetMeet) {
  Classes classes(parts + std::string(R"(
model M
  TwoPin one annotation(Placement(transformation(extent = {{-60, -10}, {-40, 10}})));
  TwoPin two annotation(Placement(transformation(extent = {{40, -10}, {60, 10}})));
  TwoPin three annotation(Placement(transformation(extent = {{40, -60}, {60, -40}})));
equation
  connect(one.b, two.a) annotation(Line(points = {{-40, 0}, {40, 0}}));
  connect(one.b, three.a) annotation(Line(points = {{-40, 0}, {0, 0}, {0, -50}, {40, -50}}));
end M;
)"));
  const Diagram diagram = classes.draw("M");
  ASSERT_EQ(diagram.junctions.size(), 1u);
  EXPECT_EQ(diagram.junctions[0].at, (Point{0, 0}));
}

TEST(Junctions, LinesThatOnlyCrossHaveNone) {
  Classes classes(parts + std::string(R"(
model M
  TwoPin one annotation(Placement(transformation(extent = {{-60, -10}, {-40, 10}})));
  TwoPin two annotation(Placement(transformation(extent = {{40, -10}, {60, 10}})));
  TwoPin up annotation(Placement(transformation(extent = {{-20, 40}, {-40, 60}})));
  TwoPin down annotation(Placement(transformation(extent = {{40, -60}, {60, -40}})));
equation
  connect(one.b, two.a) annotation(Line(points = {{-40, 0}, {40, 0}}));
  connect(up.a, down.a) annotation(Line(points = {{-20, 50}, {0, 50}, {0, -50}, {40, -50}}));
end M;
)"));
  EXPECT_THAT(classes.draw("M").junctions, IsEmpty());
}

TEST(Invariants, AreFoundBroken) {
  Classes classes(blocked(""));
  const Diagram sound = classes.draw("M");
  Diagram broken = sound;
  broken.connections[0].ends[0].component = 99;
  EXPECT_EQ(check(broken).size(), 1u);
  broken = sound;
  broken.connections[0].line.points[1].x += 1;
  EXPECT_GE(check(broken).size(), 1u);
  broken = sound;
  broken.connections[0].line.points.back().y += 3;
  EXPECT_GE(check(broken).size(), 1u);
  broken = sound;
  broken.components[1].isPlaced = false;
  broken.components[1].placement = broken.components[0].placement;
  EXPECT_GE(check(broken).size(), 1u);
}

}  // namespace
}  // namespace dashpot::drawing
