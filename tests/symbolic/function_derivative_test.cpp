#include "symbolic/differentiate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace dashpot::symbolic {
namespace {

/// Runs functions by following their statements: the simplest meaning they can have.
class Runner {
 public:
  explicit Runner(const std::vector<Function>& functions) : functions_(functions) {}

  std::vector<double> call(FunctionId id, const std::vector<double>& arguments) {
    const Function& function = functions_[index(id)];
    std::vector<double> slots(function.slotCount, 0.0);
    std::copy(arguments.begin(), arguments.end(), slots.begin());
    run(function, function.body, slots);
    return {slots.begin() + function.inputCount, slots.begin() + function.inputCount + function.outputCount};
  }

  double evaluate(const Pool& pool, Expr root, const std::vector<double>& slots) {
    Walker walker(pool);
    std::vector<double> values(pool.size());
    std::vector<std::vector<double>> results(pool.size());
    for (const Expr e : std::vector<Expr>(walker.reachable(root))) {
      const Node& node = pool[e];
      const auto [a, b, c] = pool.operands(e);
      const auto of = [&](Expr operand) { return operand == Expr::none ? 0.0 : values[index(operand)]; };
      double& value = values[index(e)];
      switch (node.op) {
        case Op::constant: value = pool.value(e); break;
        case Op::boolean: value = node.a; break;
        case Op::variable: value = slots[node.a]; break;
        case Op::indexed: value = slots[node.b + static_cast<std::size_t>(of(a)) - 1]; break;
        case Op::element: value = results[node.a][node.b]; break;
        case Op::call: {
          std::vector<double> arguments;
          for (const Expr argument : pool.arguments(e)) arguments.push_back(of(argument));
          results[index(e)] = call(pool.function(e), arguments);
          break;
        }
        default: value = apply(node.op, of(a), of(b), of(c));
      }
    }
    return values[index(root)];
  }

 private:
  void run(const Function& f, const std::vector<Statement>& body, std::vector<double>& slots) {
    for (const Statement& s : body) {
      const auto value = [&](Expr e) { return evaluate(f.pool, e, slots); };
      switch (s.kind) {
        case StatementKind::assign: slots[index(s.targets[0])] = value(s.value); break;
        case StatementKind::assignIndexed: {
          const auto at = static_cast<std::size_t>(value(s.position));
          slots[index(s.targets[0]) + at - 1] = value(s.value);
          break;
        }
        case StatementKind::call: {
          std::vector<double> arguments;
          for (const Expr argument : f.pool.arguments(s.value)) arguments.push_back(value(argument));
          const std::vector<double> results = call(f.pool.function(s.value), arguments);
          for (std::size_t k = 0; k < s.targets.size(); ++k)
            if (s.targets[k] != VariableId::none) slots[index(s.targets[k])] = results[k];
          break;
        }
        case StatementKind::branch: run(f, value(s.value) != 0.0 ? s.body : s.otherwise, slots); break;
        case StatementKind::forLoop: {
          const double first = value(s.value), step = value(s.step), last = value(s.last);
          for (double i = first; i <= last; i += step) {
            slots[index(s.targets[0])] = i;
            run(f, s.body, slots);
          }
          break;
        }
        default: throw std::logic_error("not needed here");
      }
    }
  }

