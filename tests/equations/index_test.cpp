#include "equations/roles.hpp"
#include "models/flat_builder.hpp"
#include "models/known_systems.hpp"
#include "models/solved.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace dashpot::equations {
namespace {

using testing::FlatBuilder;
using ::testing::HasSubstr;
using testing::Solved;
using testing::Term;

struct Known {
  const char* name;
  std::string_view text;
  std::size_t index, differentiated, states, sets, iterations;
  std::size_t matched;                                     // equations, each with its unknown
  std::vector<std::pair<std::size_t, std::size_t>> loops;  // equations and torn variables of each, ascending
};

void PrintTo(const Known& known, std::ostream* out) { *out << known.name; }

class KnownSystem : public ::testing::TestWithParam<Known> {};

TEST_P(KnownSystem, HasTheStructureThatIsCountedByHand) {
  const Known& known = GetParam();
  const Solved solved{std::string(known.text)};
  ASSERT_TRUE(solved.system) << solved.messages();
  const SolvableSystem& system = *solved.system;
  EXPECT_THAT(check(system), ::testing::IsEmpty());
  EXPECT_EQ(system.counts.index, known.index);
  EXPECT_EQ(system.counts.differentiated, known.differentiated);
  EXPECT_EQ(count(system, Role::state), known.states);
  EXPECT_EQ(system.stateSets.size(), known.sets);
  EXPECT_EQ(count(system, Role::iteration), known.iterations);
  std::size_t matched = 0;
  std::vector<std::pair<std::size_t, std::size_t>> loops;
  for (const Block& block : system.simulation.blocks) {
    EXPECT_EQ(block.torn.size(), block.residuals.size());
    matched += block.equations.size();
    if (block.equations.size() > 1) loops.emplace_back(block.equations.size(), block.torn.size());
  }
  std::ranges::sort(loops);
  EXPECT_EQ(matched, known.matched);
  EXPECT_EQ(loops, known.loops);
}

// Index and degrees of freedom are those of the literature; the number of differentiated equations is how often each
// constraint has to be differentiated. Of the mechanical systems: positions with their constraints and the choice of
// states, velocities likewise, then accelerations with the forces in rods, which are all that has to be torn (and the
// second derivative of an angle, whose coefficient can vanish).
INSTANTIATE_TEST_SUITE_P(
    Table, KnownSystem,
    ::testing::Values(
        Known{"seriesCircuit", testing::seriesCircuit, 0, 0, 2, 0, 0, 5, {}},
        Known{"bridge", testing::bridge, 1, 0, 1, 0, 0, 8, {{7, 1}}},
        Known{"parallelCapacitors", testing::parallelCapacitors, 1, 0, 1, 0, 0, 4, {{3, 1}}},
        Known{"capacitorAcrossSource", testing::capacitorAcrossSource, 2, 1, 0, 0, 0, 3, {}},
        Known{"pendulum", testing::pendulum, 3, 2, 2, 1, 2, 12, {{2, 2}, {2, 2}, {3, 1}}},
        Known{"doublePendulum", testing::doublePendulum, 3, 4, 4, 1, 4, 23, {{4, 4}, {4, 4}, {6, 2}}},
        Known{"sliderCrank", testing::sliderCrank, 3, 4, 2, 1, 2, 14, {{2, 2}, {2, 2}, {4, 2}}},
        Known{"gear", testing::gear, 3, 2, 2, 0, 0, 8, {{4, 1}}},
        Known{"transistorAmplifier", testing::transistorAmplifier, 1, 0, 5, 0, 2, 17, {{3, 1}, {4, 1}, {4, 1}}},
        Known{"orificeChain", testing::orificeChain, 0, 0, 2, 0, 0, 3, {}},
        Known{"orificesInSeries", testing::orificesInSeries, 1, 0, 1, 0, 1, 3, {{2, 1}}},
        Known{"orificesInParallel", testing::orificesInParallel, 1, 0, 1, 0, 1, 4, {{3, 1}}}),
    [](const auto& instance) { return std::string(instance.param.name); });

TEST(IndexReduction, ADifferentiatedEquationIsNamedByTheOneItComesFrom) {
  const Solved solved{std::string(testing::capacitorAcrossSource)};
  ASSERT_TRUE(solved.system);
  const auto made =
      std::ranges::find(solved.system->equations, EquationSource::differentiated, &SystemEquation::source);
  ASSERT_NE(made, solved.system->equations.end());
  EXPECT_THAT(
      describe(*solved.system, static_cast<EquationId>(made - solved.system->equations.begin()), solved.sources),
      HasSubstr("u = sin(time)  (differentiated)"));
}

TEST(IndexReduction, AnInputThatWouldHaveToBeDifferentiatedIsNamed) {
  FlatBuilder m;
  const auto input = m.declare("u", model::Type::real, model::Variability::continuous);
  m.flat.variables[symbolic::index(input)].causality = model::Causality::input;
  const Term x = m.real("x"), f = m.real("f");
  m.equation(x, 2.0 * m.term(input));
  m.equation(m.der(x), f);
  EXPECT_FALSE(m.solve());
  EXPECT_THAT(m.messages(), HasSubstr("the time derivative of u is not known"));
}

TEST(IndexReduction, TheDerivativeOfAnInputIsRefused) {
  FlatBuilder m;
  const auto input = m.declare("u", model::Type::real, model::Variability::continuous);
  m.flat.variables[symbolic::index(input)].causality = model::Causality::input;
  m.equation(m.real("y"), m.der(m.term(input)));
  EXPECT_FALSE(m.solve());
  EXPECT_THAT(m.messages(), HasSubstr("the time derivative of the input u is not known"));
}

TEST(IndexReduction, ASystemThatNoDifferentiationCanMendIsReported) {
  EXPECT_THAT(Solved("model M Real x, y; equation der(x) + der(y) = 1; end M;").messages(),
              HasSubstr("1 equation for 2 unknowns"));
  EXPECT_THAT(Solved("model M Real x; equation der(x) = 1; x = time; end M;").messages(), HasSubstr("too many"));
}

TEST(StateSelection, FollowsStateSelect) {
  for (const std::size_t wanted : {0u, 1u}) {
    FlatBuilder m;
    const Term x = m.real("x"), y = m.real("y"), f = m.real("f");
    m.flat.variables[wanted].attributes.stateSelect = model::StateSelect::prefer;
    m.equation(m.der(x), f);
    m.equation(m.der(y), m.number(1.0) - f);
    m.equation(x, 2.0 * y);
    ASSERT_TRUE(m.solve()) << m.messages();
    EXPECT_THAT(m.system->simulation.unknowns, ::testing::ElementsAre(static_cast<VariableId>(wanted)));
  }
}

TEST(StateSelection, LeavesNoChoiceWhereTheUserMadeIt) {
  FlatBuilder m;
  const Term x = m.real("x", 0.1), y = m.real("y", -1.0), u = m.real("u"), v = m.real("v"), F = m.real("F");
  for (const std::size_t i : {0u, 2u}) m.flat.variables[i].attributes.stateSelect = model::StateSelect::always;
  m.equation(m.der(x), u);
  m.equation(m.der(y), v);
  m.equation(m.der(u), -(F * x));
  m.equation(m.der(v), -(F * y) - 9.81);
  m.equation(x * x + y * y, m.number(1.0));
  ASSERT_TRUE(m.solve()) << m.messages();
  EXPECT_TRUE(m.system->stateSets.empty());
  EXPECT_EQ((*m.system)[VariableId{0}].role, Role::state);
  EXPECT_EQ((*m.system)[VariableId{2}].role, Role::state);
  EXPECT_EQ(count(*m.system, Role::state), 2u);
}

TEST(Features, PositionsAndVelocitiesAreFoundAsPairs) {
  const Solved solved("model M Real x(start = 1), v(start = 0); equation der(x) = v; der(v) = -x^3 - v; end M;");
  ASSERT_TRUE(solved.system) << solved.messages();
  EXPECT_THAT(solved.system->features.pairs, ::testing::ElementsAre(std::pair<std::uint32_t, std::uint32_t>(0, 1)));
  ASSERT_EQ(solved.system->features.diagonal.size(), 2u);
  for (const DiagonalForm& form : solved.system->features.diagonal) EXPECT_TRUE(form.isLinear);
  EXPECT_THAT(solved.system->features.linear.states, ::testing::ElementsAre(0)) << "v' is cubic in x";
}

TEST(Robustness, AMillionAliasesLeaveOneVariable) {
  FlatBuilder m;
  constexpr int n = 1'000'000;
  Term last = m.real("x", 1.0, true);
  m.equation(m.der(last), -last);
  for (int i = 0; i < n; ++i) {
    const Term next = m.term(m.declare("a", model::Type::real, model::Variability::continuous));
    m.equation(next, i % 2 == 0 ? -last : last);
    last = next;
  }
  const auto system = makeSolvable(std::move(m.flat), m.sources, m.diagnostics);
  ASSERT_TRUE(system);
  EXPECT_EQ(system->counts.aliases, static_cast<std::size_t>(n));
  EXPECT_EQ(system->simulation.unknowns.size(), 1u);
  EXPECT_FALSE((*system)[VariableId{n}].negated) << "half a million signs multiply to plus";
}

TEST(Robustness, AChainOfAHundredThousandEquationsIsSorted) {
  FlatBuilder m;
  constexpr int n = 100'000;
  Term last = m.real("x", 1.0, true);
  std::vector<std::pair<Term, Term>> chain;
  for (int i = 0; i < n; ++i) {
    const Term next = m.term(m.declare("a", model::Type::real, model::Variability::continuous));
    chain.emplace_back(next, last + 1.0);
    last = next;
  }
  for (auto it = chain.rbegin(); it != chain.rend(); ++it) m.equation(it->first, it->second);
  m.equation(m.der(m.term(VariableId{0})), -last);
  const auto system = makeSolvable(std::move(m.flat), m.sources, m.diagnostics);
  ASSERT_TRUE(system);
  EXPECT_EQ(system->simulation.blocks.size(), static_cast<std::size_t>(n) + 1);
  EXPECT_EQ(system->simulation.jacobian.size(), 1u);
}

TEST(Robustness, AnEmptyModelIsSolvable) {
  const Solved solved("model M end M;");
  ASSERT_TRUE(solved.system) << solved.messages();
  EXPECT_THAT(check(*solved.system), ::testing::IsEmpty());
}

TEST(RigidConnection, OfTwoMassesLeavesTheStatesOfOne) {
  const Solved solved(
      "model M\n  Real s1, v1(start = 2), s2, v2, f;\nequation\n  der(s1) = v1;\n  der(s2) = v2;\n  s1 = s2;\n"
      "  3*der(v1) = f - s1;\n  der(v2) = -f;\nend M;\n");
  ASSERT_TRUE(solved.system) << solved.messages();
  EXPECT_THAT(check(*solved.system), ::testing::IsEmpty());
  EXPECT_EQ(count(*solved.system, Role::state), 2u);
}

TEST(StateSelect, WhatCannotBeHadIsSaid) {
  const char* text = R"(model M
  Real a(stateSelect = StateSelect.always) = if time < 0.5 then 1 else 2;
  Real b(stateSelect = StateSelect.never, start = 0, fixed = true);
  Real c(stateSelect = StateSelect.always, start = 0, fixed = true);
  Real d(stateSelect = StateSelect.never);
equation
  der(b) = a - b;
  der(c) = b;
  d = 2 * c;
end M;
)";
  testing::FrontEnd tolerant(text, "test.mo", "", false);
  ASSERT_TRUE(tolerant.flat) << tolerant.messages();
  EXPECT_TRUE(makeSolvable(*tolerant.flat, tolerant.sources, tolerant.diagnostics)) << tolerant.messages();
  EXPECT_THAT(tolerant.messages(),
              HasSubstr("test.mo:2:8: warning: a is not a state, although 'stateSelect' demands it"));
  EXPECT_THAT(tolerant.messages(),
              HasSubstr("test.mo:3:8: warning: b is a state, although 'stateSelect' forbids it: nothing else can be"));
  EXPECT_EQ(tolerant.diagnostics.all().size(), 2u);
  const Solved strict(text);
  EXPECT_FALSE(strict.system);
  EXPECT_EQ(strict.diagnostics.errorCount(), 2u);
}

// The torn variable of a nonlinear block is known to the tolerance only: were b computed from a by the first equation,
// it would be wrong by a thousand tolerances. With a unit of its own, b cannot be compared with a.
TEST(Tearing, ANonlinearBlockSolvesAnEquationForWhatItDependsOnMost) {
  const auto torn = [](const char* declarations) {
    const Solved solved{fmt::format(R"(model M
  Real {};
equation
  a + 0.001*b = sin(time);
  b + 0.1*b^3 + 0.5*sin(a) = cos(time);
end M;
)",
                                    declarations)};
    std::vector<std::string> names;
    for (const Block& block : solved.system->simulation.blocks)
      for (const VariableId id : block.torn) names.push_back(solved.system->nameOf(id));
    return names;
  };
  EXPECT_THAT(torn("a, b"), ::testing::ElementsAre("b"));
  EXPECT_THAT(torn("b, a"), ::testing::ElementsAre("b"));
  EXPECT_THAT(torn("a, b(unit = \"Pa\")"), ::testing::ElementsAre("a"));
}

}  // namespace
}  // namespace dashpot::equations
