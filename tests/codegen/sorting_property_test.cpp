// Sorting, alias removal, tearing and linear solves keep the solution: random systems with a known one, evaluated as
// they were sorted, satisfy the equations as they were written.
#include "codegen/compile.hpp"
#include "codegen/executable.hpp"
#include "models/compiled.hpp"
#include "models/flat_builder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace dashpot::codegen {
namespace {

using dashpot::testing::FlatBuilder;
using dashpot::testing::Term;

/// Equations  sum of c_j v_j + nonlinear terms = constant  in algebraic variables and states, all of which hold at
/// `solution`; each state's derivative is the sum of some variables.
struct RandomSystem {
  struct Product {
    double factor;
    std::size_t a, b;
  };
  struct Equation {
    std::vector<std::pair<double, std::size_t>> linear;
    std::vector<Product> products;
    double right = 0.0;
  };
  std::size_t algebraic = 0, states = 0;
  std::vector<double> solution;  // of the algebraic variables, then the states
  std::vector<Equation> equations;

  RandomSystem(std::mt19937& random, std::size_t n, std::size_t stateCount, bool isNonlinear)
      : algebraic(n), states(stateCount) {
    std::uniform_real_distribution<double> value(0.5, 2.0);
    std::bernoulli_distribution coin(0.5), seldom(0.15);
    const auto coefficient = [&] { return (coin(random) ? 1.0 : -1.0) * value(random); };
    const auto any = [&](std::size_t count) { return static_cast<std::size_t>(random() % count); };
    for (std::size_t i = 0; i < n + states; ++i) solution.push_back(coefficient());
    std::vector<std::size_t> own(n);
    std::iota(own.begin(), own.end(), std::size_t{0});
    std::ranges::shuffle(own, random);
    for (std::size_t i = 0; i < n; ++i) {
      Equation e;
      e.linear.emplace_back(3 * coefficient(), own[i]);  // a matching exists, and the system is regular
      for (std::size_t k = 0; k < 2; ++k)
        if (coin(random)) e.linear.emplace_back(seldom(random) ? 1.0 : coefficient(), any(n + states));
      if (isNonlinear && coin(random)) e.products.push_back({0.3 * coefficient(), any(n), any(n)});
      e.right = left(e, solution);
      equations.push_back(std::move(e));
    }
  }

  static double left(const Equation& e, const std::vector<double>& v) {
    double sum = 0.0;
    for (const auto& [factor, j] : e.linear) sum += factor * v[j];
    for (const Product& p : e.products) sum += p.factor * v[p.a] * v[p.b];
    return sum;
  }

