// fuzz/parsed.hpp: a text, read; and how a target says that a promise is broken.
#pragma once

#include "syntax/parse.hpp"

#include <string>
#include <string_view>

namespace dashpot::fuzz {

/// Ends the program if the promise does not hold.
void demand(bool holds, const std::string& promise);

struct Parsed {
  explicit Parsed(std::string_view text);
  Sources sources;
  Symbols symbols;
  Diagnostics diagnostics;
  syntax::Tree tree;
};

}  // namespace dashpot::fuzz
