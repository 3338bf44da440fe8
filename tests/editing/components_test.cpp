#include "edited.hpp"

namespace dashpot::editing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Gesture adding(NewComponent component, std::string type = "") {
  return [=](const File& file) { return addComponent(file, type, component); };
}
Gesture removing(std::string component, std::string type = "") {
  return [=](const File& file) { return removeComponent(file, type, component); };
}

TEST(AddComponent, ANewOneFollowsTheLastPublicOne) {
  EXPECT_EQ(edited("model M\n"
                   "  // the pump\n"
                   "  Pump a;  // main\n"
                   "\n"
                   "protected\n"
                   "  Pump b;\n"
                   "equation\n"
                   "  a.x = b.x;\n"
                   "end M;\n",
                   adding({.type = "Lib.Tank", .name = "tank", .modifiers = "V = 2", .description = "To \"sump\""})),
            "model M\n"
            "  // the pump\n"
            "  Pump a;  // main\n"
            "  Lib.Tank tank(V = 2) \"To \\\"sump\\\"\";\n"
            "\n"
            "protected\n"
            "  Pump b;\n"
            "equation\n"
            "  a.x = b.x;\n"
            "end M;\n");
}

TEST(AddComponent, APlacementIsWrittenInTheOriginForm) {
  const NewComponent tank{.type = "Tank", .name = "t", .placement = Placement{{10, 20}, {-10, -10}, {10, 10}, 90}};
  EXPECT_EQ(
      edited("model M\n  Tank a;\nend M;\n", adding(tank)),
      "model M\n"
      "  Tank a;\n"
      "  Tank t annotation(Placement(transformation(origin = {10, 20}, extent = {{-10, -10}, {10, 10}}, rotation = "
      "90)));\n"
      "end M;\n");
}

TEST(AddComponent, TheAnnotationStandsWhereThoseOfItsNeighboursStand) {
  const NewComponent tank{.type = "Tank", .name = "t", .placement = Placement{{0.5, 0}}};
  EXPECT_EQ(
      edited("model M\n    Tank a\n      annotation(Placement(transformation(extent = {{0, 0}, {1, 1}})));\nend M;\n",
             adding(tank)),
      "model M\n    Tank a\n      annotation(Placement(transformation(extent = {{0, 0}, {1, 1}})));\n"
      "    Tank t\n      annotation(Placement(transformation(origin = {0.5, 0}, extent = {{-10, -10}, {10, 10}})));\n"
      "end M;\n");
}

TEST(AddComponent, AClassWithoutComponentsGetsItsFirst) {
  EXPECT_EQ(edited("model M end M;", adding({.type = "Real", .name = "x"})), "model M\n  Real x;\nend M;");
  EXPECT_EQ(edited("model M \"text\" // note\nend M;\n", adding({.type = "Real", .name = "x"})),
            "model M \"text\" // note\n  Real x;\nend M;\n");
  EXPECT_EQ(edited("model M\n  extends B;\nequation\nend M;\n", adding({.type = "Real", .name = "x"})),
            "model M\n  extends B;\n  Real x;\nequation\nend M;\n");
  EXPECT_EQ(edited("model M\nprotected\n  Real y;\nend M;\n", adding({.type = "Real", .name = "x"})),
            "model M\n  Real x;\nprotected\n  Real y;\nend M;\n");
  EXPECT_EQ(edited("model M Real y; equation y = 1; end M;\n", adding({.type = "Real", .name = "x"})),
            "model M Real y; Real x; equation y = 1; end M;\n");
}

TEST(AddComponent, TheIndentationAndLineEndsAreThoseOfTheFile) {
  const std::string text = "within P;\npackage Q\n\tmodel M\n\t\tReal x; /* a\n\t\tb */\n\tend M;\nend Q;";
  const std::string changed =
      "within P;\npackage Q\n\tmodel M\n\t\tReal x; /* a\n\t\tb */\n\t\tReal y;\n\tend M;\nend Q;";
  EXPECT_EQ(edited(text, adding({.type = "Real", .name = "y"}, "Q.M")), changed);
  EXPECT_EQ(edited(text, adding({.type = "Real", .name = "y"}, "P.Q.M")), changed);
  EXPECT_EQ(edited(withCarriageReturns(text), adding({.type = "Real", .name = "y"}, "Q.M")),
            withCarriageReturns(changed));
}

TEST(AddComponent, ArraysPrefixesAndQuotedNamesAreTaken) {
  EXPECT_EQ(
      edited("model M\nend M;\n",
             adding({.type = "Real", .name = "'ä b'[3]", .prefixes = "parameter", .modifiers = "each start = 1"})),
      "model M\n  parameter Real 'ä b'[3](each start = 1);\nend M;\n");
}

