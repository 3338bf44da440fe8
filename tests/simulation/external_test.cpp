// External functions that are built in, as models run them: by the interpreter and by native code.
#include "models/external.hpp"

#include "models/simulated.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

namespace dashpot::simulation {
namespace {

using codegen::Backend;
using dashpot::testing::externals;
using dashpot::testing::Simulated;

constexpr auto backends = {Backend::interpreter, Backend::llvm};

Simulated run(const std::string& model, Backend backend, Settings settings = {}) {
  settings.code.backend = backend;
  return Simulated(externals + model, settings);
}

/// The value of a variable at a time, after all events there.
double at(const Simulated& run, std::string_view name, double time) {
  const auto& times = run.table->times();
  const auto& values = (*run.table)[name];
  double found = std::nan("");
  for (std::size_t i = 0; i < times.size(); ++i)
    if (std::fabs(times[i] - time) < 1e-9) found = values[i];
  return found;
}

TEST(Tables, AStateFlowsThroughATableAsTheClosedFormSays) {
  // x' = -(2x - 1) above 1, x' = -x below.
  const std::string model = R"(
model M
  parameter Ext.Curve t = Ext.Curve("NoName", "NoName", [0, 0; 1, 1; 2, 3], {2}, Ext.Smoothness.linear,
    Ext.Extrapolation.lastTwoPoints);
  Real first = Ext.first(t);
  Real last = Ext.last(t);
  Real x(start = 2, fixed = true);
equation
  der(x) = -Ext.curve(t, 1, x);
  annotation(experiment(StopTime = 2, Tolerance = 1e-9));
end M;)";
  for (const Backend backend : backends) {
    const Simulated result = run(model, backend);
    ASSERT_TRUE(result.finished()) << result.messages();
    EXPECT_NEAR(result.last("x"), std::exp(-(2.0 - std::log(3.0) / 2)), 1e-7);
    EXPECT_EQ(result.last("first"), 0.0);
    EXPECT_EQ(result.last("last"), 2.0);
  }
}

TEST(Tables, ALongTableIsSearchedInParts) {
  // u^2 at 300 points, interpolated: between u and u + 1 the line through both.
  const std::string model = R"(
model M
  parameter Ext.Curve t = Ext.Curve("NoName", "NoName", {{i, i^2} for i in 0:299}, {2}, Ext.Smoothness.linear,
    Ext.Extrapolation.hold);
  Real u = 320*time - 10;
  Real y = Ext.curve(t, 1, u);
  annotation(experiment(StopTime = 1, Interval = 0.05));
end M;)";
  for (const Backend backend : backends) {
    const Simulated result = run(model, backend);
    ASSERT_TRUE(result.finished()) << result.messages();
    const auto& u = (*result.table)["u"];
    const auto& y = (*result.table)["y"];
    for (std::size_t i = 0; i < u.size(); ++i) {
      const double inside = std::fmin(std::fmax(u[i], 0.0), 299.0), floor = std::floor(inside);
      EXPECT_NEAR(y[i], floor * floor + (inside - floor) * (2 * floor + 1), 1e-9) << u[i];
    }
  }
}

TEST(Tables, APeriodicOneRepeats) {
  const std::string model = R"(
model M
  parameter Ext.Curve t = Ext.Curve("NoName", "NoName", [1, 0; 2, 1; 3, 0], {2}, Ext.Smoothness.linear,
    Ext.Extrapolation.periodic);
  Real a = Ext.curve(t, 1, 1.25 + 2*3 + time*0);
  Real b = Ext.curve(t, 1, 1.25 - 2*4 + time*0);
end M;)";
  for (const Backend backend : backends) {
    const Simulated result = run(model, backend);
    ASSERT_TRUE(result.finished()) << result.messages();
    EXPECT_NEAR(result.last("a"), 0.25, 1e-14);
    EXPECT_NEAR(result.last("b"), 0.25, 1e-14);
  }
}

TEST(Tables, OneThatMustNotBeLeftEndsTheRunThere) {
  const Simulated result = run(R"(
model M
  parameter Ext.Curve t = Ext.Curve("NoName", "NoName", [0, 0; 1, 1], {2}, Ext.Smoothness.linear, Ext.Extrapolation.none);
  Real x(start = 0, fixed = true);
equation
  der(x) = 1 + Ext.curve(t, 1, x);
  annotation(experiment(StopTime = 2));
end M;)",
                               Backend::llvm);
  EXPECT_FALSE(result.finished());
}

