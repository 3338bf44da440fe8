// A circuit of the library with what rules say of it. The file is called "circuit.mo" in messages.
#pragma once

#include "model/flatten.hpp"
#include "paths.hpp"
#include "rules/inspect.hpp"
#include "syntax/parse.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dashpot::testing {

class Inspected {
 public:
  explicit Inspected(std::string text, const rules::Settings& settings = {}, const rules::RuleBase& base = {}) {
    library.addRoot(testing::sourceTree + std::string("/library"));
    classes.use(library, diagnostics);
    tree = syntax::parse(sources.add("circuit.mo", std::move(text)), sources, symbols, diagnostics);
    classes.add(tree, diagnostics);
    const model::ClassRef type = model::chooseClass(classes, tree, "", diagnostics);
    if (type != model::ClassRef::none) flat = model::flatten(classes, type, sources, diagnostics, {}, &parts);
    if (!flat) return;
    rules::checkSilences(parts, base, diagnostics);
    findings = rules::inspect(*flat, parts, base, settings);
    for (const rules::Finding& finding : findings) {
      diagnostics.add(finding.diagnostic);
      codes.push_back(finding.diagnostic.code + " " + finding.component);
    }
  }
  Inspected(const Inspected&) = delete;

  [[nodiscard]] std::string messages() const { return render(diagnostics, sources); }

  Sources sources;
  Symbols symbols;
  Diagnostics diagnostics;
  model::Library library{sources, symbols};
  model::ClassTable classes{symbols};
  syntax::Tree tree;
  std::optional<model::FlatModel> flat;
  model::PartsList parts;
  std::vector<rules::Finding> findings;
  std::vector<std::string> codes;  // "open-port relief"
};

/// A hydraulic circuit: what it declares, what it connects.
inline std::string circuit(const std::string& declarations, const std::string& connections,
                           const std::string& annotation = "") {
  return "model Test\n  import Dashpot.Hydraulics.*;\n  import Dashpot.Mechanics;\n  import Dashpot.Blocks;\n"
         "  import Dashpot.Electrical;\n  inner Fluids.MineralOil_VG46 fluid;\n" +
         declarations + "equation\n" + connections + annotation + "end Test;\n";
}

}  // namespace dashpot::testing
