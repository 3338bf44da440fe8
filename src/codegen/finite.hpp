// codegen/finite.hpp: whether all numbers are finite; on their bits, so that the compiler can look at several at once.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

namespace dashpot::codegen {

/// The exponent of a number that is not finite is all ones: adding one to it carries into the place of the sign.
inline bool allFinite(std::span<const double> numbers) {
  constexpr std::uint64_t exponent = 0x7ff0'0000'0000'0000, one = 0x0010'0000'0000'0000;
  std::uint64_t carries = 0;
  for (const double number : numbers) carries |= (std::bit_cast<std::uint64_t>(number) & exponent) + one;
  return carries >> 63 == 0;
}

}  // namespace dashpot::codegen
