// explanation/rule_texts.hpp: diagnoses.toml, as it was when the program was built.
#pragma once

#include <string_view>

namespace dashpot::explanation {

[[nodiscard]] std::string_view diagnosesText();

}  // namespace dashpot::explanation