  void addTo(FlatBuilder& m) const {
    std::vector<Term> v;
    for (std::size_t j = 0; j < algebraic; ++j) v.push_back(m.real("a" + std::to_string(j), solution[j]));
    for (std::size_t j = 0; j < states; ++j)
      v.push_back(m.real("s" + std::to_string(j), solution[algebraic + j], true));
    for (const Equation& e : equations) {
      Term sum = m.number(0.0);
      for (const auto& [factor, j] : e.linear) sum = sum + factor * v[j];
      for (const Product& p : e.products) sum = sum + p.factor * (v[p.a] * v[p.b]);
      m.equation(sum, m.number(e.right));
    }
    for (std::size_t j = 0; j < states; ++j) m.equation(m.der(v[algebraic + j]), v[j % algebraic] - v[algebraic + j]);
  }
};

/// Checks the equations at what `observed` makes of y.
void expectSolved(const RandomSystem& random, const std::string& title) {
  FlatBuilder m;
  random.addTo(m);
  ASSERT_TRUE(m.solve()) << title << m.messages();
  EXPECT_THAT(equations::check(*m.system), ::testing::IsEmpty()) << title;
  const CompiledModel model = compile(*m.system, m.sources);
  const auto run = makeInterpreter(model);
  const auto valueOf = [&](const std::string& name) {
    const std::size_t number = std::stoul(name.substr(1));
    return random.solution[name[0] == 'a' ? number : random.algebraic + number];
  };
  Vector parameters(model.parameters.count), given(model.parameters.count, 0.0), y, observed;
  ASSERT_EQ(run->run(Entry::parameters, {.parameters = given, .given = given}, parameters), Evaluation::ok);
  for (const std::string& name : model.states.names) y.push_back(valueOf(name));
  observed.resize(model[Entry::observed].outputCount());
  ASSERT_EQ(run->run(Entry::observed, {.y = y, .parameters = parameters}, observed), Evaluation::ok) << title;
  std::vector<double> values(random.solution.size());
  for (const VariableInfo& variable : model.recorded.variables) {
    const std::size_t number = std::stoul(variable.name.substr(1));
    const double value = variable.kind == VariableKind::constant || variable.kind == VariableKind::parameter
                             ? parameters[variable.index]
                             : observed[variable.index];
    values[variable.name[0] == 'a' ? number : random.algebraic + number] = variable.negated ? -value : value;
  }
  for (const RandomSystem::Equation& e : random.equations)
    EXPECT_NEAR(RandomSystem::left(e, values), e.right, 1e-8 * (1 + std::fabs(e.right))) << title;
  Vector f(model.size());
  ASSERT_EQ(run->run(Entry::rhs, {.y = y, .parameters = parameters}, f), Evaluation::ok);
  for (std::size_t i = 0; i < f.size(); ++i) {
    if (model.states.isDifferential[i]) {
      const std::size_t j = std::stoul(model.states.names[i].substr(1));
      EXPECT_NEAR(f[i], values[j % random.algebraic] - values[random.algebraic + j], 1e-8) << title;
    } else {
      EXPECT_NEAR(f[i], 0.0, 1e-8) << title << ": the residual of a torn block at the solution";
    }
  }
}

TEST(SortingKeepsTheSolution, OfRandomLinearSystems) {
  std::mt19937 random(17);
  for (int trial = 0; trial < 60; ++trial)
    expectSolved(RandomSystem(random, 3 + trial % 25, trial % 4, false), "trial " + std::to_string(trial));
}

TEST(SortingKeepsTheSolution, OfRandomNonlinearSystems) {
  std::mt19937 random(18);
  for (int trial = 0; trial < 60; ++trial)
    expectSolved(RandomSystem(random, 3 + trial % 25, trial % 4, true), "trial " + std::to_string(trial));
}

/// Resistors along and across, one volt at one end. Substituted from end to end, a rounding error would grow by 2.6 in
/// each of the 60 sections; node voltages against the recurrence from the open end, along which errors shrink.
TEST(SortingKeepsTheSolution, OfALongLadderOfResistors) {
  constexpr std::size_t sections = 60;
  const dashpot::testing::Compiled ladder(
      "model L parameter Real G = 1; Real v[60], i[61]; Real x(start = 0); equation 1 - v[1] = i[1];"
      "for k in 2:60 loop v[k - 1] - v[k] = i[k]; end for; for k in 1:60 loop i[k] - i[k + 1] = G*v[k]; end for;"
      "i[61] = 0*x; der(x) = v[60]; end L;");
  ASSERT_TRUE(ladder.model) << ladder.messages();
  const CompiledModel& model = *ladder.model;
  const auto run = makeInterpreter(model);
  Vector parameters(model.parameters.count), given(model.parameters.count, 0.0);
  ASSERT_EQ(run->run(Entry::parameters, {.parameters = given, .given = given}, parameters), Evaluation::ok);
  Vector observed(model[Entry::observed].outputCount());
  ASSERT_EQ(model.size(), 1u) << "a linear block of this size is solved inside F";
  const Vector y{0.0};
  ASSERT_EQ(run->run(Entry::observed, {.y = y, .parameters = parameters}, observed), Evaluation::ok);
  Vector expected(sections + 1);
  expected[sections] = 1.0, expected[sections - 1] = 2.0;
  for (std::size_t k = sections - 1; k > 0; --k) expected[k - 1] = 3 * expected[k] - expected[k + 1];
  for (const VariableInfo& variable : model.recorded.variables) {
    if (variable.name[0] != 'v') continue;
    const std::size_t k = std::stoul(variable.name.substr(2));
    const double value = variable.negated ? -observed[variable.index] : observed[variable.index];
    EXPECT_NEAR(value, expected[k] / expected[0], 1e-12) << variable.name;
  }
}

}  // namespace
}  // namespace dashpot::codegen
