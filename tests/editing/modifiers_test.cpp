#include "edited.hpp"

#include <charconv>

namespace dashpot::editing {
namespace {

using ::testing::HasSubstr;

Gesture setting(std::string path, std::string value) {
  return [=](const File& file) { return setModifier(file, "M", path, value); };
}
Gesture unsetting(std::string path) {
  return [=](const File& file) { return removeModifier(file, "M", path); };
}

const std::string library =
    "type Pressure = Real(final quantity = \"Pressure\", final unit = \"Pa\", displayUnit = \"bar\");\n"
    "type Difference = Real(unit = \"K\") annotation(absoluteValue = false);\n"
    "type Side = enumeration(left, right);\n"
    "model Friction parameter Real d = 1; end Friction;\n"
    "model Stribeck parameter Real d = 1; end Stribeck;\n"
    "model Pump\n"
    "  parameter Pressure p_set = 1e5;\n"
    "  parameter Real Q(unit = \"m3/s\");\n"
    "  parameter Real w(unit = \"rad/s\");\n"
    "  parameter Real f(unit = \"Hz\");\n"
    "  parameter Real T(unit = \"K\");\n"
    "  parameter Difference dT;\n"
    "  parameter Real pBar(unit = \"bar\");\n"
    "  parameter Real k;\n"
    "  parameter Integer n = 1;\n"
    "  parameter Side side = Side.left;\n"
    "  Pressure p(start = 1);\n"
    "  replaceable model Loss = Friction;\n"
    "  replaceable Friction friction constrainedby Friction;\n"
    "  Friction fixed;\n"
    "end Pump;\n";

std::string model(const std::string& body) { return library + "model M\n  " + body + "\nend M;\n"; }

TEST(SetModifier, OnlyTheValueChanges) {
  EXPECT_EQ(edited(model("Pump a(p_set = (1 + 2)*3 \"text\", k = 2) \"it\";"), setting("a.p_set", "7")),
            model("Pump a(p_set = 7 \"text\", k = 2) \"it\";"));
  EXPECT_EQ(edited(model("Pump a(p_set = (3), k = 2);"), setting("a.p_set", "x + y")),
            model("Pump a(p_set = x + y, k = 2);"));
  EXPECT_EQ(edited(model("parameter Real k(min = 0) = 3 \"d\";"), setting("k", "4e0")),
            model("parameter Real k(min = 0) = 4e0 \"d\";"));
  EXPECT_EQ(edited(model("parameter Real k \"d\";"), setting("k", "4")), model("parameter Real k = 4 \"d\";"));
  const std::string same = model("Pump a(k = 2);");
  EXPECT_EQ(edited(same, setting("a.k", "2")), same);
}

TEST(SetModifier, ANameThatTheClassDoesNotHaveIsDoubted) {
  std::vector<std::string> notes;
  edited(model("Pump a;"), setting("a.p_sett", "7"), &notes);
  EXPECT_THAT(notes, ::testing::ElementsAre("Pump has no 'p_sett' that is known here; did you mean 'p_set'?"));
  edited(model("Pump a;"), setting("a.p_set", "7"), &notes);
  EXPECT_THAT(notes, ::testing::IsEmpty());
  edited(model("Pump a;"), setting("a.p.fixed", "true"), &notes);
  EXPECT_THAT(notes, ::testing::IsEmpty());
}

TEST(SetModifier, WhatIsNotThereIsAdded) {
  EXPECT_EQ(edited(model("Pump a;"), setting("a.k", "1")), model("Pump a(k = 1);"));
  EXPECT_EQ(edited(model("Pump a() \"d\";"), setting("a.k", "1")), model("Pump a(k = 1) \"d\";"));
  EXPECT_EQ(edited(model("Pump a(Q = 1), b;"), setting("a.k", "1")), model("Pump a(Q = 1, k = 1), b;"));
  EXPECT_EQ(edited(model("Pump a(\n    Q = 1, // flow\n    w = 2 // speed\n  );"), setting("a.k", "1")),
            model("Pump a(\n    Q = 1, // flow\n    w = 2,\n    k = 1 // speed\n  );"));
  EXPECT_EQ(edited(model("Pump a(p(min = 0));"), setting("a.p.start", "3")), model("Pump a(p(min = 0, start = 3));"));
  EXPECT_EQ(edited(model("Pump a;"), setting("a.friction.d", "3")), model("Pump a(friction(d = 3));"));
  EXPECT_EQ(edited(model("Pump a(friction.d = 3);"), setting("a.friction.d", "4")), model("Pump a(friction.d = 4);"));
  EXPECT_EQ(edited(model("Pump a(k(min = 1));"), setting("a.k", "4")), model("Pump a(k(min = 1) = 4);"));
  EXPECT_EQ(edited(model("Pump a(redeclare Stribeck friction(d = 1));"), setting("a.friction.d", "4")),
            model("Pump a(redeclare Stribeck friction(d = 4));"));
}

TEST(SetModifier, ArraysOfComponentsTakeEach) {
  EXPECT_EQ(edited(model("Pump a[2];"), setting("a.k", "1")), model("Pump a[2](each k = 1);"));
  EXPECT_EQ(edited(model("Pump a[2];"), setting("a.k", "{1, 2}")), model("Pump a[2](k = {1, 2});"));
  EXPECT_EQ(edited(model("Pump a[2](k = {1, 2});"), setting("a.k", "3")), model("Pump a[2](each k = 3);"));
  EXPECT_EQ(edited(model("Pump a[2];"), setting("a.friction.d", "1")), model("Pump a[2](each friction(d = 1));"));
}

TEST(SetModifier, WhatIsInheritedIsSetInTheExtendsClause) {
  const std::string base = "partial model Base\n  Pump pump;\n  parameter Real g = 1;\nend Base;\n";
  const auto text = [&](const std::string& clause) { return library + base + "model M\n  " + clause + ";\nend M;\n"; };
  EXPECT_EQ(edited(text("extends Base"), setting("pump.p_set", "21 MPa")),
            text("extends Base(pump(p_set = 21000000))"));
  EXPECT_EQ(edited(text("extends Base(g = 2)"), setting("g", "3")), text("extends Base(g = 3)"));
  EXPECT_EQ(edited(text("extends Base(g = 2) annotation(X(y = 1))"), setting("pump.k", "3")),
            text("extends Base(g = 2, pump(k = 3)) annotation(X(y = 1))"));
}

/// The number that is written for pump.PARAMETER.
double written(const std::string& parameter, const std::string& typed) {
  const std::string changed = edited(model("Pump pump;"), setting("pump." + parameter, typed));
  const std::string head = "Pump pump(" + parameter + " = ";
  const std::size_t begin = changed.find(head) + head.size();
  double value = 0.0;
  std::from_chars(changed.data() + begin, changed.data() + changed.size(), value);
  return value;
}

TEST(SetModifier, UnitsAreConvertedToThoseOfTheParameter) {
  const auto expect = [](const std::string& parameter, const std::string& typed, double si) {
    EXPECT_NEAR(written(parameter, typed) / si, 1.0, 1e-12) << typed;
  };
  expect("p_set", "210 bar", 21e6);
  expect("p_set", "210bar", 21e6);
  expect("p_set", "21 MPa", 21e6);
  expect("p_set", "3e3 psi", 3e3 * 4.4482216152605 / (0.0254 * 0.0254));  // pound-force per square inch
  expect("Q", "25 l/min", 25e-3 / 60);
  expect("w", "1500 rpm", 1500 * 2 * 3.14159265358979323846 / 60);
  expect("T", "40 degC", 313.15);
  expect("dT", "40 degC", 40);  // a difference has no zero point
  expect("pBar", "21 MPa", 210);
  expect("p_set", "-1.5 kPa", -1500);
  EXPECT_EQ(edited(model("Pump pump;"), setting("pump.p_set", "210 bar")), model("Pump pump(p_set = 21000000);"));
  EXPECT_EQ(edited(model("Pump pump;"), setting("pump.p.start", "210 bar")), model("Pump pump(p(start = 21000000));"));
  EXPECT_EQ(edited(model("parameter Pressure p;"), setting("p", "1 mbar")), model("parameter Pressure p = 100;"));
}

TEST(SetModifier, UnitsOfAnotherQuantityAreRefused) {
  const std::string text = model("Pump pump; Unknown u;");
  EXPECT_THAT(refused(text, setting("pump.p_set", "5 kg")),
              HasSubstr("'5 kg' is a value in kg, but 'pump.p_set' is in Pa"));
  EXPECT_THAT(refused(text, setting("pump.w", "50 Hz")), HasSubstr("is a value in Hz, but 'pump.w' is in rad/s"));
  EXPECT_THAT(refused(text, setting("pump.p_set", "5 barr")), HasSubstr("did you mean 'bar'?"));
  EXPECT_THAT(refused(text, setting("pump.k", "5 bar")), HasSubstr("'pump.k' has no unit"));
  EXPECT_THAT(refused(text, setting("u.p", "5 bar")), HasSubstr("the unit of 'u.p' is not known here"));
}

TEST(SetModifier, WhatIsNoValueIsRefused) {
  const std::string text = model("Pump pump;");
  for (const char* value :
       {"", "1 +", "1; Real x = 2", "1, k = 2", "1) (", "1 \"text\"", "1 annotation()", "1 // one", "1 if true"})
    EXPECT_THAT(refused(text, setting("pump.k", value)), HasSubstr("for 'pump.k'")) << value;
  EXPECT_THAT(refused(text, setting("pump.n", "1.5")), HasSubstr("'pump.n' is an Integer"));
  EXPECT_THAT(refused(text, setting("pump", "1")), HasSubstr("'pump' is a model: it has no value of its own"));
  EXPECT_THAT(refused(text, setting("pmp.k", "1")), HasSubstr("did you mean 'pump'?"));
  EXPECT_THAT(refused(text, setting("pump[1].k", "1")), HasSubstr("a modifier is for the whole"));
}

TEST(SetModifier, ALiteralOfAnEnumerationGetsItsFullName) {
  EXPECT_EQ(edited(model("Pump a;"), setting("a.side", "right")), model("Pump a(side = Side.right);"));
  EXPECT_EQ(edited(model("Pump a;"), setting("a.side", "Side.right")), model("Pump a(side = Side.right);"));
}

TEST(RemoveModifier, NothingEmptyIsLeftBehind) {
  EXPECT_EQ(edited(model("Pump a(k = 1, w = 2, Q = 3);"), unsetting("a.k")), model("Pump a(w = 2, Q = 3);"));
  EXPECT_EQ(edited(model("Pump a(k = 1, w = 2, Q = 3);"), unsetting("a.w")), model("Pump a(k = 1, Q = 3);"));
  EXPECT_EQ(edited(model("Pump a(k = 1, w = 2, Q = 3);"), unsetting("a.Q")), model("Pump a(k = 1, w = 2);"));
  EXPECT_EQ(edited(model("Pump a (k = 1) \"d\";"), unsetting("a.k")), model("Pump a \"d\";"));
  EXPECT_EQ(edited(model("Pump a(p(start = 1));"), unsetting("a.p.start")), model("Pump a;"));
  EXPECT_EQ(edited(model("Pump a(p(start = 1), k = 1);"), unsetting("a.p.start")), model("Pump a(k = 1);"));
  EXPECT_EQ(edited(model("Pump a(p(start = 1) = 3);"), unsetting("a.p.start")), model("Pump a(p = 3);"));
  EXPECT_EQ(edited(model("Pump a(p(start = 1) = 3);"), unsetting("a.p")), model("Pump a(p(start = 1));"));
  EXPECT_EQ(edited(model("parameter Real k(min = 0) = (1) \"d\";"), unsetting("k")),
            model("parameter Real k(min = 0) \"d\";"));
  EXPECT_EQ(edited(model("Pump a(\n    k = 1, // one\n    w = 2);"), unsetting("a.k")),
            model("Pump a(\n    // one\n    w = 2);"));
  EXPECT_THAT(refused(model("Pump a;"), unsetting("a.k")), HasSubstr("no value is given for 'a.k' here"));
}

TEST(Redeclare, AClassOrComponentTakesThePlaceOfAReplaceableOne) {
  const auto choosing = [](std::string path, std::string choice) {
    return [=](const File& file) { return redeclare(file, "M", path, choice); };
  };
  EXPECT_EQ(edited(model("Pump a;"), choosing("a.Loss", "Stribeck")),
            model("Pump a(redeclare model Loss = Stribeck);"));
  EXPECT_EQ(edited(model("Pump a(k = 1);"), choosing("a.friction", "Stribeck")),
            model("Pump a(k = 1, redeclare Stribeck friction);"));
  EXPECT_EQ(edited(model("Pump a(redeclare model Loss = Friction(d = 2));"), choosing("a.Loss", "Stribeck")),
            model("Pump a(redeclare model Loss = Stribeck(d = 2));"));
  EXPECT_EQ(edited(model("Pump a(redeclare Friction friction(d = 2));"), choosing("a.friction", "Stribeck")),
            model("Pump a(redeclare Stribeck friction(d = 2));"));
  EXPECT_EQ(edited(model("Pump a(friction(d = 2));"), choosing("a.friction", "Stribeck")),
            model("Pump a(redeclare Stribeck friction(d = 2));"));
  EXPECT_EQ(edited(model("replaceable Friction f;"), choosing("f", "Stribeck")), model("replaceable Stribeck f;"));
  EXPECT_EQ(edited(model("extends Pump;"), choosing("Loss", "Stribeck")),
            model("extends Pump(redeclare model Loss = Stribeck);"));
  EXPECT_THAT(refused(model("Pump a;"), choosing("a.fixed", "Stribeck")), HasSubstr("'a.fixed' is not replaceable"));
  EXPECT_THAT(refused(model("Pump a;"), choosing("a.Loss", "1")), HasSubstr("is not the name of a class"));
}

TEST(Experiment, OnlyWhatIsGivenChanges) {
  const auto running = [](Experiment experiment) {
    return [=](const File& file) { return setExperiment(file, "M", experiment); };
  };
  EXPECT_EQ(edited("model M\n  annotation(experiment(StopTime = 1, Tolerance=1e-6));\nend M;\n",
                   running({.stopTime = "2.5"})),
            "model M\n  annotation(experiment(StopTime = 2.5, Tolerance=1e-6));\nend M;\n");
  EXPECT_EQ(edited("model M\n  annotation(experiment(StopTime = 1));\nend M;\n",
                   running({.stopTime = "1.0", .interval = "1 ms"})),
            "model M\n  annotation(experiment(StopTime = 1, Interval = 0.001));\nend M;\n");
  EXPECT_EQ(edited("model M\n  annotation(Icon(), Documentation(info = \"x\"));\nend M;\n",
                   running({.startTime = "0", .stopTime = "2 min"})),
            "model M\n  annotation(Icon(), Documentation(info = \"x\"), experiment(StartTime = 0, StopTime = "
            "120));\nend M;\n");
  EXPECT_EQ(edited("model M\n  Real x;\nequation\n  x = 1;\nend M;", running({.tolerance = "1e-8"})),
            "model M\n  Real x;\nequation\n  x = 1;\n  annotation(experiment(Tolerance = 1e-8));\nend M;");
  EXPECT_EQ(edited("model M Real x; end M;", running({.stopTime = "3"})),
            "model M Real x; annotation(experiment(StopTime = 3)); end M;");
  EXPECT_THAT(refused("model M\nend M;\n", running({.stopTime = "3 bar"})),
              HasSubstr("is a value in bar, but 'StopTime' is in s"));
  EXPECT_THAT(refused("model M\nend M;\n", running({.stopTime = "x"})), HasSubstr("StopTime is a number"));
  EXPECT_THAT(refused("model M\nend M;\n", running({.tolerance = "1 s"})), HasSubstr("'Tolerance' has no unit"));
}

}  // namespace
}  // namespace dashpot::editing
