#include "base/exponential.hpp"

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>

namespace dashpot {

namespace exponential_parts {

// clang-format off
const std::array<Power, pieces> powers{{
    {0x1p+0, 0x0p+0}, {0x1.02c9a3e778061p+0, -0x1.160139cd8dc5dp-56},
    {0x1.059b0d3158574p+0, 0x1.cd2523567f613p-55}, {0x1.0874518759bc8p+0, 0x1.0f74e61e6c861p-57},
    {0x1.0b5586cf9890fp+0, 0x1.79aa65d837b6dp-54}, {0x1.0e3ec32d3d1a2p+0, 0x1.ebe3d702f9cd1p-60},
    {0x1.11301d0125b51p+0, -0x1.556522a2fbd0ep-54}, {0x1.1429aaea92de0p+0, -0x1.1c923b9d5f416p-54},
    {0x1.172b83c7d517bp+0, -0x1.01b15eaa59348p-55}, {0x1.1a35beb6fcb75p+0, 0x1.b898c3f1353bfp-55},
    {0x1.1d4873168b9aap+0, 0x1.aecf73e3a2f60p-54}, {0x1.2063b88628cd6p+0, 0x1.a6f4144a6c38dp-55},
    {0x1.2387a6e756238p+0, 0x1.68efde3a8a894p-54}, {0x1.26b4565e27cddp+0, 0x1.0472b981fe7f2p-55},
    {0x1.29e9df51fdee1p+0, 0x1.2f7e16d09ab31p-55}, {0x1.2d285a6e4030bp+0, 0x1.b3782720c0ab4p-55},
    {0x1.306fe0a31b715p+0, 0x1.34d754db0abb6p-55}, {0x1.33c08b26416ffp+0, 0x1.fdd395dd3f84ap-55},
    {0x1.371a7373aa9cbp+0, -0x1.24aedcc4b5068p-54}, {0x1.3a7db34e59ff7p+0, -0x1.1d1e83e9436d2p-56},
    {0x1.3dea64c123422p+0, 0x1.59f48a72a4c6dp-55}, {0x1.4160a21f72e2ap+0, -0x1.8a78f4817895bp-58},
    {0x1.44e086061892dp+0, 0x1.363ed60c2ac11p-59}, {0x1.486a2b5c13cd0p+0, 0x1.ecce1daa10379p-57},
    {0x1.4bfdad5362a27p+0, 0x1.690cebb7aafb0p-56}, {0x1.4f9b2769d2ca7p+0, -0x1.f94340071a38ep-55},
    {0x1.5342b569d4f82p+0, -0x1.8dec6bd0f385fp-56}, {0x1.56f4736b527dap+0, 0x1.3350518fdd78ep-54},
    {0x1.5ab07dd485429p+0, 0x1.063e1e21c5409p-54}, {0x1.5e76f15ad2148p+0, 0x1.432e62b64c035p-54},
    {0x1.6247eb03a5585p+0, -0x1.c33c53bef4da8p-55}, {0x1.6623882552225p+0, -0x1.3cedd78565858p-54},
    {0x1.6a09e667f3bcdp+0, -0x1.3b3efbf5e2228p-54}, {0x1.6dfb23c651a2fp+0, -0x1.367efb86da9eep-57},
    {0x1.71f75e8ec5f74p+0, -0x1.81f647e5a3ecfp-56}, {0x1.75feb564267c9p+0, -0x1.619321e55e68ap-55},
    {0x1.7a11473eb0187p+0, -0x1.b32dcb94da51dp-56}, {0x1.7e2f336cf4e62p+0, 0x1.5ebe1abd66c55p-57},
    {0x1.82589994cce13p+0, -0x1.369b6f13b3734p-54}, {0x1.868d99b4492edp+0, -0x1.4d450d872576ep-54},
    {0x1.8ace5422aa0dbp+0, 0x1.db72fc1f0eab4p-55}, {0x1.8f1ae99157736p+0, 0x1.bf68359f35f44p-56},
    {0x1.93737b0cdc5e5p+0, -0x1.da9b88b6c1e29p-58}, {0x1.97d829fde4e50p+0, -0x1.2434322f4f9aap-54},
    {0x1.9c49182a3f090p+0, 0x1.1affc2b91ce27p-56}, {0x1.a0c667b5de565p+0, -0x1.7c50422622263p-55},
    {0x1.a5503b23e255dp+0, -0x1.1bbd1d3bcbb15p-54}, {0x1.a9e6b5579fdbfp+0, 0x1.469846e735ab3p-55},
    {0x1.ae89f995ad3adp+0, 0x1.c1a7792cb3387p-55}, {0x1.b33a2b84f15fbp+0, -0x1.5c3d956dcaebap-58},
    {0x1.b7f76f2fb5e47p+0, -0x1.8d6f438ad9334p-57}, {0x1.bcc1e904bc1d2p+0, 0x1.4ffd70a5fddcdp-56},
    {0x1.c199bdd85529cp+0, 0x1.36eae30af0cb3p-56}, {0x1.c67f12e57d14bp+0, 0x1.4e08fd10959acp-55},
    {0x1.cb720dcef9069p+0, 0x1.76b2c6c921968p-57}, {0x1.d072d4a07897cp+0, -0x1.fad5d3ffffa6fp-55},
    {0x1.d5818dcfba487p+0, 0x1.4a385a63d07a7p-56}, {0x1.da9e603db3285p+0, 0x1.e5a50d5c192acp-55},
    {0x1.dfc97337b9b5fp+0, -0x1.2d52107b43e1fp-55}, {0x1.e502ee78b3ff6p+0, 0x1.4b604603a88d3p-56},
    {0x1.ea4afa2a490dap+0, -0x1.ff7128fd391f0p-55}, {0x1.efa1bee615a27p+0, 0x1.ec3bc41aa2008p-55},
    {0x1.f50765b6e4540p+0, 0x1.a64a931d185eep-55}, {0x1.fa7c1819e90d8p+0, 0x1.7893b4d91cd9dp-56},
}};
// clang-format on

}  // namespace exponential_parts

namespace {

using exponential_parts::coefficients;
using exponential_parts::leastOfAll;
using exponential_parts::leastUsual;
using exponential_parts::lower;
using exponential_parts::mostOfAll;
using exponential_parts::mostUsual;
using exponential_parts::perUnit;
using exponential_parts::pieces;
using exponential_parts::Power;
using exponential_parts::powers;
using exponential_parts::rounder;
using exponential_parts::upper;

constexpr std::uint64_t indexBits = pieces - 1;
constexpr int toExponent = 52 - 6;  // from where multiples of ln 2 have their last bit

inline double withExponent(double value, std::uint64_t more) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) + more);
}

