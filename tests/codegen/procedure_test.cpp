// Functions written in Modelica, as procedures: what they compute, how they fail, and the same bits in all back ends.
#include "codegen/procedures.hpp"
#include "codegen/random_models.hpp"

#include <gmock/gmock.h>

namespace dashpot::codegen {
namespace {

using codegen::trials::callingModel;
using codegen::trials::functions;
using codegen::trials::sameBits;
using codegen::trials::Which;
using enum codegen::trials::Which;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Procedures : public ::testing::Test {
 protected:
  std::vector<Procedure> procedures = lowerFunctions(functions(), Sources());
  ProcedureMachine machine{procedures};
  double call(Which which, std::vector<double> arguments) {
    double result = 0.0;
    machine.call(which, arguments, {&result, 1});
    return result;
  }
};

TEST_F(Procedures, AreWellFormed) {
  for (const symbolic::Function& f : functions()) EXPECT_THAT(symbolic::violations(f, 5), IsEmpty());
  EXPECT_THAT(check(procedures), IsEmpty());
}

TEST_F(Procedures, ComputeWhatTheStatementsSay) {
  EXPECT_EQ(call(fac, {5.0}), 120.0);
  EXPECT_EQ(call(tableOf, {2.0, 4.0}), 10.0);
  EXPECT_EQ(call(halveOf, {12.0}), 0.75);
  EXPECT_EQ(call(halveOf, {8.8}), 0.55);  // left by break
  EXPECT_EQ(call(guardedOf, {0.0}), 4.0);
  EXPECT_EQ(call(guardedOf, {2.0}), 2.0);
}

TEST_F(Procedures, LookAtArraysThatNeverChangeInsteadOfFillingThem) {
  const auto acts = [&](Which which, Act act) { return std::ranges::count(procedures[which].code, act, &Step::act); };
  EXPECT_EQ(acts(guardedOf, Act::look), 1);
  EXPECT_EQ(acts(guardedOf, Act::load), 0);
  EXPECT_EQ(procedures[guardedOf].slotCount, 3u) << "x, y and k";
  EXPECT_EQ(acts(tableOf, Act::look), 0) << "its array is filled by a loop";
}

/// A function with two results, and one that assigns them one by one: what it reads stays as it is, or does not.
std::vector<symbolic::Function> takingFields(bool changesArgument) {
  using trials::assign;
  using trials::newFunction;
  using trials::slot;
  symbolic::Function both = newFunction("both", 1, 0);  // x; y, z
  both.outputs.push_back({.name = "z", .first = 2});
  both.outputCount = 2, both.slotCount = 3;
  both.body = {assign(1, both.pool.make(Op::multiply, both.pool.variable(slot(0)), both.pool.constant(3.0))),
               assign(2, both.pool.make(Op::add, both.pool.variable(slot(0)), both.pool.constant(1.0)))};
  symbolic::Function taking = newFunction("taking", 1, 2);  // x; y; a, b
  symbolic::Pool& p = taking.pool;
  const std::uint32_t first = changesArgument ? 2 : 3;
  const symbolic::Expr call = p.call(symbolic::FunctionId{0}, std::array{p.variable(slot(changesArgument ? 2 : 0))});
  taking.body = {assign(2, p.variable(slot(0))), assign(first, p.element(call, 0)), assign(3, p.element(call, 1)),
                 assign(1, p.make(Op::add, p.variable(slot(2)), p.variable(slot(3))))};
  return {both, taking};
}

TEST(ProcedureCalls, AreMadeOnceForFieldsThatAreAssignedOneByOne) {
  const auto calls = [](const Procedure& procedure) {
    return std::ranges::count(procedure.code, Act::call, &Step::act);
  };
  const auto value = [](const std::vector<Procedure>& procedures) {
    ProcedureMachine machine(procedures);
    double result = 0.0;
    machine.call(1, std::array{5.0}, {&result, 1});
    return result;
  };
  const auto once = lowerFunctions(takingFields(false), Sources()),
             again = lowerFunctions(takingFields(true), Sources());
  EXPECT_EQ(calls(once[1]), 1);
  EXPECT_EQ(value(once), 5.0 + 6.0);
  EXPECT_EQ(calls(again[1]), 2) << "the first field takes the place of the argument";
  EXPECT_EQ(value(again), 15.0 + 16.0);
}

TEST_F(Procedures, FailWithAReasonAndNoNumber) {
  EXPECT_TRUE(std::isnan(call(tableOf, {2.0, 6.0})));
  EXPECT_EQ(machine.failure(), "index 6 of an array with 5 elements in table");
  EXPECT_TRUE(std::isnan(call(tableOf, {2.0, NAN})));
  EXPECT_TRUE(std::isnan(call(halveOf, {100.0})));
  EXPECT_EQ(machine.failure(), "x must be below 100 in halve");
}

TEST_F(Procedures, ThatDoNotEndAreStopped) {
  EXPECT_TRUE(std::isnan(call(foreverOf, {1.0})));
  EXPECT_THAT(machine.failure(), HasSubstr("more than 10000000 rounds"));
  EXPECT_TRUE(std::isnan(call(fac, {1e9})));
  EXPECT_THAT(machine.failure(), HasSubstr("call one another without end"));
}

TEST_F(Procedures, BrokenOnesAreFound) {
  procedures[tableOf].code[0].target = 999;
  procedures[fac].code.back().act = Act::round;
  EXPECT_THAT(check(procedures), ::testing::SizeIs(::testing::Ge(2)));
}

TEST(NativeProcedures, HaveTheBitsOfTheInterpreter) {
  const CompiledModel model = callingModel({fac, tableOf, halveOf, guardedOf});
  CompiledFunctions code(model);
  ASSERT_TRUE(code.prepare(Entry::start, Tier::fast)) << code.problem();
  const auto native = code.executable(), interpreter = makeInterpreter(model);
  for (const double x : {0.0, 0.5, 3.0, 7.25, 20.0, 99.0, 100.0, 2000.0, -1.0, double{NAN}, HUGE_VAL})
    for (const double k : {0.0, 0.99, 1.0, 3.7, 5.0, 5.5, 6.0, double{NAN}}) {
      const Vector parameters{x, k};
      Vector expected(4), actual(4);
      const Evaluation result = interpreter->run(Entry::start, {.parameters = parameters}, expected);
      EXPECT_EQ(native->run(Entry::start, {.parameters = parameters}, actual), result);
      EXPECT_TRUE(sameBits(expected, actual)) << x << ' ' << k;
    }
}

TEST(NativeProcedures, ThatDoNotEndAreStopped) {
  const CompiledModel model = callingModel({foreverOf, fac});
  CompiledFunctions code(model);
  ASSERT_TRUE(code.prepare(Entry::start, Tier::fast)) << code.problem();
  Vector out(2);
  const Vector parameters{1e9, 0.0};
  EXPECT_EQ(code.executable()->run(Entry::start, {.parameters = parameters}, out), Evaluation::recoverable);
  EXPECT_TRUE(std::isnan(out[0]) && std::isnan(out[1]));
}

/// two(x) = (x + 1, 2 x); and a function that takes both results one after the other: first into two variables, then
/// the first of them into the argument itself.
std::vector<symbolic::Function> twoResults() {
  using codegen::trials::assign;
  using codegen::trials::newFunction;
  using codegen::trials::slot;
  symbolic::Function two = newFunction("two", 1, 0);
  two.outputs.push_back({.name = "z", .first = 2});
  two.outputCount = 2, two.slotCount = 3;
  const symbolic::Expr x = two.pool.variable(slot(0));
  two.body = {assign(1, two.pool.make(symbolic::Op::add, x, two.pool.constant(1.0))),
              assign(2, two.pool.make(symbolic::Op::multiply, x, two.pool.constant(2.0)))};
  symbolic::Function f = newFunction("f", 1, 3);  // x; y; a, b, c
  symbolic::Pool& p = f.pool;
  const symbolic::Expr call = p.call(symbolic::FunctionId{0}, std::array{p.variable(slot(2))});
  const auto both = p.make(symbolic::Op::add, p.variable(slot(3)), p.variable(slot(4)));
  f.body = {assign(2, p.variable(slot(0))), assign(3, p.element(call, 0)), assign(4, p.element(call, 1)),
            assign(2, p.element(call, 0)),  assign(3, p.element(call, 1)), assign(1, both)};
  return {two, f};
}

TEST(ResultsOfOneCall, AreHadByOneCallUnlessOneIsWrittenOverItsArgument) {
  const auto procedures = lowerFunctions(twoResults(), Sources());
  EXPECT_THAT(check(procedures), IsEmpty());
  EXPECT_EQ(std::ranges::count(procedures[1].code, Act::call, &Step::act), 2);
  ProcedureMachine machine(procedures);
  double result = 0.0;
  machine.call(1, std::array{3.0}, {&result, 1});
  EXPECT_EQ(result, 8.0 + 6.0) << "a = 4 after the first call: b = 2 a = 8, c = 2*3 = 6";
}

TEST(Fault, OfACallTellsWhatHappenedInTheFunction) {
  const CompiledModel model = callingModel({tableOf});
  const Vector parameters{1.0, 9.0};
  const auto fault = trace(model, Entry::start, {.parameters = parameters});
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->reason, "index 9 of an array with 5 elements in table");
  EXPECT_EQ(model.origins[fault->origin], "there");
}

}  // namespace
}  // namespace dashpot::codegen
