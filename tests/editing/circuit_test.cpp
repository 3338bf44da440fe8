// Gestures on parts of a circuit: insert, copy and paste, group, and what the drawing adds.
#include "edited.hpp"

namespace dashpot::editing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string parts =
    "connector Pin Real v; flow Real i; end Pin;\n"
    "connector Flange Real s; flow Real f; end Flange;\n"
    "connector In = input Real;\nconnector Out = output Real;\nconnector Switch = output Boolean;\n"
    "model R\n"
    "  parameter Real R = 1;\n"
    "  Pin p annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));\n"
    "  Pin n annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));\n"
    "end R;\n"
    "model Mass Flange a; end Mass;\nmodel Source Out y; Switch b; end Source;\nmodel Gain In u; Out y; end Gain;\n";
std::string circuit(const std::string& declarations, const std::string& equations) {
  return parts + "model M\n" + declarations + (equations.empty() ? "" : "equation\n" + equations) + "end M;\n";
}
std::string placed(const std::string& name, int x) {
  return "  R " + name + " annotation(Placement(transformation(origin = {" + std::to_string(x) +
         ", 0}, extent = {{-10, -10}, {10, 10}})));\n";
}
Gesture joining(std::string from, std::string to) {
  return [=](const File& file) { return connect(file, "M", from, to); };
}

// ---------------------------------------------------------------------------------------------- what can be connected

TEST(Connectable, WhatCanNeverBeAConnectionIsRefusedWithTheReason) {
  const std::string text = circuit("  In u;\n  Out y;\n  R r;\n  Mass mass;\n  Source a, b;\n  Gain gain[2], single;\n",
                                   "  connect(a.y, single.u);\n");
  EXPECT_THAT(refused(text, joining("r.p", "mass.a")),
              HasSubstr("'r.p' (Pin: v, i) and 'mass.a' (Flange: s, f) are connectors of different kinds"));
  EXPECT_THAT(refused(text, joining("r.p", "single.y")), HasSubstr("(Out: a Real signal)"));
  EXPECT_THAT(refused(text, joining("a.b", "gain[1].u")), HasSubstr("different kinds"));
  EXPECT_THAT(refused(text, joining("a.y", "b.y")), HasSubstr("both give a signal"));
  EXPECT_THAT(refused(text, joining("a.y", "u")), HasSubstr("'u', an input of the diagram itself"));
  EXPECT_THAT(refused(text, joining("b.y", "single.u")), HasSubstr("'single.u' gets its signal from 'a.y' already"));
  EXPECT_THAT(refused(text, joining("b.y", "gain.u")), HasSubstr("more dimensions"));
  EXPECT_THAT(edited(text, joining("b.y", "gain[2].u")), HasSubstr("connect(b.y, gain[2].u);"));
  EXPECT_THAT(edited(text, joining("single.y", "y")), HasSubstr("connect(single.y, y);")) << "an output of its own";
  EXPECT_THAT(edited(text, joining("u", "gain[1].u")), HasSubstr("connect(u, gain[1].u);"));
}

// ------------------------------------------------------------------------------------------------------------- insert

TEST(Insert, AComponentGoesIntoAConnection) {
  const std::string text = circuit("  R a, b, c;\n", "  connect(a.n, b.p); // wire\n");
  const auto into = [](Ends ends) { return [=](const File& file) { return insert(file, "M", "c", ends, "p", "n"); }; };
  EXPECT_EQ(edited(text, into({"a.n", "b.p"})),
            circuit("  R a, b, c;\n", "  connect(a.n, c.p); // wire\n  connect(c.n, b.p);\n"));
  EXPECT_EQ(edited(text, into({"b.p", "a.n"})),
            circuit("  R a, b, c;\n", "  connect(c.p, b.p); // wire\n  connect(c.n, a.n);\n"));
  EXPECT_THAT(refused(text, into({"a.p", "b.p"})), HasSubstr("no connection"));
  EXPECT_THAT(refused(text,
                      [](const File& file) {
                        return insert(file, "M", "c", {"a.n", "b.p"}, "p", "p");
                      }),
              HasSubstr("both ends"));
}

TEST(Insert, AConnectionIntoAnArrayThatGrowsKeepsItsElement) {
  const std::string sum =
      "connector In = input Real;\nconnector Out = output Real;\nmodel Source Out y; end Source;\n"
      "model Gain In u; Out y; end Gain;\nmodel Sum\n  parameter Integer nu = 0 annotation(Dialog(connectorSizing = "
      "true));\n  In u[nu];\nend Sum;\n";
  EXPECT_EQ(
      edited(sum + "model M\n  Source a;\n  Gain g;\n  Sum s(nu = 1);\nequation\n  connect(a.y, s.u[1]);\nend M;\n",
             [](const File& file) {
               return insert(file, "M", "g", {"a.y", "s.u[1]"}, "u", "y");
             }),
      sum +
          "model M\n  Source a;\n  Gain g;\n  Sum s(nu = 1);\nequation\n  connect(a.y, g.u);\n"
          "  connect(g.y, s.u[1]);\nend M;\n");
}

