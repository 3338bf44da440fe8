#include "base/exponential.hpp"

#include "base/flush_to_zero.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

namespace dashpot {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double smallest = std::numeric_limits<double>::denorm_min();

/// In units of the last place that the result has, below the normal numbers too. The C library's function in long double
/// has eleven bits more.
double error(double x) {
  const long double exact = std::exp(static_cast<long double>(x));
  int exponent = 0;
  (void)std::frexp(exact, &exponent);
  const long double unit = std::ldexp(1.0L, std::max(exponent - 53, -1074));
  return static_cast<double>(std::fabs(static_cast<long double>(exponential(x)) - exact) / unit);
}

std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }

TEST(Exponential, ErrsByLittleMoreThanHalfAUnitInTheLastPlace) {
  if (std::numeric_limits<long double>::digits < 64) GTEST_SKIP() << "nothing to compare with";
  std::mt19937_64 random(1);
  double worst = 0.0;
  for (const auto& [low, high] :
       {std::pair{-745.2, -700.0}, {-745.0, 709.7}, {-1.0, 1.0}, {-1e-5, 1e-5}, {709.0, 709.78}}) {
    std::uniform_real_distribution<double> argument(low, high);
    for (int k = 0; k < 200'000; ++k) worst = std::max(worst, error(argument(random)));
  }
  EXPECT_LT(worst, 0.52);
}

TEST(Exponential, IsExactWhereItsTableEndsAndBegins) {
  EXPECT_EQ(bits(exponential(0.0)), bits(1.0));
  EXPECT_EQ(bits(exponential(-0.0)), bits(1.0));
  EXPECT_EQ(exponential(smallest), 1.0);
  EXPECT_EQ(exponential(-smallest), 1.0);
  EXPECT_EQ(exponential(1.0), 0x1.5bf0a8b145769p+1) << "e, rounded";
}

TEST(Exponential, OverflowsAndUnderflowsWhereTheResultDoes) {
  // ln of the largest number and of half of the smallest one, rounded to both sides.
  EXPECT_LT(exponential(709.782712893383973096), infinity);
  EXPECT_EQ(exponential(std::nextafter(709.782712893383973096, 710.0)), infinity);
  EXPECT_EQ(exponential(-745.13321910194110842), smallest);
  EXPECT_EQ(exponential(std::nextafter(-745.13321910194110842, -746.0)), 0.0);
  for (const double x : {709.9, 710.1, 1e4, 1e308, infinity}) EXPECT_EQ(exponential(x), infinity) << x;
  for (const double x : {-745.9, -746.1, -1e4, -1e308, -infinity}) EXPECT_EQ(bits(exponential(x)), bits(0.0)) << x;
  EXPECT_TRUE(std::isnan(exponential(std::numeric_limits<double>::quiet_NaN())));
}

TEST(Exponential, LosesNothingOfNormalResultsWhereSmallNumbersCountAsZero) {
  for (const double x : {-669.9, -670.1, -690.0, -700.0, -708.0}) {
    const double expected = exponential(x);
    const FlushToZero small(true);
    EXPECT_EQ(bits(exponential(x)), bits(expected)) << x;
  }
}

TEST(Exponential, OfFourHasTheBitsOfEach) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> usual(-700.0, 709.7), small(-2.0, 2.0);
  const std::array special{0.0,   -0.0,   smallest, infinity, -infinity, std::numeric_limits<double>::quiet_NaN(),
                           709.9, -708.5, -745.0,   -1e300,   1e300};
  for (int k = 0; k < 100'000; ++k) {
    std::array<double, 4> numbers{usual(random), small(random), small(random), usual(random)};
    if (k % 3 == 0) numbers[static_cast<std::size_t>(k) % 4] = special[static_cast<std::size_t>(k) % special.size()];
    std::array<double, 4> together = numbers;
    exponentialOfFour(together.data());
    for (std::size_t i = 0; i < 4; ++i) ASSERT_EQ(bits(together[i]), bits(exponential(numbers[i]))) << numbers[i];
  }
}

}  // namespace
}  // namespace dashpot
