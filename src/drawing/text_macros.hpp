// drawing/text_macros.hpp
//
// Macros in the text of an icon (Modelica 3.6, section 18.6.5.5): %name, %class, %par, %{a.p} and %%. They are replaced
// in one pass from left to right, so that a value which looks like a macro is shown as it is.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace dashpot::drawing {

struct MacroMeaning {
  std::string name;       // of the component
  std::string className;  // of its class, not qualified
  std::function<std::optional<std::string>(std::string_view parameter)> value;
};

/// A macro that means nothing here stays as it is written.
[[nodiscard]] std::string withoutMacros(std::string_view text, const MacroMeaning& meaning);

}  // namespace dashpot::drawing
