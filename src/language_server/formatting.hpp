// language_server/formatting.hpp
//
// Lays a file out by its nesting: a class and a clause indent what is in them, sections and `end` stand where their class
// begins. Only white space at the beginning of lines is touched, and none inside strings and comments, so that no token
// and no comment can change. A statement that goes over several lines is moved as a whole: how its author aligned it
// stays.
#pragma once

#include "language_server/document.hpp"

#include <string>
#include <vector>

namespace dashpot::language_server {

struct Layout {
  std::size_t width = 2;  // of one step, in blanks
  bool usesTabs = false;  // one tab for each step
};

/// New white space at the beginning of a line.
struct Indentation {
  std::uint32_t line = 0;
  std::size_t before = 0;  // bytes of white space that are there
  std::string after;
};

/// The lines whose indentation changes.
[[nodiscard]] std::vector<Indentation> reindented(const Text& text, const Layout& layout);

}  // namespace dashpot::language_server
