#include "base/finite.hpp"

namespace dashpot {

namespace {

inline bool allFiniteByFour(const double* numbers, std::size_t count) {
  std::uint64_t carries[4] = {};
  std::size_t i = 0;
  for (; i + 4 <= count; i += 4)
    for (std::size_t k = 0; k < 4; ++k) carries[k] |= finiteCarry(numbers[i + k]);
  for (; i < count; ++i) carries[0] |= finiteCarry(numbers[i]);
  return (carries[0] | carries[1] | carries[2] | carries[3]) >> 63 == 0;
}

}  // namespace

#if defined(__x86_64__) && !defined(__clang__)  // which wants the attribute at the first use, in every file
__attribute__((target_clones("avx2", "default")))
#endif
bool allFiniteOfMany(const double* numbers, std::size_t count) {
  return allFiniteByFour(numbers, count);
}

}  // namespace dashpot
