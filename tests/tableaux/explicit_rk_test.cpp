#include "tableaux/explicit_rk.hpp"

#include "tableaux/implicit_rk.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace dashpot::tableaux {
namespace {

TEST(ExplicitTables, AreFoundByName) {
  for (const char* name : {"euler", "heun", "rk4", "ode23", "dopri5", "tsit5", "rkf45", "merson", "dop853"}) {
    ASSERT_NE(findExplicit(name), nullptr) << name;
    EXPECT_EQ(findExplicit(name)->name, name);
    EXPECT_FALSE(findExplicit(name)->source.empty());
  }
  EXPECT_EQ(findExplicit("rodas4"), nullptr);
  EXPECT_EQ(explicitTables().size(), 9u);
}

TEST(ExplicitTables, AreExplicit) {
  for (const ExplicitTable& table : explicitTables())
    for (int i = 0; i < maxExplicitStages; ++i)
      for (int j = i; j < maxExplicitStages; ++j) EXPECT_EQ(table.a[i][j], 0) << table.name;
}

TEST(ExplicitTables, WithFirstSameAsLastEndInTheSolution) {
  for (const ExplicitTable& table : explicitTables()) {
    if (!table.firstSameAsLast) continue;
    EXPECT_EQ(table.a[table.stages - 1], table.b) << table.name;
    EXPECT_EQ(table.c[table.stages - 1], 1) << table.name;
  }
}

TEST(ExplicitTables, UseOnlyStagesOfTheStepForSolutionAndError) {
  for (const ExplicitTable& table : explicitTables())
    for (int i = table.stages; i < maxExplicitStages; ++i) {
      EXPECT_EQ(table.b[i], 0) << table.name;
      EXPECT_EQ(table.error[i], 0) << table.name;
    }
}

/// h y'(theta) at an end of the step is the stage there: the interpolant is continuously differentiable.
void expectSlope(const ExplicitTable& table, double theta, int stage) {
  for (int i = 0; i < table.denseStages; ++i) {
    double slope = 0;
    for (int k = table.denseDegree; k-- > 0;) slope = slope * theta + (k + 1) * table.dense[i][k];
    EXPECT_NEAR(slope, i == stage ? 1 : 0, 1e-12) << table.name << ", stage " << i;
  }
}

TEST(ExplicitTables, InterpolateWithContinuousDerivative) {
  for (const char* name : {"rk4", "ode23", "dopri5", "tsit5", "rkf45", "merson", "dop853"}) {
    const ExplicitTable& table = *findExplicit(name);
    expectSlope(table, 0, 0);
    expectSlope(table, 1, table.firstSameAsLast ? table.stages - 1 : table.stages);
  }
}

TEST(ExplicitTables, HermiteWeightsAreThoseOfTheTextbook) {
  // y(1/2) = (y0 + y1)/2 + h (f0 - f1)/8, and y1 = y0 + h sum b_i k_i.
  const ExplicitTable& table = *findExplicit("ode23");
  const double expected[] = {table.b[0] / 2 + 1.0 / 8, table.b[1] / 2, table.b[2] / 2, -1.0 / 8};
  for (int i = 0; i < 4; ++i)
    EXPECT_NEAR(table.dense[i][0] / 2 + table.dense[i][1] / 4 + table.dense[i][2] / 8, expected[i], 1e-15);
}

TEST(ExplicitTables, MersonEstimatesTheErrorItselfOnLinearProblems) {
  const ExplicitTable& table = *findExplicit("merson");
  for (const double z : {0.05, -0.05}) {
    double k[5], solution = 1, error = 0;
    for (int i = 0; i < 5; ++i) {
      double argument = 1;
      for (int j = 0; j < i; ++j) argument += table.a[i][j] * k[j];
      k[i] = z * argument;
      solution += table.b[i] * k[i];
      error += table.error[i] * k[i];
    }
    EXPECT_NEAR(std::abs(error / (solution - std::exp(z))), 1, 0.06);
  }
}

TEST(ImplicitTables, AreFoundByNameAndKnowWhetherTheyAreStifflyAccurate) {
  ASSERT_NE(findImplicit("backward-euler"), nullptr);
  ASSERT_NE(findImplicit("trapezoidal"), nullptr);
  EXPECT_EQ(findImplicit("euler"), nullptr);
  EXPECT_TRUE(findImplicit("backward-euler")->stifflyAccurate());
  EXPECT_EQ(findImplicit("trapezoidal")->stages(), 2);
}

}  // namespace
}  // namespace dashpot::tableaux
