// Linear equations that are singular in their numbers: unknowns that they leave open.
#include "models/simulated.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dashpot::simulation {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing::Simulated;

/// A node of two pipes: m (h - h1) + m (h - h2) = left, h = 3 + t where m flows.
std::string node(const std::string& flow, const std::string& left = "0") {
  return "model M\n  Real m = " + flow + R"(;
  Real h(start = 7), q1, q2, x(start = 0, fixed = true);
equation
  q1 = m*(h - 1);
  q2 = m*(h - 5 - 2*time);
  q1 + q2 = )" +
         left + R"(;
  der(x) = h;
end M;
)";
}

TEST(OpenUnknowns, KeepWhatTheyHadWhereTheEquationsDoNotContradictThem) {
  const Simulated run(node("if time < 0.5 then 1 - 2*time else 0"), {.stop = 1.0, .interval = 0.125});
  ASSERT_TRUE(run.finished()) << run.messages();
  const auto& times = run.table->times();
  for (std::size_t k = 0; k < times.size(); ++k)
    EXPECT_NEAR((*run.table)["h"][k], 3 + std::min(times[k], 0.5), 1e-6) << times[k];
  EXPECT_NEAR(run.last("x"), 3 * 0.5 + 0.125 + 3.5 * 0.5, 1e-5);
  EXPECT_THAT(run.messages(), HasSubstr("linear equations for h do not determine all of them, first at time 0.5"));
}

TEST(OpenUnknowns, BeginWithTheirStartValues) {
  const Simulated run(node("if time < 0.5 then 0 else 1"), {.stop = 1.0});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_EQ((*run.table)["h"].front(), 7.0);
  EXPECT_NEAR(run.last("h"), 4.0, 1e-9);
  EXPECT_THAT(run.messages(), HasSubstr("do not determine all of them, first at time 0:"));
}

TEST(OpenUnknowns, AreNoneWhereTheEquationsContradictOneAnother) {
  const Simulated run(node("if time < 0.5 then 1 - 2*time else 0", "1e-3"), {.stop = 1.0});
  EXPECT_FALSE(run.finished());
  EXPECT_THAT(run.messages(), HasSubstr("division by zero"));
  EXPECT_THAT(run.messages(), Not(HasSubstr("do not determine all of them")));
}

TEST(OpenUnknowns, AreNotSpokenOfWhereAllIsDetermined) {
  const Simulated run(node("1"), {.stop = 1.0});
  ASSERT_TRUE(run.finished()) << run.messages();
  EXPECT_THAT(run.messages(), Not(HasSubstr("do not determine")));
}

}  // namespace
}  // namespace dashpot::simulation
