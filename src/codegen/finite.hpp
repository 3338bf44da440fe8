// codegen/finite.hpp: whether all numbers are finite; on their bits, so that the compiler can look at several at once.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

namespace dashpot::codegen {

inline bool allFinite(std::span<const double> numbers) {
  constexpr std::uint64_t exponent = 0x7ff0'0000'0000'0000;
  std::uint64_t found = 0;
  for (const double number : numbers)
    found |= static_cast<std::uint64_t>((std::bit_cast<std::uint64_t>(number) & exponent) == exponent);
  return found == 0;
}

}  // namespace dashpot::codegen
