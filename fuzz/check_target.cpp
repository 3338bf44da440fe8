#include "equations/make_solvable.hpp"
#include "model/flatten.hpp"
#include "model/unit_check.hpp"
#include "parsed.hpp"
#include "targets.hpp"

#include <optional>

namespace dashpot::fuzz {

void check(std::string_view text) {
  Parsed parsed(text);
  if (parsed.diagnostics.hasErrors()) return;
  model::ClassTable classes(parsed.symbols);
  classes.add(parsed.tree, parsed.diagnostics);
  if (parsed.diagnostics.hasErrors()) return;
  const model::ClassRef type = model::chooseClass(classes, parsed.tree, "", parsed.diagnostics);
  if (type == model::ClassRef::none) return;
  std::optional<model::FlatModel> flat = model::flatten(classes, type, parsed.sources, parsed.diagnostics);
  demand(flat.has_value() || parsed.diagnostics.hasErrors(), "what cannot be flattened has a diagnostic");
  if (!flat) return;
  const auto violations = model::check(*flat);
  demand(violations.empty(), violations.empty() ? "" : "the flat model keeps its invariants: " + violations.front());
  (void)model::print(*flat);
  model::checkUnits(*flat, parsed.diagnostics);
  if (!parsed.diagnostics.hasErrors())
    demand(equations::makeSolvable(std::move(*flat), parsed.sources, parsed.diagnostics).has_value() ||
               parsed.diagnostics.hasErrors(),
           "what cannot be solved has a diagnostic");
  (void)render(parsed.diagnostics, parsed.sources);
}

}  // namespace dashpot::fuzz
