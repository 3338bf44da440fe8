// Code in C that a model brings: it runs only where the user has said so, and as a process of its own (docs/security.md).
#include "cli/model_file.hpp"
#include "models/external.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace dashpot::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

/// A folder for a model, and for the programs that are kept.
class ExternalCode : public ::testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder.path()); }

  Outcome simulate(const std::string& text, const std::string& options) {
    std::ofstream(folder.path() / "model.mo") << text;
    return run("simulate --json --tolerance 1e-8 " + options + " model.mo",
               "cd " + folder.argument() + " && XDG_CACHE_HOME=" + folder.argument());
  }

  TemporaryPath folder{"external"};
};

std::string said(const Outcome& outcome) { return outcome.out + outcome.err; }

std::string modelOf(const std::string& code, const std::string& equation = "der(y) = -f(y) / 2") {
  return "function f input Real x; output Real r; external \"C\" r = code(x) annotation(Include = \"" + code +
         "\"); end f;\nmodel M Real y(start = 1, fixed = true); equation " + equation + "; end M;\n";
}

const std::string doubling = "double code(double x) { return 2 * x; }";

TEST_F(ExternalCode, IsNotCalledUnlessTheUserAllowsIt) {
  const std::string harm =
      "#include <stdio.h>\\n double code(double x) { fclose(fopen(\\\"harm\\\", \\\"w\\\")); return x; }";
  const Outcome refused = simulate(modelOf(harm), "");
  EXPECT_NE(refused.code, 0);
  EXPECT_THAT(said(refused), HasSubstr("'f' is an external function in C, and not called"));
  EXPECT_THAT(said(refused), HasSubstr("--allow-external"));
  EXPECT_FALSE(fs::exists(folder.path() / "dashpot" / "external")) << "nothing is compiled, either";
  EXPECT_FALSE(fs::exists(folder.path() / "harm"));
}

TEST_F(ExternalCode, RunsWithTheModel) {
  const Outcome outcome = simulate(modelOf(doubling), "--allow-external");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NEAR(nlohmann::json::parse(outcome.out)["final"]["y"], std::exp(-1.0), 1e-6);
}

TEST_F(ExternalCode, AFileBesideTheModelIsIncluded) {
  std::ofstream(folder.path() / "own.h") << doubling;
  const Outcome outcome = simulate(modelOf("#include \\\"own.h\\\""), "--allow-external");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NEAR(nlohmann::json::parse(outcome.out)["final"]["y"], std::exp(-1.0), 1e-6);
}

TEST_F(ExternalCode, ArraysGoByRowsAndTextsAsTheyAre) {
  const Outcome outcome = simulate(R"(function f
  input Real A[:, :];
  input Integer k;
  input String s;
  output Real row[size(A, 2)];
  output Integer n;
  external "C" pick(A, size(A, 2), k, s, row, n) annotation(Include = "
    #include <string.h>
    static void pick(const double* A, int columns, int k, const char* s, double* row, int* n) {
      for (int j = 0; j < columns; ++j) row[j] = A[(k - 1) * columns + j];
      *n = (int)strlen(s);
    }");
end f;
model M
  Real x[3];
  Integer n;
equation
  (x, n) = f([1, 2, 3; 4, 5, 6 + time], 2, "a\"b");
end M;
)",
                                   "--allow-external");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto final = nlohmann::json::parse(outcome.out)["final"];
  EXPECT_EQ(final["x[1]"], 4.0);
  EXPECT_EQ(final["x[3]"], 7.0);
  EXPECT_EQ(final["n"], 3.0);
}

TEST_F(ExternalCode, WithoutAListTheArgumentsAreThoseDeclaredAndTheirSizes) {
  std::ofstream(folder.path() / "own.h") << R"(#include "ModelicaUtilities.h"
double sumOf(const double* A, size_t rows, size_t columns, int isNegative) {
  double sum = 0;
  for (size_t i = 0; i < rows * columns; ++i) sum += A[i];
  return isNegative ? -sum : sum;
}
double nothing(void) { return 42; })";
  const Outcome outcome = simulate(R"(function sumOf
  input Real A[:, :];
  input Boolean isNegative;
  output Real r;
  external "C" annotation(Include = "#include \"own.h\"");
end sumOf;
function nothing
  output Real r;
  external "C" annotation(Include = "#include \"own.h\"");
end nothing;
model M
  Real x = sumOf([1, 2, time; 4, 5, 6], time > 0.5);
  Real y = nothing() + time;
end M;
)",
                                   "--allow-external");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto final = nlohmann::json::parse(outcome.out)["final"];
  EXPECT_EQ(final["x"], -19.0);
  EXPECT_EQ(final["y"], 43.0);
}

