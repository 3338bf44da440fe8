// Records of two types that have the same fields stand for one another, in whatever order the fields were declared
// (Modelica 3.6, section 6.4).
#include "models/simulated.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace dashpot::simulation {
namespace {

using dashpot::testing::Simulated;
using ::testing::HasSubstr;

// value() reads the fields of Turned as decimal places: 321 for a = 1, b = 2, c = 3.
const std::string types = R"(
  record Plain Real a; Real b; Real c; end Plain;
  record Turned Real c; Real a; Real b; end Turned;
  function value input Turned r; output Real y;
  algorithm y := r.a + 10*r.b + 100*r.c; end value;
  function made input Real k; output Plain r;
  algorithm r := Plain(k, 2*k, 3*k); annotation (Inline = false); end made;
)";

void expectValue(const std::string& rest, const char* variable = "y") {
  const Simulated run("model M " + types + rest + " end M;", {.stop = 1});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(run.last(variable), 321, 1e-9) << rest;
}

TEST(Records, FieldsOfAnArgumentAreTakenByName) {
  expectValue("parameter Plain p(a = 1, b = 2, c = 3); Real y = value(p);");
  expectValue("Plain p = Plain(time, 2*time, 3*time); Real y = value(p);");
  expectValue("Real y = value(made(time));");
  expectValue(
      "function f input Plain p; output Real y; algorithm y := value(p); annotation (Inline = false); end f; "
      "Real y = f(Turned(c = 3*time, a = time, b = 2*time));");
}

TEST(Records, FieldsOfRecordsInRecordsAreTakenByName) {
  expectValue(
      "record Outer Plain p; Real k; end Outer; record Other Real k; Turned p; end Other; "
      "function f input Other o; output Real y; algorithm y := value(o.p) + o.k; end f; "
      "Outer o(k = 0, p = Plain(time, 2*time, 3*time)); Real y = f(o);");
}

TEST(Records, FieldsOfRecordsInAnArrayAreTakenByName) {
  expectValue("Turned t = made(time); Plain p = made(time); Plain both[2] = {p, t}; Real y = value(both[2]);");
  expectValue("Turned t = made(time); Plain p = made(time); Turned both[2] = {p, t}; Real y = value(both[1]);");
}

TEST(Records, FieldsOfBranchesAreTakenByName) {
  expectValue("Turned t = made(time); Plain p = made(time); Plain r = if time < 0.5 then p else t; Real y = value(r);");
}

TEST(Records, FieldsThatAFunctionAssignsAreTakenByName) {
  expectValue(
      "function f input Real k; output Real y; protected Turned t; algorithm t := Plain(k, 2*k, 3*k); "
      "y := value(t); end f; Real y = f(time);");
  expectValue(
      "function f input Real k; output Real y; protected Turned t = made(k); algorithm y := value(t); end f; "
      "Real y = f(time);");
  expectValue(
      "function two input Real k; output Plain r; output Real z; algorithm r := made(k); z := k; end two; "
      "function f input Real k; output Real y; protected Turned t; Real z; algorithm (t, z) := two(k); "
      "y := value(t); end f; Real y = f(time);");
}

TEST(Records, FieldsThatAnAlgorithmAssignsAreTakenByName) {
  expectValue("Turned t; Real y; algorithm t := made(time); y := value(t);");
  expectValue(
      "function two input Real k; output Plain r; output Real z; algorithm r := made(k); z := k; end two; "
      "Turned t; Real z; Real y; algorithm (t, z) := two(time); y := value(t);");
}

TEST(Records, ARecordWithOtherFieldsIsRefused) {
  const std::string other = "record Other Real a; Real b; Real d; end Other; ";
  for (const char* rest : {"Other o = Other(1, 2, 3); Real y = value(o);",
                           "function f input Real k; output Real y; protected Turned t; algorithm t := Other(k, k, k); "
                           "y := value(t); end f; Real y = f(time);",
                           "Turned t; Real y; algorithm t := Other(time, time, time); y := value(t);"}) {
    const Simulated run("model M " + types + other + rest + " end M;", {.stop = 1});
    EXPECT_FALSE(run.finished()) << rest;
    EXPECT_THAT(run.messages(), HasSubstr("Other")) << rest;
  }
}

}  // namespace
}  // namespace dashpot::simulation
