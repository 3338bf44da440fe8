// Where F only bends at a condition that makes no event, and where it jumps.
#include "models/solved.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace dashpot::equations {
namespace {

using dashpot::testing::Solved;

/// Conditions in der(z) = rate, with states x, a and b, and parameters.
struct Conditions {
  explicit Conditions(const std::string& rate, const std::string& parameters = "")
      : solved(fmt::format("model M {} Real x(start = 1, fixed = true), a(start = 1, fixed = true), b(start = 1, fixed "
                           "= true), z(start = 0, fixed = true); equation der(x) = -x; der(a) = -a; der(b) = -b; "
                           "der(z) = {}; end M;",
                           parameters, rate)) {}
  [[nodiscard]] std::size_t count() const { return solved.system->silentConditions.size(); }
  [[nodiscard]] std::size_t jumps() const {
    return static_cast<std::size_t>(std::ranges::count(solved.system->silentConditions, true, &SilentCondition::jumps));
  }
  Solved solved;
};

class Continuous : public ::testing::TestWithParam<const char*> {};

TEST_P(Continuous, ExpressionsOnlyBend) {
  const Conditions of(GetParam(), "parameter Real c = 3600; parameter Real w = 0.1; parameter Real zero = 0;");
  ASSERT_TRUE(of.solved.system) << of.solved.messages();
  EXPECT_GT(of.count(), 0u);
  EXPECT_EQ(of.jumps(), 0u);
}

INSTANTIATE_TEST_SUITE_P(
    Regularised, Continuous,
    ::testing::Values(
        // Roots with a finite slope at zero: cubic and linear.
        "noEvent(if x > c then sqrt(x) elseif x < -c then -sqrt(-x) else x/c*(3 - abs(x)/c)*sqrt(c)/2)",
        "noEvent(if abs(x - a) <= c then (x - a)/sqrt(c) else sign(x - a)*sqrt(max(abs(x - a), c)))",
        "sign(x)*sqrt(abs(x))",
        // The pressure of a large supply less a state, which is known to its last bits only.
        "noEvent(if 210e5 - x < -c then -sqrt(-(210e5 - x)) elseif 210e5 - x > c then sqrt(210e5 - x) else (210e5 - "
        "x)/sqrt(c))",
        // Openings with a rounded corner, and with a sharp one, whose two relations turn at once.
        "noEvent(if x <= 0 then 0 elseif x >= w then x else x^2/w*(2 - x/w))",
        "noEvent(if x <= 0 then 0 elseif x >= zero then x else x^2/zero*(2 - x/zero))",
        "noEvent(if min(x, 1) - zero <= 0 then 0 else min(x, 1) - zero)",
        // A pulse of cubics, by time.
        "noEvent(if time <= c then 0 elseif time >= 2*c then 1 else ((time - c)/c)^2*(3 - 2*(time - c)/c))",
        // A factor that is zero where the other jumps; branches that never hold; conditions that belong together.
        "noEvent(if x > 0 then a else b)*x", "noEvent(if max(x, 0) < -100 then 1 else 0)",
        "noEvent(if a + x > 5 and a + x < 1e9 then min(a + x - 5, 1e9 - a - x) else 0)",
        "noEvent(if abs(x) > 1 then (if x > 0 then 1 else -1) else x)"));

class Jumping : public ::testing::TestWithParam<const char*> {};

TEST_P(Jumping, ExpressionsAreKnown) {
  const Conditions of(GetParam(), "parameter Real c = 3600; parameter Real one = 1;");
  ASSERT_TRUE(of.solved.system) << of.solved.messages();
  EXPECT_GT(of.jumps(), 0u);
}

INSTANTIATE_TEST_SUITE_P(
    Hidden, Jumping,
    ::testing::Values("noEvent(if x > 0 then 1 else 0)", "sign(x)", "noEvent(floor(x))",
                      // Two relations that turn at once, and neither of which matters alone.
                      "noEvent(if x > 0 then (if x <= 0 then 0 else 1) else 0)",
                      "noEvent(if x > c then (if x < c then 0 else 1) else 0)",
                      // Only where something else is large, or just there.
                      "noEvent(if a > 12345678 then (if x > 0 then 1 else 0) else 0)",
                      "noEvent(if x > 0 and a > 2e8 and a < 2.1e8 then 1 else 0)",
                      "max(0, a - 7.3e11)*noEvent(if x > 0 then 1 else 0)",
                      "(abs(a - 7.3e11) + (a - 7.3e11))*noEvent(if x > 0 then 1 else 0)",
                      "noEvent(if a > 3.1e13 then (if b > 4.1e13 then (if x > 0 then 1 else 0) else 0) else 0)",
                      // A small part of the whole, and one that is small where the relation turns.
                      "1e7 + noEvent(if x > 0 then 1 else 0)", "x*c + noEvent(if x > 1e-6 then x else 0)",
                      // A parabola that misses the root by a thousandth.
                      "noEvent(if x > c then sqrt(x) else 1.001*x/sqrt(c))",
                      // Continuous in x, not in its other argument.
                      "noEvent(if x > 0 and a > 0 then x else 0)", "noEvent(if one*x > a then x else b)"));

/// Two branches that meet where x = c(a, b), and a jump added to one of them, which may be there for some a and b only.
struct TwoBranches {
  explicit TwoBranches(std::mt19937& random, bool jumps) {
    const auto one = [&](std::initializer_list<const char*> of) {
      return std::string(*(of.begin() + random() % of.size()));
    };
    const auto number = [&](double least, double most) {
      return std::pow(10.0, std::uniform_real_distribution<double>(least, most)(random));
    };
    const std::string smooth = one({"$^2 + a", "sqrt(abs($) + 1)", "sin($)*b", "$*a - b", "exp(-$*$/1e3)*a",
                                    "$/(1 + $*$)", "($ - a)*($ + b)", "min($, 7)*a", "max(a*$, b)", "abs($ - 4)*b"});
    const std::string surface = one({"(a + b)", "(2*a)", "(a*b)", "3.5", "sqrt(abs(a))", "0.0", "(a - 200)", "c"});
    const std::string place = fmt::format("{:.3g}", number(-6, 12)), other = fmt::format("{:.3g}", number(-6, 12));
    const std::string limited =
        one({"1", "max(0, a - L)", "(if a > L then 1 else 0)", "(if a > L then (if b > M then 1 else 0) else 0)",
             "(abs(a - L) + (a - L))", "(if a > L and b < M then 1 else 0)", "(if b > L then 0 else a)", "a",
             "min(0, b + L)", "(if a > 0.9*L and a < 1.1*L then b else 0)"});
    const std::string jump =
        fmt::format("{:.3g}*{}", number(-4, 4), replaced(replaced(limited, "L", place), "M", other));
    const std::string branch = replaced(smooth, "$", "x"), meeting = replaced(smooth, "$", surface);
    const std::string relation = one({">", ">=", "<", "<="});
    const std::string left = one({"x", "x - S", "2*x", "x + b", "b - x", "x^3", "(x - S)*(1 + a*a)"});
    const std::string right = left == "x"       ? surface
                              : left == "2*x"   ? "2*S"
                              : left == "x + b" ? "S + b"
                              : left == "b - x" ? "b - S"
                              : left == "x^3"   ? "S^3"
                                                : "0";
    rate = fmt::format("noEvent(if {} {} {} then {} else {} + {})", replaced(left, "S", surface), relation,
                       replaced(right, "S", surface), branch, meeting, jumps ? jump : std::string("0*a"));
  }
  static std::string replaced(std::string text, const std::string& what, const std::string& by) {
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
      text.replace(at, what.size(), by);
    return text;
  }
  std::string rate;
};

/// Whether a condition about x may jump.
bool jumpsInX(const SolvableSystem& system) {
  symbolic::Walker walker(system.flat.pool);
  return std::ranges::any_of(system.silentConditions, [&](const SilentCondition& condition) {
    const auto leaves = walker.leaves(condition.value, symbolic::Op::variable);
    return condition.jumps && std::ranges::any_of(leaves, [&](symbolic::Expr leaf) {
             return system.nameOf(system.flat.pool.variable(leaf)) == "x";
           });
  });
}

TEST(Continuity, IsNeverClaimedWhereThereIsAJumpForSomeValues) {
  std::mt19937 random(3);
  for (int k = 0; k < 2000; ++k) {
    const TwoBranches of(random, true);
    const Conditions conditions(of.rate, "parameter Real c = 5;");
    ASSERT_TRUE(conditions.solved.system) << of.rate << conditions.solved.messages();
    EXPECT_TRUE(jumpsInX(*conditions.solved.system)) << of.rate;
  }
}

TEST(Continuity, OfBranchesThatMeetIsFound) {
  std::mt19937 random(2);
  int found = 0;
  constexpr int all = 200;
  for (int k = 0; k < all; ++k) {
    const Conditions conditions(TwoBranches(random, false).rate, "parameter Real c = 5;");
    ASSERT_TRUE(conditions.solved.system) << conditions.solved.messages();
    if (!jumpsInX(*conditions.solved.system)) ++found;
  }
  EXPECT_GE(found, all * 6 / 10);  // where it is not, the run looks
}

TEST(Continuity, OfACharacteristicRestsOnItsParameters) {
  const Conditions of("noEvent(if x > p then jump + x else p)", "parameter Real p = 2; parameter Real jump = 0;");
  ASSERT_TRUE(of.solved.system) << of.solved.messages();
  EXPECT_EQ(of.jumps(), 0u);
  ASSERT_EQ(of.solved.system->bendsRestOn.size(), 2u);
  EXPECT_EQ(of.solved.system->nameOf(of.solved.system->bendsRestOn[0].parameter), "p");
  EXPECT_EQ(of.solved.system->bendsRestOn[0].value, 2.0);
  EXPECT_EQ(of.solved.system->bendsRestOn[1].value, 0.0);
}

TEST(Continuity, IsNotClaimedOfCallsThatTurnWithTheirArguments) {
  const Solved solved(
      "function f input Real u; output Real y; algorithm y := u; while y > 2 loop y := y/2; end while; end f;\n"
      "model M Real x(start = 1, fixed = true), z(start = 0, fixed = true); equation der(x) = -x;\n"
      "der(z) = f(noEvent(if x > 0.5 then 3 else 1)); end M;");
  ASSERT_TRUE(solved.system) << solved.messages();
  EXPECT_TRUE(std::ranges::all_of(solved.system->silentConditions, &SilentCondition::jumps));
}

TEST(Continuity, InOneEquationDoesNotExcuseAJumpInAnother) {
  const Solved solved(
      "model M Real x(start = 1, fixed = true), y(start = 0, fixed = true), z(start = 0, fixed = true); equation\n"
      "der(x) = -x; der(y) = noEvent(if x > 0.5 then x - 0.5 else 0); der(z) = noEvent(if x > 0.5 then 1 else 0);\n"
      "end M;");
  ASSERT_TRUE(solved.system) << solved.messages();
  ASSERT_EQ(solved.system->silentConditions.size(), 1u);
  EXPECT_TRUE(solved.system->silentConditions.front().jumps);
}

}  // namespace
}  // namespace dashpot::equations
