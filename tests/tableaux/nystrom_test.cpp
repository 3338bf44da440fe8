// Tables of Nystroem methods: the order conditions that involve no inner stages, and the structure their use relies on.
#include "tableaux/nystrom.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace dashpot::tableaux {
namespace {

double moment(const NystromTable::Row& weights, const NystromTable& table, int power) {
  double sum = 0;
  for (int i = 0; i < table.stages; ++i) sum += weights[i] * std::pow(table.c[i], power);
  return sum;
}

TEST(NystromTables, IntegratePolynomialsOfTheirOrder) {
  // Hairer, Norsett and Wanner I, II.14: sum b c^k = 1 / ((k+1)(k+2)), sum bv c^k = 1 / (k+1).
  for (const NystromTable& table : nystromTables()) {
    for (int k = 0; k < table.order; ++k) EXPECT_NEAR(moment(table.bv, table, k), 1.0 / (k + 1), 1e-14) << table.name;
    for (int k = 0; k + 1 < table.order; ++k)
      EXPECT_NEAR(moment(table.b, table, k), 1.0 / ((k + 1) * (k + 2)), 1e-14) << table.name;
  }
}

TEST(NystromTables, HaveErrorWeightsThatVanishOnWhatTheEmbeddedFormulaIntegrates) {
  for (const NystromTable& table : nystromTables()) {
    for (int k = 0; k < table.embeddedOrder; ++k) EXPECT_NEAR(moment(table.ev, table, k), 0, 1e-14) << table.name;
    for (int k = 0; k + 1 < table.embeddedOrder; ++k) EXPECT_NEAR(moment(table.e, table, k), 0, 1e-14) << table.name;
    if (table.embeddedOrder > 0) {
      EXPECT_GT(std::abs(moment(table.ev, table, table.embeddedOrder)), 1e-6) << table.name;
    }
  }
}

TEST(NystromTables, EndInTheSolutionAndHaveConsistentStages) {
  for (const NystromTable& table : nystromTables()) {
    EXPECT_EQ(table.a[table.stages - 1], table.b) << table.name;
    EXPECT_EQ(table.c[table.stages - 1], 1) << table.name;
    for (int i = 0; i < table.stages; ++i) {
      double sum = 0;
      for (int j = 0; j < maxNystromStages; ++j) {
        sum += table.a[i][j];
        if (j >= i) {
          EXPECT_EQ(table.a[i][j], 0) << table.name;
        }
      }
      EXPECT_NEAR(sum, table.c[i] * table.c[i] / 2, 1e-14) << table.name << ", stage " << i;
    }
  }
  EXPECT_EQ(findNystrom("nystrom7"), nullptr);
}

}  // namespace
}  // namespace dashpot::tableaux
