// codegen/print_sine.hpp: base/sine.hpp as C99, with the same bits.
#pragma once

#include <string>
#include <string_view>

namespace dashpot::codegen {

constexpr std::string_view nameOfSine = "sine";
[[nodiscard]] std::string sineInC();

}  // namespace dashpot::codegen
