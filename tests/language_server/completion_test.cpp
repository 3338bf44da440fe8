// What is offered while somebody writes: never what does not fit the place.
#include "base/unit_expression.hpp"
#include "base/units.hpp"
#include "language_server/client.hpp"

#include <gmock/gmock.h>

namespace dashpot::language_server {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using ::testing::UnorderedElementsAre;

const std::string circuit = R"(model Lift
  import Dashpot.Hydraulics.*;
  inner Fluids.TextbookOil fluid;
  Sources.FlowSource pump(Q = 1e-3);
  Sources.Tank tank;
  Valves.ReliefValve relief;
  Dashpot.Mechanics.Translational.Mass mass;
)";

TEST(Completion, AfterADotOffersTheMembersOfAComponent) {
  Client client;
  const auto labels = client.completions(
      "model M\n  record R Real a; Real b; protected Real c; end R;\n  R r;\n  Real x;\nequation\n  x = r.|;\nend M;");
  EXPECT_THAT(labels, UnorderedElementsAre("a", "b"));
}

TEST(Completion, AfterADotOffersWhatIsInheritedAndWhatAPackageHolds) {
  Client client;
  EXPECT_THAT(client.completions("model M\n  Dashpot.Hydraulics.|\nend M;"),
              AllOf(Contains("Valves"), Contains("Sources")));
  EXPECT_THAT(
      client.completions("model A Real a; end A; model B extends A; Real b; end B;\nmodel M B x; Real y; equation\n"
                         "y = x.|\nend M;"),
      UnorderedElementsAre("a", "b"));
}

TEST(Completion, AfterAnEnumerationOffersItsLiterals) {
  Client client;
  EXPECT_THAT(client.completions(
                  "package P\n  type E = enumeration(on \"It runs\", off);\n  model M\n    parameter E e = E.|;\n"
                  "  end M;\nend P;"),
              ElementsAre("on", "off"));
}

TEST(Completion, InParenthesesOfADeclarationOffersWhatCanBeModifiedAndIsNotYet) {
  Client client;
  const auto labels = client.completions(
      "model A parameter Real p; parameter Real q; final parameter Real r = 1; end A;\n"
      "model M\n  A a(p = 1, |);\nend M;");
  EXPECT_THAT(labels, AllOf(Contains("q"), Not(Contains("p")), Not(Contains("r")), Contains("each")));
  EXPECT_THAT(client.completions("model M\n  parameter Real p(|) = 1;\nend M;"),
              AllOf(Contains("unit"), Contains("min"), Not(Contains("p"))));
  EXPECT_THAT(client.completions("model A Real x; end A;\nmodel B extends A(x(|)); end B;"), Contains("start"));
  EXPECT_THAT(client.completions("model A parameter Real p; end A;\nmodel B extends A(|); end B;"), Contains("p"));
}

TEST(Completion, OfAValueInAModificationOffersExpressions) {
  Client client;
  EXPECT_THAT(client.completions(
                  "model A parameter Real p; end A;\nmodel M\n  parameter Real mine = 1;\n  A a(p = |);\nend M;"),
              AllOf(Contains("mine"), Contains("sqrt"), Contains("Dashpot")));
  EXPECT_THAT(client.completions("package P type E = enumeration(on, off); model A parameter E e; end A;\n"
                                 "model M A a(e = |); end M; end P;"),
              AllOf(Contains("P.E.on"), Contains("P.E.off")));
}

TEST(Completion, InConnectOffersTheConnectorsOfTheCircuit) {
  Client client;
  const auto labels = client.completions(circuit + "equation\n  connect(|\nend Lift;");
  EXPECT_THAT(labels, AllOf(Contains("pump.port"), Contains("tank.port"), Contains("relief.port_a"),
                            Contains("mass.flange_a"), Not(Contains("pump")), Not(Contains("sqrt"))));
}

TEST(Completion, InConnectOffersOnlyConnectorsThatFitTheFirst) {
  Client client;
  const auto labels = client.completions(circuit + "equation\n  connect(pump.port, |\nend Lift;");
  EXPECT_THAT(labels, AllOf(Contains("tank.port"), Contains("relief.port_a"), Not(Contains("pump.port")),
                            Not(Contains("mass.flange_a"))));
  EXPECT_THAT(client.completions(circuit + "equation\n  connect(pump.port, relief.|\nend Lift;"),
              Contains(StartsWith("port")));
}

