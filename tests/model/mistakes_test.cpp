// Mistakes that everybody makes once: what is said names the place in the user's own text, and what to do.
#include "model/flat/open_ports.hpp"
#include "models/front_end.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dashpot::model {
namespace {

using dashpot::testing::FrontEnd;
using ::testing::HasSubstr;

const std::string parts = R"(connector Port
  Real p(unit = "Pa");
  flow Real m_flow(unit = "kg/s");
end Port;
connector Flange
  Real s(unit = "m");
  flow Real f(unit = "N");
end Flange;
model Volume
  Port port;
  Real p;
equation
  port.p = p;
  der(p) = port.m_flow;
end Volume;
model Source
  Port port;
equation
  port.m_flow = -1;
end Source;
model Valve
  Port port_a, port_b;
equation
  port_a.m_flow + port_b.m_flow = 0;
  port_a.m_flow = port_a.p - port_b.p;
end Valve;
model Mass
  Flange flange;
  Real v;
equation
  v = der(flange.s);
  der(v) = flange.f;
end Mass;
)";

TEST(Mistakes, AnExtraEquationOfTheModelItselfIsNamedFirst) {
  const FrontEnd front(parts +
                       "model M\n  Volume line;\n  Source pump;\nequation\n  line.p = 5;\n"
                       "  connect(line.port, pump.port);\nend M;\n");
  EXPECT_FALSE(front.flat);
  EXPECT_THAT(front.messages(), HasSubstr("1 equation too many"));
  EXPECT_THAT(front.messages(), HasSubstr("test.mo:38:3: error"));
  EXPECT_THAT(front.messages(), HasSubstr("too many among:\n    test.mo:38: 'line.p' = 5"));
  EXPECT_THAT(front.messages(),
              HasSubstr("remove the first of these equations: it is the only one that this model writes itself"));
}

TEST(Mistakes, AnOpenPortIsFoundAndAFreeEndOfAMassIsOrdinary) {
  const FrontEnd front(parts +
                       "model M\n  Volume line;\n  Valve relief;\n  Mass load;\nequation\n"
                       "  connect(line.port, relief.port_a);\nend M;\n");
  ASSERT_TRUE(front.flat) << front.messages();
  const std::vector<OpenPort> ports = openPorts(*front.flat);
  ASSERT_EQ(ports.size(), 1U);
  EXPECT_EQ(ports.front().name, "relief.port_b");
  EXPECT_EQ(front.sources.describeLine(ports.front().where), "test.mo:36") << "where the component is declared";
}

TEST(Mistakes, OpenPortsInsideOfComponentsAreTheirOwnBusiness) {
  FrontEnd front(parts +
                 "model Machine\n  Volume line;\n  Valve relief;\nequation\n  connect(line.port, relief.port_a);\n"
                 "end Machine;\nmodel M\n  Machine machine;\nend M;\n");
  ASSERT_TRUE(front.flat) << front.messages();
  EXPECT_TRUE(openPorts(*front.flat).empty());
}

TEST(Mistakes, AMisspeltLiteralGetsTheListOfAll) {
  const FrontEnd front(
      "model M\n  type Kind = enumeration(laminar, turbulent, mixed);\n  parameter Kind k = Kind.turbulant;\nend M;\n");
  EXPECT_THAT(front.messages(), HasSubstr("note: its literals are laminar, turbulent, mixed"));
  EXPECT_THAT(front.messages(), HasSubstr("hint: did you mean 'turbulent'?"));
}

}  // namespace
}  // namespace dashpot::model