TEST(Tables, InTwoDimensionsTheyAreBilinearOrSmooth) {
  const std::string model = R"(
model M
  parameter Ext.Surface t = Ext.Surface([0, 0, 1; 0, 0, 1; 2, 4, 8], Ext.Smoothness.linear, Ext.Extrapolation.lastTwoPoints);
  Real first[2] = Ext.surfaceFirst(t);
  Real y = Ext.surface(t, time, 0.5);
  Real x(start = 0, fixed = true);
equation
  der(x) = Ext.surface(t, x, time) - x;
  annotation(experiment(StopTime = 3));
end M;)";
  for (const Backend backend : backends) {
    const Simulated result = run(model, backend);
    ASSERT_TRUE(result.finished()) << result.messages();
    // z = 2 u1 + u2 + 1.5 u1 u2, and outside the same
    EXPECT_NEAR(result.last("y"), 6 + 0.5 + 1.5 * 3 * 0.5, 1e-12);
    EXPECT_EQ(result.last("first[2]"), 0.0);
  }
}

constexpr const char* timeModel = R"(
model M
  parameter Ext.TimeCurve t = Ext.TimeCurve(TABLE, START, Ext.Smoothness.KIND, Ext.Extrapolation.BEYOND, SHIFT,
    Ext.TimeEvents.EVENTS);
  discrete Real next(start = 0, fixed = true);
  Real y = Ext.timeCurve(t, time, next);
  Real x(start = 0, fixed = true);
equation
  when {time >= pre(next), initial()} then
    next = Ext.nextEvent(t, time);
  end when;
  der(x) = y;
  annotation(experiment(StopTime = 5, Interval = 0.25, Tolerance = 1e-9));
end M;)";

std::string timeTable(std::string table, std::string kind, std::string beyond, std::string events = "always",
                      std::string start = "0", std::string shift = "0") {
  std::string text = timeModel;
  const auto set = [&](std::string_view name, const std::string& value) {
    text.replace(text.find(name), name.size(), value);
  };
  set("TABLE", table), set("START", start), set("KIND", kind), set("BEYOND", beyond), set("SHIFT", shift);
  set("EVENTS", events);
  return text;
}

TEST(TimeTables, JumpAtDoubledTimesAndGoOnStraight) {
  // The example of the library's documentation: 0 before the event at 1, 1 after it; 2.5 at 1.5, 23 at 5.
  for (const char* events : {"always", "atDiscontinuities"})
    for (const Backend backend : backends) {
      const Simulated result =
          run(timeTable("[0, 0; 1, 0; 1, 1; 2, 4; 3, 9; 4, 16]", "linear", "lastTwoPoints", events), backend);
      ASSERT_TRUE(result.finished()) << result.messages();
      EXPECT_NEAR(at(result, "y", 0.75), 0.0, 1e-12);
      EXPECT_NEAR(at(result, "y", 1.0), 1.0, 1e-9);
      EXPECT_NEAR(at(result, "y", 1.5), 2.5, 1e-9);
      EXPECT_NEAR(at(result, "y", 2.0), 4.0, 1e-9);
      EXPECT_NEAR(at(result, "y", 5.0), 23.0, 1e-9);
      EXPECT_NEAR(result.last("x"), 2.5 + 6.5 + 12.5 + 19.5, 1e-6);  // the area below
    }
}

TEST(TimeTables, ConstantSegmentsSwitchAtTheirTimes) {
  for (const Backend backend : backends) {
    const Simulated result = run(timeTable("[0, 1; 1, 2; 3, -1]", "steps", "hold"), backend);
    ASSERT_TRUE(result.finished()) << result.messages();
    EXPECT_EQ(at(result, "y", 0.5), 1.0);
    EXPECT_EQ(at(result, "y", 2.5), 2.0);
    EXPECT_EQ(at(result, "y", 4.0), -1.0);
    EXPECT_NEAR(result.last("x"), 1 + 4 - 2, 1e-8);
  }
}

TEST(TimeTables, PeriodicOnesRepeatFromTheirStart) {
  // A saw tooth of period 1 that starts at 0.5, shifted by 0.5.
  for (const Backend backend : backends) {
    const Simulated result = run(timeTable("[0, 0; 1, 1]", "linear", "periodic", "always", "0.5", "0.5"), backend);
    ASSERT_TRUE(result.finished()) << result.messages();
    EXPECT_EQ(at(result, "y", 0.25), 0.0);
    EXPECT_NEAR(at(result, "y", 1.25), 0.75, 1e-9);
    EXPECT_NEAR(at(result, "y", 1.5), 0.0, 1e-9);
    EXPECT_NEAR(at(result, "y", 4.75), 0.25, 1e-9);
    EXPECT_NEAR(result.last("x"), 4 * 0.5 + 0.125, 1e-6);
  }
}

