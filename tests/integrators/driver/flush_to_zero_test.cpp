// What diffuses ends in numbers of less than full precision, on which processors take a hundred times as long: the
// driver counts them as zero.
#include "dashpot/integrate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace dashpot::integrators {
namespace {

/// Heat that enters a cold line of n cells at one end.
Problem heatLine(int n) {
  Problem problem;
  problem.size = n;
  problem.autonomous = true;
  problem.rhs = [n](double, ConstView y, View f) {
    for (int i = 0; i < n; ++i) f[i] = 1e4 * ((i > 0 ? y[i - 1] : 1.0) - 2 * y[i] + (i + 1 < n ? y[i + 1] : y[i]));
  };
  SparsityPattern pattern;
  pattern.columnStart.push_back(0);
  for (int j = 0; j < n; ++j) {
    for (int i = std::max(j - 1, 0); i <= std::min(j + 1, n - 1); ++i) pattern.rows.push_back(i);
    pattern.columnStart.push_back(static_cast<int>(pattern.rows.size()));
  }
  problem.jacobian = Jacobian{pattern, [n](double, ConstView, View values) {
                                std::size_t at = 0;
                                for (int j = 0; j < n; ++j)
                                  for (int i = std::max(j - 1, 0); i <= std::min(j + 1, n - 1); ++i)
                                    values[at++] = i != j ? 1e4 : j + 1 < n ? -2e4 : -1e4;
                              }};
  return problem;
}

TEST(FlushToZero, DiffusionLeavesNoNumbersBelowTheSmallestNormalOne) {
#if !defined(__SSE2__)
  GTEST_SKIP() << "this processor has no such mode here";
#endif
  for (const char* method : {"rodas4", "rodas5p", "radau5", "cvode"}) {
    constexpr int n = 400;
    Integrator integrator(heatLine(n), {.method = method});
    ASSERT_EQ(integrator.start(0, Vector(n, 0.0), 1e-3), RunStatus::running);
    while (integrator.step() == RunStatus::running)
      EXPECT_TRUE(std::ranges::none_of(integrator.state(), [](double y) { return std::fpclassify(y) == FP_SUBNORMAL; }))
          << method << " at t = " << integrator.time();
    EXPECT_GT(integrator.state()[0], 0.5) << method;
  }
}

TEST(FlushToZero, IsOverWhenAStepIs) {
  constexpr int n = 400;
  Integrator integrator(heatLine(n), {.method = "rodas4"});
  ASSERT_EQ(integrator.start(0, Vector(n, 0.0), 1e-3), RunStatus::running);
  ASSERT_EQ(integrator.step(), RunStatus::running);
  const volatile double smallest = std::numeric_limits<double>::min();
  EXPECT_GT(smallest / 4, 0.0);
}

}  // namespace
}  // namespace dashpot::integrators
