// A text and what the parser makes of it; the file is called "test.mo" in diagnostics.
#pragma once

#include "syntax/parse.hpp"

#include <string>

namespace dashpot::syntax {

struct Parsed {
  explicit Parsed(std::string text) {
    tree = parse(sources.add("test.mo", std::move(text)), sources, symbols, diagnostics);
  }
  [[nodiscard]] std::string messages() const { return render(diagnostics, sources); }
  [[nodiscard]] std::string printed() const { return print(tree, symbols); }
  Sources sources;
  Symbols symbols;
  Diagnostics diagnostics;
  Tree tree;
};

}  // namespace dashpot::syntax
