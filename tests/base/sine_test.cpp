#include "base/sine.hpp"

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

/// In units of the last place of the result. The C library's function in long double has eleven bits more.
double errorOfSine(double x) {
  const long double exact = std::sin(static_cast<long double>(x));
  int exponent = 0;
  (void)std::frexp(exact, &exponent);
  return static_cast<double>(std::fabs(static_cast<long double>(sine(x)) - exact) / std::ldexp(1.0L, exponent - 53));
}

std::uint64_t bitsOf(double x) { return std::bit_cast<std::uint64_t>(x); }

TEST(Sine, ErrsByLessThanAUnitInTheLastPlace) {
  if (std::numeric_limits<long double>::digits < 64) GTEST_SKIP() << "nothing to compare with";
  std::mt19937_64 random(1);
  double worst = 0.0;
  for (const double most : {1e-9, 1e-3, 0.8, 3.2, 10.0, 1e3, 32768.0, 1e6, 1e15}) {
    std::uniform_real_distribution<double> argument(-most, most);
    for (int k = 0; k < 200'000; ++k) worst = std::max(worst, errorOfSine(argument(random)));
  }
  EXPECT_LT(worst, 0.8);
}

TEST(Sine, IsAccurateNextToMultiplesOfAQuarterOfATurn) {
  if (std::numeric_limits<long double>::digits < 64) GTEST_SKIP() << "nothing to compare with";
  constexpr long double quarter = 1.570796326794896619231321691639751442L;
  double worst = 0.0;
  for (int n = 1; n < 20'000; ++n) {
    const auto there = static_cast<double>(n * quarter);
    for (const double beside : {-0.7, -2e-3, -1.1e-3, -1e-3, -1e-6, 0.0, 1e-6, 1e-3, 1.1e-3, 2e-3, 0.7})
      worst = std::max(worst, errorOfSine(there + beside));
  }
  EXPECT_LT(worst, 0.8);
}

TEST(Sine, OfWhatIsNoUsualNumberIsThatOfTheCLibrary) {
  for (const double x : {0.0, -0.0, 1e-300, -5e-324, 1e22, -1e308})
    EXPECT_EQ(bitsOf(sine(x)), bitsOf(std::sin(x))) << x;
  for (const double x : {double{INFINITY}, -double{INFINITY}, std::nan("")}) EXPECT_TRUE(std::isnan(sine(x))) << x;
}

TEST(Sine, IsOddToTheLastBit) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> argument(0.0, 1e4);
  for (int k = 0; k < 100'000; ++k) {
    const double x = argument(random);
    EXPECT_EQ(bitsOf(sine(-x)), bitsOf(-sine(x))) << x;
  }
}

}  // namespace
}  // namespace dashpot
