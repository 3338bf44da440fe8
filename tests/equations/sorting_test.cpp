#include "equations/blt.hpp"
#include "equations/tearing.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

namespace dashpot::equations {
namespace {

Incidence incidenceOf(const std::vector<std::vector<std::uint32_t>>& rows, std::uint32_t unknowns) {
  Incidence incidence;
  incidence.unknownCount = unknowns;
  for (const auto& row : rows) incidence.addRow(row);
  return incidence;
}

Incidence randomIncidence(std::mt19937& random, std::uint32_t n, double density) {
  std::vector<std::vector<std::uint32_t>> rows(n);
  std::bernoulli_distribution occurs(density);
  for (auto& row : rows)
    for (std::uint32_t j = 0; j < n; ++j)
      if (occurs(random)) row.push_back(j);
  return incidenceOf(rows, n);
}

/// The size of a maximum matching by trying all assignments.
std::uint32_t bruteForce(const Incidence& incidence) {
  std::vector<std::uint32_t> columns(incidence.unknownCount);
  std::iota(columns.begin(), columns.end(), 0u);
  std::uint32_t best = 0;
  do {
    std::uint32_t size = 0;
    for (std::uint32_t i = 0; i < incidence.equationCount(); ++i)
      size += std::ranges::binary_search(incidence.row(i), columns[i]) ? 1 : 0;
    best = std::max(best, size);
  } while (std::ranges::next_permutation(columns).found);
  return best;
}

TEST(Matching, IsAsLargeAsTheBestOfAllAssignments) {
  std::mt19937 random(7);
  for (int trial = 0; trial < 200; ++trial) {
    const Incidence incidence = randomIncidence(random, 6, 0.25);
    const Matching matching = match(incidence);
    EXPECT_EQ(matching.size, bruteForce(incidence));
    for (std::uint32_t i = 0; i < 6; ++i)
      if (matching.unknownOf[i] != unmatched) {
        EXPECT_EQ(matching.equationOf[matching.unknownOf[i]], i);
        EXPECT_TRUE(std::ranges::binary_search(incidence.row(i), matching.unknownOf[i]));
      }
  }
}

TEST(Matching, LetsTheEarlierOfCompetingEquationsWin) {
  const Matching matching = match(incidenceOf({{0}, {0}, {0, 1}}, 2));
  EXPECT_EQ(matching.unknownOf[0], 0u);
  EXPECT_EQ(matching.unknownOf[1], unmatched);
  EXPECT_EQ(matching.unknownOf[2], 1u);
}

TEST(Matching, FollowsAPathOfAHundredThousandEquations) {
  constexpr std::uint32_t n = 100'000;
  std::vector<std::vector<std::uint32_t>> rows;
  for (std::uint32_t i = 0; i + 1 < n; ++i) rows.push_back({i, i + 1});
  rows.push_back({0});
  EXPECT_TRUE(match(incidenceOf(rows, n)).perfect());
}

TEST(Matching, SearchesNoDeadEndTwice) {
  // A path that is matched in full, and as many equations again that look along it in vain: 10^10 steps if each did.
  constexpr std::uint32_t n = 100'000;
  std::vector<std::vector<std::uint32_t>> rows{{0}};
  for (std::uint32_t i = 0; i + 1 < n; ++i) rows.push_back({i, i + 1});
  for (std::uint32_t i = 0; i < n; ++i) rows.push_back({n - 1});
  const Matching matching = match(incidenceOf(rows, n));
  EXPECT_EQ(matching.size, n);
  EXPECT_EQ(matching.unknownOf.back(), unmatched);
}

TEST(IllPosed, NamesTheOverAndTheUnderDeterminedPart) {
  // x0 has two equations, x2 and x3 share one.
  const Incidence incidence = incidenceOf({{0}, {0}, {0, 1}, {1, 2, 3}}, 4);
  const IllPosed parts = illPosedParts(incidence, match(incidence));
  EXPECT_THAT(parts.overDeterminedEquations, ::testing::ElementsAre(0, 1));
  EXPECT_THAT(parts.overDeterminedUnknowns, ::testing::ElementsAre(0));
  EXPECT_THAT(parts.underDeterminedUnknowns, ::testing::ElementsAre(2, 3));
  EXPECT_THAT(parts.underDeterminedEquations, ::testing::ElementsAre(3));
}

TEST(BlockTriangularForm, EveryBlockNeedsOnlyItselfAndBlocksBeforeIt) {
  std::mt19937 random(3);
  int tested = 0;
  while (tested < 50) {
    const Incidence incidence = randomIncidence(random, 20, 0.12);
    const Matching matching = match(incidence);
    if (!matching.perfect()) continue;
    ++tested;
    std::set<std::uint32_t> known, seen;
    for (const auto& block : blockTriangularForm(incidence, matching)) {
      for (const std::uint32_t equation : block) known.insert(matching.unknownOf[equation]), seen.insert(equation);
      for (const std::uint32_t equation : block)
        for (const std::uint32_t unknown : incidence.row(equation)) EXPECT_TRUE(known.contains(unknown));
    }
    EXPECT_EQ(seen.size(), 20u);
  }
}

TEST(BlockTriangularForm, SplitsATriangularSystemAndKeepsARing) {
  const Incidence triangular = incidenceOf({{0, 1, 2}, {1, 2}, {2}}, 3);
  EXPECT_THAT(blockTriangularForm(triangular, match(triangular)),
              ::testing::ElementsAre(::testing::ElementsAre(2), ::testing::ElementsAre(1), ::testing::ElementsAre(0)));
  const Incidence ring = incidenceOf({{0, 1}, {1, 2}, {2, 0}}, 3);
  EXPECT_EQ(blockTriangularForm(ring, match(ring)).size(), 1u);
}

TEST(Tearing, OneVariableBreaksARing) {
  const Incidence ring = incidenceOf({{0, 1}, {1, 2}, {2, 3}, {3, 0}}, 4);
  const Tearing tearing = *tear(ring, [](std::uint32_t, std::uint32_t) { return Solvability::byConstant; });
  EXPECT_EQ(tearing.torn.size(), 1u);
  EXPECT_EQ(tearing.sequence.size(), 3u);
  EXPECT_EQ(tearing.residuals.size(), 1u);
}

TEST(Tearing, WhatCannotBeSolvedIsTorn) {
  const Incidence ring = incidenceOf({{0, 1}, {1, 2}, {2, 0}}, 3);
  const Tearing tearing = *tear(ring, [](std::uint32_t, std::uint32_t) { return Solvability::no; });
  EXPECT_EQ(tearing.torn.size(), 3u);
  EXPECT_EQ(tearing.residuals.size(), 3u);
}

TEST(Tearing, AChainAlongWhichErrorsGrowIsTornAgainAndAgain) {
  // v_k = v_k-1 - i_k and i_k+1 = i_k - v_k: unknowns v_1, i_1, v_2, i_2, ... of a ladder that is open at its end.
  constexpr std::uint32_t sections = 60;
  std::vector<std::vector<std::uint32_t>> rows;
  for (std::uint32_t k = 0; k < sections; ++k) {
    const std::uint32_t v = 2 * k, i = v + 1;
    rows.push_back(k == 0 ? std::vector{v, i} : std::vector{v - 2, v, i});
    rows.push_back(k + 1 == sections ? std::vector{v, i} : std::vector{v, i, i + 2});
  }
  const Incidence ladder = incidenceOf(rows, 2 * sections);
  const Tearing tearing = *tear(ladder, [](std::uint32_t, std::uint32_t) { return Solvability::byConstant; });
  std::vector<double> growth(ladder.unknownCount, 1.0);
  for (const auto& [equation, unknown] : tearing.sequence) {
    growth[unknown] = 0.0;
    for (const std::uint32_t other : ladder.row(equation))
      if (other != unknown) growth[unknown] += growth[other];
    EXPECT_LE(growth[unknown], largestGrowth);
  }
  EXPECT_LE(tearing.torn.size(), sections / 2);
  // A chain that only adds what is known to what it has is left as it is.
  rows.assign(1, {0, 1});
  for (std::uint32_t k = 1; k < 400; ++k) rows.push_back({0, k, k + 1});
  rows.push_back({0, 400});
  EXPECT_EQ(
      tear(incidenceOf(rows, 401), [](std::uint32_t, std::uint32_t) { return Solvability::byConstant; })->torn.size(),
      1u);
}

TEST(Tearing, TheSequenceUsesOnlyWhatIsKnown) {
  std::mt19937 random(11);
  for (int trial = 0; trial < 50; ++trial) {
    const Incidence block = randomIncidence(random, 15, 0.3);
    const Tearing tearing = *tear(block, [](std::uint32_t, std::uint32_t) { return Solvability::byParameter; });
    std::set<std::uint32_t> known(tearing.torn.begin(), tearing.torn.end());
    for (const auto& [equation, unknown] : tearing.sequence) {
      for (const std::uint32_t other : block.row(equation)) EXPECT_TRUE(other == unknown || known.contains(other));
      EXPECT_TRUE(known.insert(unknown).second);
    }
    EXPECT_EQ(known.size(), 15u);
    EXPECT_EQ(tearing.residuals.size(), tearing.torn.size());
  }
}

}  // namespace
}  // namespace dashpot::equations