/// Adds exp(r) - 1, for a number or for four. Few of the operations wait for one another (Estrin's scheme).
template <class Number>
[[gnu::always_inline]] inline void addTaylor(const Number& r, Number& sum) {
  const auto& [c2, c3, c4, c5, c6] = coefficients;
  const Number square = r * r;
  const Number last = (c4 + r * c5) + square * c6;
  sum = ((sum + r) + square * (c2 + r * c3)) + (square * square) * last;
}

/// value (1 + rest) with so much more in the exponent, which may be too large, or too small for all bits of the result.
double atTheEnds(double x, double value, double rest, std::uint64_t exponent) {
  constexpr std::uint64_t away = std::uint64_t{1022} << 52;
  if (x > 0.0) {
    const double lowered = withExponent(value, exponent - away);
    return (lowered + lowered * rest) * 0x1p1022;
  }
  const double raised = withExponent(value, exponent + away), added = raised * rest;
  double result = raised + added;
  if (result < 1.0) {  // rounded once: a sum with 1 ends at the last bit of what will be below the normal numbers
    const double lost = raised - result + added, sum = 1.0 + result;
    result = (sum + (1.0 - sum + result + lost)) - 1.0;
  }
  return result * 0x1p-1022;
}

}  // namespace

double exponential(double x) {
  const bool isUsual = x > leastUsual && x < mostUsual;
  if (!isUsual) [[unlikely]] {
    if (x != x) return x;
    if (x > mostOfAll) return std::numeric_limits<double>::infinity();
    if (x < leastOfAll) return 0.0;
  }
  const double shifted = x * perUnit + rounder;
  const double multiple = shifted - rounder;
  const auto bits = std::bit_cast<std::uint64_t>(shifted);
  const Power& power = powers[bits & indexBits];
  double rest = power.tail;
  addTaylor((x - multiple * upper) - multiple * lower, rest);
  const std::uint64_t exponent = (bits & ~indexBits) << toExponent;
  if (!isUsual) [[unlikely]]
    return atTheEnds(x, power.value, rest, exponent);
  const double result = withExponent(power.value, exponent);
  return result + result * rest;
}

#if defined(__x86_64__)

namespace {

using Four [[gnu::vector_size(32)]] = double;

[[gnu::target("avx2")]] Four inWideRegister(Four x) {
  using Truth [[gnu::vector_size(32)]] = std::int64_t;
  using Bits [[gnu::vector_size(32)]] = std::uint64_t;
  const Truth isUsual = (x > leastUsual) & (x < mostUsual);
  if ((isUsual[0] & isUsual[1] & isUsual[2] & isUsual[3]) == 0) [[unlikely]]
    return Four{exponential(x[0]), exponential(x[1]), exponential(x[2]), exponential(x[3])};
  const Four shifted = x * perUnit + rounder;
  const Four multiple = shifted - rounder;
  Bits bits;
  std::memcpy(&bits, &shifted, sizeof bits);
  const Power &first = powers[bits[0] & indexBits], &second = powers[bits[1] & indexBits],
              &third = powers[bits[2] & indexBits], &fourth = powers[bits[3] & indexBits];
  Four rest{first.tail, second.tail, third.tail, fourth.tail};
  const Four value{first.value, second.value, third.value, fourth.value};
  addTaylor<Four>((x - multiple * upper) - multiple * lower, rest);
  Bits result;
  std::memcpy(&result, &value, sizeof result);
  result += (bits & ~indexBits) << toExponent;
  Four scale;
  std::memcpy(&scale, &result, sizeof scale);
  return scale + scale * rest;
}

[[gnu::target("avx2")]] void throughWideRegister(double* numbers) {
  Four x;
  std::memcpy(&x, numbers, sizeof x);
  x = inWideRegister(x);
  std::memcpy(numbers, &x, sizeof x);
}

}  // namespace

const void* exponentialInWideRegister() {
  return __builtin_cpu_supports("avx2") ? reinterpret_cast<const void*>(inWideRegister) : nullptr;
}

#else

const void* exponentialInWideRegister() { return nullptr; }

#endif

void exponentialOfFour(double* numbers) {
#if defined(__x86_64__)
  static const bool isWide = exponentialInWideRegister() != nullptr;
  if (isWide) return throughWideRegister(numbers);
#endif
  for (int k = 0; k < 4; ++k) numbers[k] = exponential(numbers[k]);
}

}  // namespace dashpot
