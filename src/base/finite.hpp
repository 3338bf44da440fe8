// base/finite.hpp: whether all numbers are finite; on their bits, so that several can be looked at at once.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

namespace dashpot {

/// The exponent of a number that is not finite is all ones: adding one to it carries into the place of the sign.
constexpr std::uint64_t finiteCarry(double number) {
  constexpr std::uint64_t exponent = 0x7ff0'0000'0000'0000, one = 0x0010'0000'0000'0000;
  return (std::bit_cast<std::uint64_t>(number) & exponent) + one;
}

/// For many numbers: with the widest registers of this machine.
[[nodiscard]] bool allFiniteOfMany(const double* numbers, std::size_t count);

inline bool allFinite(std::span<const double> numbers) {
  constexpr std::size_t many = 64;
  if (numbers.size() >= many) return allFiniteOfMany(numbers.data(), numbers.size());
  std::uint64_t even = 0, odd = 0;
  std::size_t i = 0;
  for (; i + 1 < numbers.size(); i += 2) even |= finiteCarry(numbers[i]), odd |= finiteCarry(numbers[i + 1]);
  if (i < numbers.size()) even |= finiteCarry(numbers[i]);
  return (even | odd) >> 63 == 0;
}

}  // namespace dashpot