  const std::vector<Function>& functions_;
};

constexpr VariableId slot(std::uint32_t i) { return static_cast<VariableId>(i); }

/// y = a polynomial by Horner's rule: input x, c[3]; output y; local i.
Function horner() {
  Function f;
  f.name = "horner";
  f.inputs = {{.name = "x", .first = 0}, {.name = "c", .dimensions = {3}, .first = 1, .size = 3}};
  f.outputs = {{.name = "y", .first = 4}};
  f.locals = {{.name = "i", .type = "Integer", .first = 5}};
  f.inputCount = 4, f.outputCount = 1, f.slotCount = 6;
  Pool& p = f.pool;
  const Expr x = p.variable(slot(0)), y = p.variable(slot(4)), i = p.variable(slot(5));
  Statement step{.kind = StatementKind::assign,
                 .targets = {slot(4)},
                 .value = add(p, multiply(p, y, x), p.indexed(slot(1), 3, i))};
  f.body = {{.kind = StatementKind::assign, .targets = {slot(4)}, .value = p.constant(0.0)},
            {.kind = StatementKind::forLoop,
             .targets = {slot(5)},
             .value = p.constant(1.0),
             .step = p.constant(1.0),
             .last = p.constant(3.0),
             .body = {step}}};
  return f;
}

/// y = if x > 0 then sin(x) else x^3
Function branched() {
  Function f;
  f.name = "branched";
  f.inputs = {{.name = "x", .first = 0}};
  f.outputs = {{.name = "y", .first = 1}};
  f.inputCount = 1, f.outputCount = 1, f.slotCount = 2;
  Pool& p = f.pool;
  const Expr x = p.variable(slot(0));
  Statement branch{.kind = StatementKind::branch, .value = build(p, Op::greater, x, p.constant(0.0))};
  branch.body = {{.kind = StatementKind::assign, .targets = {slot(1)}, .value = build(p, Op::sin, x)}};
  branch.otherwise = {
      {.kind = StatementKind::assign, .targets = {slot(1)}, .value = multiply(p, x, multiply(p, x, x))}};
  f.body = {branch};
  return f;
}

TEST(FunctionDerivative, ForwardModeAgreesWithDifferencesThroughLoopsAndArrays) {
  std::vector<Function> functions{horner()};
  FunctionDerivatives derivatives(functions);
  const FunctionId made = derivatives.forwardMode(FunctionId{0});
  EXPECT_THAT(violations(functions[index(made)], functions.size()), ::testing::IsEmpty());
  EXPECT_EQ(derivatives.forwardMode(FunctionId{0}), made) << "made once";
  Runner run(functions);
  const std::vector<double> at{0.7, 2.0, -3.0, 5.0};
  for (std::size_t k = 0; k < at.size(); ++k) {
    std::vector<double> up = at, down = at, extended = at;
    up[k] += 1e-6, down[k] -= 1e-6;
    for (std::size_t j = 0; j < at.size(); ++j) extended.push_back(j == k ? 1.0 : 0.0);
    EXPECT_NEAR(run.call(made, extended)[0], (run.call(FunctionId{0}, up)[0] - run.call(FunctionId{0}, down)[0]) / 2e-6,
                1e-8);
  }
}

/// (p, q) = (x y, x + y)
Function pairOf() {
  Function f;
  f.name = "pair";
  f.inputs = {{.name = "x", .first = 0}, {.name = "y", .first = 1}};
  f.outputs = {{.name = "p", .first = 2}, {.name = "q", .first = 3}};
  f.inputCount = 2, f.outputCount = 2, f.slotCount = 4;
  Pool& p = f.pool;
  const Expr x = p.variable(slot(0)), y = p.variable(slot(1));
  f.body = {{.kind = StatementKind::assign, .targets = {slot(2)}, .value = multiply(p, x, y)},
            {.kind = StatementKind::assign, .targets = {slot(3)}, .value = add(p, x, y)}};
  return f;
}

/// a := x; b := y; (a, b) := pair(a, b); (a, b) := pair(a, b): a = x y (x + y), b = x y + x + y
Function pairTwice() {
  Function f;
  f.name = "twice";
  f.inputs = {{.name = "x", .first = 0}, {.name = "y", .first = 1}};
  f.outputs = {{.name = "a", .first = 2}, {.name = "b", .first = 3}};
  f.inputCount = 2, f.outputCount = 2, f.slotCount = 4;
  Pool& p = f.pool;
  const Statement step{.kind = StatementKind::call,
                       .targets = {slot(2), slot(3)},
                       .value = p.call(FunctionId{0}, std::vector{p.variable(slot(2)), p.variable(slot(3))})};
  f.body = {{.kind = StatementKind::assign, .targets = {slot(2)}, .value = p.variable(slot(0))},
            {.kind = StatementKind::assign, .targets = {slot(3)}, .value = p.variable(slot(1))},
            step,
            step};
  return f;
}

TEST(FunctionDerivative, ACallWhoseTargetsAreItsArgumentsIsDifferentiatedAtTheOldOnes) {
  std::vector<Function> functions{pairOf(), pairTwice()};
  FunctionDerivatives derivatives(functions);
  const FunctionId made = derivatives.forwardMode(FunctionId{1});
  EXPECT_THAT(violations(functions[index(made)], functions.size()), ::testing::IsEmpty());
  const double x = 3, y = 5, dx = 2, dy = -7;
  EXPECT_THAT(Runner(functions).call(made, {x, y, dx, dy}),
              ::testing::ElementsAre((2 * x * y + y * y) * dx + (x * x + 2 * x * y) * dy, (y + 1) * dx + (x + 1) * dy));
}

TEST(FunctionDerivative, ACallIsDifferentiatedAlongThePathTaken) {
  std::vector<Function> functions{branched()};
  FunctionDerivatives derivatives(functions);
  Pool pool;
  const Expr x = pool.variable(slot(0));
  const std::vector<Expr> arguments{multiply(pool, pool.constant(2.0), x)};
  const Expr value = pool.element(pool.call(FunctionId{0}, arguments), 0);
  Differentiator partial(pool, &derivatives);
  const Expr slope = partial(value, x);
  Runner run(functions);
  EXPECT_DOUBLE_EQ(run.evaluate(pool, slope, {0.4}), 2 * std::cos(0.8));
  EXPECT_DOUBLE_EQ(run.evaluate(pool, slope, {-0.4}), 2 * 3 * 0.8 * 0.8);
  EXPECT_EQ(partial(value, pool.variable(slot(9))), Expr::none) << "does not depend on it";
}

TEST(FunctionDerivative, AnAnnotationIsUsedWhereItHolds) {
  Function given = branched();
  given.name = "given";
  std::vector<Function> functions{branched(), given};
  functions[0].derivatives.push_back({.function = FunctionId{1}});
  FunctionDerivatives derivatives(functions);
  Pool pool;
  const std::vector<Expr> arguments{pool.variable(slot(0))};
  const Expr slope =
      Differentiator(pool, &derivatives)(pool.element(pool.call(FunctionId{0}, arguments), 0), arguments[0]);
  ASSERT_EQ(pool.op(slope), Op::element);
  EXPECT_EQ(pool.function(pool.operands(slope)[0]), FunctionId{1});
  EXPECT_EQ(functions.size(), 2u) << "nothing was made";

  functions[0].derivatives[0].zeroDerivative = {0};
  (void)derivatives.tangent(pool, FunctionId{0}, arguments, arguments, 0);
  EXPECT_EQ(functions.size(), 3u) << "the input is not constant, so the rule does not hold";
}

}  // namespace
}  // namespace dashpot::symbolic
