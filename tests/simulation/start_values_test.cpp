// Which of several start values counts where variables are tied together (Modelica 3.6, section 8.6.2), and what is
// said of those that do not.
#include "models/simulated.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dashpot::simulation {
namespace {

using dashpot::testing::Simulated;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string parts = R"(connector Flange
  Real s;
  flow Real f;
end Flange;
model Mass
  parameter Real s_start = 0;
  Flange flange;
  Real s(start = s_start);
  Real v(start = 0);
equation
  s = flange.s;
  v = der(s);
  der(v) = flange.f;
end Mass;
model Rod
  parameter Real L = 0.1;
  Flange flange_a, flange_b;
equation
  flange_b.s = flange_a.s + L;
  flange_a.f + flange_b.f = 0;
end Rod;
model Pair
  Mass a(s_start = 1);
  Mass b;
equation
  connect(a.flange, b.flange);
end Pair;
)";

Simulated bolted(const std::string& a, const std::string& b) {
  return Simulated(parts + "model M Mass a" + a + "; Mass b" + b + "; equation connect(a.flange, b.flange); end M;",
                   {.stop = 0.1});
}

double startOf(const Simulated& run, std::string_view name) { return (*run.table)[name].front(); }

TEST(StartValues, AModifiedOneBeatsADefault) {
  const Simulated first = bolted("(s_start = 0.25)", ""), second = bolted("", "(s_start = 0.25)");
  ASSERT_TRUE(first.finished() && second.finished()) << first.messages() << second.messages();
  for (const Simulated* run : {&first, &second}) {
    EXPECT_NEAR(startOf(*run, "a.s"), 0.25, 1e-12);
    EXPECT_NEAR(startOf(*run, "b.s"), 0.25, 1e-12);
    EXPECT_EQ(run->messages(), "");
  }
}

TEST(StartValues, AModifierOfTheAttributeCountsAsWell) {
  const Simulated first = bolted("(s(start = 0.25))", ""), second = bolted("", "(s(start = 0.25))");
  ASSERT_TRUE(first.finished() && second.finished()) << first.messages() << second.messages();
  EXPECT_NEAR(startOf(first, "b.s"), 0.25, 1e-12);
  EXPECT_NEAR(startOf(second, "a.s"), 0.25, 1e-12);
}

TEST(StartValues, TheOutermostModificationWins) {
  const Simulated run(parts + "model M Pair pair(b(s_start = 2)); end M;", {.stop = 0.1});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(startOf(run, "pair.a.s"), 2.0, 1e-12);
  EXPECT_EQ(run.messages(), "") << "what is written further in is a default of the part";
}

TEST(StartValues, AModifiedOneBeatsADefaultAcrossAConstraint) {
  for (const auto& [a, b, expected] :
       {std::tuple{"(s_start = 0.25)", "", 0.25}, std::tuple{"", "(s_start = 0.35)", 0.25}}) {
    const Simulated run(parts + "model M Mass a" + a + "; Rod rod; Mass b" + b +
                            "; equation connect(a.flange, rod.flange_a); connect(rod.flange_b, b.flange); end M;",
                        {.stop = 0.1});
    ASSERT_TRUE(run.finished()) << run.messages();
    EXPECT_NEAR(startOf(run, "a.s"), expected, 1e-12);
    EXPECT_NEAR(startOf(run, "b.s"), expected + 0.1, 1e-12);
    EXPECT_EQ(run.messages(), "");
  }
}

TEST(StartValues, TwoThatDisagreeAreBothNamed) {
  const Simulated run = bolted("(s_start = 0.25)", "(s_start = 0.5)");
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_THAT(run.messages(),
              AllOf(HasSubstr("warning: the start value "), HasSubstr("'a.s'"), HasSubstr("'b.s'"), HasSubstr("0.25"),
                    HasSubstr("0.5"), HasSubstr("is not used: the run starts with")));
}

TEST(StartValues, TwoThatDisagreeAcrossAConstraintAreBothNamed) {
  const Simulated run(parts +
                          "model M Mass a(s_start = 0.25); Rod rod; Mass b(s_start = 0.5);"
                          "equation connect(a.flange, rod.flange_a); connect(rod.flange_b, b.flange); end M;",
                      {.stop = 0.1});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_THAT(run.messages(), AllOf(HasSubstr("is not used"), HasSubstr("'a.s'"), HasSubstr("'b.s'")));
}

TEST(StartValues, TwoThatAgreeAreNotMentioned) {
  EXPECT_EQ(bolted("(s_start = 0.25)", "(s_start = 0.25)").messages(), "");
  EXPECT_EQ(bolted("", "").messages(), "");
}

TEST(StartValues, ASettingOfALostOneIsNotSilent) {
  Settings settings{.stop = 0.1};
  settings.parameters = {{"b.s_start", "0.5"}};
  const Simulated run(parts + "model M Mass a(s_start = 0.25); Mass b; equation connect(a.flange, b.flange); end M;",
                      settings);
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_THAT(run.messages(), AllOf(HasSubstr("the start value 0.5 of 'b.s' is not used"), HasSubstr("0.25")));
}

TEST(StartValues, AnImpossibleStartIsRefused) {
  // On the circle x = 1 leaves y = 0, where x vx + y vy = 0 has no solution for vx = 8.
  const std::string swing =
      "Real y(start = -1), vy, F; equation der(x) = vx; der(y) = vy; der(vx) = -F*x; der(vy) = -F*y - 9.81;"
      "x^2 + y^2 = 1; end P;";
  const Simulated refused("model P Real x(start = 1, fixed = true), vx(start = 8, fixed = true);" + swing,
                          {.stop = 0.1});
  EXPECT_EQ(refused.outcome.kind, OutcomeKind::failed);
  EXPECT_THAT(refused.messages(), HasSubstr("initialisation failed: the equations do not determine 'vy' at the start"));
  EXPECT_THAT(refused.messages(), HasSubstr("change one of them"));

  const Simulated sound("model P Real x(start = 0.6, fixed = true), vx(start = 8, fixed = true);" + swing,
                        {.stop = 0.1});
  ASSERT_TRUE(sound.finished()) << sound.messages();
  EXPECT_NEAR(startOf(sound, "y"), -0.8, 1e-9);
  EXPECT_NEAR(startOf(sound, "vy"), 6.0, 1e-7);  // x vx + y vy = 0
}

TEST(StartValues, AHarmlessDoubleRootIsAccepted) {
  const Simulated run(
      "model M Real x(start = 1, fixed = true), q(start = 0.3); equation der(x) = -x; q*abs(q) = 0; end M;",
      {.stop = 0.1});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_NEAR(startOf(run, "q"), 0.0, 1e-4);
}

}  // namespace
}  // namespace dashpot::simulation
