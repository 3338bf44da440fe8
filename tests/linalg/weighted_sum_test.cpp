#include "linalg/weighted_sum.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace dashpot::linalg {
namespace {

TEST(WeightedSum, HasTheBitsOfEachComponentAloneWhateverTheLength) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> value(-1, 1);
  for (std::size_t n = 0; n < 30; ++n) {
    std::vector<std::vector<double>> vectors(3, std::vector<double>(n));
    std::vector<double> base(n);
    for (auto& vector : vectors)
      for (double& v : vector) v = value(random);
    for (double& v : base) v = value(random);
    const std::vector<WeightedVector> terms{
        {1.0 / 3, vectors[0].data()}, {-0.7, vectors[1].data()}, {1e-9, vectors[2].data()}};
    std::vector<double> sum(n), sumInPlace = base, sumFromZero(n);
    weightedSum(terms, base.data(), sum.data(), n);
    weightedSum(terms, sumInPlace.data(), sumInPlace.data(), n);
    weightedSum(terms, nullptr, sumFromZero.data(), n);
    for (std::size_t i = 0; i < n; ++i) {
      double expected = base[i], expectedFromZero = 0;
      for (const WeightedVector& term : terms) {
        expected += term.weight * term.vector[i];
        expectedFromZero += term.weight * term.vector[i];
      }
      EXPECT_EQ(sum[i], expected);
      EXPECT_EQ(sumInPlace[i], expected);
      EXPECT_EQ(sumFromZero[i], expectedFromZero);
    }
  }
}

}  // namespace
}  // namespace dashpot::linalg
