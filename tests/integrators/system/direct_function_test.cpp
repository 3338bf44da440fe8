// The shortest way to F gives what F gives, and F is asked where that way fails.
#include "integrators/measure.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace dashpot::integrators {
namespace {

/// F of a test problem, of which calls are counted by the way they take.
struct Ways {
  const Problem* problem = nullptr;
  long direct = 0, whole = 0;
  double undefinedBelow = -std::numeric_limits<double>::infinity();  // of the first component, for the short way
};

struct Watched {
  Ways* ways;

  Evaluation operator()(double t, ConstView y, View f) const {
    ++ways->whole;
    return ways->problem->rhs(t, y, f);
  }
  [[nodiscard]] DirectFunction direct(int) const {
    return {[](void* object, double t, const double* y, double* f) {
              auto& watched = *static_cast<Ways*>(object);
              ++watched.direct;
              const auto n = static_cast<std::size_t>(watched.problem->size);
              watched.problem->rhs(t, ConstView(y, n), View(f, n));
              return y[0] < watched.undefinedBelow ? std::numeric_limits<double>::quiet_NaN() : 0.0;
            },
            ways};
  }
};

Solution solved(const testing::TestProblem& test, const VectorFunction& rhs, const std::string& method) {
  Problem problem = test.problem;
  problem.rhs = rhs;
  Options options = testing::toleranceFor(test, method, 1e-6);
  options.outputTimes = {test.end};
  return solve(problem, test.start, test.end, test.initial, options);
}

TEST(DirectFunctions, GiveTheBitsOfTheCallableAndAreCountedAlike) {
  const testing::TestProblem test = *problems::find("oregonator");
  for (const char* method : {"rodas3", "rodas4", "rodas5p", "ros4", "radau5", "radau9"}) {
    Ways ways{&test.problem};
    const Solution plain = solved(test, test.problem.rhs, method), direct = solved(test, Watched{&ways}, method);
    ASSERT_TRUE(plain.ok() && direct.ok()) << method;
    EXPECT_EQ(plain.states, direct.states) << method;
    EXPECT_EQ(plain.statistics.rhsEvals, direct.statistics.rhsEvals) << method;
    EXPECT_GT(ways.direct, 10 * ways.whole) << method;
  }
}

TEST(DirectFunctions, ThatFailLeaveTheAnswerToTheCallable) {
  const testing::TestProblem test = *problems::find("oregonator");
  for (const char* method : {"rodas5p", "radau5"}) {
    Ways ways{.problem = &test.problem, .undefinedBelow = 10};
    const Solution plain = solved(test, test.problem.rhs, method), direct = solved(test, Watched{&ways}, method);
    ASSERT_TRUE(direct.ok()) << method;
    EXPECT_EQ(plain.states, direct.states) << method;
    EXPECT_GT(ways.whole, 100) << method;
  }
}

TEST(DirectFunctions, EndWithTheFunctionThatTheyStandFor) {
  Ways ways;
  VectorFunction function = Watched{&ways};
  EXPECT_TRUE(function.direct(1));
  function = [](double, ConstView, View) {};
  EXPECT_FALSE(function.direct(1));
}

}  // namespace
}  // namespace dashpot::integrators
