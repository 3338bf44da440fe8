// language_server/palette.hpp
//
// What can be dropped into a diagram: the components of the libraries, by package, and the user's own, with icons, ports
// and words to find them by. Neither partial nor obsolete classes, nor interfaces, nor machines that run by themselves.
//
// The libraries' part is made once for each state of their files; that of the user each time.
#pragma once

#include "language_server/workspace.hpp"

#include <string>

namespace dashpot::language_server {

class Palette {
 public:
  /// The answer to dashpot/palette, as the text of it. `current` adds the classes of a document, null: none.
  [[nodiscard]] std::string answer(const Workspace& workspace, const Document* current);

 private:
  std::string libraries_;  // packages, as elements of an array
  std::vector<std::filesystem::path> roots_;
  std::uint64_t filesRead_ = 0;
  bool isMade_ = false;
};

}  // namespace dashpot::language_server