TEST(TimeTables, BeforeTheirStartTheyAreZero) {
  for (const Backend backend : backends) {
    const Simulated result = run(timeTable("[0, 5; 10, 5]", "linear", "hold", "none", "2"), backend);
    ASSERT_TRUE(result.finished()) << result.messages();
    EXPECT_EQ(at(result, "y", 1.75), 0.0);
    EXPECT_EQ(at(result, "y", 2.25), 5.0);
    EXPECT_NEAR(result.last("x"), 15.0, 1e-7);
  }
}

TEST(TimeTables, SmoothOnesHaveEventsAtTheirEndsOnly) {
  const Simulated result = run(timeTable("[0, 0; 1, 1; 2, 4; 3, 9; 4, 16]", "akima", "hold", "none"), Backend::llvm);
  ASSERT_TRUE(result.finished()) << result.messages();
  EXPECT_NEAR(at(result, "y", 2.0), 4.0, 1e-12);
  EXPECT_EQ(at(result, "y", 4.5), 16.0);
  EXPECT_EQ(result.outcome.statistics.events, 1u);
}

TEST(TimeTables, WithOneInstantOnlyTakeTheLastValueFromThenOn) {
  for (const char* kind : {"steps", "linear"})
    for (const char* beyond : {"hold", "lastTwoPoints", "periodic"}) {
      const Simulated result = run(timeTable("[1, 10; 1, 11]", kind, beyond), Backend::llvm);
      ASSERT_TRUE(result.finished()) << result.messages();
      EXPECT_EQ(at(result, "y", 0.5), 10.0) << kind << beyond;
      EXPECT_EQ(at(result, "y", 1.5), 11.0) << kind << beyond;
      EXPECT_NEAR(result.last("x"), 10 + 4 * 11, 1e-7) << kind << beyond;
    }
  const Simulated atStart = run(timeTable("[0, 0; 0, 1]", "steps", "hold"), Backend::llvm);
  ASSERT_TRUE(atStart.finished()) << atStart.messages();
  EXPECT_NEAR(atStart.last("x"), 5.0, 1e-7);
}

TEST(TableFiles, AreReadWhenTheModelIsFlattened) {
  const auto file = std::filesystem::current_path() / "dashpot_table.txt";
  std::ofstream(file) << "#1\ndouble other(1,1) 3\ndouble tab(3,3) 0 0 1  1 2 1  3 4 1\n";
  const Simulated result = run(R"(
model M
  parameter Ext.Curve t = Ext.Curve("tab", ")" +
                                   file.string() +
                                   R"(", fill(0.0, 0, 2), {3, 2}, Ext.Smoothness.linear, Ext.Extrapolation.hold);
  Real y = Ext.curve(t, 2, 2 + 0*time);
end M;)",
                               Backend::interpreter);
  ASSERT_TRUE(result.finished()) << result.messages();
  EXPECT_EQ(result.last("y"), 3.0);
  std::filesystem::remove(file);
}

// Prototype: the generators in 64-bit integers of another language.
TEST(RandomNumbers, AreThoseOf64BitArithmetic) {
  const std::string model = R"(
model M
  Integer a[2](start = {614657, 30020}, each fixed = true);
  Integer b[4](start = {-5, 7, 123456789, -2147483648}, each fixed = true);
  Real r;
  Real s;
equation
  when sample(0, 1) then
    (r, a) = Ext.xorshift64star(pre(a));
    (s, b) = Ext.xorshift128plus(pre(b));
  end when;
  annotation(experiment(StopTime = 2.5, Interval = 0.5));
end M;)";
  for (const Backend backend : backends) {
    const Simulated result = run(model, backend);
    ASSERT_TRUE(result.finished()) << result.messages();
    EXPECT_EQ(at(result, "r", 0.5), 0.9858986064932712);
    EXPECT_EQ(at(result, "r", 1.5), 0.18621502638451531);
    EXPECT_EQ(at(result, "r", 2.5), 0.04070997065294052);
    EXPECT_EQ(result.last("a[1]"), -1823216932.0);
    EXPECT_EQ(result.last("a[2]"), -1972635656.0);
    EXPECT_EQ(at(result, "s", 0.5), 0.5156248901059399);
    EXPECT_EQ(at(result, "s", 1.5), 0.031190035785666537);
    EXPECT_EQ(at(result, "s", 2.5), 0.5937356932534296);
    EXPECT_EQ(result.last("b[4]"), 402591736.0);
  }
}

