#include "model/flat/unit_check.hpp"
#include "model/flatten.hpp"
#include "solvable.hpp"
#include "targets.hpp"

namespace dashpot::fuzz {

std::optional<equations::SolvableSystem> solvable(Parsed& parsed) {
  if (parsed.diagnostics.hasErrors()) return std::nullopt;
  model::ClassTable classes(parsed.symbols);
  classes.add(parsed.tree, parsed.diagnostics);
  if (parsed.diagnostics.hasErrors()) return std::nullopt;
  const model::ClassRef type = model::chooseClass(classes, parsed.tree, "", parsed.diagnostics);
  if (type == model::ClassRef::none) return std::nullopt;
  std::optional<model::FlatModel> flat = model::flatten(classes, type, parsed.sources, parsed.diagnostics);
  demand(flat.has_value() || parsed.diagnostics.hasErrors(), "what cannot be flattened has a diagnostic");
  if (!flat) return std::nullopt;
  const auto violations = model::check(*flat);
  demand(violations.empty(), violations.empty() ? "" : "the flat model keeps its invariants: " + violations.front());
  (void)model::print(*flat);
  model::checkUnits(*flat, parsed.diagnostics);
  if (parsed.diagnostics.hasErrors()) return std::nullopt;
  auto system = equations::makeSolvable(std::move(*flat), parsed.sources, parsed.diagnostics);
  demand(system.has_value() || parsed.diagnostics.hasErrors(), "what cannot be solved has a diagnostic");
  return system;
}

void check(std::string_view text) {
  Parsed parsed(text);
  (void)solvable(parsed);
  (void)render(parsed.diagnostics, parsed.sources);
}

}  // namespace dashpot::fuzz
