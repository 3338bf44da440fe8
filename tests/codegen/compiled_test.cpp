#include "models/compiled.hpp"

#include "codegen/executable.hpp"
#include "models/known_systems.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace dashpot::codegen {
namespace {

using dashpot::testing::Compiled;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Vector parametersOf(const CompiledModel& model) {
  Vector none(model.parameters.count, 0.0), result(model.parameters.count);
  EXPECT_EQ(makeInterpreter(model)->run(Entry::parameters, {.parameters = none, .given = none}, result),
            Evaluation::ok);
  return result;
}

class Evaluator {
 public:
  explicit Evaluator(const CompiledModel& model)
      : model_(model),
        executable_(makeInterpreter(model)),
        parameters_(parametersOf(model)),
        modes(model.modeCount(), 0.0) {}
  Vector operator()(Entry entry, double t, const Vector& y) {
    Vector out(model_[entry].outputCount());
    EXPECT_EQ(executable_->run(entry, {t, y, parameters_, modes, {}}, out), Evaluation::ok) << name(entry);
    return out;
  }

 private:
  const CompiledModel& model_;
  std::unique_ptr<Executable> executable_;
  Vector parameters_;

 public:
  Vector modes;
};

// ---- Jacobians ------------------------------------------------------------------------------------------------------

struct JacobianCase {
  const char* name;
  std::string text;
  double scale;
};

/// dF/dy and dF/dt against central differences, at random points and for all modes true and false.
void expectExactJacobian(const CompiledModel& model, double scale) {
  Evaluator evaluate(model);
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(0.2, 1.5);
  const std::size_t n = model.size();
  for (int trial = 0; trial < 6; ++trial) {
    std::ranges::fill(evaluate.modes, trial % 2);
    const double t = uniform(random);
    Vector y(n);
    for (double& value : y) value = scale * uniform(random);
    const Vector values = evaluate(Entry::jacobian, t, y);
    std::vector<Vector> exact(n, Vector(n, 0.0));
    for (std::size_t j = 0; j < n; ++j)
      for (int k = model.states.pattern.columnStart[j]; k < model.states.pattern.columnStart[j + 1]; ++k)
        exact[static_cast<std::size_t>(model.states.pattern.rows[static_cast<std::size_t>(k)])][j] =
            values[static_cast<std::size_t>(k)];
    const auto compare = [](double derivative, double plus, double minus, double h) {
      EXPECT_NEAR(derivative, (plus - minus) / (2 * h),
                  1e-6 * std::fabs(derivative) + 1e-9 * (std::fabs(plus) + std::fabs(minus)) / h + 1e-12);
    };
    for (std::size_t j = 0; j < n; ++j) {
      const double h = 1e-6 * scale;
      Vector up = y, down = y;
      up[j] += h, down[j] -= h;
      const Vector plus = evaluate(Entry::rhs, t, up), minus = evaluate(Entry::rhs, t, down);
      for (std::size_t i = 0; i < n; ++i) compare(exact[i][j], plus[i], minus[i], h);
    }
    const Vector slope = evaluate(Entry::timeDerivative, t, y), later = evaluate(Entry::rhs, t + 1e-6, y),
                 earlier = evaluate(Entry::rhs, t - 1e-6, y);
    for (std::size_t i = 0; i < n; ++i) compare(slope[i], later[i], earlier[i], 1e-6);
  }
}

TEST(Jacobian, OfTheExamplesAgreesWithDifferences) {
  for (const auto& [name, scale] : {std::pair{"hires", 1.0}, {"rlc", 1.0}, {"relief_valve", 1e7}}) {
    const Compiled compiled(testing::exampleText(name));
    ASSERT_TRUE(compiled.model) << compiled.messages();
    SCOPED_TRACE(name);
    expectExactJacobian(*compiled.model, scale);
  }
}

TEST(Jacobian, ThroughALinearBlockWithVaryingCoefficientsAgreesWithDifferences) {
  const Compiled compiled(
      "model M Real x(start = 1); Real y(start = 2); Real a; Real b; Real c;\n"
      "equation (2 + x*x)*a + y*b + c = time*x; x*a - 3*b + c*y = y; a + b - (4 + y)*c = sin(time);\n"
      "der(x) = -a*x + c; der(y) = b + a*c; end M;");
  ASSERT_TRUE(compiled.model) << compiled.messages();
  ASSERT_EQ(compiled.model->size(), 2u);
  EXPECT_THAT(print(*compiled.model), HasSubstr("solve "));
  expectExactJacobian(*compiled.model, 1.0);
}

TEST(Jacobian, ThroughATornNonlinearBlockAgreesWithDifferences) {
  const Compiled compiled(
      "model M Real x(start = 1); Real u; Real v; Real w; equation u + exp(v) = x; w = u*v; v = w + time - u^3; der(x) "
      "= -w + atan2(u, x); end M;");
  ASSERT_TRUE(compiled.model) << compiled.messages();
  ASSERT_GT(compiled.model->size(), 1u);
  expectExactJacobian(*compiled.model, 1.0);
}

TEST(Jacobian, OfTheInitialSystemAgreesWithDifferences) {
  const Compiled compiled(
      "model M Real x; Real u(start = 1); initial equation der(x) = 0; equation der(x) = u - x^3; u = 2 + cos(u*x); "
      "end M;");
  ASSERT_TRUE(compiled.model) << compiled.messages();
  const CompiledModel& model = *compiled.model;
  ASSERT_GT(model.initialSize(), 0u);
  Evaluator evaluate(model);
  const Vector z(model.initialSize(), 0.7);
  const Vector values = evaluate(Entry::initialJacobian, 0, z);
  for (std::size_t j = 0; j < z.size(); ++j) {
    Vector up = z, down = z;
    up[j] += 1e-6, down[j] -= 1e-6;
    const Vector plus = evaluate(Entry::initialResidual, 0, up), minus = evaluate(Entry::initialResidual, 0, down);
    for (int k = model.initial.pattern.columnStart[j]; k < model.initial.pattern.columnStart[j + 1]; ++k) {
      const auto row = static_cast<std::size_t>(model.initial.pattern.rows[static_cast<std::size_t>(k)]);
      EXPECT_NEAR(values[static_cast<std::size_t>(k)], (plus[row] - minus[row]) / 2e-6, 1e-7);
    }
  }
}

// ---- the IR ---------------------------------------------------------------------------------------------------------

TEST(Ir, TextIsStable) {
  const Compiled compiled(testing::exampleText("relief_valve"), "relief_valve.mo");
  EXPECT_EQ(print(*compiled.model), testing::goldenText("relief_valve.ir"));
}

TEST(Ir, CommonSubexpressionsAreComputedOnce) {
  const Compiled compiled(
      "model M Real x(start = 1); Real a = sin(x) + 1; Real b = sin(x) + 2; equation der(x) = a*b; end M;");
  const std::string text = print((*compiled.model)[Entry::rhs]);
  EXPECT_EQ(text.find("sin"), text.rfind("sin"));
}

/// As products they have the bits of the evaluator that interprets procedures and folds constants. A negative exponent
/// keeps its name, which the report of a zero needs.
TEST(Ir, SmallWholePowersAreTheProductsThatTheEvaluatorTakes) {
  for (int n = 2; n <= 17; ++n) {
    const std::string exponent = std::to_string(n);
    const Compiled compiled("model M Real x(start = 1); equation der(x) = x^" + exponent + "; end M;");
    ASSERT_TRUE(compiled.model) << compiled.messages();
    EXPECT_EQ(print((*compiled.model)[Entry::rhs]).find("power") == std::string::npos, n <= 16) << n;
    Evaluator evaluate(*compiled.model);
    for (const double x : {1.1, -0.7, 3.3e7, 0.0})
      EXPECT_EQ(evaluate(Entry::rhs, 0, {x})[0], symbolic::apply(symbolic::Op::power, x, n)) << x << '^' << n;
  }
  const Compiled inverse("model M Real x(start = 1); equation der(x) = x^(-3); end M;");
  EXPECT_THAT(print((*inverse.model)[Entry::rhs]), HasSubstr("power"));
}

/// Those whose reciprocal has all its bits.
TEST(Ir, DivisionsByPowersOfTwoAreMultiplicationsWithTheSameBits) {
  for (const auto& [divisor, isPower] : {std::pair{"2", true},
                                         {"-0.125", true},
                                         {"2^1022", true},
                                         {"2^(-1022)", true},
                                         {"3", false},
                                         {"0.1", false},
                                         {"2^1023", false},
                                         {"2^(-1023)", false}}) {
    const Compiled compiled(fmt::format("model M Real x(start = 1); equation der(x) = x/({}); end M;", divisor));
    ASSERT_TRUE(compiled.model) << compiled.messages();
    EXPECT_EQ(print((*compiled.model)[Entry::rhs]).find("divide") == std::string::npos, isPower) << divisor;
  }
  const Compiled compiled("model M Real x(start = 1); Real y = x/2^1022; equation der(x) = x/8 + 0*y; end M;");
  ASSERT_TRUE(compiled.model) << compiled.messages();
  Evaluator evaluate(*compiled.model);
  for (const double x : {0.0, 1.1, -5e-324, 2.3e-308, 1.7e308}) {
    const Vector values = evaluate(Entry::observed, 0, {x});
    EXPECT_THAT(values, Contains(x / 0x1p1022)) << x;
    EXPECT_EQ(evaluate(Entry::rhs, 0, {x})[0], x / 8) << x;
  }
}

TEST(Ir, AChainOfAHundredThousandTermsIsLoweredWithoutRecursion) {
  std::string sum = "x";
  for (int i = 0; i < 100'000; ++i) sum += "+x";
  const Compiled compiled("model M Real x(start = 1); equation der(x) = " + sum + "; end M;");
  ASSERT_TRUE(compiled.model) << compiled.messages();
  Evaluator evaluate(*compiled.model);
  EXPECT_EQ(evaluate(Entry::rhs, 0, {1.0})[0], 100'001.0);
}

TEST(Parameters, FollowFromOneAnotherUnlessGiven) {
  const Compiled compiled(
      "model M parameter Real a = 2; parameter Real b = 3*a; parameter Real c = a + b; Real x = c; end M;");
  const CompiledModel& model = *compiled.model;
  EXPECT_EQ(model.parameters.givenCount, 3u) << "x follows from them, and is evaluated with them";
  EXPECT_THAT(parametersOf(model), ::testing::ElementsAre(2, 6, 8, 8));
  Vector result(4);
  const Vector values{0, 10, 0, 0}, given{0, 1, 0, 0};
  ASSERT_EQ(makeInterpreter(model)->run(Entry::parameters, {.parameters = values, .given = given}, result),
            Evaluation::ok);
  EXPECT_THAT(result, ::testing::ElementsAre(2, 10, 12, 12));
}

// ---- faults ---------------------------------------------------------------------------------------------------------

TEST(Fault, IsTracedToTheEquationThatCausedIt) {
  const Compiled compiled(
      "model M\n  Real x(start = -1);\n  Real root;\nequation\n  root = sqrt(x);\n  der(x) = 1 + root;\nend M;\n");
  const Vector y{-0.25};
  Vector out(1);
  EXPECT_EQ(makeInterpreter(*compiled.model)->run(Entry::rhs, {.y = y}, out), Evaluation::recoverable);
  const auto fault = trace(*compiled.model, Entry::rhs, {.y = y});
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->reason, "square root of a negative number (-0.25)");
  EXPECT_EQ(compiled.model->origins[fault->origin], "test.mo:5: root = sqrt(x)");
}

TEST(Fault, InTheBranchNotTakenDoesNoHarm) {
  const Compiled compiled("model M Real x(start = 1); equation der(x) = noEvent(if x > 0 then sqrt(x) else 0); end M;");
  Evaluator evaluate(*compiled.model);
  EXPECT_EQ(evaluate(Entry::rhs, 0, {-4.0})[0], 0.0);
  EXPECT_EQ(evaluate(Entry::rhs, 0, {4.0})[0], 2.0);
}

TEST(Fault, IsNotHiddenByAMinimumOrMaximum) {
  const Compiled compiled("model M Real x(start = 1); equation der(x) = max(0, sqrt(x)) + min(1, sqrt(x)); end M;");
  const Vector y{-4.0};
  Vector out(1);
  EXPECT_EQ(makeInterpreter(*compiled.model)->run(Entry::rhs, {.y = y}, out), Evaluation::recoverable);
  EXPECT_EQ(trace(*compiled.model, Entry::rhs, {.y = y})->reason, "square root of a negative number (-4)");
}

TEST(Fault, ASingularLinearBlockIsNamed) {
  const Compiled compiled(
      "model M Real x(start = 0); Real a; Real b; Real c; equation x*a + b + c = 1; a + x*b - c = 2; a + b + x*c = 3; "
      "der(x) = a; end M;");
  const Vector y{-1.0};  // the second and the third equation minus the first are multiples of one another
  Vector out(1);
  const Evaluation result = makeInterpreter(*compiled.model)->run(Entry::rhs, {.y = y}, out);
  if (result == Evaluation::recoverable)
    EXPECT_TRUE(trace(*compiled.model, Entry::rhs, {.y = y}));
  else
    EXPECT_TRUE(std::isfinite(out[0]));
}

TEST(Fault, OfALoopWithOneUnknownLeftNamesTheLoop) {
  const Compiled compiled(
      "model M parameter Real k = 1; Real x(start = 0); Real force; Real lever; equation force = 2*lever; "
      "lever*k - force = x - 1; der(x) = force; end M;");
  ASSERT_TRUE(compiled.model) << compiled.messages();
  const auto interpreter = makeInterpreter(*compiled.model);
  Vector given(compiled.model->parameters.count, 0.0), parameters(given.size()), out(1);
  for (const auto& variable : compiled.model->recorded.variables)
    if (variable.name == "k") given[variable.index] = 1.0, parameters[variable.index] = 2.0;
  interpreter->run(Entry::parameters, {.parameters = Vector(parameters), .given = given}, parameters);
  const Vector y{0.0};
  ASSERT_EQ(interpreter->run(Entry::rhs, {.y = y, .parameters = parameters}, out), Evaluation::recoverable);
  const auto fault = trace(*compiled.model, Entry::rhs, {.y = y, .parameters = parameters});
  ASSERT_TRUE(fault);
  EXPECT_THAT(fault->reason, ::testing::HasSubstr("singular system of linear equations for "));
  EXPECT_THAT(fault->reason, ::testing::AllOf(::testing::HasSubstr("force"), ::testing::HasSubstr("lever")));
  EXPECT_THAT(compiled.model->origins[fault->origin], ::testing::HasSubstr("lever"));
}

// ---- invariants -----------------------------------------------------------------------------------------------------

class BrokenModel : public ::testing::Test {
 protected:
  Compiled compiled{
      "model M parameter Real p = 1; Real x(start = 1); Real u; Real v; Real w; equation x*u + v + w = 1; u - x*v + w "
      "= p; u + v + 3*w = time; der(x) = u; end M;"};
  CompiledModel& model = *compiled.model;
  Function& rhs = model.functions[static_cast<std::size_t>(Entry::rhs)];
  Instruction& find(Code code) {
    for (Instruction& at : rhs.code)
      if (at.code == code) return at;
    throw std::logic_error("not there");
  }
};

TEST_F(BrokenModel, AWholeModelHasNoViolations) { EXPECT_THAT(check(model), IsEmpty()); }

TEST_F(BrokenModel, AnOperandThatComesLaterIsFound) {
  find(Code::operation).a = 9999;
  EXPECT_THAT(check(model), Contains(HasSubstr("which comes later")));
}

TEST_F(BrokenModel, AnInputThatDoesNotExistIsFound) {
  find(Code::state).a = 7;
  EXPECT_THAT(check(model), Contains(HasSubstr("state 7 does not exist")));
}

TEST_F(BrokenModel, AnElementOutsideItsSolveIsFound) {
  find(Code::element).b = 99;
  EXPECT_THAT(check(model), Contains(HasSubstr("lies outside the solve")));
}

TEST_F(BrokenModel, ALeafAsAnOperationIsFound) {
  find(Code::operation).op = symbolic::Op::time;
  EXPECT_THAT(check(model), Contains(HasSubstr("is no operation")));
}

TEST_F(BrokenModel, AMissingOutputIsFound) {
  rhs.outputs.clear();
  EXPECT_THAT(check(model), Contains("rhs: has 0 outputs instead of 1"));
}

TEST_F(BrokenModel, APatternThatDoesNotFitIsFound) {
  model.states.pattern.rows[0] = 5;
  EXPECT_THAT(check(model), Contains(HasSubstr("has a row out of place")));
}

TEST_F(BrokenModel, AVariableThatNothingComputesIsFound) {
  model.recorded.variables[1].index = 99;
  EXPECT_THAT(check(model), Contains("x: is not computed by any function"));
}

TEST_F(BrokenModel, AnOriginThatDoesNotExistIsFound) {
  rhs.origins[0] = 99;
  EXPECT_THAT(check(model), Contains(HasSubstr("refers to origin 99")));
}

TEST_F(BrokenModel, TwoVariablesOfOneNameAreFound) {
  model.recorded.variables[1].name = model.recorded.variables[2].name;
  EXPECT_THAT(check(model), Contains(HasSubstr("two variables are called")));
}

TEST_F(BrokenModel, ConstantsAndListsThatDoNotExistAreFound) {
  find(Code::solve).a = 9999;
  EXPECT_THAT(check(model), ::testing::Not(IsEmpty()));
  Compiled other("model M Real x(start = 1); equation der(x) = -2*x; end M;");
  for (Instruction& at : other.model->functions[static_cast<std::size_t>(Entry::rhs)].code)
    if (at.code == Code::constant) at.a = 99;
  EXPECT_THAT(check(*other.model), ::testing::Not(IsEmpty()));
}

TEST_F(BrokenModel, DerivativesByParametersThatDoNotFitAreFound) {
  model.parameters.pattern.columnStart = {0, 3};
  model.parameters = {99};
  EXPECT_THAT(check(model), ::testing::Not(IsEmpty()));
}

/// Something of everything that happens at instants.
class BrokenEvents : public ::testing::Test {
 protected:
  Compiled compiled{
      "model M function f input Real a; input Real b; output Real c; algorithm c := a; while c > b loop c := c/2; end "
      "while; end f; Real x(start = 1); discrete Real n(start = 0); equation der(x) = -f(x, 0.5) + (if time > 0.25 "
      "then "
      "1 else 0); when sample(0, 0.1) then n = pre(n) + 1; end when; when x < 0.5 then reinit(x, 1); end when; "
      "assert(x "
      "< 10, \"x is \" + String(x)); end M;"};
  CompiledModel& model = *compiled.model;
};

TEST_F(BrokenEvents, AWholeModelHasNoViolations) {
  ASSERT_TRUE(compiled.model) << compiled.messages();
  EXPECT_THAT(check(model), IsEmpty());
  EXPECT_EQ(model.discrete.clockFlags.size(), 1u);
  EXPECT_EQ(model.events.timeModes.size(), 1u);
  EXPECT_EQ(model.procedures.empty(), false);
}

TEST_F(BrokenEvents, AClockWithoutAFlagIsFound) {
  model.discrete.clockFlags[0] = 99;
  EXPECT_THAT(check(model), Contains("a clock has no flag"));
}

TEST_F(BrokenEvents, ATimeEventOfNoModeIsFound) {
  model.events.timeModes[0].mode = 99;
  EXPECT_THAT(check(model), Contains("a time event belongs to a mode that does not exist"));
}

TEST_F(BrokenEvents, AnActionOnNoStateIsFound) {
  for (ActionInfo& action : model.events.actions)
    if (action.kind == ActionKind::reinit) action.target = 99;
  EXPECT_THAT(check(model), Contains("an action reinitialises a state that does not exist"));
}

TEST_F(BrokenEvents, ATextWithoutItsValueIsFound) {
  for (ActionInfo& action : model.events.actions)
    if (action.kind == ActionKind::assertion) action.text.emplace_back(ShownOutput{99});
  EXPECT_THAT(check(model), Contains("the text of an action refers to a value that does not exist"));
}

TEST_F(BrokenEvents, CallsThatDoNotFitTheirProcedureAreFound) {
  Function& rhs = model.functions[static_cast<std::size_t>(Entry::rhs)];
  const auto at = [&](Code code) { return std::ranges::find(rhs.code, code, &Instruction::code) - rhs.code.begin(); };
  const CompiledModel whole = model;
  ASSERT_LT(static_cast<std::size_t>(at(Code::call)), rhs.code.size());
  rhs.code[static_cast<std::size_t>(at(Code::element))].b = 9;
  EXPECT_THAT(check(model), Contains(HasSubstr("has no result 9")));
  model = whole;
  rhs.code[static_cast<std::size_t>(at(Code::call))].c = 1;
  EXPECT_THAT(check(model), Contains(HasSubstr("with 1 arguments instead of 2")));
  model = whole;
  rhs.code[static_cast<std::size_t>(at(Code::call))].b = 9;
  EXPECT_THAT(check(model), Contains(HasSubstr("procedure 9 does not exist")));
}

TEST(BrokenStateSets, PlacesOutsideDAndYAreFound) {
  const Compiled compiled{std::string(testing::pendulum)};
  ASSERT_TRUE(compiled.model) << compiled.messages();
  CompiledModel model = *compiled.model;
  ASSERT_EQ(model.states.sets.size(), 1u);
  model.states.sets[0].selection[0] = 99;
  EXPECT_THAT(check(model), Contains("a selection lies outside d"));
  model = *compiled.model;
  model.states.sets[0].states[0][0] = 99;
  EXPECT_THAT(check(model), Contains("a state of a set lies outside y"));
  model = *compiled.model;
  ++model.states.sets[0].constraints;
  EXPECT_THAT(check(model), Contains(HasSubstr("selection: has")));
}

// ---- features -------------------------------------------------------------------------------------------------------

TEST(Features, TheDiagonalFormGivesFAgain) {
  const Compiled compiled(
      "model M parameter Real T = 2; Real x(start = 1), v(start = 2), w(start = 3), u; equation T*der(x) = v - x; "
      "der(v) = -w*v + x^2; der(w) = -w^3 + u; u + 2*w = sin(time) + x; end M;");
  ASSERT_TRUE(compiled.model) << compiled.messages();
  const CompiledModel& model = *compiled.model;
  ASSERT_TRUE(model.features.hasDiagonal);
  const auto run = makeInterpreter(model);
  Vector parameters(model.parameters.count), none(model.parameters.count, 0.0);
  ASSERT_EQ(run->run(Entry::parameters, {.parameters = none, .given = none}, parameters), Evaluation::ok);
  const Vector y{0.7, 1.3, -0.4};
  const Arguments arguments{.time = 0.6, .y = y, .parameters = parameters};
  Vector f(3), ab(6);
  ASSERT_EQ(run->run(Entry::rhs, arguments, f), Evaluation::ok);
  ASSERT_EQ(run->run(Entry::diagonal, arguments, ab), Evaluation::ok);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(ab[i] * y[i] + ab[3 + i], f[i], 1e-14) << i;
  EXPECT_DOUBLE_EQ(ab[0], -0.5);
  EXPECT_DOUBLE_EQ(ab[1], 0.4);
  EXPECT_NEAR(ab[2], -3 * 0.16 - 2, 1e-14) << "not linear in w: the slope";
  EXPECT_TRUE(compiled.system->features.diagonal[1].isLinear);
  EXPECT_FALSE(compiled.system->features.diagonal[2].isLinear);
}

TEST(Features, RelationsThatTimeAloneDecidesHaveATime) {
  const Compiled compiled(
      "model M parameter Real t0 = 0.2, T = 0.5; Real x(start = 0), y; discrete Real n(start = 0); equation y = "
      "2*time; "
      "der(x) = (if time > t0 + T then 1 else 0) + (if 0.9 >= y then 1 else 0) + (if time - t0 < 0.1 then 1 else 0) + "
      "(if "
      "x > 3 then 1 else 0) + (if time > n then 1 else 0) + (if time^2 > T then 1 else 0); when sample(0, 1) then n = "
      "pre(n) + 1; end when; end M;");
  ASSERT_TRUE(compiled.model) << compiled.messages();
  const CompiledModel& model = *compiled.model;
  ASSERT_EQ(model.events.timeModes.size(), 3u);
  const auto run = makeInterpreter(model);
  Vector parameters(model.parameters.count), none(model.parameters.count, 0.0), times(3);
  ASSERT_EQ(run->run(Entry::parameters, {.parameters = none, .given = none}, parameters), Evaluation::ok);
  ASSERT_EQ(run->run(Entry::timeEvents, {.parameters = parameters}, times), Evaluation::ok);
  EXPECT_THAT(times, ::testing::UnorderedElementsAre(::testing::DoubleEq(0.7), ::testing::DoubleEq(0.45),
                                                     ::testing::DoubleEq(0.3)));
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(model.events.timeModes[k].rises, std::fabs(times[k] - 0.45) > 0.01);
}

TEST(Fault, ARelationOfWhatIsNoNumberInNoEventIsNotHidden) {
  const Compiled compiled("model M Real x(start = 1); equation der(x) = noEvent(if sqrt(x) > 2 then 1 else 3); end M;");
  ASSERT_TRUE(compiled.model) << compiled.messages();
  const auto run = makeInterpreter(*compiled.model);
  const Vector defined{9.0}, undefined{-1.0};
  Vector f(1);
  EXPECT_EQ(run->run(Entry::rhs, {.y = defined}, f), Evaluation::ok);
  EXPECT_EQ(f[0], 1.0);
  EXPECT_EQ(run->run(Entry::rhs, {.y = undefined}, f), Evaluation::recoverable);
  const auto fault = trace(*compiled.model, Entry::rhs, {.y = undefined});
  ASSERT_TRUE(fault);
  EXPECT_THAT(fault->reason, HasSubstr("square root of a negative number"));
}

}  // namespace
}  // namespace dashpot::codegen