TEST(AddComponent, WhatIsNoDeclarationIsRefused) {
  const std::string text = "model M\n  Real x;\nend M;\n";
  EXPECT_THAT(refused(text, adding({.type = "Real", .name = "x"})), HasSubstr("M has an element 'x' already"));
  EXPECT_THAT(refused(text, adding({.type = "Real", .name = "model"})), HasSubstr("'model' is no name"));
  EXPECT_THAT(refused(text, adding({.type = "Real", .name = "time"})), HasSubstr("a name of the language"));
  EXPECT_THAT(refused(text, adding({.type = "Real y; Real", .name = "z"})), HasSubstr("more than one component"));
  EXPECT_THAT(refused(text, adding({.type = "Real", .name = "z", .modifiers = "a = 1); Real q("})),
              HasSubstr("more than one component"));
  EXPECT_THAT(refused(text, adding({.type = "Real", .name = "z", .modifiers = "a = "})),
              HasSubstr("is no declaration"));
  EXPECT_THAT(refused(text, adding({.type = "Real", .name = "z"}, "N")), HasSubstr("there is no class 'N'"));
  EXPECT_THAT(refused("package P\nend P;\n", adding({.type = "Real", .name = "z"})), HasSubstr("P is a package"));
  EXPECT_THAT(refused("model M\n  Real x\nend M;\n", adding({.type = "Real", .name = "z"})),
              HasSubstr("mend the text first"));
  EXPECT_THAT(
      refused("model B\n  Real z;\nend B;\nmodel M\n  extends B;\nend M;\n", adding({.type = "Real", .name = "z"})),
      HasSubstr("M has an element 'z' already"));
}

TEST(AddComponent, ATypeThatIsNotAtHandIsNoted) {
  std::vector<std::string> notes;
  edited("model M\nend M;\n", adding({.type = "Lib.Pump", .name = "p"}), &notes);
  EXPECT_THAT(notes, ElementsAre(HasSubstr("there is no class 'Lib.Pump'")));
}

TEST(RemoveComponent, ItsConnectionsGoWithIt) {
  std::vector<std::string> notes;
  EXPECT_EQ(edited("model M\n"
                   "  Pump a(p = 1) \"x\" annotation(Placement(transformation(extent = {{0, 0}, {1, 1}})));\n"
                   "  Tank b(q = a.x);\n"
                   "equation\n"
                   "  // from a to b\n"
                   "  connect(a.p, b.p) annotation(\n"
                   "    Line(points = {{0, 0}, {1, 1}}));\n"
                   "  connect(b.p, c.p);  // stays\n"
                   "  connect(b.q, a.q);  // this comment, too\n"
                   "  for i in 1:3 loop\n"
                   "    connect(a.r[i], b.r[i]);\n"
                   "  end for;\n"
                   "end M;\n",
                   removing("a"), &notes),
            "model M\n"
            "  Tank b(q = a.x);\n"
            "equation\n"
            "  // from a to b\n"
            "  connect(b.p, c.p);  // stays\n"
            "  // this comment, too\n"
            "  for i in 1:3 loop\n"
            "  end for;\n"
            "end M;\n");
  EXPECT_THAT(notes, ElementsAre("removed connect(a.p, b.p)", "removed connect(b.q, a.q)",
                                 "removed connect(a.r[i], b.r[i])", "'a' is still named at test.mo:3:14"));
}

TEST(RemoveComponent, TheOthersOfItsClauseStay) {
  EXPECT_EQ(edited("model M\n  Real a, b, c;\nend M;\n", removing("a")), "model M\n  Real b, c;\nend M;\n");
  EXPECT_EQ(edited("model M\n  Real a, b, c;\nend M;\n", removing("b")), "model M\n  Real a, c;\nend M;\n");
  EXPECT_EQ(edited("model M\n  Real a, b, c;\nend M;\n", removing("c")), "model M\n  Real a, b;\nend M;\n");
  EXPECT_EQ(edited("model M\n  Real a(start = 1) \"A\",  // one\n    b \"B\",\n    c;\nend M;\n", removing("a")),
            "model M\n  Real // one\n    b \"B\",\n    c;\nend M;\n");
  EXPECT_EQ(edited("model M\n  Real a /* one */, b;\nend M;\n", removing("a")),
            "model M\n  Real  /* one */ b;\nend M;\n");
  EXPECT_EQ(edited("model M\n  Real a,\n    // two\n    b;\nend M;\n", removing("b")),
            "model M\n  Real a\n    // two\n    ;\nend M;\n");
}

TEST(RemoveComponent, WhatStandsBesideItOnItsLineStays) {
  EXPECT_EQ(edited("model M Real a; Real b; Real c; end M;", removing("b")), "model M Real a; Real c; end M;");
  EXPECT_EQ(edited("model M\n  Real a; Real b;\nend M;\n", removing("b")), "model M\n  Real a;\nend M;\n");
  EXPECT_EQ(edited("model M\r\n  Real a;\r\n  Real b;\r\nend M;\r\n", removing("b")),
            "model M\r\n  Real a;\r\nend M;\r\n");
}

TEST(RemoveComponent, ConditionalAndProtectedComponentsGoAsWell) {
  EXPECT_EQ(edited("model M\n  Real a;\nprotected\n  replaceable Real b[3] if use_b constrainedby Real;\nend M;\n",
                   removing("b")),
            "model M\n  Real a;\nprotected\nend M;\n");
}

TEST(RemoveComponent, WhatIsInheritedIsRefused) {
  const std::string text = "model B\n  Real pump;\nend B;\nmodel M\n  extends B;\nend M;\n";
  const std::string message = refused(text, removing("pump"));
  EXPECT_THAT(message, HasSubstr("'pump' is inherited from B"));
  EXPECT_THAT(message, HasSubstr("test.mo:2"));
  EXPECT_THAT(refused(text, removing("pum")), HasSubstr("did you mean 'pump'?"));
}

}  // namespace
}  // namespace dashpot::editing
