#include "targets.hpp"

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

#include "equations/make_solvable.hpp"
#include "model/flatten.hpp"
#include "model/unit_check.hpp"
#include "syntax/parse.hpp"

namespace dashpot::fuzz {

namespace {

void demand(bool holds, const std::string& promise) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", promise.c_str());
  std::abort();
}

struct Parsed {
  explicit Parsed(std::string_view text) {
    tree = syntax::parse(sources.add("fuzz.mo", std::string(text)), sources, symbols, diagnostics);
    const auto violations = syntax::check(tree, sources);
    demand(violations.empty(), violations.empty() ? "" : "the tree keeps its invariants: " + violations.front());
    (void)render(diagnostics, sources);
  }
  Sources sources;
  Symbols symbols;
  Diagnostics diagnostics;
  syntax::Tree tree;
};

}  // namespace

void parse(std::string_view text) {
  const Parsed first(text);
  const std::string printed = print(first.tree, first.symbols);
  if (first.diagnostics.hasErrors()) return;
  const Parsed second(printed);
  demand(!second.diagnostics.hasErrors(), "printed text can be read: " + render(second.diagnostics, second.sources));
  demand(print(second.tree, second.symbols) == printed, "printing what was printed changes nothing");
}

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
