#include "linalg/polynomials.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace dashpot::linalg {
namespace {

TEST(Polynomials, HaveTheBitsOfHornersRuleAtEachPlaceHoweverManyThereAre) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> value(-1, 1);
  for (const std::size_t n : {0u, 1u, 3u, 7u})
    for (const int degree : {1, 2, 4, 7})
      for (std::size_t places = 4; places <= 40; places += 4) {
        std::vector<double> coefficients(n * static_cast<std::size_t>(degree)), base(n), thetas(places),
            values(n * places);
        for (std::vector<double>* const of : {&coefficients, &base, &thetas})
          for (double& v : *of) v = value(random);
        evaluateByFours(coefficients, degree, base, thetas, values.data());
        for (std::size_t p = 0; p < places; ++p)
          for (std::size_t k = 0; k < n; ++k) {
            double sum = 0.0;
            for (int d = degree; d > 0; --d)
              sum = (sum + coefficients[static_cast<std::size_t>(d - 1) * n + k]) * thetas[p];
            EXPECT_EQ(values[p / 4 * 4 * n + 4 * k + p % 4], sum + base[k]) << places << ' ' << p << ' ' << k;
          }
      }
}

}  // namespace
}  // namespace dashpot::linalg
