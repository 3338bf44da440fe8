// language_server/quantity.hpp: numbers in a text as an engineer reads them, 21e6 of a pressure as "210 bar".
#pragma once

#include "syntax/tree.hpp"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace dashpot::language_server {

/// The value of an expression of numbers and the operators + - * / ^; nothing if there is anything else in it.
[[nodiscard]] std::optional<double> constantValue(const syntax::Tree& tree, syntax::ExpressionId expression);

/// The same for an expression that is given as text.
[[nodiscard]] std::optional<double> constantValue(const std::string& expression);

/// With the unit that it is shown in: the display unit if there is one and it fits, else the unit itself.
[[nodiscard]] std::string shownValue(double value, std::string_view unit, std::string_view displayUnit);

/// Whether a value is shown in another unit than the text has it in.
[[nodiscard]] bool isShownDifferently(std::string_view unit, std::string_view displayUnit);

/// The answer to dashpot/evaluate_unit: what somebody typed for something in a unit, "210 bar" for "Pa". A RequestError
/// if it is no value of it.
[[nodiscard]] nlohmann::json typedQuantity(const std::string& typed, const std::string& unit,
                                           const std::string& displayUnit);

}  // namespace dashpot::language_server
