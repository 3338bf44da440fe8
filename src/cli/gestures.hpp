// cli/gestures.hpp: gestures as they are written on the command line: "pump=10,20", "pump.port,valve.port_a".
#pragma once

#include "editing/edits.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace dashpot::cli {

/// One kind of gesture: its option, and how a value of it is read and made.
struct GestureOption {
  std::string option;  // "--move"
  std::string form;    // "NAME=X,Y"
  std::string help;
  std::function<editing::Outcome(const editing::File&, std::string_view type, const std::string& value)> make;
};

/// All of them, in the order of the help.
[[nodiscard]] const std::vector<GestureOption>& gestureOptions();

}  // namespace dashpot::cli
