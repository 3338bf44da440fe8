#include "base/written_matrix.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace dashpot {

namespace {

/// Little-endian.
template <class T>
void appendNumber(std::string& bytes, T value) {
  std::string own(sizeof value, '\0');
  std::memcpy(own.data(), &value, sizeof value);
  if constexpr (std::endian::native == std::endian::big) std::ranges::reverse(own);
  bytes += own;
}

}  // namespace

std::string matBytes(const WrittenMatrix& matrix, std::span<const double> values) {
  constexpr std::uint32_t littleEndianDoubles = 0, isReal = 0;
  std::string bytes;
  for (const std::uint32_t number :
       {littleEndianDoubles, matrix.rows, matrix.columns, isReal, static_cast<std::uint32_t>(matrix.name.size() + 1)})
    appendNumber(bytes, number);
  bytes += matrix.name + '\0';
  for (std::size_t j = 0; j < matrix.columns; ++j)
    for (std::size_t i = 0; i < matrix.rows; ++i) appendNumber(bytes, values[i * matrix.columns + j]);
  return bytes;
}

}  // namespace dashpot
