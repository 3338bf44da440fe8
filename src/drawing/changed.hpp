// drawing/changed.hpp: what an editor has changed of a drawing, so that lines and places follow.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace dashpot::drawing {

/// What an editor has changed since the lines of the text were drawn.
struct Changed {
  std::vector<std::string> components = {};                           // their lines follow them
  std::vector<std::pair<std::string, std::string>> connections = {};  // as they are written: their lines are found anew
  bool isAll = false;                                                 // places and lines of everything are found anew
};

}  // namespace dashpot::drawing