TEST(Completion, InAUnitOffersUnitsAndInOtherStringsAndCommentsNothing) {
  Client client;
  EXPECT_THAT(client.completions("model M\n  Real p(unit = \"|\");\nend M;"), AllOf(Contains("Pa"), Contains("bar")));
  EXPECT_THAT(client.completions("model M\n  Real p \"pre|ssure\";\nend M;"), ::testing::IsEmpty());
  EXPECT_THAT(client.completions("model M\n  // see |\nend M;"), ::testing::IsEmpty());
  EXPECT_THAT(client.completions("model M\n  /* see | */\nend M;"), ::testing::IsEmpty());
}

TEST(Completion, OffersUnitsThatTheCompilerKnows) {
  Client client;
  for (const std::string& unit : client.completions("model M\n  Real p(unit = \"|\");\nend M;"))
    EXPECT_TRUE(parseUnit(unit).has_value() || findUnit(unit).has_value()) << unit;
}

TEST(Completion, AtTheBeginningOfLinesOffersTheWordsThatBeginThem) {
  Client client;
  EXPECT_THAT(client.completions("model M\n  par|\nend M;"),
              AllOf(Contains("parameter"), Contains("Real"), Contains("equation"), Not(Contains("connect"))));
  EXPECT_THAT(client.completions("model M\n  Real x;\nequation\n  |\nend M;"),
              AllOf(Contains("connect"), Contains("x"), Contains("when"), Not(Contains("parameter"))));
  EXPECT_THAT(client.completions("model M\n  parameter |\nend M;"), AllOf(Contains("Real"), Not(Contains("equation"))));
  EXPECT_THAT(client.completions("model M\n  Real |\nend M;"), Each(::testing::Eq("M"))) << "a name is made up";
}

TEST(Completion, ReplacesTheWordThatIsBeingWritten) {
  Client client;
  const json answer = client.atMark("textDocument/completion", "model M\n  Real pressure;\nequation\n  pres|\nend M;");
  for (const json& item : answer["items"])
    if (item["label"] == "pressure") {
      EXPECT_EQ(item["textEdit"]["range"]["start"]["character"], 2);
      EXPECT_EQ(item["textEdit"]["range"]["end"]["character"], 6);
      return;
    }
  FAIL() << "pressure is not offered";
}

TEST(Completion, IsExplainedWhenItIsChosen) {
  Client client;
  const json answer = client.atMark("textDocument/completion", "model M\n  Dashpot.Hydraulics.Valves.|\nend M;");
  for (const json& item : answer["items"])
    if (item["label"] == "ReliefValve") {
      const json resolved = client.request("completionItem/resolve", item);
      EXPECT_THAT(resolved["documentation"]["value"].get<std::string>(),
                  HasSubstr("Dashpot.Hydraulics.Valves.ReliefValve"));
      return;
    }
  FAIL() << "ReliefValve is not offered";
}

TEST(SignatureHelp, NamesTheInputsAndTheOneAtHand) {
  Client client;
  const std::string text =
      "function f \"A function\"\n  input Real a \"First\"; input Real b(unit = \"Pa\") = 2; output Real "
      "y;\nalgorithm\n  y := a + b;\nend f;\n"
      "model M\n  Real x;\nequation\n";
  const json first = client.atMark("textDocument/signatureHelp", text + "  x = f(|);\nend M;");
  EXPECT_EQ(first["signatures"][0]["label"], "f(a, b = 2) -> y");
  EXPECT_EQ(first["activeParameter"], 0);
  EXPECT_EQ(client.atMark("textDocument/signatureHelp", text + "  x = f(sin(1), |\nend M;")["activeParameter"], 1);
  EXPECT_EQ(client.atMark("textDocument/signatureHelp", text + "  x = f(b = |\nend M;")["activeParameter"], 1);
  EXPECT_TRUE(client.atMark("textDocument/signatureHelp", text + "  x = (|\nend M;").is_null());
}

}  // namespace
}  // namespace dashpot::language_server
