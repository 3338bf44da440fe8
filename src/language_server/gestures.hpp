// language_server/gestures.hpp: a gesture of a diagram editor as it comes on the wire, {"kind": "move", "component":
// "pump", "to": [10, 20]}, made ready to be carried out (docs/protocol.md).
#pragma once

#include "editing/edits.hpp"

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dashpot::language_server {

struct Gesture {
  std::function<editing::Outcome(const editing::File& file, std::string_view type)> make;
  bool isOnDrawing = false;                   // components and lines have places before and after it
  std::vector<std::string> components = {};   // that it is about
  bool linesFollow = false;                   // lines of these components end at their ports afterwards
  bool isPlacement = false;                   // of one component: it touches nothing else
  std::vector<editing::Ends> anew = {};       // lines that are to be found again
  std::optional<editing::Ends> renamed = {};  // a component: its name before and after
  std::optional<std::string> newClass = {};   // what the class is called afterwards
};

/// A RequestError if it is none.
[[nodiscard]] Gesture gestureFrom(const nlohmann::json& gesture);

}  // namespace dashpot::language_server
