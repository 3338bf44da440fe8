// codegen/print_exponential.hpp: base/exponential.hpp as C99, with the same bits.
#pragma once

#include <string>
#include <string_view>

namespace dashpot::codegen {

constexpr std::string_view nameOfExponential = "exponential";
[[nodiscard]] std::string exponentialInC();

}  // namespace dashpot::codegen
