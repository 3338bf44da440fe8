#include "edited.hpp"

namespace dashpot::editing {
namespace {

using ::testing::HasSubstr;

Gesture connecting(std::string from, std::string to, Line line = {}) {
  return [=](const File& file) { return connect(file, "M", from, to, line); };
}
Gesture disconnecting(std::string from, std::string to) {
  return [=](const File& file) { return disconnect(file, "M", from, to); };
}
Gesture rerouting(std::string from, std::string to, std::vector<Point> points) {
  return [=](const File& file) { return reroute(file, "M", from, to, points); };
}

TEST(Connect, AConnectionFollowsTheLastEquation) {
  EXPECT_EQ(edited("model M\n"
                   "  Pump a, b;\n"
                   "equation\n"
                   "    connect(a.p, b.p);  // first\n"
                   "initial equation\n"
                   "  a.x = 0;\n"
                   "algorithm\n"
                   "  y := 1;\n"
                   "  annotation(Icon());\n"
                   "end M;\n",
                   connecting("a.q", "b . q", {{{0, 0}, {10.5, 0}}, {{0, 0, 255}}})),
            "model M\n"
            "  Pump a, b;\n"
            "equation\n"
            "    connect(a.p, b.p);  // first\n"
            "    connect(a.q, b.q) annotation(Line(points = {{0, 0}, {10.5, 0}}, color = {0, 0, 255}));\n"
            "initial equation\n"
            "  a.x = 0;\n"
            "algorithm\n"
            "  y := 1;\n"
            "  annotation(Icon());\n"
            "end M;\n")
      << "what Pump has is believed, since Pump is not at hand";
}

TEST(Connect, ASectionIsMadeWhereThereIsNone) {
  const std::string pump = "connector C Real p; flow Real f; end C;\nmodel Pump C p; C q; end Pump;\n";
  EXPECT_EQ(edited(pump + "model M\n  Pump a;\n  Pump b;  // two\n\n  // how to run it\n  "
                          "annotation(experiment(StopTime = 1));\nend M;",
                   connecting("a.p", "b.q")),
            pump +
                "model M\n  Pump a;\n  Pump b;  // two\nequation\n  connect(a.p, b.q);\n\n  // how to run it\n  "
                "annotation(experiment(StopTime = 1));\nend M;");
  EXPECT_EQ(edited(pump + "model M Pump a, b; end M;", connecting("a.p", "b.q")),
            pump + "model M Pump a, b; equation\n  connect(a.p, b.q); end M;");
  EXPECT_EQ(edited(pump + "model M\n  Pump a, b;\nequation\nend M;\n", connecting("a.p", "b.q")),
            pump + "model M\n  Pump a, b;\nequation\n  connect(a.p, b.q);\nend M;\n");
  EXPECT_EQ(edited(withCarriageReturns(pump + "model M\n  Pump a, b;\nalgorithm\n  x := 1;\nend M;\n"),
                   connecting("a.p", "b.q")),
            withCarriageReturns(
                pump + "model M\n  Pump a, b;\nalgorithm\n  x := 1;\nequation\n  connect(a.p, b.q);\nend M;\n"));
}

TEST(Connect, TheAnnotationStandsWhereThoseOfOtherConnectionsStand) {
  EXPECT_EQ(edited("model M\n  extends Unknown;\nequation\n  connect(a, b)\n    annotation(Line(points = {{0, 0}, {1, "
                   "1}}));\nend M;\n",
                   connecting("c", "d[2]", {{{0, 0}, {1, 0}}, {}})),
            "model M\n  extends Unknown;\nequation\n  connect(a, b)\n    annotation(Line(points = {{0, 0}, {1, 1}}));\n"
            "  connect(c, d[2])\n    annotation(Line(points = {{0, 0}, {1, 0}}));\nend M;\n");
}

TEST(Connect, WhatIsNoConnectorIsRefused) {
  const std::string text =
      "connector Port Real p; flow Real f; end Port;\n"
      "connector Out = output Real;\n"
      "model Pump Port port_a, port_b; Out y; Real speed; end Pump;\n"
      "model M\n  Pump pump, other;\nequation\n  connect(pump.port_a, other.port_b);\nend M;\n";
  const std::string message = refused(text, connecting("pump.portt_a", "other.port_a"));
  EXPECT_THAT(message, HasSubstr("Pump has no connector 'portt_a'"));
  EXPECT_THAT(message, HasSubstr("Pump has the connectors port_a, port_b, y"));
  EXPECT_THAT(message, HasSubstr("did you mean 'port_a'?"));
  EXPECT_THAT(refused(text, connecting("pump.speed", "other.y")), HasSubstr("'pump.speed' is not a connector"));
  EXPECT_THAT(refused(text, connecting("pmp.y", "other.y")), HasSubstr("there is no component 'pmp' in M"));
  EXPECT_THAT(refused(text, connecting("pump.y", "pump.y")), HasSubstr("cannot be connected to itself"));
  EXPECT_THAT(refused(text, connecting("other.port_b", "pump.port_a")), HasSubstr("are connected already"));
  EXPECT_THAT(refused(text, connecting("1 + 2", "pump.port_a")), HasSubstr("'1 + 2' is no connector"));
  EXPECT_THAT(refused(text, connecting("pump.port_b", "other.port_a", {{{1, 2}}, {}})),
              HasSubstr("at least two points"));
}

TEST(Connect, ABusTakesAnyName) {
  const std::string text =
      "expandable connector Bus end Bus;\nconnector Out = output Real;\n"
      "model M\n  Bus bus;\n  Out y;\nequation\nend M;\n";
  EXPECT_THAT(edited(text, connecting("bus.speed", "y")), HasSubstr("connect(bus.speed, y);"));
}

TEST(Disconnect, TheConnectionGoesInWhateverOrderItIsNamed) {
  const std::string text =
      "model M\nequation\n  connect(a.p, b[1].p) annotation(Line());\n  x = 1; connect(c, d); // note\nend M;\n";
  EXPECT_EQ(edited(text, disconnecting("b[1].p", "a.p")),
            "model M\nequation\n  x = 1; connect(c, d); // note\nend M;\n");
  EXPECT_EQ(edited(text, disconnecting("c", "d")),
            "model M\nequation\n  connect(a.p, b[1].p) annotation(Line());\n  x = 1; // note\nend M;\n");
  EXPECT_THAT(refused(text, disconnecting("a.p", "b[2].p")),
              HasSubstr("M itself has no connection of 'a.p' and 'b[2].p'"));
  EXPECT_THAT(refused("model M\n  extends B;\nend M;\n", disconnecting("a", "b")),
              HasSubstr("connections that it inherits from B are changed there"));
}

TEST(Reroute, OnlyPointsThatMoveAreWrittenAnew) {
  const auto text = [](const std::string& annotation) {
    return "model M\nequation\n  connect(a, b)" + annotation + ";\nend M;\n";
  };
  const std::vector<Point> line{{0, 0}, {5, 0}, {5, 7}};
  EXPECT_EQ(edited(text(" annotation(Line(points={{0.0,0},{4,0},{5,7}}, color={0,0,0}), X(y = 1))"),
                   rerouting("a", "b", line)),
            text(" annotation(Line(points={{0.0,0},{5,0},{5,7}}, color={0,0,0}), X(y = 1))"));
  EXPECT_EQ(edited(text(" annotation(Line(points={{0.0,0},{4,0}}, color={0,0,0}))"), rerouting("b", "a", line)),
            text(" annotation(Line(points={{0, 0}, {5, 0}, {5, 7}}, color={0,0,0}))"));
  EXPECT_EQ(edited(text(""), rerouting("a", "b", line)), text(" annotation(Line(points = {{0, 0}, {5, 0}, {5, 7}}))"));
  EXPECT_EQ(edited(text(" \"pipe\" annotation(Line(color = {1, 2, 3}))"), rerouting("a", "b", line)),
            text(" \"pipe\" annotation(Line(color = {1, 2, 3}, points = {{0, 0}, {5, 0}, {5, 7}}))"));
  EXPECT_EQ(edited(text(" annotation(Text(string = \"x\"))"), rerouting("a", "b", line)),
            text(" annotation(Text(string = \"x\"), Line(points = {{0, 0}, {5, 0}, {5, 7}}))"));
  EXPECT_THAT(refused(text(""), rerouting("a", "b", {{1, 1}})), HasSubstr("at least two points"));
}

// ------------------------------------------------------------------------------------ arrays that grow with connections

const std::string sum =
    "connector In = input Real;\nconnector Out = output Real;\nmodel Source Out y; end Source;\n"
    "model Sum\n  parameter Integer nu = 0 annotation(Dialog(connectorSizing = true), HideResult = true);\n"
    "  In u[nu];\n  In fixed[2];\nend Sum;\n";
std::string summing(const std::string& declaration, const std::string& equations) {
  return sum + "model M\n  Source a, b, c;\n  " + declaration + ";\nequation\n" + equations + "end M;\n";
}

TEST(ConnectorSizing, AConnectionRaisesTheSizeAndTakesTheNewElement) {
  EXPECT_EQ(edited(summing("Sum sum", ""), connecting("a.y", "sum.u")),
            summing("Sum sum(nu = 1)", "  connect(a.y, sum.u[1]);\n"));
  EXPECT_EQ(edited(summing("Sum sum(nu = 1) \"S\"", "  connect(a.y, sum.u[1]);\n"), connecting("b.y", "sum.u")),
            summing("Sum sum(nu = 2) \"S\"", "  connect(a.y, sum.u[1]);\n  connect(b.y, sum.u[2]);\n"));
  EXPECT_EQ(edited(summing("Sum sum(nu = 2)", ""), connecting("b.y", "sum.u[2]")),
            summing("Sum sum(nu = 2)", "  connect(b.y, sum.u[2]);\n"));
  EXPECT_THAT(refused(summing("Sum sum", ""), connecting("b.y", "sum.fixed")),
              HasSubstr("name an element: sum.fixed[1]"));
  EXPECT_THAT(refused(summing("Sum sum(nu = n + 1)", ""), connecting("b.y", "sum.u")),
              HasSubstr("the size 'sum.nu' is not given as a number"));
}

TEST(ConnectorSizing, AConnectionThatGoesLowersTheSizeAndTheOthersMoveUp) {
  EXPECT_EQ(edited(summing("Sum sum(nu = 3)",
                           "  connect(a.y, sum.u[1]);\n  connect(b.y, sum.u[2]);\n  connect(sum.u[3], c.y);\n"),
                   disconnecting("a.y", "sum.u[1]")),
            summing("Sum sum(nu = 2)", "  connect(b.y, sum.u[1]);\n  connect(sum.u[2], c.y);\n"));
  // The element is still in use.
  EXPECT_EQ(edited(summing("Sum sum(nu = 1)", "  connect(a.y, sum.u[1]);\n  connect(b.y, sum.u[1]);\n"),
                   disconnecting("a.y", "sum.u[1]")),
            summing("Sum sum(nu = 1)", "  connect(b.y, sum.u[1]);\n"));
}

}  // namespace
}  // namespace dashpot::editing
