// Text to tree to flat model, for tests. The file is called "test.mo" in diagnostics unless named.
#pragma once

#include "model/flatten.hpp"
#include "models/text.hpp"
#include "syntax/parse.hpp"

#include <optional>
#include <string>

namespace dashpot::testing {

class FrontEnd {
 public:
  explicit FrontEnd(std::string text, std::string fileName = "test.mo", std::string_view modelName = "",
                    bool isStrict = true) {
    diagnostics.isStrict = isStrict;
    tree = syntax::parse(sources.add(std::move(fileName), std::move(text)), sources, symbols, diagnostics);
    if (diagnostics.hasErrors()) return;
    classes.emplace(symbols);
    classes->add(tree, diagnostics);
    if (diagnostics.hasErrors()) return;
    const model::ClassRef type = model::chooseClass(*classes, tree, modelName, diagnostics);
    if (type != model::ClassRef::none) flat = model::flatten(*classes, type, sources, diagnostics);
  }
  FrontEnd(const FrontEnd&) = delete;

  [[nodiscard]] std::string messages() const { return render(diagnostics, sources); }

  Sources sources;
  Symbols symbols;
  Diagnostics diagnostics;
  syntax::Tree tree;
  std::optional<model::ClassTable> classes;
  std::optional<model::FlatModel> flat;
};

}  // namespace dashpot::testing