TEST_F(ExternalCode, IsNotCalledThroughAnOperatorOrAnArgumentEither) {
  const std::string code = "external \"C\" r = code(x) annotation(Include = \"double code(double x) { return x; }\");";
  for (const std::string& text :
       {"function f input Real x; output Real r; " + code + " end f;\n" +
            "function g input h u; input Real x; output Real r; algorithm r := u(x); end g;\n"
            "partial function h input Real x; output Real r; end h;\n"
            "model M Real y = g(function f(), time); end M;\n",
        "operator record R Real re; encapsulated operator function '0' output R r; algorithm r := R(0); end '0';\n"
        "  encapsulated operator '-' function negate import R; input R a; output R b; protected Real r, x = a.re; " +
            code + " end negate; end '-';\nend R;\nmodel M R a = R(time); R b = -a; end M;\n"}) {
    const Outcome refused = simulate(text, "");
    EXPECT_EQ(refused.code, 1) << text;
    EXPECT_THAT(said(refused), HasSubstr("error")) << text;
    EXPECT_FALSE(fs::exists(folder.path() / "dashpot" / "external")) << text;
  }
}

TEST_F(ExternalCode, ACrashEndsTheCallAndNotTheProgram) {
  const Outcome outcome =
      simulate(modelOf("#include <stdlib.h>\\n double code(double x) { if (x < 0.7) abort(); return 2 * x; }"),
               "--allow-external");
  EXPECT_GT(outcome.code, 0);
  EXPECT_LT(outcome.code, 128) << "it has not died of a signal";
  EXPECT_THAT(said(outcome), HasSubstr("'code' has crashed, or does not end"));
}

TEST_F(ExternalCode, ItsErrorIsTheMessage) {
  const Outcome outcome = simulate(
      modelOf("void ModelicaError(const char*);\\n double code(double x) { ModelicaError(\\\"no way\\\"); return x; }"),
      "--allow-external");
  EXPECT_NE(outcome.code, 0);
  EXPECT_THAT(said(outcome), HasSubstr("no way"));
}

TEST_F(ExternalCode, WhatTheCompilerSaysIsShown) {
  const Outcome outcome = simulate(modelOf("double code(double x) { return nothing; }"), "--allow-external");
  EXPECT_NE(outcome.code, 0);
  EXPECT_THAT(said(outcome), HasSubstr("'code' cannot be called like this"));
  EXPECT_THAT(said(outcome), HasSubstr("nothing"));
}