// ------------------------------------------------------------------------------------------------------ copy and paste

TEST(Paste, CopiesGetNamesThatAreFreeAndMoveByTheOffset) {
  const std::string text = circuit(placed("a", 0) + placed("b1", 40),
                                   "  connect(a.n, b1.p) annotation(Line(points = {{10, 0}, {30, 0}}));\n");
  std::vector<std::string> names;
  const std::string pasted = edited(text, [&](const File& file) -> Outcome {
    const auto copied = excerpt(file, "M", {"a", "b1"});
    EXPECT_TRUE(copied);
    auto change = paste(file, "M", *copied, {0, -40});
    names = change->components;
    return change;
  });
  EXPECT_THAT(names, ElementsAre("a1", "b2"));
  EXPECT_THAT(pasted, AllOf(HasSubstr("R a1 annotation(Placement(transformation(origin = {0, -40}"),
                            HasSubstr("connect(a1.n, b2.p) annotation(Line(points = {{10, -40}, {30, -40}}));"),
                            HasSubstr("connect(a.n, b1.p) annotation(Line(points = {{10, 0}, {30, 0}}));")));
}

TEST(Paste, ModifiersThatNameACopyNameTheCopy) {
  const std::string text = circuit("  R a;\n  R b(R = a.R);\n", "");
  EXPECT_THAT(edited(text,
                     [](const File& file) -> Outcome {
                       return paste(file, "M", *excerpt(file, "M", {"a", "b"}), {0, 0});
                     }),
              HasSubstr("R b1(R = a1.R);"));
}

TEST(Paste, WhatIsNoPartOfACircuitIsRefused) {
  const std::string text = circuit("", "");
  const auto pasting = [](Excerpt excerpt) {
    return [=](const File& file) { return paste(file, "M", excerpt, {0, 0}); };
  };
  for (const char* declaration : {"a; Real b", "a; end M; model N Real x", "b", "a; equation a = 1"})
    EXPECT_THAT(refused(text, pasting({{{"a", "", "Real", "Real", declaration}}, {}})),
                HasSubstr("no part of a circuit"))
        << declaration;
  EXPECT_THAT(refused(text, pasting({{{"a", "", "R", "R", "a"}}, {"connect(a.p, a.n); a = 1"}})),
              HasSubstr("no part of a circuit"));
}

// -------------------------------------------------------------------------------------------------------------- group

TEST(Group, ComponentsBecomeAClassWithConnectorsAtItsBorder) {
  const std::string text = circuit(placed("a", -60) + placed("b", 0) + placed("c", 40) + "  Real x = b.R; // kept\n",
                                   "  connect(a.n, b.p);\n  connect(b.n, c.p);\n  connect(c.n, a.p);\n");
  const std::string grouped = edited(text, [](const File& file) { return group(file, "M", {"b", "c"}, "Pair"); });
  EXPECT_THAT(grouped,
              AllOf(HasSubstr("model Pair\n  Pin p annotation(Placement("), HasSubstr("  connect(b.n, c.p);\n"),
                    HasSubstr("  connect(b.p, p);\n"), HasSubstr("  connect(c.n, n);\n"),
                    HasSubstr("end Pair;\n\nmodel M\n"), HasSubstr("  Pair pair annotation(Placement("),
                    HasSubstr("connect(a.n, pair.p);\n  connect(pair.n, a.p);\nend M;"),
                    HasSubstr("  Real x = pair.b.R; // kept\n")));
  EXPECT_THAT(grouped.substr(grouped.find("model M\n")), Not(HasSubstr("R b ")));
}

TEST(Group, ParametersOfTheClassArePassedOn) {
  const std::string grouped =
      edited(circuit("  parameter Real k(unit = \"1\") = 2;\n  R a(R = k);\n  R b;\n", "  connect(a.p, b.p);\n"),
             [](const File& file) { return group(file, "M", {"a"}, "Part"); });
  EXPECT_THAT(grouped,
              AllOf(HasSubstr("  parameter Real k(unit = \"1\");\n"), HasSubstr("Part part(k = k) annotation(")));
}

TEST(Group, WhatCannotBeGroupedIsRefused) {
  const std::string text = circuit("  inner R e;\n  Real x;\n  R a(R = x);\n  In u;\n", "");
  const auto grouping = [](std::vector<std::string> components, std::string name) {
    return [=](const File& file) { return group(file, "M", components, name); };
  };
  EXPECT_THAT(refused(text, grouping({"a"}, "G")), HasSubstr("'x', which stays outside and is no parameter"));
  EXPECT_THAT(refused(text, grouping({"u"}, "G")), HasSubstr("connector of the class itself"));
  EXPECT_THAT(refused(text, grouping({"e"}, "G")), HasSubstr("nothing to be grouped"));
  EXPECT_THAT(refused(text, grouping({"nobody"}, "G")), HasSubstr("no component 'nobody'"));
  EXPECT_THAT(refused(text, grouping({"a"}, "R")), HasSubstr("there is 'R' already"));
  EXPECT_THAT(refused(text, grouping({"a"}, "2x")), HasSubstr("is no name"));
}

