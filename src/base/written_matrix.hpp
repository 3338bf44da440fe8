// base/written_matrix.hpp: a matrix that a model writes to a file while it runs.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace dashpot {

struct WrittenMatrix {
  std::string name;
  std::uint32_t rows = 0, columns = 0;
  bool isAppended = false;  // to what the file has already
  bool operator==(const WrittenMatrix&) const = default;
};

/// The bytes of a matrix in a MAT file of version 4 (MAT-File Format, The MathWorks), which readers of all later
/// versions understand. `values`: by rows.
[[nodiscard]] std::string matBytes(const WrittenMatrix& matrix, std::span<const double> values);

}  // namespace dashpot
