#include "base/sine.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

namespace dashpot {

namespace {

using sine_parts::leastUsual;
using sine_parts::lower;
using sine_parts::mostUsual;
using sine_parts::perQuarter;
using sine_parts::rounder;
using sine_parts::upper;

constexpr std::uint64_t signBit = std::uint64_t{1} << 63;

/// sin(y + tail) and cos(y + tail), of a number or of four.
template <class Number>
[[gnu::always_inline]] inline void putSine(const Number& y, const Number& tail, Number& result) {
  const auto& [s1, s2, s3, s4, s5, s6] = sine_parts::ofSine;
  const Number z = y * y, v = z * y;
  const Number r = (s2 + z * (s3 + z * s4)) + (z * (z * z)) * (s5 + z * s6);
  result = y - ((z * (0.5 * tail - v * r) - tail) - v * s1);
}
template <class Number>
[[gnu::always_inline]] inline void putCosine(const Number& y, const Number& tail, Number& result) {
  const auto& [c1, c2, c3, c4, c5, c6] = sine_parts::ofCosine;
  const Number z = y * y, w = z * z, half = 0.5 * z, sum = 1.0 - half;
  const Number r = z * (c1 + z * (c2 + z * c3)) + (w * w) * (c4 + z * (c5 + z * c6));
  result = sum + (((1.0 - sum) - half) + (z * r - y * tail));
}

}  // namespace

double sine(double x) {
  const double shifted = x * perQuarter + rounder, quarters = shifted - rounder;
  const double r = x - quarters * upper, w = quarters * lower;
  if (!(std::fabs(x) < mostUsual && std::fabs(r) > leastUsual)) [[unlikely]]
    return std::sin(x);
  const double y = r - w, tail = (r - y) - w;
  const auto quadrant = std::bit_cast<std::uint64_t>(shifted);
  double value;
  if ((quadrant & 1) != 0)
    putCosine(y, tail, value);
  else
    putSine(y, tail, value);
  return (quadrant & 2) != 0 ? -value : value;
}

#if defined(__x86_64__)

namespace {

using Four [[gnu::vector_size(32)]] = double;
using Truth [[gnu::vector_size(32)]] = std::int64_t;
using Bits [[gnu::vector_size(32)]] = std::uint64_t;

[[gnu::target("avx2")]] Four inWideRegister(Four x) {
  const Four shifted = x * perQuarter + rounder, quarters = shifted - rounder;
  const Four r = x - quarters * upper, w = quarters * lower;
  const Four size = reinterpret_cast<Four>(reinterpret_cast<Bits>(x) & ~signBit),
             distance = reinterpret_cast<Four>(reinterpret_cast<Bits>(r) & ~signBit);
  const Truth isUsual = (size < mostUsual) & (distance > leastUsual);
  if ((isUsual[0] & isUsual[1] & isUsual[2] & isUsual[3]) == 0) [[unlikely]]
    return Four{sine(x[0]), sine(x[1]), sine(x[2]), sine(x[3])};
  const Four y = r - w, tail = (r - y) - w;
  const Bits quadrant = reinterpret_cast<Bits>(shifted);
  Four sine, cosine;
  putSine(y, tail, sine);
  putCosine(y, tail, cosine);
  const Four value = (quadrant & 1) != 0 ? cosine : sine;
  return reinterpret_cast<Four>(reinterpret_cast<Bits>(value) ^ ((quadrant & 2) << 62));
}

}  // namespace

const void* sineInWideRegister() {
  return __builtin_cpu_supports("avx2") ? reinterpret_cast<const void*>(inWideRegister) : nullptr;
}

#else

const void* sineInWideRegister() { return nullptr; }

#endif

}  // namespace dashpot