// ------------------------------------------------------------------------------------------------------------ the drawing

TEST(KeepPlaces, AllAreWrittenOnlyIfNoneIs) {
  const std::string none = circuit("  R a;\n  R b;\n", "  connect(a.n, b.p);\n");
  std::vector<std::string> notes;
  const std::string all = edited(
      none, [](const File& file) { return keepPlaces(file, "M", {"a"}); }, &notes);
  EXPECT_THAT(all, AllOf(HasSubstr("R a annotation(Placement("), HasSubstr("R b annotation(Placement(")));
  EXPECT_EQ(notes.size(), 1u);
  const std::string some = circuit(placed("a", 0) + "  R b;\n  R c;\n", "");
  EXPECT_THAT(edited(some, [](const File& file) { return keepPlaces(file, "M", {"b"}); }),
              AllOf(HasSubstr("R b annotation("), HasSubstr("R c;")));
  EXPECT_EQ(edited(some, [](const File& file) { return keepPlaces(file, "M", {"a"}); }), some);
}

TEST(FollowLines, OnlyLinesOfWhatMovedAreMended) {
  const std::string line = " annotation(Line(points = {{10, 0}, {20, 0}, {20, 30}, {30, 30}}))";
  const std::string text = circuit(placed("a", 0) + placed("b", 40) + placed("c", 100) + placed("d", 140),
                                   "  connect(a.n, b.p)" + line + ";\n  connect(c.n, d.p)" + line + ";\n");
  const std::string mended =
      edited(text, [](const File& file) { return followLines(file, "M", {.components = {"a"}}); });
  EXPECT_THAT(mended, HasSubstr("connect(c.n, d.p)" + line));
  EXPECT_THAT(mended, Not(HasSubstr("connect(a.n, b.p)" + line))) << "b.p is elsewhere, and the line belongs to a";
}

TEST(Arrange, SizesAndTurnsStay) {
  const std::string text = circuit(
      "  R a annotation(Placement(transformation(origin = {3, 4}, extent = {{-15, -15}, {15, 15}}, rotation = "
      "90)));\n  R b;\n",
      "  connect(a.n, b.p);\n");
  EXPECT_THAT(
      edited(text, [](const File& file) { return arrange(file, "M"); }),
      AllOf(HasSubstr("extent = {{-15, -15}, {15, 15}}, rotation = 90)"), HasSubstr("R b annotation(Placement(")));
}

TEST(Figures, AreWrittenBesideWhatIsThere) {
  const auto setting = [](std::vector<Figure> figures) {
    return [=](const File& file) { return setFigures(file, "M", figures); };
  };
  const std::vector<Figure> one{{.title = "A \"b\"", .identifier = "a", .plots = {{.x = "x", .curves = {{"y", "l"}}}}}};
  const std::string value =
      "figures = {Figure(title = \"A \\\"b\\\"\", identifier = \"a\", plots = {Plot(curves = {Curve(x = x, y = y, "
      "legend = "
      "\"l\")})})}";
  EXPECT_EQ(edited("model M\nend M;\n", setting(one)),
            "model M\n  annotation(Documentation(" + value + "));\nend M;\n");
  const std::string documented = "model M\n  annotation(Documentation(info = \"<p>x</p>\"));\nend M;\n";
  const std::string both = "model M\n  annotation(Documentation(info = \"<p>x</p>\", " + value + "));\nend M;\n";
  EXPECT_EQ(edited(documented, setting(one)), both);
  EXPECT_EQ(edited(both, setting({})), documented);
  EXPECT_EQ(edited(both, setting(one)), both);
}

TEST(Placement, BehindWhatConstrainsAComponentIsReadAndMoved) {
  const std::string text = parts +
                           "model M\n  replaceable R a constrainedby R annotation(Placement(transformation(extent "
                           "= {{0, 0}, {20, 20}})));\nend M;\n";
  EXPECT_THAT(edited(text,
                     [](const File& file) {
                       return move(file, "M", "a", {20, 10});
                     }),
              HasSubstr("constrainedby R annotation(Placement(transformation(extent = {{10, 0}, {30, 20}})))"));
}

TEST(NewComponents, GetWhatTheirClassWants) {
  const std::string text =
      "model Fluid\n  annotation(defaultComponentName = \"fluid\", defaultComponentPrefixes = \"inner\", "
      "Icon(coordinateSystem(extent = {{-200, -100}, {200, 100}})));\nend Fluid;\nmodel M\n  Real fluid;\nend M;\n";
  EXPECT_THAT(
      edited(text,
             [](const File& file) {
               return addComponent(file, "M", completed(file, "M", {.type = "Fluid"}, Pose{{10, 20}, 90, true}));
             }),
      HasSubstr("inner Fluid fluid1 annotation(Placement(transformation(origin = {10, 20}, extent = {{20, -10}, "
                "{-20, 10}}, rotation = 90)));"));
  EXPECT_EQ(usualName("", "A.ReliefValve"), "reliefValve");
}

}  // namespace
}  // namespace dashpot::editing