/// An external object that keeps a number, and writes down what happens to it.
const std::string counting = R"(
class Counter
  extends ExternalObject;
  function constructor
    input Real first;
    output Counter c;
    external "C" c = makeCounter(first) annotation(Include = "
#ifndef COUNTER
#define COUNTER
#include <stdio.h>
#include <stdlib.h>
static void note(const char* what) { FILE* f = fopen(\"log\", \"a\"); fputs(what, f); fclose(f); }
static void* makeCounter(double first) { double* c = malloc(sizeof *c); *c = first; note(\"made \"); return c; }
static double count(void* c) { return *(double*)c += 1; }
static double look(void* c, double x) { return *(double*)c * x; }
static void endCounter(void* c) { note(\"ended\"); free(c); }
#endif
");
  end constructor;
  function destructor
    input Counter c;
    external "C" endCounter(c);
  end destructor;
end Counter;
impure function count
  input Counter c;
  output Real y;
  external "C" y = count(c);
end count;
function look
  input Counter c;
  input Real x;
  output Real y;
  external "C" y = look(c, x);
end look;
)";

TEST_F(ExternalCode, AnExternalObjectIsMadeOnceAndEndsWithTheRun) {
  const Outcome outcome = simulate(counting + R"(model M
  Counter c = Counter(first);
  parameter Real first = 5;
  Real y(start = 0, fixed = true);
equation
  der(y) = look(c, 2);
  annotation(experiment(StopTime = 1));
end M;
)",
                                   "--allow-external");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NEAR(nlohmann::json::parse(outcome.out)["final"]["y"], 10.0, 1e-6);
  std::ifstream log(folder.path() / "log");
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(log), {}), "made ended");
}

TEST_F(ExternalCode, FunctionsOfOneObjectShareItAndAreCalledOncePerEvent) {
  const Outcome outcome = simulate(counting + R"(model M
  Counter c = Counter(0);
  Real n(start = 0, fixed = true), seen(start = 0, fixed = true), other(start = 0, fixed = true);
equation
  when sample(0.1, 0.1) then
    n = count(c);
  end when;
  when n > 3.5 then
    seen = look(c, n);
  end when;
  when time > 2 then
    other = count(c);
  end when;
  annotation(experiment(StopTime = 0.45));
end M;
)",
                                   "--allow-external");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(nlohmann::json::parse(outcome.out)["final"]["n"], 4.0) << "four ticks, four calls";
  EXPECT_EQ(nlohmann::json::parse(outcome.out)["final"]["seen"], 16.0);
}

TEST_F(ExternalCode, AnExternalObjectOfTheUsersNeedsThePermission) {
  const Outcome refused = simulate(counting + "model M Counter c = Counter(0); Real y = look(c, 1); end M;", "");
  EXPECT_NE(refused.code, 0);
  EXPECT_THAT(said(refused), HasSubstr("--allow-external"));
  EXPECT_FALSE(fs::exists(folder.path() / "log"));
}

/// Tables "rows" and "columns" that a function in C gives, and a function that brings its code; interpolated between
/// (0, 0), (1, 2) and (2, 8) the value at 1.5 is 5.
std::string modelWithUserTable(const std::string& table) {
  return std::string(testing::externals) + R"(
model M
  Ext.Curve t = Ext.Curve(")" +
         table + R"(", "NoName", fill(0.0, 0, 2), {2}, Ext.Smoothness.linear, Ext.Extrapolation.hold);
  Real y = Ext.curve(t, 1, 1.5);
  function bring
    output Real r;
    external "C" r = bring() annotation(Include = "
#include <string.h>
double bring(void) { return 7; }
int usertab(char* name, int kind, int dim[], int* isByColumns, double** table) {
  static double rows[] = {0, 0, 1, 2, 2, 8}, columns[] = {0, 1, 2, 0, 2, 8};
  if (kind != 1 || (strcmp(name, \"rows\") != 0 && strcmp(name, \"columns\") != 0)) return 1;
  *isByColumns = name[0] == 'c';
  *table = *isByColumns ? columns : rows;
  dim[0] = *isByColumns ? 2 : 3;
  dim[1] = *isByColumns ? 3 : 2;
  return 0;
}");
  end bring;
  parameter Real p(fixed = false);
initial equation
  p = bring();
end M;
)";
}

TEST_F(ExternalCode, ATableComesFromAFunctionByRowsOrByColumns) {
  for (const char* const table : {"rows", "columns"}) {
    const Outcome outcome = simulate(modelWithUserTable(table), "--allow-external");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NEAR(nlohmann::json::parse(outcome.out)["final"]["y"], 5.0, 1e-12) << table;
  }
}

TEST_F(ExternalCode, ATableThatTheFunctionDoesNotHaveIsNamed) {
  const Outcome outcome = simulate(modelWithUserTable("other"), "--allow-external");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(said(outcome),
              HasSubstr("the table 'other' has no file, and cannot be had from a function in C: usertab has no table"));
}

TEST_F(ExternalCode, ATableFromAFunctionNeedsThePermissionAndTheFunction) {
  EXPECT_THAT(said(simulate(modelWithUserTable("rows"), "")), HasSubstr("--allow-external"));
  const Outcome outcome = simulate(std::string(testing::externals) + R"(
model M
  Ext.Curve t = Ext.Curve("rows", "NoName", fill(0.0, 0, 2), {2}, Ext.Smoothness.linear, Ext.Extrapolation.hold);
  Real y = Ext.curve(t, 1, 1.5);
end M;
)",
                                   "--allow-external");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(said(outcome), HasSubstr("no external function of the model brings code in C"));
}

TEST_F(ExternalCode, TablesThatAreBuiltInStaySo) {
  const Outcome outcome = simulate(std::string(testing::externals) + R"(
model M
  Ext.Curve t = Ext.Curve("NoName", "NoName", [0, 0; 1, 2; 2, 8], {2}, Ext.Smoothness.linear, Ext.Extrapolation.hold);
  Real y = Ext.curve(t, 1, 1.5);
end M;
)",
                                   "--allow-external");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NEAR(nlohmann::json::parse(outcome.out)["final"]["y"], 5.0, 1e-12);
}

}  // namespace
}  // namespace dashpot::cli