TEST(RandomNumbers, OfTheLongGeneratorToo) {
  const Simulated result = run(R"(
model M
  constant Integer s0[33] = {-999987000, 1139551647, -968311000, 1076199647, -873283000, 949495647, -714903000,
    759439647, -493171000, 506031647, -208087000, 189271647, 140349000, -190840353, 552137000, -634304353, 1027277000,
    1006363294, -581714647, 436195294, 20129353, -197324706, 685325353, -894196706, -733610294, 493062941, 58289706,
    -330513059, 913541706, 930042588, -315337941, -20237412, 15};
  Integer s[33](start = s0, each fixed = true);
  Real r;
equation
  when sample(0, 1) then
    (r, s) = Ext.xorshift1024star(pre(s));
  end when;
  annotation(experiment(StopTime = 2.5, Interval = 0.5));
end M;)",
                               Backend::llvm);
  ASSERT_TRUE(result.finished()) << result.messages();
  EXPECT_EQ(at(result, "r", 0.5), 0.8558570033680262);
  EXPECT_EQ(at(result, "r", 1.5), 0.6765280361865877);
  EXPECT_EQ(at(result, "r", 2.5), 0.0822796960355675);
  EXPECT_EQ(result.last("s[33]"), 2.0);
}

TEST(Texts, AreFollowedIntoFunctionsWhenTheModelIsFlattened) {
  const Simulated result = run(R"(
model M
  model Noise
    Integer seed = Ext.seed(getInstanceName());
  end Noise;
  Noise n;
  Integer expected = Ext.hash("M.n") + 3;
  Integer known = Ext.hash("Model.noise");
end M;)",
                               Backend::interpreter);
  ASSERT_TRUE(result.finished()) << result.messages();
  EXPECT_EQ(result.last("n.seed"), result.last("expected"));
  EXPECT_EQ(result.last("known"), 1869873966.0);  // prototype
}

TEST(TextFiles, AnOutputIsAsLargeAsItsDeclarationSaysOfTheInputs) {
  const auto file = std::filesystem::current_path() / "dashpot_lines.txt";
  std::ofstream(file) << "one\ntwo\nthree\n";
  const Simulated result = run(R"(
impure function countLines
  input String file;
  output Integer n;
  external "C" n = ModelicaInternal_countLines(file);
end countLines;
impure function readFile
  input String file;
  output String lines[countLines(file)];
  external "C" ModelicaInternal_readFile(file, lines, size(lines, 1));
end readFile;
function lengthOf
  input String text;
  output Integer n;
  external "C" n = ModelicaStrings_length(text);
end lengthOf;
model M
  parameter String lines[:] = readFile(")" +
                                   file.string() + R"(");
  parameter Integer n = size(lines, 1), last = lengthOf(lines[3]);
  Integer count = n, length = last;
end M;)",
                               Backend::interpreter);
  ASSERT_TRUE(result.finished()) << result.messages();
  EXPECT_EQ(result.last("count"), 3.0);
  EXPECT_EQ(result.last("length"), 5.0);
  std::filesystem::remove(file);
}

TEST(Texts, AFunctionThatGivesUpOnAnotherWayIsStillFollowed) {
  const std::string functions = R"(
function firstLetter
  input String text;
  output String letter;
protected
  function part
    input String text;
    input Integer from, to;
    output String letters;
    external "C" letters = ModelicaStrings_substring(text, from, to);
  end part;
algorithm
  letter := part(text, 1, 1);
end firstLetter;
function fails
  input String text;
algorithm
  assert(false, "no digit: " + text);
end fails;
function digit
  input String text;
  output Integer value;
algorithm
  if firstLetter(text) == "1" then
    value := 1;
  elseif firstLetter(text) == "2" then
    value := 2;
  else
    fails(text);
  end if;
end digit;
)";
  const Simulated result =
      run(functions + R"(model M Integer n = digit("2 is a number"); end M;)", Backend::interpreter);
  ASSERT_TRUE(result.finished()) << result.messages();
  EXPECT_EQ(result.last("n"), 2.0);
  const Simulated wrong = run(functions + R"(model M Integer n = digit("x"); end M;)", Backend::interpreter);
  EXPECT_FALSE(wrong.finished());
  EXPECT_NE(wrong.messages().find("no digit: x"), std::string::npos) << wrong.messages();
}

TEST(Random, AGeneratorThatNobodyDrawsFromMayBeginAnywhere) {
  const Simulated result(R"(
model M
  impure function begin
    input Integer state[33];
    input Integer id;
    external "C" ModelicaRandom_setInternalState_xorshift1024star(state, size(state, 1), id);
  end begin;
  impure function begun
    input Integer seed;
    output Integer id;
  protected
    Integer state[33];
  algorithm
    state := fill(seed, 33);
    id := 7;
    begin(state, id);
  end begun;
  final parameter Integer seed(fixed = false);
  final parameter Integer id(fixed = false);
  Integer y = id;
initial equation
  seed = 5;
  id = begun(seed);
end M;)",
                         {.stop = 1});
  ASSERT_TRUE(result.finished()) << result.messages();
  EXPECT_EQ(result.last("y"), 7);
}

}  // namespace
}  // namespace dashpot::simulation
