// selection/rule_texts.hpp: rules.toml, as it was when the program was built.
#pragma once

#include <string_view>

namespace dashpot::selection {

[[nodiscard]] std::string_view rulesText();

}  // namespace dashpot::selection
