// The search for error methods over two steps (Treeaporn 2005, sections 3.3 and 4.2).
#include "analysis/embedding_search.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace dashpot::analysis {
namespace {

const tableaux::ImplicitTable& tableNamed(const char* name) { return *tableaux::findImplicit(name); }

TEST(EmbeddingSearch, LooksAt38760ChoicesForTheSdirkMethod) {
  const EmbeddingSearch search = searchEmbeddings(tableNamed("hw-sdirk"), {.data = 6, .blended = 3}, 3);
  EXPECT_EQ(search.data.size(), 20u) << "x, four inner stages and five slopes of each step";
  EXPECT_EQ(search.choices, 38760);
  EXPECT_GT(search.poised, 30000);
  EXPECT_EQ(std::accumulate(search.byOrder.begin(), search.byOrder.end(), 0L), search.poised);
  ASSERT_GE(search.byOrder.size(), 2u);
  EXPECT_EQ(search.byOrder[0], 0);
  EXPECT_GT(search.byOrder[1], search.poised / 2) << "the stages are of order 1";
}

TEST(EmbeddingSearch, FindsThePublishedErrorMethodsAgain) {
  for (const char* const name : {"radau3", "radau5", "lobatto4", "lobatto6", "hw-sdirk"}) {
    const tableaux::TwoStepErrorMethod& published = *tableaux::findTwoStepError(name);
    const auto blend = findBlend(published, publishedShape(name));
    ASSERT_TRUE(blend) << name;
    // The candidates of the SDIRK are blended with weights of up to 20, which magnify rounding.
    EXPECT_LT((blend->method.coefficients - published.coefficients).cwiseAbs().maxCoeff(), 1e-7) << name;
    EXPECT_NEAR(std::accumulate(blend->weights.begin(), blend->weights.end(), 0.0), 1, 1e-9) << name;
    EXPECT_EQ(blend->method.linearOrder, published.linearOrder) << name;
    EXPECT_EQ(blend->method.order, published.order) << name;
  }
}

TEST(EmbeddingSearch, FindsTheEmbeddedFormulaOfTheSdirkMethodAgain) {
  const auto blend = findBlend(embeddedAsTwoStep(tableNamed("hw-sdirk")), {.data = 4, .blended = 2});
  ASSERT_TRUE(blend);
  EXPECT_EQ(blend->method.order, 3);
}

TEST(EmbeddingSearch, BlendsGainAnOrderForEachCandidate) {
  for (const char* const name : {"radau3", "lobatto4"}) {
    const SearchShape shape = publishedShape(name);
    const EmbeddingSearch search = searchEmbeddings(tableNamed(name), shape, 4);
    ASSERT_FALSE(search.best.empty()) << name;
    for (const Blend& blend : search.best) {
      int least = 100;
      for (const EmbeddingCandidate& candidate : blend.candidates) least = std::min(least, candidate.linearOrder);
      EXPECT_GE(blend.method.linearOrder, least + shape.blended - 1) << name;
      EXPECT_LE(blend.largestOnImaginaryAxis, 1.0001) << name;
      EXPECT_LT(blend.radiusAtInfinity, 0.3) << name;
    }
  }
}

}  // namespace
}  // namespace dashpot::analysis
